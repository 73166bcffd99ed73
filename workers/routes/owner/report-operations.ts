// Players' reports of each other, for the owner.
import type { Game } from '../../../games/game.ts'
import { dismissQuery } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { jsonResponse } from '../../api/responses/api-error.ts'
import type { RoomLocator } from '../../cache/room-locator.ts'
import { type AppContext, type HandledOperation, type RoomRef, roomFromPath } from '../../context/routing.ts'
import { readQuery } from '../../http/request/request-fields.ts'
import { requireRoomOwner } from './owned-room.ts'
import { dismissReports } from './owner-actions.ts'

export function reportOperations(games: readonly Game[], locator: RoomLocator): HandledOperation[] {
  const path = '/api/rooms/:game/:room/reports'
  return [
    {
      method: 'GET',
      path,
      name: 'listReports',
      summary:
        "Lists players' reports of each other, each with the last lines of chat that the reporter could read. At most 100 are kept, for 30 days.",
      token: 'host',
      responses: { 200: { description: 'The reports, newest first.', schema: 'Reports' } },
      errors: ['not-found'],
      handler: (c) => listReports(c, locator, roomFromPath(c, games)),
    },
    {
      method: 'DELETE',
      path,
      name: 'dismissReports',
      summary: 'Deletes a report; without an id, all reports.',
      token: 'host',
      query: dismissQuery,
      responses: { 204: { description: 'Deleted.' } },
      errors: ['invalid', 'not-found'],
      handler: (c) => deleteReports(c, locator, roomFromPath(c, games)),
    },
  ]
}

async function listReports(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  return jsonResponse<Answers['Reports']>({ reports: room.require(await room.rpc.listReports()) })
}

async function deleteReports(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  await dismissReports(room, readQuery(dismissQuery, c.req.query()).id)
  return new Response(null, { status: 204 })
}
