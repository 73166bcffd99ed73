// [CF-9.12]
import type { Json, RecordStore } from '../../../game.ts'
import { nameWithTitle } from '../players/characters.ts'
import type { HighScore, HighScoreList, Player } from '../state/game-state.ts'

const maxEntries = 100
// hiscore: the list, the best first
const recordKey = 'hiscore'

export class HighScores implements HighScoreList {
  readonly #store: RecordStore
  #all: readonly HighScore[]

  constructor(store: RecordStore) {
    this.#store = store
    this.#all = (store.get(recordKey) as readonly HighScore[] | undefined) ?? []
  }

  get all(): readonly HighScore[] {
    return this.#all
  }

  record(player: Player): void {
    const { name, experience } = player
    const before = this.#all.find((score) => score.name === name)
    if (experience <= (before?.experience ?? 0)) return
    const last = this.#all[maxEntries - 1]
    if (!before && last && last.experience >= experience) return
    const score = { name, title: nameWithTitle(player), experience }
    const others = this.#all.filter((each) => each.name !== name)
    // Of two equal scores, the earlier one is first.
    const place = others.findIndex((each) => each.experience < experience)
    this.#all = others.toSpliced(place < 0 ? others.length : place, 0, score).slice(0, maxEntries)
    this.#store.put(recordKey, this.#all as unknown as Json)
  }
}
