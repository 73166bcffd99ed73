// The host's API operations beside moderation: the cost of the room, and forks.
import type { Game } from '../../../games/game.ts'
import { forkForm } from '../../api/description/fields.ts'
import { jsonResponse } from '../../api/responses/api-error.ts'
import { toCostReport } from '../../api/responses/cost-report.ts'
import type { RoomLocator } from '../../cache/room-locator.ts'
import { type AppContext, type HandledOperation, type RoomRef, roomFromPath } from '../../context/routing.ts'
import { requireCreatePermission } from '../../create/create-permission.ts'
import { readMultipartForm } from '../../http/request/body.ts'
import { createdResponse } from './created-response.ts'
import { forkRoom } from './fork-room.ts'
import { requireRoomOwner } from './owned-room.ts'

export function ownerOperations(games: readonly Game[], locator: RoomLocator): HandledOperation[] {
  const path = '/api/rooms/:game/:room'
  return [
    {
      method: 'GET',
      path: `${path}/meter`,
      name: 'readMeter',
      summary: 'What the room has used of the platform, as it counts that itself, and what it costs.',
      token: 'host',
      responses: { 200: { description: 'By days, the oldest first, and projected.', schema: 'Meter' } },
      errors: ['not-found'],
      handler: (c) => readMeter(c, locator, roomFromPath(c, games)),
    },
    {
      method: 'POST',
      path: `${path}/fork`,
      name: 'forkRoom',
      summary:
        'Another room of the same beginnings, with the same options, that goes its own way: where not everybody may create ' +
        "rooms, with the site's token.",
      token: 'host',
      form: forkForm,
      responses: { 201: { description: 'The room is there.', schema: 'CreatedRoom' } },
      errors: ['invalid', 'not-found', 'taken', 'too-large', 'unsupported', 'refused', 'slow-down'],
      handler: (c) => handleFork(c, locator, roomFromPath(c, games)),
    },
  ]
}

async function readMeter(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  return jsonResponse(toCostReport(room.require(await room.rpc.usage())))
}

async function handleFork(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  await requireCreatePermission(c)
  return createdResponse(c, await forkRoom(c, room, await readMultipartForm(c)))
}
