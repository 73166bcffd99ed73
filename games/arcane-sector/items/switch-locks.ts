// Switches and passages never move, so groups are computed once, when the world opens. [AS-10]
import type { Place } from '../terrain/terrain.ts'
import type { Ground } from './ground.ts'
import type { ItemOf } from './items.ts'

export interface LockedPassage {
  readonly item: ItemOf<'blocker'>
  readonly place: Place
}

interface Lock {
  readonly switches: ItemOf<'switch'>[]
  readonly passages: LockedPassage[]
}

export class SwitchLocks {
  readonly #locks = new Map<string, Lock>()

  constructor(ground: Ground) {
    for (const place of ground.piles) {
      for (const item of place.items) {
        if (item.type === 'switch') this.#lockOf(item.group).switches.push(item)
        if (item.type === 'blocker') this.#lockOf(item.group).passages.push({ item, place })
      }
    }
  }

  /** [AS-10.2] Opens or closes the group's passages. Returns those that changed. */
  update(group: string): readonly LockedPassage[] {
    const { switches, passages } = this.#lockOf(group)
    const open = switches.every(({ on }) => on)
    const changed = passages.filter(({ item }) => item.open !== open)
    for (const { item } of changed) item.open = open
    return changed
  }

  #lockOf(group: string): Lock {
    const lock = this.#locks.get(group) ?? { switches: [], passages: [] }
    this.#locks.set(group, lock)
    return lock
  }
}
