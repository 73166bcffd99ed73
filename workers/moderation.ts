// Moderation by the host: players, kicks, bans, the room's log.
import type { Banned } from '../durable-objects/bans.ts'
import { unknownAnswer } from '../durable-objects/calls.ts'
import type { BanWish, RoomCalls } from '../durable-objects/rooms.ts'
import type { Game } from '../games/game.ts'
import { isRefused } from '../games/refused.ts'
import type { JsonObject } from '../games/shared/shapes/shape.ts'
import { ApiError, invalid, json, notFound, refusal } from './answers/error.ts'
import { readJsonObject } from './body.ts'
import { banFields, kickFields, liftQuery, logQuery, sayFields } from './description/fields.ts'
import { readFields, readQuery } from './fields.ts'
import { hosted } from './hosted.ts'
import { type Asked, roomOf, type Served } from './routes.ts'
import type { There } from './there.ts'

export function moderationOperations(games: readonly Game[], there: There): Served[] {
  const path = '/api/rooms/:game/:room'
  return [
    {
      method: 'GET',
      path: `${path}/people`,
      name: 'listPeople',
      says: 'Who is in, with shortened addresses.',
      token: 'host',
      answers: { 200: { says: 'The sessions.', schema: 'People' } },
      errors: ['not-found'],
      answer: (c) => listPeople(c, there, roomOf(c, games).name),
    },
    {
      method: 'POST',
      path: `${path}/kick`,
      name: 'kick',
      says: 'Ends a session.',
      token: 'host',
      json: kickFields,
      answers: { 200: { says: 'Whose it was.', schema: 'Person' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported'],
      answer: (c) => kick(c, there, roomOf(c, games).name),
    },
    {
      method: 'POST',
      path: `${path}/say`,
      name: 'say',
      says: "Says a line to the room as its host: a command of the game's admins, or what everybody is to read.",
      token: 'host',
      json: sayFields,
      answers: { 200: { says: 'What the game answers.', schema: 'Answers' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported'],
      answer: (c) => say(c, there, roomOf(c, games).name),
    },
    {
      method: 'GET',
      path: `${path}/log`,
      name: 'readLog',
      says: 'What happened in the room: its last 1,000 lines, or those of them behind a number.',
      token: 'host',
      query: logQuery,
      answers: { 200: { says: 'The lines, the oldest first.', schema: 'Log' } },
      errors: ['invalid', 'not-found'],
      answer: (c) => readLog(c, there, roomOf(c, games).name),
    },
    {
      method: 'GET',
      path: `${path}/bans`,
      name: 'listBans',
      says: 'Who is banned, and until when.',
      token: 'host',
      answers: { 200: { says: 'The bans, the newest first.', schema: 'Bans' } },
      errors: ['not-found'],
      answer: (c) => listBans(c, there, roomOf(c, games).name),
    },
    {
      method: 'POST',
      path: `${path}/bans`,
      name: 'ban',
      says: 'Bans an address, a name, or the address of a session for a time; who is in and banned goes at once.',
      token: 'host',
      json: banFields,
      answers: { 201: { says: 'The ban.', schema: 'Ban' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported', 'refused'],
      answer: (c) => ban(c, there, roomOf(c, games).name),
    },
    {
      method: 'DELETE',
      path: `${path}/bans`,
      name: 'liftBans',
      says: 'Lifts the ban of an address or name, or of this id; without any, all. A JSON body may say the same.',
      token: 'host',
      query: liftQuery,
      answers: { 204: { says: 'They are lifted.' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported'],
      answer: (c) => lift(c, there, roomOf(c, games).name),
    },
  ]
}

async function listPeople(c: Asked, there: There, name: string): Promise<Response> {
  const people = await (await hosted(c, there, name)).people()
  if (!people) throw there.none(name)
  return json({ people })
}

async function kick(c: Asked, there: There, name: string): Promise<Response> {
  const room = await hosted(c, there, name)
  const { id } = readFields(kickFields, await readJsonObject(c.req.raw))
  const kicked = await room.kick(id)
  if (kicked === undefined) throw there.none(name)
  if (kicked === 'nobody') throw notFound('nobody of this id is in')
  if (kicked === 'waking') throw waking()
  if (typeof kicked === 'string') throw unknownAnswer('kick', kicked)
  return json(kicked)
}

/** Throws for an invalid line, and 404 for a game without a console. */
export async function said(room: RoomCalls, given: JsonObject): Promise<readonly string[]> {
  const answers = await room.say(readFields(sayFields, given).line)
  if (answers === undefined) throw notFound('this game takes nothing that is typed')
  if (answers === 'unsaid') throw new ApiError('unavailable', 'the world could not be asked')
  if (typeof answers === 'string') throw unknownAnswer('say', answers)
  return answers
}

async function say(c: Asked, there: There, name: string): Promise<Response> {
  const room = await hosted(c, there, name)
  return json({ answers: await said(room, await readJsonObject(c.req.raw)) })
}

export const waking = () =>
  new ApiError('unavailable', 'the room has just woken, and not everybody is back: try again', {
    headers: { 'retry-after': '1' },
  })

async function readLog(c: Asked, there: There, name: string): Promise<Response> {
  const room = await hosted(c, there, name)
  const { after = '0' } = readQuery(logQuery, c.req.query())
  const log = await room.log(Number(after))
  if (!log) throw there.none(name)
  return json({ log })
}

async function listBans(c: Asked, there: There, name: string): Promise<Response> {
  const bans = await (await hosted(c, there, name)).bans()
  if (!bans) throw there.none(name)
  return json({ bans })
}

async function ban(c: Asked, there: There, name: string): Promise<Response> {
  const room = await hosted(c, there, name)
  const made = await room.ban(banWish(await readJsonObject(c.req.raw)))
  if (!made) throw there.none(name)
  if (isRefused(made)) throw refusal(made)
  return json(made, 201)
}

/** Throws 400, naming the field. */
export function banWish(given: JsonObject): BanWish {
  const { seconds, reason, ...subject } = readFields(banFields, given)
  const [of] = subjectsOf(subject)
  if (!of) throw invalid('address', 'an address, a name or an id is wanted')
  return { ...of, seconds, ...(reason !== undefined && { reason }) }
}

async function lift(c: Asked, there: There, name: string): Promise<Response> {
  const room = await hosted(c, there, name)
  const body = c.req.raw.body ? await readJsonObject(c.req.raw) : {}
  const [of] = subjectsOf(readFields(liftQuery, { ...pick(c.req.query()), ...body }))
  const lifted = await room.lift(of)
  if (lifted === undefined) throw there.none(name)
  if (lifted === 0 && of) throw notFound('there is no such ban')
  return new Response(null, { status: 204 })
}

const pick = (query: { readonly [name: string]: string }) => readQuery(liftQuery, query)

interface Subjects {
  readonly address?: string
  readonly name?: string
  readonly id?: string
}

/** Throws 400 for more than one. */
function subjectsOf({ address, name, id }: Subjects): (Banned | { readonly id: string })[] {
  const subjects = [
    ...(address === undefined ? [] : [{ address }]),
    ...(name === undefined ? [] : [{ name }]),
    ...(id === undefined ? [] : [{ id }]),
  ]
  if (subjects.length > 1) throw invalid('name', 'one of address, name and id is taken, and no more')
  return subjects
}
