// [DM-10.4] The record of the match that goes on: what is in it is there again after a restart.
import type { Json, Store } from '../../game.ts'
import type { MatchState } from '../match/match.ts'
import type { Rotation } from '../match/rotation.ts'
import { playerRecord, readPlayer, type SavedPlayer } from '../people/player.ts'
import type { Scene } from './scene.ts'

// match   {map, turn, match, tally, settled, doors, lifts, players}

const key = 'match'

export interface SavedMatch {
  readonly map: string
  readonly turn: number
  readonly match: MatchState
  readonly tally: Json
  /** The tally is that of a match that is over. */
  readonly settled: boolean
  readonly doors: Json
  readonly lifts: Json
  readonly players: readonly SavedPlayer[]
}

export function readSaved(store: Store): SavedMatch | undefined {
  const record = store.get(key) as { readonly [name: string]: Json } | undefined
  if (!record) return undefined
  const { map, turn, match, tally, settled, doors, lifts, players } = record
  return {
    map: map as string,
    turn: turn as number,
    match: match as unknown as MatchState,
    tally: tally!,
    settled: settled === true,
    doors: doors!,
    lifts: lifts!,
    players: (players as readonly Json[]).map(readPlayer),
  }
}

/** Writes the record when there is something new in it. */
export class Keeper {
  readonly #store: Store
  #kept = ''

  constructor(store: Store) {
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
    this.#store.put(key, record)
  }
}
