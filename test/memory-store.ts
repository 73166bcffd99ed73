// A RecordStore in memory, for tests of worlds. As in a database, callers cannot mutate stored values.
import type { RecordStore, RecordValue } from '../games/game.ts'

export class MemoryStore implements RecordStore {
  readonly records = new Map<string, RecordValue>()
  /** Keys in the order in which they were written or deleted. */
  written: string[] = []

  constructor(records: Iterable<readonly [key: string, value: RecordValue]> = []) {
    for (const [key, value] of records) this.records.set(key, structuredClone(value))
  }

  get(key: string): RecordValue | undefined {
    return structuredClone(this.records.get(key))
  }

  put(key: string, value: RecordValue): void {
    this.written.push(key)
    this.records.set(key, structuredClone(value))
  }

  delete(key: string): void {
    this.written.push(key)
    this.records.delete(key)
  }

  *list(prefix: string): Iterable<[key: string, value: RecordValue]> {
    for (const key of [...this.records.keys()].sort()) if (key.startsWith(prefix)) yield [key, this.get(key)!]
  }

  /** The keys written or deleted since the last call, each once, sorted. */
  news(): string[] {
    const keys = [...new Set(this.written)].sort()
    this.written = []
    return keys
  }
}
