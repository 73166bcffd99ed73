// [AS-10]
import type { DueTimeShifts, Json, RecordStore } from '../../game.ts'
import { herbsGrowingAt } from '../items/herb-habitats.ts'
import type { ItemKind } from '../items/items.ts'
import type { Spawner } from '../items/spawner.ts'
import { randomBetween } from './random-between.ts'
import { readSpawners } from './records.ts'
import type { WorldState } from './world-state.ts'

/** [AS-10.3] Milliseconds between two checks of all spawners. */
const checkIntervalMs = 30_000
const key = 'spawned'

interface Spawned {
  readonly at: number
  readonly last: readonly (number | null)[]
}

export const spawnerDueTimeShifts: DueTimeShifts = {
  [key](record, later) {
    const { at, last } = record as unknown as Spawned
    return { at: later(at), last: last.map((time) => time && later(time)) }
  },
}

export class Spawners {
  readonly #store: RecordStore
  readonly #spawners: readonly Spawner[]
  /**
   * When each spawner last produced an item, in milliseconds of `GameContext.now()`. Null if it has not produced one.
   */
  readonly #lastSpawnedAt: (number | null)[]
  #checkedAt: number

  constructor(store: RecordStore) {
    this.#store = store
    this.#spawners = readSpawners(store)
    const spawned = store.get(key) as unknown as Spawned | undefined
    this.#checkedAt = spawned?.at ?? Number.NEGATIVE_INFINITY
    this.#lastSpawnedAt = this.#spawners.map((_, index) => spawned?.last[index] ?? null)
  }

  tick(state: WorldState, now: number): void {
    if (now - this.#checkedAt < checkIntervalMs) return
    this.#checkedAt = now
    for (const [index, spawner] of this.#spawners.entries())
      if (this.#ready(state, index, spawner, now)) this.#spawn(state, index, spawner, now)
    this.#store.put(key, { at: now, last: this.#lastSpawnedAt } satisfies Spawned as unknown as Json)
  }

  #ready(state: WorldState, index: number, { place, cooldown }: Spawner, now: number): boolean {
    const last = this.#lastSpawnedAt[index]!
    if (last !== null && now < last + cooldown * 1000) return false
    return state.ground.at(place).length === 0 && state.ground.isBelowLimit
  }

  #spawn(state: WorldState, index: number, spawner: Spawner, now: number): void {
    this.#lastSpawnedAt[index] = now
    state.ground.put(spawner.place, { id: state.newId(), ...spawnedItem(state, spawner) })
    state.views.markGroundChanged(spawner.place)
  }
}

function spawnedItem(state: WorldState, { class: type, place }: Spawner): ItemKind {
  switch (type) {
    case 'herb': {
      const herbs = herbsGrowingAt(state.terrain, place)
      return { type, index: herbs[randomBetween(state.context, 0, herbs.length - 1)]! }
    }
    case 'flask':
      return { type, herbs: 0 }
    case 'teleport_ring':
      return { type }
  }
}
