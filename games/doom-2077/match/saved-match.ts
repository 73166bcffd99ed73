// [DM-10.4] After a restart the room restores the match from this record, whose fields `readSavedMatch` gives clearer
// names.
import type { DueTimeShifts, Json, RecordStore } from '../../game.ts'
import { playerRecordAfterRewind, readPlayer } from '../state/player.ts'
import type { SavedWorldState } from '../state/world-state.ts'
import type { MatchState } from './match.ts'

// match   {at, map, turn, match, tally, settled, doors, lifts, players}

export const savedMatchKey = 'match'

export interface SavedMatch extends SavedWorldState {
  readonly map: string
  /** The index of the map in the rotation. */
  readonly rotationIndex: number
  readonly match: MatchState
}

export function readSavedMatch(store: RecordStore): SavedMatch | undefined {
  const record = store.get(savedMatchKey) as { readonly [name: string]: Json } | undefined
  if (!record) return undefined
  const { at, map, turn, match, tally, settled, doors, lifts, players } = record
  return {
    savedAt: at as number,
    map: map as string,
    rotationIndex: turn as number,
    match: readMatch(match!),
    scoreboard: tally!,
    isFinal: settled === true,
    doors: doors!,
    lifts: lifts!,
    players: (players as readonly Json[]).map(readPlayer),
  }
}

/**
 * [DM-2.18] The match has as much time left as at the time of the record, and waits for players whose sessions cannot
 * resume.
 */
export const matchDueTimeShifts: DueTimeShifts = {
  [savedMatchKey](record, later) {
    const { at, match, doors, lifts, players } = record as unknown as MatchRecord
    const shifted = (all: MatchRecord['doors']) => all.map(([id, away, since]) => [id, away, later(since)])
    return {
      ...(record as object),
      ...{ at: later(at), match: { ...match, until: later(match.until) } },
      ...{ doors: shifted(doors), lifts: shifted(lifts) },
      players: players.map((player) => playerRecordAfterRewind(player, later)),
    }
  },
}

interface MatchRecord {
  readonly at: number
  readonly match: { readonly until: number }
  readonly doors: readonly (readonly [id: number, away: boolean, since: number])[]
  readonly lifts: MatchRecord['doors']
  readonly players: readonly Json[]
}

/** The record stores `announcedSecond` under the name `told`. */
export function matchRecord({ phase, until, announcedSecond }: MatchState): Json {
  return { phase, until, told: announcedSecond }
}

function readMatch(record: Json): MatchState {
  const { phase, until, told } = record as { readonly [name: string]: Json }
  return { phase: phase as MatchState['phase'], until: until as number, announcedSecond: told as number }
}
