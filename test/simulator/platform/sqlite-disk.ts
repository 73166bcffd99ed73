// The disk of an object with more tables than the record table: a real SQLite in memory, with one open transaction
// between commits.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { SqlStorage, SqlValue } from '../../../durable-objects/storage/records.ts'
import type { ObjectDisk } from './durable-object.ts'

type Value = string | number | null | Uint8Array | ArrayBuffer

export class SqliteDisk implements ObjectDisk {
  #sqlite = opened()
  /** Prepared statements by query, because a run uses some dozens of queries hundreds of times each. */
  readonly #statements = new Map<string, StatementSync>()
  #written: unknown = 0
  wrote: () => void = () => {}

  exec<R extends Record<string, Value>>(query: string, ...bindings: Value[]): Iterable<R> {
    const rows = this.#run(query, bindings) as R[]
    if (query.startsWith('SELECT')) return rows
    const changes = this.#changes
    if (changes !== this.#written) this.wrote()
    this.#written = changes
    return rows
  }

  /** Returns bytes as ArrayBuffers, like the platform. */
  get sql(): SqlStorage {
    const out = (value: SqlValue) => (value instanceof Uint8Array ? value.slice().buffer : value)
    return {
      exec: <Row extends Record<string, SqlValue>>(query: string, ...bindings: SqlValue[]) =>
        Array.from(this.exec(query, ...bindings), (row) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, out(value)])),
        ) as unknown as Iterable<Row> & object,
    }
  }

  #run(query: string, bindings: readonly Value[]): unknown[] {
    if (bindings.length === 0 && /;\s*\S/.test(query)) {
      this.#sqlite.exec(query)
      return []
    }
    return this.#statement(query).all(...(bindings as (string | number | null | Uint8Array)[]))
  }

  get #changes(): unknown {
    return this.#statement('SELECT total_changes() AS n').get()?.n
  }

  #statement(query: string): StatementSync {
    const known = this.#statements.get(query)
    if (known) return known
    const statement = this.#sqlite.prepare(query)
    this.#statements.set(query, statement)
    return statement
  }

  transaction<T>(body: () => T): T {
    this.#sqlite.exec('SAVEPOINT body')
    try {
      const result = body()
      this.#sqlite.exec('RELEASE body')
      return result
    } catch (error) {
      this.#sqlite.exec('ROLLBACK TO body; RELEASE body')
      throw error
    }
  }

  commit(): void {
    this.#sqlite.exec('COMMIT; BEGIN')
  }

  rollback(): void {
    this.#sqlite.exec('ROLLBACK; BEGIN')
  }

  clear(): void {
    this.#statements.clear()
    const tables = this.#sqlite.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
    for (const { name } of tables) this.#sqlite.exec(`DROP TABLE "${String(name)}"`)
    this.wrote()
  }

  /** Deletes all data, also committed data. */
  wipe(): void {
    this.#statements.clear()
    this.#sqlite.close()
    this.#sqlite = opened()
    this.#written = 0
  }
}

function opened(): DatabaseSync {
  const sqlite = new DatabaseSync(':memory:')
  sqlite.exec('BEGIN')
  return sqlite
}
