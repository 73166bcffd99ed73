// Finds a room's object if the Directory lists the room: calling an object of any name creates it, and locally a file. A
// Worker that has seen a room calls its object directly, so players do not wait for the Directory.

import { LRUCache } from 'lru-cache'
import type { CallerRole } from '../../durable-objects/rpc/directory-rpc.ts'
import { describeError } from '../../wire/util/log-line.ts'
import { type ApiError, notFound } from '../api/responses/api-error.ts'
import type { AppContext } from '../context/routing.ts'
import { bearerToken, countWrongToken, hasSiteOrSidecarToken } from '../http/auth/tokens.ts'
import { log } from '../platform/log.ts'
import { directoryStub, roomStub } from '../platform/stubs.ts'

/** Maximum number of names that a Worker remembers. */
const maxKnownRooms = 10_000

/** The rooms that one Worker has seen: a cache that ends with its isolate. */
export class RoomLocator {
  readonly #knownRooms = new LRUCache<string, true>({ max: maxKnownRooms })

  /** The room's object. Throws 404 if the room does not exist. */
  async room(c: AppContext, name: string): Promise<ReturnType<typeof roomStub>> {
    if (!this.#knownRooms.has(name) && !(await roomExists(c, name))) {
      await countWrongToken(c)
      throw this.missing(name)
    }
    this.#knownRooms.set(name, true)
    return roomStub(c.env, name)
  }

  /** Forgets a room whose own object reports that it does not exist. */
  missing(name: string): ApiError {
    this.#knownRooms.delete(name)
    return notFound('there is no such room')
  }
}

/**
 * Whether the room exists. True while the Directory fails: players must not wait for it, and the room itself answers.
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
