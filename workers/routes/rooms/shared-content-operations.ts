// Site-wide lists of content that rooms share, by name. A list contains either the ids of the content, or the content
// itself, which the Worker reads from one of the rooms.
import type { SharedContentEntry } from '../../../durable-objects/rpc/directory-rpc.ts'
import type { Game, SharedIndex } from '../../../games/game.ts'
import { readSharedCache, staleMs } from '../../cache/cache-policy.ts'
import type { AppContext, HandledOperation } from '../../context/routing.ts'
import { bytesResponse, fileHeaders } from '../../http/response/file-response.ts'
import { directoryStub } from '../../platform/stubs.ts'
import { endpointJson } from './endpoint-operations.ts'

/** Maximum per response. Each content costs calls to rooms, and a request may make at most 1,000 calls. */
const maxContents = 500
const jsonType = 'application/json; charset=utf-8'

export function sharedContentOperations(games: readonly Game[]): HandledOperation[] {
  return games.flatMap((game) =>
    (game.sharedContent?.indexes ?? []).map((index) => ({
      method: 'GET' as const,
      path: index.path,
      name: `${game.slug}.${index.name}`,
      summary: index.description,
      responses: { 200: { description: 'The JSON.', type: 'application/json' } },
      crossOrigin: true as const,
      handler: (c: AppContext) => serveIndex(c, game, index),
    })),
  )
}

async function serveIndex(
  c: AppContext,
  { slug, sharedContent }: Game,
  { path, maxAgeSeconds, content }: SharedIndex,
): Promise<Response> {
  const kind = sharedContent?.kind ?? ''
  const load = () => directoryStub(c.env).listSharedContent(kind)
  const entries = await readSharedCache(c, `shared ${kind}`, staleMs(c) > 0 ? 5000 : 0, load)
  if (!content) {
    const ids = Object.fromEntries(entries.map(({ name, id }) => [name, id]))
    const file = { type: jsonType, body: JSON.stringify(ids), immutable: true, secret: false }
    return bytesResponse(c.req.raw, file, maxAgeSeconds)
  }
  return cachedResponse(c, path, (copies) => {
    const read = ({ id, room }: SharedContentEntry) => endpointJson(c, slug, content.endpoint, room, { id })
    const streams = Array.from({ length: copies }, () => new TransformStream<Uint8Array, Uint8Array>())
    const outputs = streams.map(({ writable }) => writable)
    c.executionCtx.waitUntil(writeContents(outputs, content.field, entries.slice(0, maxContents), read))
    const headers = fileHeaders(jsonType, `public, max-age=${maxAgeSeconds}`)
    return streams.map(({ readable }) => new Response(readable, { headers }))
  })
}

/**
 * Writes one content after another to all outputs, because all contents together may not fit into memory. The slowest
 * reader determines the speed. If a room fails, aborts the outputs.
 */
async function writeContents(
  outputs: readonly WritableStream<Uint8Array>[],
  field: string,
  entries: readonly SharedContentEntry[],
  read: (entry: SharedContentEntry) => Promise<string | undefined>,
): Promise<void> {
  const writers = outputs.map((output) => output.getWriter())
  /** Throws if no output has a reader any more. */
  const forEachWriter = (act: (writer: WritableStreamDefaultWriter<Uint8Array>) => Promise<void>) => {
    const results = writers.map(act)
    return Promise.any(results).then(() => Promise.allSettled(results))
  }
  const write = (text: string) => forEachWriter((writer) => writer.write(new TextEncoder().encode(text)))
  try {
    await write(`{${JSON.stringify(field)}:{`)
    let separator = ''
    for (const entry of entries) {
      const json = await read(entry)
      // The room was deleted in the meantime.
      if (json === undefined) continue
      await write(`${separator}${JSON.stringify(entry.name)}:${json}`)
      separator = ','
    }
    await write('}}')
    await forEachWriter((writer) => writer.close())
  } catch (error) {
    await Promise.allSettled(writers.map((writer) => writer.abort(error)))
  }
}

/**
 * Caches the response, because creating it costs a call for each content. `create` returns as many equal responses as
 * requested: a clone of one response would keep in memory all that the client has not read yet.
 */
async function cachedResponse(
  c: AppContext,
  path: string,
  create: (copies: 1 | 2) => Response[],
): Promise<Response> {
  if (staleMs(c) === 0) return create(1)[0]!
  const cache = await caches.open('shared-content')
  const key = `${new URL(c.req.url).origin}${path}`
  const cached = await cache.match(key)
  if (cached) return new Response(cached.body, cached)
  const [created, copy] = create(2)
  c.executionCtx.waitUntil(cache.put(key, copy!))
  return created!
}
