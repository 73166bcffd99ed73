// [DM-10.4]
import type { RecordStore } from '../../game.ts'
import { playerRecord } from '../state/player.ts'
import type { WorldState } from '../state/world-state.ts'
import type { MapRotation } from './map-rotation.ts'
import type { MatchState } from './match.ts'
import { matchRecord, savedMatchKey } from './saved-match.ts'

/** [DM-2.16] The stored time is renewed after this many milliseconds, even if the match has not changed. */
const renewTimeAfterMs = 20_000

export class MatchSaver {
  readonly #store: RecordStore
  #savedText = ''
  #savedAt = Number.NEGATIVE_INFINITY

  constructor(store: RecordStore) {
    this.#store = store
  }

  save(state: WorldState, rotation: MapRotation, match: MatchState, now: number): void {
    const record = {
      map: state.level.name,
      turn: rotation.index,
      match: matchRecord(match),
      tally: state.scoreboard.save(),
      settled: state.scoreboard.isFinal,
      doors: state.doors.save(),
      lifts: state.lifts.save(),
      players: [...state.visiblePlayers()].map(playerRecord),
    }
    const text = JSON.stringify(record)
    const isCurrent = state.players.size === 0 || now - this.#savedAt < renewTimeAfterMs
    if (text === this.#savedText && isCurrent) return
    this.#savedText = text
    this.#savedAt = now
    this.#store.put(savedMatchKey, { at: now, ...record })
  }
}
