import { toCostReport } from '../../../durable-objects/pricing/cost-report.ts'
import { forkForm } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { jsonResponse } from '../../api/responses/api-error.ts'
import type { AppContext, HandledOperation } from '../../context/routing.ts'
import { requireCreatePermission } from '../../create/creation-policy.ts'
import { readMultipartForm } from '../../http/request/body.ts'
import { createdResponse } from './created-response.ts'
import { forkRoom } from './fork-room.ts'
import { type OwnedRoom, requireOwnerFor } from './owned-room.ts'

const path = '/api/rooms/:game/:room'

export const ownerOperations: readonly HandledOperation[] = requireOwnerFor([
  {
    method: 'GET',
    path: `${path}/meter`,
    name: 'readMeter',
    summary: 'Returns the usage of the platform as the room has counted it, and its cost.',
    responses: { 200: { description: 'Usage per day, oldest first, and projected costs.', schema: 'Meter' } },
    errors: ['not-found'],
    handler: readMeter,
  },
  {
    method: 'POST',
    path: `${path}/fork`,
    name: 'forkRoom',
    summary:
      'Creates another room with the same files and options. Also needs the site token, unless everybody may create rooms.',
    form: forkForm,
    responses: { 201: { description: 'The room was created.', schema: 'CreatedRoom' } },
    errors: ['invalid', 'not-found', 'taken', 'too-large', 'unsupported', 'refused', 'slow-down'],
    handler: handleFork,
  },
])

async function readMeter(room: OwnedRoom): Promise<Response> {
  return jsonResponse<Answers['Meter']>(toCostReport(room.require(await room.rpc.usage())))
}

async function handleFork(room: OwnedRoom, c: AppContext): Promise<Response> {
  await requireCreatePermission(c)
  return createdResponse(c, await forkRoom(c, room, await readMultipartForm(c)))
}
