// [RA-5.1] The state contains no ids, because an id is enough to join.
import type { RelayWorld } from '../world.ts'

export type SessionsResponse = {
  readonly players: number
  readonly sessions: readonly {
    /** The number of connected players, including the host. */
    readonly players: number
    /** Guests that the host has not accepted yet. */
    readonly waiting: number
    /** The age of the session. After a restart of the room, it counts from the restart. */
    readonly seconds: number
    readonly bytes: number
  }[]
}

export function sessionsResponse(world: RelayWorld): SessionsResponse {
  return {
    players: world.players,
    sessions: world.sessions.map(({ players, guests, startedAt, bytes }) => ({
      players,
      waiting: guests.size + 1 - players,
      seconds: Math.max(0, Math.floor((world.now - startedAt) / 1000)),
      bytes,
    })),
  }
}
