// The data of a player in a room, to download and to erase: by the host, or by the player, who signs in with their name
// and password in the game. Strangers get the same answer for a name that does not exist as for a wrong password.
import type { LoginFailure, PlayerDataFile } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Game, Refusal } from '../../../games/game.ts'
import { isRefusal } from '../../../games/refusal.ts'
import { tooManyGuessesMessage } from '../../../games/shared/passwords.ts'
import { ownDataFields } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { ApiError, gameRefusal, jsonResponse, refused, unauthorized } from '../../api/responses/api-error.ts'
import type { RoomLocator } from '../../cache/room-locator.ts'
import { type AppContext, type HandledOperation, type RoomRef, roomFromPath } from '../../context/routing.ts'
import { readJsonObject } from '../../http/request/body.ts'
import { clientAddressOf } from '../../http/request/client-address.ts'
import { readFields } from '../../http/request/request-fields.ts'
import type { OwnedRoom, OwnerOperation } from './owned-room.ts'

export const playerDataOperations: readonly OwnerOperation[] = [
  {
    method: 'GET',
    path: '/api/rooms/:game/:room/players/:player/data',
    name: 'readPlayerData',
    summary: 'Returns what the room holds of a player: in the world, the log, the reports and the bans.',
    responses: { 200: { description: 'The data, as a file.', schema: 'PlayerData' } },
    errors: ['not-found', 'refused'],
    handler: async (room, c) => dataFile(await readPlayerData(room, playerFromPath(c))),
  },
  {
    method: 'DELETE',
    path: '/api/rooms/:game/:room/players/:player/data',
    name: 'erasePlayerData',
    summary:
      'Erases a player from the world, its history, the film, the log and the reports, and disconnects them. Things that others still need stay under a pseudonym.',
    responses: { 204: { description: 'Erased.' } },
    errors: ['not-found', 'refused'],
    async handler(room, c) {
      await erasePlayerData(room, playerFromPath(c))
      return new Response(null, { status: 204 })
    },
  },
]

/** Throws 404 if the room holds nothing of the player, and 422 if several have the name. */
export async function readPlayerData(room: OwnedRoom, name: string): Promise<PlayerDataFile> {
  return requirePlayer(room.require(await room.rpc.readPlayerData(name)))
}

/** Throws like `readPlayerData`. */
export async function erasePlayerData(room: OwnedRoom, name: string): Promise<void> {
  requirePlayer(room.require(await room.rpc.erasePlayerData(name)))
}

const playerFromPath = (c: AppContext) => c.req.param('player') ?? ''

export function ownDataOperations(games: readonly Game[], locator: RoomLocator): HandledOperation[] {
  const own = '/api/rooms/:game/:room/my-data'
  return [
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

function requireOwn<T extends object | true>(
  answer: T | Refusal | LoginFailure | 'not-found' | 'failed' | undefined,
  locator: RoomLocator,
  { name }: RoomRef,
): T {
  if (answer === undefined) throw locator.missing(name)
  if (answer === 'no-password')
    throw refused('name', 'players of this game have no password: ask the host of the room')
  if (answer === 'not-found' || answer === 'failed') throw missingPlayer(answer)
  if (typeof answer === 'object' && isRefusal(answer)) throw gameRefusal(answer)
  if (typeof answer === 'object' && 'waitMs' in answer) throw loginError(answer.waitMs as number)
  return answer as T
}

function loginError(waitMs: number): ApiError {
  if (waitMs === 0) return unauthorized('no player has this name and this password')
  return new ApiError('slow-down', tooManyGuessesMessage(waitMs), {
    headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
  })
}

function requirePlayer<T extends object | true>(answer: T | 'not-found' | 'failed'): T {
  if (answer === 'not-found' || answer === 'failed') throw missingPlayer(answer)
  return answer
}

function missingPlayer(answer: 'not-found' | 'failed'): ApiError {
  return answer === 'not-found'
    ? new ApiError('not-found', 'the room holds nothing of a player of this name', { field: 'name' })
    : new ApiError('unavailable', 'the world of this room cannot be opened: try again later')
}
