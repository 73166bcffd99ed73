// The host can read and erase a player's data. Players can do the same with their own data, and sign in with their name
// and password in the game. An unknown name gets the same answer as a wrong password.

import type { LoginFailure, PlayerDataFile } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Refusal } from '../../../games/game.ts'
import { tooManyGuessesMessage } from '../../../games/shared/passwords.ts'
import type { ValuesOf } from '../../../games/shared/schema/schema.ts'
import { ownDataFields } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import {
  ApiError,
  jsonResponse,
  refusedFieldError,
  unauthorizedError,
} from '../../api/responses/api-error.ts'
import { findRoom, requireResult } from '../../cache/room-locator.ts'
import { type AppContext, type HandledOperation, type RoomRef, roomFromPath } from '../../context/routing.ts'
import { readJsonObject } from '../../http/request/body.ts'
import { clientAddressOf } from '../../http/request/client-address.ts'
import { readFields } from '../../http/request/request-fields.ts'
import { type OwnedRoom, requireOwnerFor } from './owned-room.ts'

export const playerDataOperations: readonly HandledOperation[] = requireOwnerFor([
  {
    method: 'GET',
    path: '/api/rooms/:game/:room/players/:player/data',
    name: 'readPlayerData',
    summary:
      'Returns the data that the room stores about a player: in the world, the log, the reports and the bans.',
    responses: { 200: { description: 'The data, as a file.', schema: 'PlayerData' } },
    errors: ['not-found', 'refused'],
    handler: async (room, c) => playerDataResponse(await readPlayerData(room, playerFromPath(c))),
  },
  {
    method: 'DELETE',
    path: '/api/rooms/:game/:room/players/:player/data',
    name: 'erasePlayerData',
    summary:
      'Erases a player from the world, its history, the film, the log and the reports, and disconnects them. Data that other players still need remains, under a pseudonym.',
    responses: { 204: { description: 'Erased.' } },
    errors: ['not-found', 'refused'],
    async handler(room, c) {
      await erasePlayerData(room, playerFromPath(c))
      return new Response(null, { status: 204 })
    },
  },
])

/** Throws 404 if the room has no data of the player, and 422 if several players have the name. */
export async function readPlayerData(room: OwnedRoom, name: string): Promise<PlayerDataFile> {
  return requirePlayer(room.require(await room.rpc.readPlayerData(name)))
}

/** Throws the errors of `readPlayerData`. */
export async function erasePlayerData(room: OwnedRoom, name: string): Promise<void> {
  requirePlayer(room.require(await room.rpc.erasePlayerData(name)))
}

const playerFromPath = (c: AppContext) => c.req.param('player') ?? ''

const own = '/api/rooms/:game/:room/my-data'

const ownErrors = [
  'invalid',
  'unauthorized',
  'not-found',
  'slow-down',
  'too-large',
  'unsupported',
  'refused',
] as const

export const ownDataOperations: readonly HandledOperation[] = [
  {
    method: 'POST',
    path: own,
    name: 'readOwnData',
    summary:
      'Returns the same data as `readPlayerData`, to the player, who signs in with their name and password in the game.',
    json: ownDataFields,
    responses: { 200: { description: 'The data, as a file.', schema: 'PlayerData' } },
    errors: ownErrors,
    handler: (c) => readByPlayer(c, roomFromPath(c)),
  },
  {
    method: 'POST',
    path: `${own}/erase`,
    name: 'eraseOwnData',
    summary:
      'Erases the same data as `erasePlayerData`, for the player, who signs in with their name and password in the game.',
    json: ownDataFields,
    responses: { 204: { description: 'Erased.' } },
    errors: ownErrors,
    handler: (c) => eraseByPlayer(c, roomFromPath(c)),
  },
]

async function readByPlayer(c: AppContext, ref: RoomRef): Promise<Response> {
  const fields = readFields(ownDataFields, await readJsonObject(c.req.raw))
  return playerDataResponse(await readOwnData(c, ref, fields))
}

async function eraseByPlayer(c: AppContext, ref: RoomRef): Promise<Response> {
  await eraseOwnData(c, ref, readFields(ownDataFields, await readJsonObject(c.req.raw)))
  return new Response(null, { status: 204 })
}

type OwnLogin = ValuesOf<typeof ownDataFields>

/**
 * Returns the player's data after checking name and password. Throws 401 for a wrong name or password, and 429 after
 * too many wrong attempts.
 */
export async function readOwnData(
  c: AppContext,
  ref: RoomRef,
  { name, password }: OwnLogin,
): Promise<PlayerDataFile> {
  const room = await findRoom(c, ref.name)
  return requireOwn(c, ref, await room.readOwnData(name, { password, address: clientAddressOf(c) }))
}

/** Throws the errors of `readOwnData`. */
export async function eraseOwnData(c: AppContext, ref: RoomRef, { name, password }: OwnLogin): Promise<void> {
  const room = await findRoom(c, ref.name)
  requireOwn(c, ref, await room.eraseOwnData(name, { password, address: clientAddressOf(c) }))
}

export function playerDataResponse(file: PlayerDataFile): Response {
  return jsonResponse<Answers['PlayerData']>(file, 200, {
    'content-disposition': `attachment; filename="${file.game}-${file.room}-player.json"`,
  })
}

function requireOwn<T extends object | true>(
  c: AppContext,
  { name }: RoomRef,
  result: T | Refusal | LoginFailure | 'not-found' | 'failed' | undefined,
): T {
  const answer = requireResult(c, name, result)
  if (answer === 'no-password')
    throw refusedFieldError('name', 'players of this game have no password: ask the host of the room')
  if (typeof answer === 'object' && 'waitMs' in answer) throw loginError(answer.waitMs as number)
  return requirePlayer(answer as T | 'not-found' | 'failed')
}

function loginError(waitMs: number): ApiError {
  if (waitMs === 0) return unauthorizedError('no player has this name and this password')
  return new ApiError('slow-down', tooManyGuessesMessage(waitMs), {
    headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
  })
}

function requirePlayer<T extends object | true>(answer: T | 'not-found' | 'failed'): T {
  if (answer === 'not-found')
    throw new ApiError('not-found', 'the room stores nothing about a player of this name', { field: 'name' })
  if (answer === 'failed')
    throw new ApiError('unavailable', 'the world of this room cannot be opened: try again later')
  return answer
}
