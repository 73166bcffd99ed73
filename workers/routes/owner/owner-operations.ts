// The owner's API operations beside moderation: costs and forks.
import type { Game } from '../../../games/game.ts'
import { forkForm } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
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
      summary: "Returns the room's own count of its platform usage, and the cost.",
      token: 'host',
      responses: {
        200: { description: 'Usage per day, oldest first, and projected costs.', schema: 'Meter' },
      },
      errors: ['not-found'],
      handler: (c) => readMeter(c, locator, roomFromPath(c, games)),
    },
    {
      method: 'POST',
      path: `${path}/fork`,
      name: 'forkRoom',
      summary:
        'Creates another room with the same files and options. Also needs the site token, unless everybody may create rooms.',
      token: 'host',
      form: forkForm,
      responses: { 201: { description: 'The room was created.', schema: 'CreatedRoom' } },
      errors: ['invalid', 'not-found', 'taken', 'too-large', 'unsupported', 'refused', 'slow-down'],
      handler: (c) => handleFork(c, locator, roomFromPath(c, games)),
    },
  ]
}

async function readMeter(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  return jsonResponse<Answers['Meter']>(toCostReport(room.require(await room.rpc.usage())))
}

async function handleFork(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  await requireCreatePermission(c)
  return createdResponse(c, await forkRoom(c, room, await readMultipartForm(c)))
}
