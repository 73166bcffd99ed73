// [DM-5.3] Kills and deaths of the match by name. Players who leave and return keep theirs.
import type { Json } from '../../game.ts'

export interface Row {
  readonly name: string
  readonly kills: number
  readonly deaths: number
}

/** Limits of one SCOR: rows and bytes. */
const boardRows = 10
const boardBytes = 1015
/** SCOR counts kills and deaths in 16 bits. */
const most = 0xffff
/** Names kept for players who have left. */
const mostKept = 256

interface Counts {
  kills: number
  deaths: number
}

export class Tally {
  /** In the order of joining. */
  #counts = new Map<string, Counts>()
  #settled: boolean

  constructor(saved: Json = [], settled = false) {
    for (const [name, kills, deaths] of saved as [string, number, number][])
      this.#counts.set(name, { kills, deaths })
    this.#settled = settled
  }

  /** The match is over and the score is frozen until the next one starts. */
  get settled(): boolean {
    return this.#settled
  }

  settle(): void {
    this.#settled = true
  }

  /** Starts a match with these names. */
  restart(names: Iterable<string>): void {
    this.#settled = false
    this.#counts = new Map()
    for (const name of names) this.join(name)
  }

  join(name: string): void {
    if (!this.#counts.has(name)) this.#counts.set(name, { kills: 0, deaths: 0 })
  }

  leave(name: string): void {
    const { kills, deaths } = this.of(name)
    if (kills + deaths === 0 || this.#counts.size > mostKept) this.#counts.delete(name)
  }

  kill(by: string, victim: string): void {
    if (this.#settled) return
    this.#count(by, 'kills')
    this.#count(victim, 'deaths')
  }

  of(name: string): Row {
    return { name, kills: 0, deaths: 0, ...this.#counts.get(name) }
  }

  /** All rows: most kills first, then fewest deaths, then earliest to join. */
  get rows(): readonly Row[] {
    const rows = [...this.#counts].map(([name, counts]) => ({ name, ...counts }))
    return rows.sort((a, b) => b.kills - a.kills || a.deaths - b.deaths)
  }

  /** Rows of connected players: at most ten, and no more than fit into one SCOR. */
  board(names: Iterable<string>): readonly Row[] {
    const shown: Row[] = []
    let bytes = 2
    const present = new Set(names)
    for (const row of this.rows.filter(({ name }) => present.has(name)).slice(0, boardRows)) {
      bytes += row.name.length + 5
      if (bytes > boardBytes) break
      shown.push(row)
    }
    return shown
  }

  save(): Json {
    return [...this.#counts].map(([name, { kills, deaths }]) => [name, kills, deaths])
  }

  #count(name: string, what: keyof Counts): void {
    this.join(name)
    const counts = this.#counts.get(name)!
    counts[what] = Math.min(most, counts[what] + 1)
  }
}
