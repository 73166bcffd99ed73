// Doors never move, so their groups are computed once, when the world opens.

import { directions, placeInDirection } from '../terrain/directions.ts'
import { distanceSquared, firstIndoorRow, type Place, type Terrain } from '../terrain/terrain.ts'
import type { Ground } from './ground.ts'
import { isBlocking } from './items.ts'

export interface Exit {
  readonly place: Place
  /** A player who comes through the door faces away from it. */
  readonly facing: number
}

export class Doors {
  readonly #ground: Ground
  readonly #terrain: Terrain
  /** Indexed by group: the places of its doors, in order of their ids. */
  readonly #groups = new Map<string, Place[]>()

  constructor(ground: Ground, terrain: Terrain) {
    this.#ground = ground
    this.#terrain = terrain
    const doors = [...ground.piles].flatMap((place) => place.items.map((item) => ({ place, item })))
    for (const { place, item } of doors.sort((a, b) => a.item.id - b.item.id)) {
      if (item.type !== 'door') continue
      const group = this.#groups.get(item.group)
      if (group) group.push(place)
      else this.#groups.set(item.group, [place])
    }
  }

  /**
   * [AS-3.7] The first free side of the group's last door that is not beside `from`, where the player stands. Undefined
   * if there is none.
   */
  exit(group: string, from: Place): Exit | undefined {
    const door = this.#groups.get(group)?.findLast((each) => steps(each, from) !== 1)
    if (!door) return undefined
    for (const facing of Object.values(directions)) {
      const place = placeInDirection(door, facing)
      if (this.#free(place)) return { place, facing }
    }
    return undefined
  }

  /** The outdoor door of the group whose indoor door is nearest to this place. */
  outside(inside: Place): Place | undefined {
    let nearest: Place | undefined
    let least = Number.POSITIVE_INFINITY
    for (const doors of this.#groups.values()) {
      const outer = doors.find(({ y }) => y < firstIndoorRow)
      for (const door of outer ? doors : []) {
        const far = distanceSquared(door, inside)
        if (door.y < firstIndoorRow || far >= least) continue
        nearest = outer
        least = far
      }
    }
    return nearest
  }

  #free(place: Place): boolean {
    return !this.#terrain.blocks(place.x, place.y) && !this.#ground.at(place).some(isBlocking)
  }
}

function steps(a: Place, b: Place): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y)
}
