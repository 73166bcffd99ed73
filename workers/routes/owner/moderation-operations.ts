// Moderation by the host: players, kicks, bans, the room's log.
import type { BanSubject } from '../../../durable-objects/model/bans.ts'
import type { BanRequest, RoomRpc } from '../../../durable-objects/rpc/rpc-types.ts'
import { unknownResult } from '../../../durable-objects/rpc/versioned-calls.ts'
import type { Game } from '../../../games/game.ts'
import { isRefusal } from '../../../games/refusal.ts'
import type { JsonObject } from '../../../games/shared/schema/schema.ts'
import { banFields, consoleFields, kickFields, liftQuery, logQuery } from '../../api/description/fields.ts'
import { ApiError, gameRefusal, invalid, jsonResponse, notFound } from '../../api/responses/api-error.ts'
import type { RoomLocator } from '../../cache/room-locator.ts'
import { type AppContext, type HandledOperation, roomFromPath } from '../../context/routing.ts'
import { readJsonObject } from '../../http/request/body.ts'
import { readFields, readQuery } from '../../http/request/request-fields.ts'
import { requireRoomOwner } from './require-owner.ts'

export function moderationOperations(games: readonly Game[], locator: RoomLocator): HandledOperation[] {
  const path = '/api/rooms/:game/:room'
  return [
    {
      method: 'GET',
      path: `${path}/people`,
      name: 'listPeople',
      summary: 'Who is in, with shortened addresses.',
      token: 'host',
      responses: { 200: { description: 'The sessions.', schema: 'People' } },
      errors: ['not-found'],
      handler: (c) => listPeople(c, locator, roomFromPath(c, games).name),
    },
    {
      method: 'POST',
      path: `${path}/kick`,
      name: 'kick',
      summary: 'Ends a session.',
      token: 'host',
      json: kickFields,
      responses: { 200: { description: 'Whose it was.', schema: 'Person' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported'],
      handler: (c) => kick(c, locator, roomFromPath(c, games).name),
    },
    {
      method: 'POST',
      path: `${path}/say`,
      name: 'say',
      summary:
        "Says a line to the room as its host: a command of the game's admins, or what everybody is to read.",
      token: 'host',
      json: consoleFields,
      responses: { 200: { description: 'What the game answers.', schema: 'Answers' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported'],
      handler: (c) => say(c, locator, roomFromPath(c, games).name),
    },
    {
      method: 'GET',
      path: `${path}/log`,
      name: 'readLog',
      summary: 'What happened in the room: its last 1,000 lines, or those of them behind a number.',
      token: 'host',
      query: logQuery,
      responses: { 200: { description: 'The lines, the oldest first.', schema: 'Log' } },
      errors: ['invalid', 'not-found'],
      handler: (c) => readLog(c, locator, roomFromPath(c, games).name),
    },
    {
      method: 'GET',
      path: `${path}/bans`,
      name: 'listBans',
      summary: 'Who is banned, and until when.',
      token: 'host',
      responses: { 200: { description: 'The bans, the newest first.', schema: 'Bans' } },
      errors: ['not-found'],
      handler: (c) => listBans(c, locator, roomFromPath(c, games).name),
    },
    {
      method: 'POST',
      path: `${path}/bans`,
      name: 'ban',
      summary:
        'Bans an address, a name, or the address of a session for a time; who is in and banned goes at once.',
      token: 'host',
      json: banFields,
      responses: { 201: { description: 'The ban.', schema: 'Ban' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported', 'refused'],
      handler: (c) => ban(c, locator, roomFromPath(c, games).name),
    },
    {
      method: 'DELETE',
      path: `${path}/bans`,
      name: 'liftBans',
      summary:
        'Lifts the ban of an address or name, or of this id; without any, all. A JSON body may say the same.',
      token: 'host',
      query: liftQuery,
      responses: { 204: { description: 'They are lifted.' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported'],
      handler: (c) => lift(c, locator, roomFromPath(c, games).name),
    },
  ]
}

async function listPeople(c: AppContext, locator: RoomLocator, name: string): Promise<Response> {
  const people = await (await requireRoomOwner(c, locator, name)).listSessions()
  if (!people) throw locator.missing(name)
  return jsonResponse({ people })
}

async function kick(c: AppContext, locator: RoomLocator, name: string): Promise<Response> {
  const room = await requireRoomOwner(c, locator, name)
  const { id } = readFields(kickFields, await readJsonObject(c.req.raw))
  const kicked = await room.kick(id)
  if (kicked === undefined) throw locator.missing(name)
  if (kicked === 'nobody') throw notFound('nobody of this id is in')
  if (kicked === 'waking') throw roomResuming()
  if (typeof kicked === 'string') throw unknownResult('kick', kicked)
  return jsonResponse(kicked)
}

/** Throws for an invalid line, and 404 for a game without a console. */
export async function runConsoleLine(room: RoomRpc, given: JsonObject): Promise<readonly string[]> {
  const answers = await room.runConsoleCommand(readFields(consoleFields, given).line)
  if (answers === undefined) throw notFound('this game takes nothing that is typed')
  if (answers === 'unsaid') throw new ApiError('unavailable', 'the world could not be asked')
  if (typeof answers === 'string') throw unknownResult('say', answers)
  return answers
}

async function say(c: AppContext, locator: RoomLocator, name: string): Promise<Response> {
  const room = await requireRoomOwner(c, locator, name)
  return jsonResponse({ answers: await runConsoleLine(room, await readJsonObject(c.req.raw)) })
}

export const roomResuming = () =>
  new ApiError('unavailable', 'the room has just woken, and not everybody is back: try again', {
    headers: { 'retry-after': '1' },
  })

async function readLog(c: AppContext, locator: RoomLocator, name: string): Promise<Response> {
  const room = await requireRoomOwner(c, locator, name)
  const { after = '0' } = readQuery(logQuery, c.req.query())
  const log = await room.logAfter(Number(after))
  if (!log) throw locator.missing(name)
  return jsonResponse({ log })
}

async function listBans(c: AppContext, locator: RoomLocator, name: string): Promise<Response> {
  const bans = await (await requireRoomOwner(c, locator, name)).listBans()
  if (!bans) throw locator.missing(name)
  return jsonResponse({ bans })
}

async function ban(c: AppContext, locator: RoomLocator, name: string): Promise<Response> {
  const room = await requireRoomOwner(c, locator, name)
  const added = await room.ban(parseBan(await readJsonObject(c.req.raw)))
  if (!added) throw locator.missing(name)
  if (isRefusal(added)) throw gameRefusal(added)
  return jsonResponse(added, 201)
}

/** Throws 400, naming the field. */
export function parseBan(given: JsonObject): BanRequest {
  const { seconds, reason, ...subject } = readFields(banFields, given)
  const [target] = banSubjects(subject)
  if (!target) throw invalid('address', 'an address, a name or an id is wanted')
  return { ...target, seconds, ...(reason !== undefined && { reason }) }
}

async function lift(c: AppContext, locator: RoomLocator, name: string): Promise<Response> {
  const room = await requireRoomOwner(c, locator, name)
  const body = c.req.raw.body ? await readJsonObject(c.req.raw) : {}
  const [target] = banSubjects(readFields(liftQuery, { ...readLiftQuery(c.req.query()), ...body }))
  const lifted = await room.liftBans(target)
  if (lifted === undefined) throw locator.missing(name)
  if (lifted === 0 && target) throw notFound('there is no such ban')
  return new Response(null, { status: 204 })
}

const readLiftQuery = (query: { readonly [name: string]: string }) => readQuery(liftQuery, query)

interface BanSubjects {
  readonly address?: string
  readonly name?: string
  readonly id?: string
}

/** Throws 400 for more than one. */
function banSubjects({ address, name, id }: BanSubjects): (BanSubject | { readonly id: string })[] {
  const subjects = [
    ...(address === undefined ? [] : [{ address }]),
    ...(name === undefined ? [] : [{ name }]),
    ...(id === undefined ? [] : [{ id }]),
  ]
  if (subjects.length > 1) throw invalid('name', 'one of address, name and id is taken, and no more')
  return subjects
}
