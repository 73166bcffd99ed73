// Exports and imports of rooms by the API, one file each (wire/EXPORT.md).
import { Gzip } from 'fflate'
import { unknownAnswer } from '../durable-objects/calls.ts'
import type { RoomCalls } from '../durable-objects/rooms.ts'
import type { Game } from '../games/game.ts'
import { ApiError, json } from './answers/error.ts'
import { originOf, urlsOf } from './answers/shown.ts'
import { mustBeAllowedToCreate } from './api.ts'
import { readForm } from './body.ts'
import { brought, maxBrought } from './brought.ts'
import { importForm } from './description/fields.ts'
import { importedForm } from './fields.ts'
import { hosted } from './hosted.ts'
import { type Asked, roomOf, type Served } from './routes.ts'
import type { There } from './there.ts'

export function leavingOperations(games: readonly Game[], there: There): Served[] {
  return [
    {
      method: 'GET',
      path: '/api/rooms/:game/:room/export',
      name: 'exportRoom',
      says:
        'Everything that the room is, in one file, as it is at this instant: to keep, or to bring it in elsewhere. Who has it ' +
        'has what is secret in the room, but for its token.',
      token: 'host',
      answers: {
        200: { says: 'The file (wire/EXPORT.md), with an ETag.', type: 'application/gzip' },
        304: { says: 'Nothing of the room has changed since.' },
      },
      errors: ['not-found', 'slow-down'],
      answer: (c) => exportRoom(c, there, roomOf(c, games).name),
    },
    {
      method: 'POST',
      path: '/api/rooms/import',
      name: 'importRoom',
      says: 'Brings in a room from elsewhere, or from before, by its file. Its host gets a new token.',
      token: 'creator',
      form: importForm,
      answers: { 201: { says: 'The room is there, as it was.', schema: 'CreatedRoom' } },
      errors: ['invalid', 'taken', 'too-large', 'unsupported', 'refused', 'slow-down'],
      answer: (c) => importRoom(c, games),
    },
  ]
}

async function exportRoom(c: Asked, there: There, name: string): Promise<Response> {
  const room = await hosted(c, there, name)
  const known = knownMark(c.req.header('if-none-match'))
  const answer = await leavingFile(room, name, known)
  if (!answer) throw there.none(name)
  // HEAD needs no body, so the room need not prepare one.
  if (c.req.raw.method === 'HEAD') await answer.body?.cancel()
  return answer
}

/** The ETag may be weak: a proxy that recompresses the file makes it so. */
function knownMark(tags: string | undefined): string | undefined {
  return tags === undefined ? undefined : /^(?:W\/)?"([\w-]+)"$/.exec(tags.trim())?.[1]
}

/** The room's file, or 304 if `known` is its mark; undefined: no room. Throws 429 for too many readers. */
export async function leavingFile(
  room: RoomCalls,
  name: string,
  known?: string,
): Promise<Response | undefined> {
  const leaving = await room.leave(known)
  if (leaving === undefined) return undefined
  if (leaving === 'busy')
    throw new ApiError('slow-down', 'this room is being taken by others just now', {
      headers: { 'retry-after': '10' },
    })
  if (leaving === 'unchanged')
    return new Response(null, { status: 304, headers: { etag: `"${known}"`, 'cache-control': 'no-store' } })
  if (typeof leaving === 'string') throw unknownAnswer('leave', leaving)
  return new Response(packed(leaving.body), {
    headers: {
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="${name.replace('/', '-')}.packetboat"`,
      'cache-control': 'no-store, no-transform',
      'x-content-type-options': 'nosniff',
      etag: `"${leaving.mark}"`,
    },
  })
}

/** Gzip level, 1 to 9: most rooms are small, and a host waits while a large one is packed. */
const level = 3

/**
 * Compresses on demand: the platform's CompressionStream buffers all input even if the reader is slow, and a room can
 * exceed an isolate's memory.
 */
function packed(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const made: Uint8Array[] = []
  const gzip = new Gzip({ level }, (piece) => void (piece.length > 0 && made.push(piece)))
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      // Gzip may need more input before it has output.
      while (made.length === 0) {
        const { done, value } = await reader.read()
        gzip.push(value ?? new Uint8Array(0), done)
        if (!done) continue
        for (const piece of made.splice(0)) controller.enqueue(piece)
        return controller.close()
      }
      for (const piece of made.splice(0)) controller.enqueue(piece)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

async function importRoom(c: Asked, games: readonly Game[]): Promise<Response> {
  await mustBeAllowedToCreate(c)
  const { file, room } = importedForm(await readForm(c, undefined, maxBrought(c)))
  const { game, room: called, title, adminToken, warnings } = await brought(c, file, room, games)
  const { url, websocket } = urlsOf(originOf(c), game.slug, called)
  const host = `${url}/host#${adminToken}`
  return json({ game: game.slug, room: called, title, url, websocket, host, adminToken, warnings }, 201)
}
