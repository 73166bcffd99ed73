// [DM-10.3]
import type { Json, RecordStore } from '../../game.ts'
import type { ScoreRow } from './scoreboard.ts'

/** `whole` is false if the match was aborted for lack of players. */
export interface MatchResult {
  /** When the match ended, in milliseconds since 1970. */
  readonly at: number
  readonly map: string
  readonly whole: boolean
  /** Winner first. */
  readonly rows: readonly ScoreRow[]
}

/** `wins`: complete matches in which the player had the most kills, alone or tied. */
export interface AllTimeScore extends ScoreRow {
  readonly matches: number
  readonly wins: number
}

const resultsKey = 'results'
const allTimeKey = 'honours'
const maxResults = 20
const maxRows = 64
/** If there are more names, those with the fewest kills are dropped. */
const maxNames = 500

export class HallOfFame {
  readonly #store: RecordStore
  #results: readonly MatchResult[]
  #allTimeScores: readonly AllTimeScore[]

  constructor(store: RecordStore) {
    this.#store = store
    this.#results = (store.get(resultsKey) ?? []) as unknown as readonly MatchResult[]
    this.#allTimeScores = (store.get(allTimeKey) ?? []) as unknown as readonly AllTimeScore[]
  }

  /** Matches, the newest first. */
  get results(): readonly MatchResult[] {
    return this.#results
  }

  /** Names, those with the most kills first. */
  get allTimeScores(): readonly AllTimeScore[] {
    return this.#allTimeScores
  }

  /** Adds a match to the current transaction. Ignores a match without kills. */
  add(result: MatchResult): void {
    if (!result.rows.some(({ kills }) => kills > 0)) return
    this.#results = [{ ...result, rows: result.rows.slice(0, maxRows) }, ...this.#results].slice(
      0,
      maxResults,
    )
    this.#allTimeScores = addToAllTime(this.#allTimeScores, result)
    this.#store.put(resultsKey, this.#results as unknown as Json)
    this.#store.put(allTimeKey, this.#allTimeScores as unknown as Json)
  }
}

function addToAllTime(
  before: readonly AllTimeScore[],
  { rows, whole }: MatchResult,
): readonly AllTimeScore[] {
  const byName = new Map(before.map((one) => [one.name, one]))
  const best = rows.reduce((kills, row) => Math.max(kills, row.kills), 0)
  for (const { name, kills, deaths } of rows) {
    const old = byName.get(name) ?? { name, kills: 0, deaths: 0, matches: 0, wins: 0 }
    byName.set(name, {
      name,
      kills: old.kills + kills,
      deaths: old.deaths + deaths,
      matches: old.matches + 1,
      wins: old.wins + (whole && kills === best ? 1 : 0),
    })
  }
  return [...byName.values()].sort((a, b) => b.kills - a.kills || a.deaths - b.deaths).slice(0, maxNames)
}
