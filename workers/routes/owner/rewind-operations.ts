import { unknownResultError } from '../../../durable-objects/rpc/versioned-calls.ts'
import { streamChunks } from '../../../durable-objects/storage/stream-chunks.ts'
import type { JsonObject } from '../../../games/shared/schema/schema.ts'
import { rewindFields, roomLogQuery } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { invalidFieldError, jsonResponse, retryLaterError } from '../../api/responses/api-error.ts'
import type { AppContext, HandledOperation } from '../../context/routing.ts'
import type { CreatedRoom } from '../../create/create-room.ts'
import { requireCreatePermission } from '../../create/creation-policy.ts'
import { importRoom } from '../../create/room-import.ts'
import { readJsonObject } from '../../http/request/body.ts'
import { defaultListeners, parseTime, readFields, readQuery } from '../../http/request/request-fields.ts'
import { createdResponse } from './created-response.ts'
import { type OwnedRoom, requireOwnerFor } from './owned-room.ts'

const path = '/api/rooms/:game/:room'

export const rewindOperations: readonly HandledOperation[] = requireOwnerFor([
  {
    method: 'GET',
    path: `${path}/timeline`,
    name: 'readTimeline',
    summary:
      "Returns the room's log, with the events in its world, such as deaths, trades and goals. Also returns the earliest time to which the room can go back, which the option `history` determines.",
    query: roomLogQuery,
    responses: { 200: { description: 'The lines, oldest first.', schema: 'Timeline' } },
    errors: ['invalid', 'not-found'],
    handler: readTimeline,
  },
  {
    method: 'POST',
    path: `${path}/rewind`,
    name: 'rewind',
    summary:
      'Takes the room back to an earlier second (`replace`), or creates a copy of the room as it was at that second (`fork`). Going back disconnects everybody and can be undone in the same way. A fork also needs the site token, unless everybody may create rooms.',
    json: rewindFields,
    responses: {
      200: { description: 'The room was taken back to the earlier time.', schema: 'Rewound' },
      201: { description: 'The new room was created.', schema: 'CreatedRoom' },
    },
    errors: ['invalid', 'not-found', 'taken', 'too-large', 'unsupported', 'refused', 'slow-down'],
    handler: handleRewind,
  },
])

async function readTimeline(room: OwnedRoom, c: AppContext): Promise<Response> {
  const { after = '0' } = readQuery(roomLogQuery, c.req.query())
  const { since, lines } = room.require(await room.rpc.readTimeline(Number(after)))
  return jsonResponse<Answers['Timeline']>({ ...(since !== undefined && { since }), log: lines })
}

async function handleRewind(room: OwnedRoom, c: AppContext): Promise<Response> {
  const fields = await readJsonObject(c.req.raw)
  const { at, as, ...named } = readFields(rewindFields, fields)
  if (as === 'fork') {
    await requireCreatePermission(c)
    return createdResponse(c, await forkAt(c, room, at, named))
  }
  if (named.room !== undefined || named.title !== undefined)
    throw invalidFieldError(named.room !== undefined ? 'room' : 'title', 'allowed only with `fork`')
  return jsonResponse<Answers['Rewound']>({ at: new Date(await rewindRoom(room, { at })).toISOString() })
}

/** Returns the time to which the room has gone back, in milliseconds since 1970. */
export async function rewindRoom(room: OwnedRoom, fields: JsonObject): Promise<number> {
  const at = parseTime('at', readFields({ at: rewindFields.at }, fields).at)
  const done = room.require(await room.rpc.rewind(at))
  if (done !== true) throw unknownResultError('rewind', done)
  return at
}

/** The copy gets free ports, and a random name unless the request has one. */
export async function forkAt(
  c: AppContext,
  room: OwnedRoom,
  time: string,
  { room: name, title }: { readonly room?: string; readonly title?: string },
): Promise<CreatedRoom> {
  const exported = room.require(await room.rpc.exportAt(parseTime('at', time)))
  if (exported === 'busy') throw retryLaterError('slow-down', 'too many exports of this room are running', 10)
  if (typeof exported === 'string') throw unknownResultError('exportAt', exported)
  const file = await c.get('files').store(streamChunks(exported.body), 'room')
  const listen = defaultListeners(room.game)
  return importRoom(c, file, name, { listen, title: title ?? `${exported.title} as it was`.slice(0, 80) })
}
