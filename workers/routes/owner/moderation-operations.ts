import { kickFields, roomLogQuery, sayFields } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { invalidFieldError, jsonResponse } from '../../api/responses/api-error.ts'
import { type AppContext, type HandledOperation, type RoomRef, roomFromPath } from '../../context/routing.ts'
import { readJsonObject } from '../../http/request/body.ts'
import { readFields, readQuery } from '../../http/request/request-fields.ts'
import { banOperations } from './ban-operations.ts'
import { locateOwnedRoom, type OwnedRoom, requireOwnerFor } from './owned-room.ts'
import { broadcast, kickByToken, runConsoleLine } from './owner-actions.ts'

const path = '/api/rooms/:game/:room'

export const moderationOperations: readonly HandledOperation[] = [
  ...requireOwnerFor([
    {
      method: 'GET',
      path: `${path}/people`,
      name: 'listPeople',
      summary: 'Lists the sessions in the room, with shortened addresses.',
      responses: { 200: { description: 'The sessions.', schema: 'People' } },
      errors: ['not-found'],
      handler: listPeople,
    },
  ]),
  {
    method: 'POST',
    path: `${path}/kick`,
    name: 'kick',
    summary: 'Disconnects a player.',
    token: 'host',
    json: kickFields,
    responses: { 200: { description: 'The ended session.', schema: 'Person' } },
    errors: ['invalid', 'not-found', 'too-large', 'unsupported'],
    handler: (c) => kickSession(c, roomFromPath(c)),
  },
  ...requireOwnerFor([
    {
      method: 'POST',
      path: `${path}/say`,
      name: 'say',
      summary: "Shows a message to all players in the game's chat, or runs a line in its console.",
      json: sayFields,
      responses: {
        200: { description: "The console's output, or the number of players.", schema: 'Answers' },
      },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported'],
      handler: say,
    },
    {
      method: 'GET',
      path: `${path}/log`,
      name: 'readLog',
      summary: "Returns the last 1,000 lines of the room's log, or only those after a number.",
      query: roomLogQuery,
      responses: { 200: { description: 'The lines, oldest first.', schema: 'Log' } },
      errors: ['invalid', 'not-found'],
      handler: readLog,
    },
  ]),
  ...banOperations('ban'),
]

async function listPeople(room: OwnedRoom): Promise<Response> {
  return jsonResponse<Answers['People']>({ people: room.require(await room.rpc.listSessions()) })
}

async function kickSession(c: AppContext, ref: RoomRef): Promise<Response> {
  const room = await locateOwnedRoom(c, ref)
  const { id } = readFields(kickFields, await readJsonObject(c.req.raw))
  return jsonResponse<Answers['Person']>(await kickByToken(c, room, id))
}

async function say(room: OwnedRoom, c: AppContext): Promise<Response> {
  const { text, ...line } = readFields(sayFields, await readJsonObject(c.req.raw))
  if (text === undefined)
    return jsonResponse<Answers['Answers']>({ answers: await runConsoleLine(room, line) })
  if (line.line !== undefined) throw invalidFieldError('line', 'pass either line or text')
  return jsonResponse<Answers['Answers']>({ answers: [], players: await broadcast(room, { text }) })
}

async function readLog(room: OwnedRoom, c: AppContext): Promise<Response> {
  const { after = '0' } = readQuery(roomLogQuery, c.req.query())
  return jsonResponse<Answers['Log']>({ log: room.require(await room.rpc.logAfter(Number(after))) })
}
