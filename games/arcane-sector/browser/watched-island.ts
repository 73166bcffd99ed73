// The island as spectators receive it: all players, and the surroundings of some of them [AS-12.14].

import { Surroundings } from '../client/surroundings.ts'
import { type FromServer, fromServer } from '../packets.ts'
import type { VisibleMob, VisiblePile } from '../view/first-person/view-input.ts'

/** Ids on the wire: players are below the first, monsters start at the first, townspeople at the second. */
const [monsters, town] = [2n ** 32n, 2n ** 33n]
/** Tiles to each side that players see [AS-4.2]; spectators receive more. */
const sight = 5

export function kindOf({ id }: VisibleMob): 'player' | 'monster' | 'townsperson' {
  if (id < monsters) return 'player'
  return id < town ? 'monster' : 'townsperson'
}

export class WatchedIsland {
  /** Everybody on the island; those in houses and caves are shown at the doors. */
  people: readonly VisibleMob[] = []
  /** By player id: the player's position and surroundings, including the player. */
  readonly around = new Map<bigint, Surroundings>()

  begun(): void {
    this.people = []
    this.around.clear()
  }

  /** Throws WireError for an invalid packet. */
  heard(frames: readonly (string | Uint8Array)[], now: number): void {
    // After a POSI, the next GRND and MOBS belong to that player; any other MOBS lists everybody.
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

  #all(packet: Extract<FromServer, { readonly type: 'MOBS' }>): void {
    const all = new Surroundings()
    all.onMobs(packet)
    this.people = all.mobs
    for (const id of this.around.keys())
      if (!this.people.some((person) => person.id === id)) this.around.delete(id)
  }
}

/** The part of a spectator's data that the player also sees. */
export function viewOfPlayer(
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
