// [DM-10.4] Saves the current match.
import type { RecordStore } from '../../game.ts'
import { playerRecord } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import type { MatchState } from './match.ts'
import type { Rotation } from './rotation.ts'
import { savedMatchKey } from './saved-match.ts'

/** Writes the record if it has changed. */
export class MatchKeeper {
  readonly #store: RecordStore
  #kept = ''

  constructor(store: RecordStore) {
    this.#store = store
  }

  put(scene: Scene, rotation: Rotation, match: MatchState): void {
    const record = {
      map: scene.level.name,
      turn: rotation.turn,
      match: { ...match },
      tally: scene.tally.save(),
      settled: scene.tally.settled,
      doors: scene.doors.save(),
      lifts: scene.lifts.save(),
      players: [...scene.everybody()].map(playerRecord),
    }
    const text = JSON.stringify(record)
    if (text === this.#kept) return
    this.#kept = text
    this.#store.put(savedMatchKey, record)
  }
}
