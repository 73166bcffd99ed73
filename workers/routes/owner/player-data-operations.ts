// The data of a player in a room, to download and to erase: by the host, or by the player, who proves it with the game's own
// name and password. Strangers get the same answer for a name that does not exist as for a wrong password.
import type { LoginFailure, PlayerDataFile } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Game, Refusal } from '../../../games/game.ts'
import { isRefusal } from '../../../games/refusal.ts'
import { tooManyGuessesMessage } from '../../../games/shared/passwords.ts'
import { ownDataFields } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import {
  ApiError,
  gameRefusal,
  jsonResponse,
  notFound,
  refused,
  unauthorized,
} from '../../api/responses/api-error.ts'
import type { RoomLocator } from '../../cache/room-locator.ts'
import { type AppContext, type HandledOperation, type RoomRef, roomFromPath } from '../../context/routing.ts'
import { readJsonObject } from '../../http/request/body.ts'
import { clientAddressOf } from '../../http/request/client-address.ts'
import { readFields } from '../../http/request/request-fields.ts'
import { requireRoomOwner } from './owned-room.ts'

export function playerDataOperations(games: readonly Game[], locator: RoomLocator): HandledOperation[] {
  const hosted = '/api/rooms/:game/:room/players/:player/data'
  const own = '/api/rooms/:game/:room/my-data'
  return [
    {
      method: 'GET',
      path: hosted,
      name: 'readPlayerData',
      summary: 'Returns what the room holds of a player: in the world, the log, the reports and the bans.',
      token: 'host',
      responses: { 200: { description: 'The data, as a file.', schema: 'PlayerData' } },
      errors: ['not-found', 'refused'],
      handler: (c) => readByHost(c, locator, roomFromPath(c, games)),
    },
    {
      method: 'DELETE',
      path: hosted,
      name: 'erasePlayerData',
      summary:
        'Erases a player from the world, its history, the film, the log and the reports, and disconnects them. What others still need of them stays under a pseudonym.',
      token: 'host',
      responses: { 204: { description: 'Erased.' } },
      errors: ['not-found', 'refused'],
      handler: (c) => eraseByHost(c, locator, roomFromPath(c, games)),
    },
    {
      method: 'POST',
      path: own,
      name: 'readOwnData',
      summary: 'Like `readPlayerData`, for the player, with their name and password in the game.',
      json: ownDataFields,
      responses: { 200: { description: 'The data, as a file.', schema: 'PlayerData' } },
      errors: ownErrors,
      handler: (c) => readByPlayer(c, locator, roomFromPath(c, games)),
    },
    {
      method: 'POST',
      path: `${own}/erase`,
      name: 'eraseOwnData',
      summary: 'Like `erasePlayerData`, for the player, with their name and password in the game.',
      json: ownDataFields,
      responses: { 204: { description: 'Erased.' } },
      errors: ownErrors,
      handler: (c) => eraseByPlayer(c, locator, roomFromPath(c, games)),
    },
  ]
}

const ownErrors = [
  'invalid',
  'unauthorized',
  'not-found',
  'slow-down',
  'too-large',
  'unsupported',
  'refused',
] as const

async function readByHost(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  const player = c.req.param('player') ?? ''
  return dataFile(requirePlayer(room.require(await room.rpc.readPlayerData(player))))
}

async function eraseByHost(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, ref)
  const player = c.req.param('player') ?? ''
  requirePlayer(room.require(await room.rpc.erasePlayerData(player)))
  return new Response(null, { status: 204 })
}

async function readByPlayer(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  const fields = readFields(ownDataFields, await readJsonObject(c.req.raw))
  return dataFile(await readOwnData(c, locator, ref, fields))
}

async function eraseByPlayer(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<Response> {
  await eraseOwnData(c, locator, ref, readFields(ownDataFields, await readJsonObject(c.req.raw)))
  return new Response(null, { status: 204 })
}

interface OwnLogin {
  readonly name: string
  readonly password: string
}

/** Throws 401 for a wrong name or password, and 429 after many. */
export async function readOwnData(
  c: AppContext,
  locator: RoomLocator,
  ref: RoomRef,
  { name, password }: OwnLogin,
): Promise<PlayerDataFile> {
  const room = await locator.room(c, ref.name)
  const login = { password, address: clientAddressOf(c.req.raw, c.env) }
  return requireOwn(await room.readOwnData(name, login), locator, ref)
}

/** Throws like `readOwnData`. */
export async function eraseOwnData(
  c: AppContext,
  locator: RoomLocator,
  ref: RoomRef,
  { name, password }: OwnLogin,
): Promise<void> {
  const room = await locator.room(c, ref.name)
  const login = { password, address: clientAddressOf(c.req.raw, c.env) }
  requireOwn(await room.eraseOwnData(name, login), locator, ref)
}

/** The file for a download. */
export function dataFile(file: PlayerDataFile): Response {
  return jsonResponse<Answers['PlayerData']>(file, 200, {
    'content-disposition': `attachment; filename="${file.game}-${file.room}-player.json"`,
  })
}

function requireOwn<T>(
  answer: T | Refusal | LoginFailure | 'not-found' | 'failed' | undefined,
  locator: RoomLocator,
  { name }: RoomRef,
): Exclude<T, Refusal | LoginFailure | string | undefined> {
  if (answer === undefined) throw locator.missing(name)
  if (answer === 'no-password')
    throw refused('name', 'players of this game have no password: ask the host of the room')
  if (typeof answer === 'object' && answer !== null) {
    if (isRefusal(answer)) throw gameRefusal(answer)
    if ('waitMs' in answer) throw loginError(answer.waitMs)
  }
  return requirePlayer(answer as Exclude<T, Refusal | LoginFailure | undefined>)
}

function loginError(waitMs: number): ApiError {
  if (waitMs === 0) return unauthorized('no player has this name and this password')
  return new ApiError('slow-down', tooManyGuessesMessage(waitMs), {
    headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
  })
}

function requirePlayer<T>(answer: T): Exclude<T, 'not-found' | 'failed'> {
  if (answer === 'not-found') throw notFound('the room holds nothing of a player of this name')
  if (answer === 'failed')
    throw new ApiError('unavailable', 'the world of this room cannot be opened: try again later')
  return answer as Exclude<T, 'not-found' | 'failed'>
}
