// The small island with monsters where a test wants them, for the tests of fights.

import type { Place } from '../../../../games/arcane-sector/terrain/terrain.ts'
import type { MonsterRecord } from '../../../../games/arcane-sector/state/monster.ts'
import { type Settings, SmallWorld } from './small-world.ts'

/** The least and the most that chance gives. */
export const least = () => 0
export const most = () => 0.9999

/** A living one at home, in the meadows in the east of the island: far enough from the start, unless said otherwise. */
export function monster({ x, y }: Place, { hp = 20, home = { x, y }, back = 0 } = {}): MonsterRecord {
  return { home: [home.x, home.y], place: [x, y], hp, back }
}

export class Wilds extends SmallWorld {
  constructor(monsters: readonly MonsterRecord[], settings: Settings = {}) {
    super({ ...settings, options: { monsters: true, ...settings.options } })
    this.store.put('monsters', monsters as never)
    this.restart()
  }

  /** All of them as the record has them. */
  monsters(): readonly MonsterRecord[] {
    this.world.save()
    return this.store.get('monsters') as unknown as readonly MonsterRecord[]
  }

  placeOf(index: number): Place {
    const [x, y] = this.monsters()[index]!.place
    return { x, y }
  }

  hpOf(index: number): number {
    return this.monsters()[index]!.hp
  }
}

/** The wire's id of a monster. */
export const idOf = (index: number) => 2 ** 32 + index
