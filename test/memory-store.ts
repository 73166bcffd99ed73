// A Store in memory, for tests of worlds: its values cannot be changed from outside, as in a database.
import type { Store, Value } from '../games/game.ts'

export class MemoryStore implements Store {
  readonly records = new Map<string, Value>()
  /** Keys in the order in which they were put or deleted. */
  readonly written: string[] = []

  constructor(records: Iterable<readonly [key: string, value: Value]> = []) {
    for (const [key, value] of records) this.records.set(key, structuredClone(value))
  }

  get(key: string): Value | undefined {
    return structuredClone(this.records.get(key))
  }

  put(key: string, value: Value): void {
    this.written.push(key)
    this.records.set(key, structuredClone(value))
  }

  delete(key: string): void {
    this.written.push(key)
    this.records.delete(key)
  }

  *list(prefix: string): Iterable<[key: string, value: Value]> {
    for (const key of [...this.records.keys()].sort()) if (key.startsWith(prefix)) yield [key, this.get(key)!]
  }
}
