// Asks the Directory first, because a call to an object whose room does not exist would create the object. A Worker
// that has already found a room calls its object directly, so players do not wait for the Directory.

import type { CallerRole } from '../../durable-objects/rpc/directory-rpc.ts'
import type { Refusal } from '../../games/game.ts'
import { isRefusal } from '../../games/refusal.ts'
import { describeError } from '../../wire/util/log-line.ts'
import { type ApiError, gameRefusalError, noneNamedError } from '../api/responses/api-error.ts'
import type { AppContext } from '../context/routing.ts'
import { bearerToken, countWrongToken, hasSiteOrSidecarToken } from '../http/auth/tokens.ts'
import { log } from '../platform/log.ts'
import { directoryStub, roomStub } from '../platform/stubs.ts'

/** Throws 404 if the room does not exist. */
export async function findRoom(c: AppContext, name: string): Promise<ReturnType<typeof roomStub>> {
  const knownRooms = c.get('knownRooms')
  if (!knownRooms.has(name) && !(await roomExists(c, name))) {
    await countWrongToken(c)
    throw missingRoomError(c, name)
  }
  knownRooms.set(name, true)
  return roomStub(c.env, name)
}

/** Call this if the room's object has reported that the room does not exist. */
export function missingRoomError(c: AppContext, name: string): ApiError {
  c.get('knownRooms').delete(name)
  return noneNamedError('room', name)
}

/** Throws 404 for undefined, which means that the room does not exist, and 400 or 422 for a refusal. */
export function requireResult<T>(c: AppContext, name: string, result: T): Exclude<T, Refusal | undefined> {
  if (result === undefined) throw missingRoomError(c, name)
  if (typeof result === 'object' && result !== null && isRefusal(result)) throw gameRefusalError(result)
  return result as Exclude<T, Refusal | undefined>
}

/**
 * Returns true if the Directory fails, because players must not depend on the Directory, and the room's object also
 * checks whether the room exists.
 */
async function roomExists(c: AppContext, name: string): Promise<boolean> {
  try {
    return await directoryStub(c.env).hasRoom(name, await callerOf(c))
  } catch (error) {
    log('warn', 'directory unreachable', { name, detail: describeError(error) })
    return true
  }
}

async function callerOf(c: AppContext): Promise<CallerRole> {
  if (bearerToken(c.req.raw) === undefined) return 'guest'
  return (await hasSiteOrSidecarToken(c)) ? 'site' : 'host'
}
