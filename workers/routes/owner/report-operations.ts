import { dismissQuery } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { jsonResponse } from '../../api/responses/api-error.ts'
import type { AppContext, HandledOperation } from '../../context/routing.ts'
import { readQuery } from '../../http/request/request-fields.ts'
import { type OwnedRoom, requireOwnerFor } from './owned-room.ts'
import { dismissReports } from './owner-actions.ts'

const path = '/api/rooms/:game/:room/reports'

export const reportOperations: readonly HandledOperation[] = requireOwnerFor([
  {
    method: 'GET',
    path,
    name: 'listReports',
    summary:
      "Lists players' reports of each other, each with the last lines of chat that the reporter could read. At most 100 are kept, for 30 days.",
    responses: { 200: { description: 'The reports, newest first.', schema: 'Reports' } },
    errors: ['not-found'],
    handler: listReports,
  },
  {
    method: 'DELETE',
    path,
    name: 'dismissReports',
    summary: 'Deletes a report. Without an id, deletes all reports.',
    query: dismissQuery,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['invalid', 'not-found'],
    handler: deleteReports,
  },
])

async function listReports(room: OwnedRoom): Promise<Response> {
  return jsonResponse<Answers['Reports']>({ reports: room.require(await room.rpc.listReports()) })
}

async function deleteReports(room: OwnedRoom, c: AppContext): Promise<Response> {
  await dismissReports(room, readQuery(dismissQuery, c.req.query()).id)
  return new Response(null, { status: 204 })
}
