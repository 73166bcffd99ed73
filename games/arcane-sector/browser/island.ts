// The island as who watches is told it: everybody who is in, and what lies and stands around some of them [AS-12.14].

import { Sight } from '../client/sight.ts'
import { type FromServer, fromServer } from '../packets.ts'
import type { Mob, Pile } from '../view/eyes/outlook.ts'

/** Ids of the wire: players have those below, monsters those from here, people of the town those beyond. */
const [monsters, town] = [2n ** 32n, 2n ** 33n]
/** So far to each side players are shown what is there [AS-4.2]; who watches is told of more. */
const sight = 5

export function kindOf({ id }: Mob): 'player' | 'monster' | 'townsperson' {
  if (id < monsters) return 'player'
  return id < town ? 'monster' : 'townsperson'
}

export class WatchedIsland {
  /** On the island, in houses and caves before their doors. */
  people: readonly Mob[] = []
  /** By player id: where he is, and what is around him, himself among it. */
  readonly around = new Map<bigint, Sight>()

  begun(): void {
    this.people = []
    this.around.clear()
  }

  /** Throws WireError for what is no packet of the game's. */
  heard(frames: readonly (string | Uint8Array)[], now: number): void {
    // Behind a POSI a GRND and a MOBS are of whom it tells, else a MOBS is of all.
    let one: Sight | undefined
    for (const frame of frames) {
      const packet: FromServer = fromServer.decode(frame as Uint8Array)
      if (packet.type === 'GAME') this.begun()
      else if (packet.type === 'POSI') {
        one = this.around.get(packet.packetId) ?? new Sight()
        this.around.set(packet.packetId, one)
        one.placed(packet, now)
      } else if (packet.type === 'GRND') one?.groundTold(packet)
      else if (packet.type === 'MOBS') {
        if (one) one.mobsTold(packet)
        else this.#all(packet)
        one = undefined
      }
    }
  }

  #all(told: Extract<FromServer, { readonly type: 'MOBS' }>): void {
    const all = new Sight()
    all.mobsTold(told)
    this.people = all.mobs
    for (const id of this.around.keys())
      if (!this.people.some((person) => person.id === id)) this.around.delete(id)
  }
}

/** What a player himself is shown of what who watches is told. */
export function ownView(
  id: bigint,
  { place, piles, mobs }: Sight,
): {
  readonly piles: readonly Pile[]
  readonly mobs: readonly Mob[]
} {
  const isSeen = ({ x, y }: { readonly x: number; readonly y: number }) =>
    place !== undefined && Math.abs(x - place.x) <= sight && Math.abs(y - place.y) <= sight
  return { piles: piles.filter(isSeen), mobs: mobs.filter((mob) => mob.id !== id && isSeen(mob)) }
}
