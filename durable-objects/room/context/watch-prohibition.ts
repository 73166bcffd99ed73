// The reasons for which a visitor may not watch a room, neither live nor on film.
import type { RoomContext } from './room-context.ts'

/** Why the owner does not let this address watch; undefined if it may. */
export function watchProhibition({ meta, bans }: RoomContext, address: string): string | undefined {
  if (meta?.watching === 'off') return 'the owner has turned off watching'
  return bans.find({ address }) ? 'banned by the host' : undefined
}
