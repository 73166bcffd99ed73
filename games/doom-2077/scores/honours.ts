// [DM-10.3] Permanent records: results of the latest matches, and all-time scores by name.
import type { Json, RecordStore } from '../../game.ts'
import type { Row } from './tally.ts'

/** A finished match. `whole` is false if it was broken off for lack of players. */
export interface Result {
  /** End of the match, in ms since 1970. */
  readonly at: number
  readonly map: string
  readonly whole: boolean
  /** Winner first. */
  readonly rows: readonly Row[]
}

/** All-time score of a name. A win is a whole match with the most kills, including ties. */
export interface Honours extends Row {
  readonly matches: number
  readonly wins: number
}

const resultsKey = 'results'
const honoursKey = 'honours'
const mostResults = 20
const mostRows = 64
/** Beyond this, names with the fewest kills are dropped. */
const mostNames = 500

export class HallOfFame {
  readonly #store: RecordStore
  #results: readonly Result[]
  #honours: readonly Honours[]

  constructor(store: RecordStore) {
    this.#store = store
    this.#results = (store.get(resultsKey) ?? []) as unknown as readonly Result[]
    this.#honours = (store.get(honoursKey) ?? []) as unknown as readonly Honours[]
  }

  /** Newest first. */
  get results(): readonly Result[] {
    return this.#results
  }

  /** Most kills first. */
  get honours(): readonly Honours[] {
    return this.#honours
  }

  /** Committed at the end of the turn. Ignores matches without kills. */
  add(result: Result): void {
    if (!result.rows.some(({ kills }) => kills > 0)) return
    this.#results = [{ ...result, rows: result.rows.slice(0, mostRows) }, ...this.#results].slice(
      0,
      mostResults,
    )
    this.#honours = honoured(this.#honours, result)
    this.#store.put(resultsKey, this.#results as unknown as Json)
    this.#store.put(honoursKey, this.#honours as unknown as Json)
  }
}

function honoured(before: readonly Honours[], { rows, whole }: Result): readonly Honours[] {
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
  return [...byName.values()].sort((a, b) => b.kills - a.kills || a.deaths - b.deaths).slice(0, mostNames)
}
