// The table of copies for exports that read records while these change. The table supports only the statements of
// durable-objects/room/export/snapshots.ts, which test/store tests on a real SQLite.
import type { StoredValue } from '../../../durable-objects/storage/records.ts'

type Parts = readonly StoredValue[]

export interface RowOfPart {
  readonly key: string
  readonly part: number
  readonly value: StoredValue
}

const statements = {
  create: 'CREATE TABLE IF NOT EXISTS snapshot_copy',
  drop: 'DROP TABLE IF EXISTS snapshot_copy',
  known: 'SELECT 1 AS known FROM snapshot_copy',
  keep: 'INSERT INTO snapshot_copy SELECT',
  read: 'SELECT key, part, value FROM record WHERE (key, part) > (?2, ?3)',
  forget: 'DELETE FROM snapshot_copy WHERE reader = ?',
} as const

export class SnapshotTable {
  /** Copies of records, by reader and key. A copy is undefined if the record did not exist. */
  readonly #kept = new Map<number, Map<string, Parts | undefined>>()

  /** Runs a statement, or returns undefined if it is for another table. `rows`: the current records. */
  exec(
    query: string,
    bindings: readonly unknown[],
    rows: ReadonlyMap<string, Parts> | undefined,
  ): readonly (RowOfPart | { readonly known: number })[] | undefined {
    const [reader, key] = [Number(bindings[0]), String(bindings[1])]
    const kept = this.#kept.get(reader)
    if (query.startsWith(statements.read)) {
      const [, , part, end] = bindings
      return this.#read(rows!, kept, key, Number(part), String(end), mostOf(query))
    }
    if (query.startsWith(statements.known)) return kept?.has(key) ? [{ known: 1 }] : []
    if (query.startsWith(statements.keep)) {
      if (kept) kept.set(key, rows!.get(key))
      else this.#kept.set(reader, new Map([[key, rows!.get(key)]]))
      return []
    }
    if (query.startsWith(statements.drop)) this.#kept.clear()
    else if (query === statements.forget) this.#kept.delete(reader)
    else if (!query.startsWith(statements.create)) return undefined
    return []
  }

  #read(
    rows: ReadonlyMap<string, Parts>,
    kept: ReadonlyMap<string, Parts | undefined> | undefined,
    from: string,
    fromPart: number,
    end: string,
    most: number,
  ): RowOfPart[] {
    const keys = new Set(rows.keys())
    for (const key of kept?.keys() ?? []) keys.add(key)
    const found: RowOfPart[] = []
    for (const key of [...keys].filter((each) => each >= from && each < end).sort()) {
      const parts = (kept?.has(key) ? kept.get(key) : rows.get(key)) ?? []
      for (const [part, value] of parts.entries()) {
        if (key === from && part <= fromPart) continue
        found.push({ key, part, value })
        if (found.length === most) return found
      }
    }
    return found
  }
}

function mostOf(query: string): number {
  return Number(/LIMIT (\d+)$/.exec(query.trim())?.[1] ?? Number.POSITIVE_INFINITY)
}
