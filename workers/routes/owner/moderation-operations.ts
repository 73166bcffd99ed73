// Moderation by the owner: players, kicks, console, the room's log.
import type { Game } from '../../../games/game.ts'
import { kickFields, logQuery, sayFields } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { invalid, jsonResponse } from '../../api/responses/api-error.ts'
import type { RoomLocator } from '../../cache/room-locator.ts'
import { type AppContext, type HandledOperation, type RoomRef, roomFromPath } from '../../context/routing.ts'
import { readJsonObject } from '../../http/request/body.ts'
import { readFields, readQuery } from '../../http/request/request-fields.ts'
import { banOperations } from './ban-operations.ts'
import { locateOwnedRoom, requireRoomOwner } from './owned-room.ts'
import { broadcast, kickByToken, runConsoleLine } from './owner-actions.ts'

export function moderationOperations(games: readonly Game[], locator: RoomLocator): HandledOperation[] {
  const path = '/api/rooms/:game/:room'
  return [
    {
      method: 'GET',
      path: `${path}/people`,
      name: 'listPeople',
      summary: 'Lists the sessions in the room, with shortened addresses.',
      token: 'host',
      responses: { 200: { description: 'The sessions.', schema: 'People' } },
      errors: ['not-found'],
      handler: (c) => listPeople(c, locator, roomFromPath(c, games)),
    },
    {
      method: 'POST',
      path: `${path}/kick`,
      name: 'kick',
      summary: 'Disconnects a player.',
      token: 'host',
      json: kickFields,
      responses: { 200: { description: 'The ended session.', schema: 'Person' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported'],
      handler: (c) => kickSession(c, locator, roomFromPath(c, games)),
    },
    {
      method: 'POST',
      path: `${path}/say`,
      name: 'say',
      summary: "Shows a message to all players in the game's chat, or runs a line in its console.",
      token: 'host',
      json: sayFields,
      responses: {
        200: { description: "The console's output, or the number of players.", schema: 'Answers' },
      },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported'],
      handler: (c) => say(c, locator, roomFromPath(c, games)),
    },
    {
      method: 'GET',
      path: `${path}/log`,
      name: 'readLog',
      summary: "Returns the last 1,000 lines of the room's log, or only those after a number.",
      token: 'host',
      query: logQuery,
      responses: { 200: { description: 'The lines, oldest first.', schema: 'Log' } },
      errors: ['invalid', 'not-found'],
      handler: (c) => readLog(c, locator, roomFromPath(c, games)),
    },
    ...banOperations('ban', games, locator),
  ]
}

async function listPeople(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  return jsonResponse<Answers['People']>({ people: room.require(await room.rpc.listSessions()) })
}

async function kickSession(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await locateOwnedRoom(c, locator, ref)
  const { id } = readFields(kickFields, await readJsonObject(c.req.raw))
  return jsonResponse<Answers['Person']>(await kickByToken(c, room, id))
}

async function say(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  const { text, ...line } = readFields(sayFields, await readJsonObject(c.req.raw))
  if (text === undefined)
    return jsonResponse<Answers['Answers']>({ answers: await runConsoleLine(room, line) })
  if (line.line !== undefined) throw invalid('line', 'pass either line or text')
  return jsonResponse<Answers['Answers']>({ answers: [], players: await broadcast(room, { text }) })
}

async function readLog(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  const { after = '0' } = readQuery(logQuery, c.req.query())
  return jsonResponse<Answers['Log']>({ log: room.require(await room.rpc.logAfter(Number(after))) })
}
