// [DM-5.3] Players who leave and return keep their score.
import type { Json } from '../../game.ts'

export interface ScoreRow {
  readonly name: string
  readonly kills: number
  readonly deaths: number
}

/** Maximum rows and bytes of a SCOR. */
const maxBoardRows = 10
const maxBoardBytes = 1015
/** SCOR has 16 bits for kills and for deaths. */
const maxCount = 0xffff
/** If there are more names, the board drops the score of a player who leaves. */
const maxAbsentNames = 256

interface Counts {
  kills: number
  deaths: number
}

export class Scoreboard {
  /** Indexed by the player's name, in the order of joining. */
  #counts = new Map<string, Counts>()
  #isFinal: boolean

  constructor(saved: Json = [], settled = false) {
    for (const [name, kills, deaths] of saved as [string, number, number][])
      this.#counts.set(name, { kills, deaths })
    this.#isFinal = settled
  }

  /** Whether the match is over and the score is frozen until the next one starts. */
  get isFinal(): boolean {
    return this.#isFinal
  }

  finalize(): void {
    this.#isFinal = true
  }

  restart(names: Iterable<string>): void {
    this.#isFinal = false
    this.#counts = new Map()
    for (const name of names) this.addPlayer(name)
  }

  addPlayer(name: string): void {
    if (!this.#counts.has(name)) this.#counts.set(name, { kills: 0, deaths: 0 })
  }

  removePlayer(name: string): void {
    const { kills, deaths } = this.rowOf(name)
    if (kills + deaths === 0 || this.#counts.size > maxAbsentNames) this.#counts.delete(name)
  }

  recordKill(by: string, victim: string): void {
    if (this.#isFinal) return
    this.#increment(by, 'kills')
    this.#increment(victim, 'deaths')
  }

  rowOf(name: string): ScoreRow {
    return { name, kills: 0, deaths: 0, ...this.#counts.get(name) }
  }

  /** Rows sorted by most kills, then fewest deaths, then earliest join. */
  get rows(): readonly ScoreRow[] {
    const rows = [...this.#counts].map(([name, counts]) => ({ name, ...counts }))
    return rows.sort((a, b) => b.kills - a.kills || a.deaths - b.deaths)
  }

  /**
   * The first rows of the players with these names, or of all players if the match is over: at most ten rows, and no
   * more than fit into a SCOR.
   */
  publicRows(names: Iterable<string>): readonly ScoreRow[] {
    const shown: ScoreRow[] = []
    let bytes = 2
    const present = new Set(names)
    for (const row of this.rows
      .filter(({ name }) => this.#isFinal || present.has(name))
      .slice(0, maxBoardRows)) {
      bytes += row.name.length + 5
      if (bytes > maxBoardBytes) break
      shown.push(row)
    }
    return shown
  }

  save(): Json {
    return [...this.#counts].map(([name, { kills, deaths }]) => [name, kills, deaths])
  }

  #increment(name: string, what: keyof Counts): void {
    this.addPlayer(name)
    const counts = this.#counts.get(name)!
    counts[what] = Math.min(maxCount, counts[what] + 1)
  }
}
