// The small island with monsters at given positions, for combat tests.

import type { MonsterRecord } from '../../../../games/arcane-sector/state/monster.ts'
import type { Place } from '../../../../games/arcane-sector/terrain/terrain.ts'
import { type Settings, SmallWorld } from './small-world.ts'

export const minRandom = () => 0
export const maxRandom = () => 0.9999

/** The record of a monster at this place, which by default is also its home. */
export function monster({ x, y }: Place, { hp = 20, home = { x, y }, back = 0 } = {}): MonsterRecord {
  return { home: [home.x, home.y], place: [x, y], hp, back }
}

export class Wilds extends SmallWorld {
  constructor(monsters: readonly MonsterRecord[], settings: Settings = {}) {
    super({ ...settings, options: { monsters: true, ...settings.options } })
    this.store.put('monsters', monsters as never)
    this.restart()
  }

  monsters(): readonly MonsterRecord[] {
    this.world.save()
    return this.store.get('monsters') as unknown as readonly MonsterRecord[]
  }

  places(): readonly Place[] {
    return this.monsters().map(({ place: [x, y] }) => ({ x, y }))
  }

  hpOf(index: number): number {
    return this.monsters()[index]!.hp
  }
}

export const monsterWireId = (index: number) => 2 ** 32 + index
