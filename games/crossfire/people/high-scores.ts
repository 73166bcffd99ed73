// High scores. [CF-9.12]
import type { Json, RecordStore } from '../../game.ts'
import type { Player, Score, Scores } from '../scene/scene.ts'
import { titleOf } from './characters.ts'

/** [CF-9.12] Characters kept. */
const most = 100
// hiscore: the list, the best first
const key = 'hiscore'

export class HighScores implements Scores {
  readonly #store: RecordStore
  #all: readonly Score[]

  constructor(store: RecordStore) {
    this.#store = store
    this.#all = (store.get(key) as readonly Score[] | undefined) ?? []
  }

  get all(): readonly Score[] {
    return this.#all
  }

  note(player: Player): void {
    const { name, experience } = player
    const before = this.#all.find((score) => score.name === name)
    if (experience <= (before?.experience ?? 0)) return
    const last = this.#all[most - 1]
    if (!before && last && last.experience >= experience) return
    const score = { name, title: titleOf(player), experience }
    const others = this.#all.filter((each) => each.name !== name)
    // Among equals the earlier one comes first.
    const place = others.findIndex((each) => each.experience < experience)
    this.#all = others.toSpliced(place < 0 ? others.length : place, 0, score).slice(0, most)
    this.#store.put(key, this.#all as unknown as Json)
  }
}
