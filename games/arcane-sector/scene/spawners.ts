// Spawners, which produce items. [AS-10]
import type { Json, Store } from '../../game.ts'
import { herbsAt } from '../things/habitats.ts'
import type { ItemKind } from '../things/items.ts'
import type { Spawner } from '../things/spawner.ts'
import { between } from './chance.ts'
import { readSpawners } from './records.ts'
import type { Scene } from './scene.ts'

/** [AS-10.3] Milliseconds between two checks of all spawners. */
export const lookMs = 30_000
const key = 'spawned'

interface Spawned {
  readonly at: number
  readonly last: readonly (number | null)[]
}

export class Spawners {
  readonly #store: Store
  readonly #spawners: readonly Spawner[]
  /** By spawner: when it last produced something, in the host's milliseconds; null: never. */
  readonly #last: (number | null)[]
  #lookedAt: number

  constructor(store: Store) {
    this.#store = store
    this.#spawners = readSpawners(store)
    const spawned = store.get(key) as unknown as Spawned | undefined
    this.#lookedAt = spawned?.at ?? Number.NEGATIVE_INFINITY
    this.#last = this.#spawners.map((_, index) => spawned?.last[index] ?? null)
  }

  tick(scene: Scene, now: number): void {
    if (now - this.#lookedAt < lookMs) return
    this.#lookedAt = now
    for (const [index, spawner] of this.#spawners.entries())
      if (this.#ready(scene, index, spawner, now)) this.#make(scene, index, spawner, now)
    this.#store.put(key, { at: now, last: this.#last } satisfies Spawned as unknown as Json)
  }

  #ready(scene: Scene, index: number, { place, cooldown }: Spawner, now: number): boolean {
    const last = this.#last[index]!
    if (last !== null && now < last + cooldown * 1000) return false
    return scene.ground.at(place).length === 0 && scene.ground.mayGrow
  }

  #make(scene: Scene, index: number, spawner: Spawner, now: number): void {
    this.#last[index] = now
    scene.ground.put(spawner.place, { id: scene.newId(), ...made(scene, spawner) })
    scene.views.changedGround(spawner.place)
  }
}

function made(scene: Scene, { class: type, place }: Spawner): ItemKind {
  switch (type) {
    case 'herb': {
      const herbs = herbsAt(scene.terrain, place)
      return { type, index: herbs[between(scene.host, 0, herbs.length - 1)]! }
    }
    case 'flask':
      return { type, herbs: 0 }
    case 'teleport_ring':
      return { type }
  }
}
