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
  return cachedResponse(c, path, () => {
    const read = ({ id, room }: SharedContentEntry) => endpointJson(c, slug, content.endpoint, room, { id })
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    c.executionCtx.waitUntil(writeContents(writable, content.field, entries.slice(0, maxContents), read))
    return new Response(readable, { headers: fileHeaders(jsonType, `public, max-age=${maxAgeSeconds}`) })
  })
}

/**
 * Writes one content after another, because all contents together may not fit into memory. If a room fails, aborts the
 * response.
 */
async function writeContents(
  writable: WritableStream<Uint8Array>,
  field: string,
  entries: readonly SharedContentEntry[],
  read: (entry: SharedContentEntry) => Promise<string | undefined>,
): Promise<void> {
  const writer = writable.getWriter()
  const write = (text: string) => writer.write(new TextEncoder().encode(text))
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
    await writer.close()
  } catch (error) {
    await writer.abort(error).catch(() => {}) // the client may have disconnected
  }
}

/** Caches the response, because creating it costs a call for each content. */
async function cachedResponse(c: AppContext, path: string, create: () => Response): Promise<Response> {
  if (staleMs(c) === 0) return create()
  const cache = await caches.open('shared-content')
  const key = `${new URL(c.req.url).origin}${path}`
  const cached = await cache.match(key)
  if (cached) return new Response(cached.body, cached)
  const created = create()
  c.executionCtx.waitUntil(cache.put(key, created.clone()))
  return created
}
