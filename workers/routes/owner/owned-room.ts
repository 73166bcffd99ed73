// A room on which the caller has the owner's permissions. The API and the owner page run the same actions on an
// `OwnedRoom`.
import type { RoomRpc } from '../../../durable-objects/rpc/room-rpc.ts'
import type { Game, Refusal } from '../../../games/game.ts'
import type { Operation } from '../../api/description/operation.ts'
import { findRoom, requireResult } from '../../cache/room-locator.ts'
import { type AppContext, type HandledOperation, type RoomRef, roomFromPath } from '../../context/routing.ts'
import { requireAnyToken, requireOwnerToken } from '../../http/auth/tokens.ts'

export class OwnedRoom {
  readonly game: Game
  /** `game/room`. */
  readonly name: string
  readonly rpc: RoomRpc
  readonly #c: AppContext

  constructor(c: AppContext, { game, name }: RoomRef, rpc: RoomRpc) {
    this.game = game
    this.name = name
    this.rpc = rpc
    this.#c = c
  }

  require<T>(result: T): Exclude<T, Refusal | undefined> {
    return requireResult(this.#c, this.name, result)
  }
}

/**
 * Finds the room for a call that checks the owner's token itself. Throws 401 if the request has no token, and 404 if
 * the room does not exist.
 */
export async function locateOwnedRoom(c: AppContext, ref: RoomRef): Promise<OwnedRoom> {
  requireAnyToken(c.req.raw)
  return new OwnedRoom(c, ref, await findRoom(c, ref.name))
}

/** Throws 401 without the room's or the site's token, 404 if the room does not exist, and 429 after wrong tokens. */
export async function requireRoomOwner(c: AppContext, ref: RoomRef): Promise<OwnedRoom> {
  const room = await locateOwnedRoom(c, ref)
  await requireOwnerToken(c, room.rpc, room.name)
  return room
}

/** An operation that requires the room's token or the site token. */
export type OwnerOperation = Omit<Operation, 'token'> & {
  readonly handler: (room: OwnedRoom, c: AppContext) => Promise<Response>
}

export function requireOwnerFor(operations: readonly OwnerOperation[]): readonly HandledOperation[] {
  return operations.map(({ handler, ...operation }) => ({
    ...operation,
    token: 'host',
    handler: async (c) => handler(await requireRoomOwner(c, roomFromPath(c)), c),
  }))
}
