import { Gzip } from 'fflate'
import { unknownResultError } from '../../../durable-objects/rpc/versioned-calls.ts'
import { importForm } from '../../api/description/fields.ts'
import { retryLaterError } from '../../api/responses/api-error.ts'
import type { AppContext, HandledOperation } from '../../context/routing.ts'
import { requireCreatePermission } from '../../create/creation-policy.ts'
import { importRoom, maxImportBytes } from '../../create/room-import.ts'
import { readMultipartForm } from '../../http/request/body.ts'
import { parseImportForm } from '../../http/request/request-fields.ts'
import { createdResponse } from './created-response.ts'
import { type OwnedRoom, requireOwnerFor } from './owned-room.ts'

export const exportOperations: readonly HandledOperation[] = [
  ...requireOwnerFor([
    {
      method: 'GET',
      path: '/api/rooms/:game/:room/export',
      name: 'exportRoom',
      summary:
        'Exports the current state of the room as one file, as a backup or to import it elsewhere. The file contains all secrets of the room, except its token.',
      responses: {
        200: { description: 'The file (wire/EXPORT.md), with an ETag.', type: 'application/gzip' },
        304: { description: 'Not modified.' },
      },
      errors: ['not-found', 'slow-down'],
      handler: exportRoom,
    },
  ]),
  {
    method: 'POST',
    path: '/api/rooms/import',
    name: 'importRoom',
    summary: 'Creates a room from an exported file, with a new room token.',
    token: 'creator',
    form: importForm,
    responses: { 201: { description: 'The room was created.', schema: 'CreatedRoom' } },
    errors: ['invalid', 'taken', 'too-large', 'unsupported', 'refused', 'slow-down'],
    handler: handleImport,
  },
]

async function exportRoom(room: OwnedRoom, c: AppContext): Promise<Response> {
  const answer = await exportResponse(room, etagOf(c.req.header('if-none-match')))
  // A HEAD request needs no body, so the room can stop preparing the body.
  if (c.req.raw.method === 'HEAD') await answer.body?.cancel()
  return answer
}

/** Weak tags match too, because a proxy that recompresses the file makes its ETag weak. */
function etagOf(tags: string | undefined): string | undefined {
  return tags === undefined ? undefined : /^(?:W\/)?"([\w-]+)"$/.exec(tags.trim())?.[1]
}

/** Returns 304 if `known` is the current ETag. Throws 429 if too many exports of the room are running. */
export async function exportResponse(room: OwnedRoom, known?: string): Promise<Response> {
  const exported = room.require(await room.rpc.exportRoom(known))
  if (exported === 'busy') throw retryLaterError('slow-down', 'too many exports of this room are running', 10)
  if (exported === 'unchanged')
    return new Response(null, { status: 304, headers: { etag: `"${known}"`, 'cache-control': 'no-store' } })
  if (typeof exported === 'string') throw unknownResultError('exportRoom', exported)
  return new Response(gzipStream(exported.body), {
    headers: {
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="${room.name.replace('/', '-')}.packetboat"`,
      'cache-control': 'no-store, no-transform',
      etag: `"${exported.etag}"`,
    },
  })
}

/** From 1 to 9. The level is low, because the owner waits while a large room is compressed. */
const gzipLevel = 3

/**
 * The platform's CompressionStream buffers all input if the reader is slow, and a room can be larger than an isolate's
 * memory.
 */
function gzipStream(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const compressed: Uint8Array[] = []
  const gzip = new Gzip({ level: gzipLevel }, (chunk) => void (chunk.length > 0 && compressed.push(chunk)))
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      // gzip may need several pieces of input before it produces output.
      while (compressed.length === 0) {
        const { done, value } = await reader.read()
        gzip.push(value ?? new Uint8Array(0), done)
        if (!done) continue
        for (const piece of compressed.splice(0)) controller.enqueue(piece)
        return controller.close()
      }
      for (const piece of compressed.splice(0)) controller.enqueue(piece)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

async function handleImport(c: AppContext): Promise<Response> {
  await requireCreatePermission(c)
  const { file, room } = parseImportForm(await readMultipartForm(c, undefined, maxImportBytes(c)))
  return createdResponse(c, await importRoom(c, file, room))
}
