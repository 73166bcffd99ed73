// Rate limits whose counts are stored, so that they outlive this instance of the object.
import type { SqlStorage } from '../../storage/records.ts'

/** Allows a burst of `atOnce` uses, and then one use every `everyMs`. */
export interface Rate {
  readonly atOnce: number
  readonly everyMs: number
}

/** One use of a rate limit; `key` is the address or target whose budget it reduces. */
export type LimitedUse = readonly [key: string, rate: Rate]

/** Keys per table; above this, the least recently used key is evicted. */
export const maxKeys = 4096

export class StoredRateLimit {
  readonly #sql: SqlStorage
  readonly #table: string
  readonly #recoveryMs: number

  /** `table`: a table that nothing else uses. `recoveryMs`: after this time every rate has recovered fully. */
  constructor(sql: SqlStorage, table: string, recoveryMs: number) {
    this.#sql = sql
    this.#table = table
    this.#recoveryMs = recoveryMs
    sql.exec(
      `CREATE TABLE IF NOT EXISTS ${table} (key TEXT PRIMARY KEY, tokens REAL NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID`,
    )
  }

  /**
   * Counts all uses and returns 0. If one of them is not allowed yet, counts none and returns the milliseconds until
   * all uses are allowed.
   */
  admit(uses: readonly LimitedUse[], now: number): number {
    const tokens = uses.map(([key, rate]) => this.#tokens(key, rate, now))
    const waits = uses.map(([, { everyMs }], i) => Math.max(0, Math.ceil((1 - tokens[i]!) * everyMs)))
    const wait = Math.max(...waits)
    if (wait > 0) return wait
    for (const [i, [key]] of uses.entries())
      this.#sql.exec(`INSERT OR REPLACE INTO ${this.#table} VALUES (?, ?, ?)`, key, tokens[i]! - 1, now)
    this.#evict(now)
    return 0
  }

  #tokens(key: string, { atOnce, everyMs }: Rate, now: number): number {
    const query = `SELECT tokens, at FROM ${this.#table} WHERE key = ?`
    const [had] = this.#sql.exec<{ tokens: number; at: number }>(query, key)
    // If the clock was set back, nothing is refilled, and the budget refills from the new time on.
    if (had && had.at > now) this.#sql.exec(`UPDATE ${this.#table} SET at = ? WHERE key = ?`, now, key)
    return had ? Math.min(atOnce, had.tokens + Math.max(0, now - had.at) / everyMs) : atOnce
  }

  #evict(now: number): void {
    this.#sql.exec(`DELETE FROM ${this.#table} WHERE at < ?`, now - this.#recoveryMs)
    this.#sql.exec(
      `DELETE FROM ${this.#table} WHERE key IN
        (SELECT key FROM ${this.#table} ORDER BY at DESC, key LIMIT -1 OFFSET ?)`,
      maxKeys,
    )
  }
}
