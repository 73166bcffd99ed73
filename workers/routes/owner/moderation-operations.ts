// Moderation by the owner: players, kicks, bans, console, the room's log.
import type { Game } from '../../../games/game.ts'
import { banFields, banOrMuteQuery, kickFields, logQuery, sayFields } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { invalid, jsonResponse } from '../../api/responses/api-error.ts'
import type { RoomLocator } from '../../cache/room-locator.ts'
import { type AppContext, type HandledOperation, type RoomRef, roomFromPath } from '../../context/routing.ts'
import { readJsonObject } from '../../http/request/body.ts'
import { readFields, readQuery } from '../../http/request/request-fields.ts'
import { locateOwnedRoom, requireRoomOwner } from './owned-room.ts'
import { ban, broadcast, kickByToken, liftBans, runConsoleLine } from './owner-actions.ts'

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
    {
      method: 'GET',
      path: `${path}/bans`,
      name: 'listBans',
      summary: 'Lists the active bans.',
      token: 'host',
      responses: { 200: { description: 'The bans, newest first.', schema: 'Bans' } },
      errors: ['not-found'],
      handler: (c) => listBans(c, locator, roomFromPath(c, games)),
    },
    {
      method: 'POST',
      path: `${path}/bans`,
      name: 'ban',
      summary:
        'Bans an address, a name, or the address of a session. Banned players are disconnected at once.',
      token: 'host',
      json: banFields,
      responses: { 201: { description: 'The ban.', schema: 'Ban' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported', 'refused'],
      handler: (c) => addBan(c, locator, roomFromPath(c, games)),
    },
    {
      method: 'DELETE',
      path: `${path}/bans`,
      name: 'liftBans',
      summary:
        'Lifts the ban of an address, a name or an id; without any of these, all bans. You can also pass the fields as a JSON body.',
      token: 'host',
      query: banOrMuteQuery,
      responses: { 204: { description: 'Lifted.' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported'],
      handler: (c) => deleteBans(c, locator, roomFromPath(c, games)),
    },
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

async function listBans(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  return jsonResponse<Answers['Bans']>({ bans: room.require(await room.rpc.listBans()) })
}

async function addBan(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  return jsonResponse<Answers['Ban']>(await ban(room, await readJsonObject(c.req.raw)), 201)
}

/** The query and the body may name the ban. */
async function deleteBans(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  const body = c.req.raw.body ? await readJsonObject(c.req.raw) : {}
  await liftBans(room, { ...readQuery(banOrMuteQuery, c.req.query()), ...body })
  return new Response(null, { status: 204 })
}
