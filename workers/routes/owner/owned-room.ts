// A room on which the caller has the owner's permissions. The API and the owner page run the same actions on an
// `OwnedRoom`.
import type { RoomRpc } from '../../../durable-objects/rpc/room-rpc.ts'
import type { Game, Refusal } from '../../../games/game.ts'
import { isRefusal } from '../../../games/refusal.ts'
import type { Operation } from '../../api/description/operation.ts'
import { gameRefusal } from '../../api/responses/api-error.ts'
import type { RoomLocator } from '../../cache/room-locator.ts'
import { type AppContext, type HandledOperation, type RoomRef, roomFromPath } from '../../context/routing.ts'
import { requireAnyToken, requireOwnerToken } from '../../http/auth/tokens.ts'

export class OwnedRoom {
  readonly game: Game
  /** The full name of the room: `game/room`. */
  readonly name: string
  readonly rpc: RoomRpc
  readonly #locator: RoomLocator

  constructor({ game, name }: RoomRef, rpc: RoomRpc, locator: RoomLocator) {
    this.game = game
    this.name = name
    this.rpc = rpc
    this.#locator = locator
  }

  /**
   * Checks the result of a call to the room and returns it. Throws 404 for undefined, which means that the room does
   * not exist, and 400 or 422 for a refusal.
   */
  require<T>(result: T): Exclude<T, Refusal | undefined> {
    if (result === undefined) throw this.#locator.missing(this.name)
    if (typeof result === 'object' && result !== null && isRefusal(result)) throw gameRefusal(result)
    return result as Exclude<T, Refusal | undefined>
  }
}

/**
 * Finds the room for a call that checks the owner's token itself. Throws 401 if the request has no token, and 404 if
 * the room does not exist.
 */
export async function locateOwnedRoom(c: AppContext, locator: RoomLocator, ref: RoomRef): Promise<OwnedRoom> {
  requireAnyToken(c.req.raw)
  return new OwnedRoom(ref, await locator.room(c, ref.name), locator)
}

/**
 * Finds the room and checks the owner's token. Throws 401 without the room's token or the site token, 404 if the room
 * does not exist, and 429 after wrong tokens.
 */
export async function requireRoomOwner(
  c: AppContext,
  locator: RoomLocator,
  ref: RoomRef,
): Promise<OwnedRoom> {
  const room = await locateOwnedRoom(c, locator, ref)
  await requireOwnerToken(c, room.rpc, room.name)
  return room
}

/** An operation that requires the room's token or the site token. */
export type OwnerOperation = Omit<Operation, 'token'> & {
  readonly handler: (room: OwnedRoom, c: AppContext) => Promise<Response>
}

/** Adds the check of the owner's token to the handlers of these operations. */
export function forOwners(
  games: readonly Game[],
  locator: RoomLocator,
  operations: readonly OwnerOperation[],
): HandledOperation[] {
  return operations.map(({ handler, ...operation }) => ({
    ...operation,
    token: 'host',
    handler: async (c) => handler(await requireRoomOwner(c, locator, roomFromPath(c, games)), c),
  }))
}
