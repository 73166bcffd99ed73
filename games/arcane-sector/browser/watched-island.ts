// The island as spectators receive it: all players, and the surroundings of some of them [AS-12.14].

import { Surroundings } from '../client/surroundings.ts'
import { type FromServer, fromServer, type ServerPacket } from '../packets.ts'
import type { VisibleMob, VisiblePile } from '../view/first-person/view-input.ts'

/** Tiles to each side that a player sees [AS-4.2]. Spectators receive more tiles. */
const sight = 5

export class WatchedIsland {
  /** A player in a house or cave has the position of its door. */
  people: readonly VisibleMob[] = []
  /** Indexed by player id. The mobs include the player. */
  readonly around = new Map<bigint, Surroundings>()

  begun(): void {
    this.people = []
    this.around.clear()
  }

  /** Throws WireError for an invalid packet. */
  receive(frames: readonly (string | Uint8Array)[], now: number): void {
    // The GRND and MOBS after a POSI belong to the player of that POSI. Any other MOBS lists all players.
    let one: Surroundings | undefined
    for (const frame of frames) {
      const packet: FromServer = fromServer.decode(frame as Uint8Array)
      if (packet.type === 'GAME') this.begun()
      else if (packet.type === 'POSI') {
        one = this.around.get(packet.packetId) ?? new Surroundings()
        this.around.set(packet.packetId, one)
        one.onPosition(packet, now)
      } else if (packet.type === 'GRND') one?.onGround(packet)
      else if (packet.type === 'MOBS') {
        if (one) one.onMobs(packet)
        else this.#all(packet)
        one = undefined
      }
    }
  }

  #all(packet: ServerPacket<'MOBS'>): void {
    const all = new Surroundings()
    all.onMobs(packet)
    this.people = all.mobs
    for (const id of this.around.keys())
      if (!this.people.some((person) => person.id === id)) this.around.delete(id)
  }
}

/** Omits the items and mobs that only spectators see, and the player. */
export function visibleToPlayer(
  id: bigint,
  { place, piles, mobs }: Surroundings,
): {
  readonly piles: readonly VisiblePile[]
  readonly mobs: readonly VisibleMob[]
} {
  const isSeen = ({ x, y }: { readonly x: number; readonly y: number }) =>
    place !== undefined && Math.abs(x - place.x) <= sight && Math.abs(y - place.y) <= sight
  return { piles: piles.filter(isSeen), mobs: mobs.filter((mob) => mob.id !== id && isSeen(mob)) }
}
