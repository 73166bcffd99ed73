// [AS-4.3] The list is computed once per tile, because players on one tile see the same mobs except themselves.
import type { SpatialIndex } from '../terrain/spatial-index.ts'
import { distanceSquared, type Place } from '../terrain/terrain.ts'
import type { Mob } from './screen.ts'

/** [AS-4.3] Maximum number of mobs, because the client counts them in eight bits. */
const maxMobs = 255
/** Larger than the number of columns of the map, so that every tile has its own key. */
const rowStride = 65_536

type Placed = Mob & { place: Place }

export interface MobIndexes<P extends Placed> {
  readonly players: SpatialIndex<P>
  readonly townsfolk: SpatialIndex<Placed>
  /** Undefined if the option `monsters` is off. */
  readonly monsters: SpatialIndex<Placed> | undefined
}

export class VisibleMobs {
  readonly #sight: number
  /** The visible mobs from each tile, valid until a mob appears, moves or disappears. */
  readonly #known = new Map<number, readonly Mob[]>()
  #stamp = ''

  /** `sight`: tiles to each side of a player. */
  constructor(sight: number) {
    this.#sight = sight
  }

  /** Returns the mobs that the player sees, by rows. If there are more than 255, returns the nearest 255. */
  of<P extends Placed>(player: P, mobs: MobIndexes<P>): readonly Mob[] {
    const others = this.#around(player.place, mobs).filter((mob) => mob !== player)
    if (others.length <= maxMobs) return others
    return byRows(nearest(others, player.place))
  }

  #around(place: Place, { players, townsfolk, monsters }: MobIndexes<Placed>): readonly Mob[] {
    const stamp = `${players.version} ${townsfolk.version} ${monsters?.version}`
    if (stamp !== this.#stamp) this.#known.clear()
    this.#stamp = stamp
    const key = place.x + rowStride * place.y
    const known = this.#known.get(key)
    if (known) return known
    const people: readonly Mob[] = players.square(place, this.#sight)
    const others = [...townsfolk.square(place, this.#sight), ...(monsters?.square(place, this.#sight) ?? [])]
    const all = others.length === 0 ? people : byRows([...people, ...others])
    this.#known.set(key, all)
    return all
  }
}

function nearest(mobs: Mob[], place: Place): Mob[] {
  mobs.sort((a, b) => distanceSquared(a.place, place) - distanceSquared(b.place, place))
  return mobs.slice(0, maxMobs)
}

function byRows(mobs: Mob[]): Mob[] {
  return mobs.sort((a, b) => a.place.y - b.place.y || a.place.x - b.place.x)
}
