// A simulated object's disk. Writes become durable later or never, and can throw. The disk supports only the statements
// of durable-objects/storage/records.ts, so that a run takes milliseconds. Change both files together.
import type { Records, StoredValue } from '../../../durable-objects/storage/records.ts'
import type { ObjectDisk } from './durable-object.ts'
import { SnapshotTable } from './snapshot-table.ts'

type Row = Record<string, string | number | null | Uint8Array | ArrayBuffer>
type Binding = string | number | null | Uint8Array | ArrayBuffer

type Parts = readonly StoredValue[]

interface Undo {
  readonly key: string
  readonly parts: Parts | undefined
}

const statements = {
  get: 'SELECT value FROM record WHERE key = ? ORDER BY part',
  list: 'SELECT key, value FROM record WHERE key >= ? AND key < ? ORDER BY key, part',
  heads:
    'SELECT key, substr(value, 1, ?) AS head, length(value) AS size FROM record WHERE key >= ? AND key < ? ORDER BY key, part',
  create: 'CREATE TABLE record',
  exists: "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'record'",
  write: 'INSERT INTO record',
  delete: 'DELETE FROM record WHERE key = ? AND part >= ?',
} as const

class DiskError extends Error {
  override name = 'DiskError'
}

/** The record table, with an undo journal for uncommitted changes. */
export class RecordDisk implements ObjectDisk {
  #rows: Map<string, Parts> | undefined
  /** The changes since the last commit, oldest first. */
  #journal: Undo[] = []
  #existed: { readonly rows: Map<string, Parts> | undefined } | undefined
  #aside = new SnapshotTable()
  commits = 0
  #listed: { readonly commits: number; readonly keys: readonly string[] } | undefined
  wrote: () => void = () => {}
  /** Called before each write. May throw. */
  beforeWrite: (kind: 'insert' | 'delete') => void = () => {}

  constructor(rows?: ReadonlyMap<string, Parts>) {
    this.#rows = rows && new Map(rows)
  }

  exec<R extends Row>(query: string, ...bindings: Binding[]): Iterable<R> {
    return this.#exec(query, bindings) as Iterable<R>
  }

  /** Whether all changes are committed, so that none can be lost. */
  get isCommitted(): boolean {
    return this.#journal.length === 0 && !this.#existed
  }

  durable(key: string): StoredValue | undefined {
    return joinParts(this.#durableParts(key))
  }

  /** The record as the instance reads it, committed or not. */
  present(key: string): StoredValue | undefined {
    return joinParts(this.#rows?.get(key))
  }

  presentKeys(): readonly string[] {
    return [...(this.#rows?.keys() ?? [])].sort()
  }

  /** All records for reading: the durable ones, or the present ones as the instance reads them. */
  records(which: 'durable' | 'present'): Records {
    const keys = which === 'durable' ? this.durableKeys() : this.presentKeys()
    return {
      get: (key) => this[which](key),
      list: (prefix) =>
        keys
          .filter((key) => key.startsWith(prefix))
          .map((key): [string, StoredValue] => [key, this[which](key)!]),
      write() {
        throw new Error('the records are read-only')
      },
    }
  }

  durableKeys(): readonly string[] {
    if (this.#listed?.commits !== this.commits)
      this.#listed = { commits: this.commits, keys: this.#committedKeys().sort() }
    return this.#listed.keys
  }

  #committedKeys(): string[] {
    if (this.#existed) return [...(this.#existed.rows?.keys() ?? [])]
    const keys = new Set(this.#rows?.keys())
    for (const { key } of this.#journal) {
      if (this.#durableParts(key)) keys.add(key)
      else keys.delete(key)
    }
    return [...keys]
  }

  #durableParts(key: string): Parts | undefined {
    if (this.#existed) return this.#existed.rows?.get(key)
    const first = this.#journal.find((undo) => undo.key === key)
    return first ? first.parts : this.#rows?.get(key)
  }

  /** Replaces all records, and commits. */
  leave(records: Iterable<readonly [key: string, value: StoredValue]>): void {
    this.#rows = new Map(Array.from(records, ([key, value]) => [key, [value]]))
    this.#journal = []
    this.#existed = undefined
    this.commits++
  }

  transaction<T>(body: () => T): T {
    const mark = this.#journal.length
    const existed = this.#existed
    try {
      return body()
    } catch (error) {
      this.#undo(mark)
      if (this.#existed !== existed) this.#rows = this.#existed!.rows
      this.#existed = existed
      throw error
    }
  }

  commit(): void {
    this.commits++
    this.#journal = []
    this.#existed = undefined
  }

  rollback(): void {
    this.#undo(0)
    if (this.#existed) this.#rows = this.#existed.rows
    this.#existed = undefined
  }

  clear(): void {
    this.#existed ??= { rows: this.#rows }
    if (this.#journal.length > 0 && this.#existed.rows) this.#restoreInto(this.#existed.rows)
    this.#rows = undefined
    this.wrote()
  }

  #restoreInto(rows: Map<string, Parts>): void {
    for (const { key, parts } of this.#journal.toReversed()) put(rows, key, parts)
    this.#journal = []
  }

  #undo(mark: number): void {
    while (this.#journal.length > mark) {
      const { key, parts } = this.#journal.pop()!
      if (this.#rows) put(this.#rows, key, parts)
    }
  }

  #exec(query: string, bindings: readonly Binding[]): Row[] {
    if (query === statements.get)
      return this.#parts(String(bindings[0])).map((value) => ({ value: out(value) }))
    if (query === statements.list) return this.#list(String(bindings[0]), String(bindings[1]))
    if (query === statements.heads) return this.#heads(bindings)
    if (query === statements.exists) return this.#rows ? [{ name: 'record' }] : []
    if (query.startsWith(statements.create)) return this.#create()
    if (query.startsWith(statements.write))
      return this.#write(String(bindings[0]), Number(bindings[1]), bindings[2] as StoredValue)
    if (query === statements.delete) return this.#delete(String(bindings[0]), Number(bindings[1]))
    const aside = this.#execAside(query, bindings)
    if (aside) return aside
    throw new Error(`the simulated disk does not know: ${query}`)
  }

  #execAside(query: string, bindings: readonly Binding[]): Row[] | undefined {
    if (query.startsWith('INSERT INTO snapshot_copy')) this.beforeWrite('insert')
    const rows = this.#aside.exec(query, bindings, this.#rows)
    return rows?.map((row) => ('value' in row ? { ...row, value: out(row.value) } : { ...row }))
  }

  #parts(key: string): Parts {
    if (!this.#rows) throw new DiskError('no such table: record')
    return this.#rows.get(key) ?? []
  }

  #list(from: string, to: string): Row[] {
    if (!this.#rows) throw new DiskError('no such table: record')
    const keys: string[] = []
    for (const key of this.#rows.keys()) if (key >= from && key < to) keys.push(key)
    return keys.sort().flatMap((key) => this.#parts(key).map((value) => ({ key, value: out(value) })))
  }

  #heads([bytes, from, to]: readonly Binding[]): Row[] {
    return [...this.#rows!]
      .filter(([key]) => key >= String(from) && key < String(to))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([key, parts]) =>
        parts.map((value) => ({ key, head: out(value.slice(0, Number(bytes))), size: value.length })),
      )
  }

  #create(): Row[] {
    if (this.#rows) throw new DiskError('table record already exists')
    this.beforeWrite('insert')
    this.#existed ??= { rows: undefined }
    this.#rows = new Map()
    this.wrote()
    return []
  }

  #write(key: string, part: number, value: StoredValue): Row[] {
    const before = this.#parts(key)
    this.beforeWrite('insert')
    const parts = [...before]
    parts[part] = typeof value === 'string' ? value : value.slice()
    this.#put(key, parts)
    return [{ more: parts.length > part + 1 ? 1 : 0 }]
  }

  #delete(key: string, part: number): Row[] {
    const before = this.#parts(key)
    this.beforeWrite('delete')
    if (before.length > part) this.#put(key, part === 0 ? undefined : before.slice(0, part))
    return []
  }

  #put(key: string, parts: Parts | undefined): void {
    this.#journal.push({ key, parts: this.#rows!.get(key) })
    put(this.#rows!, key, parts)
    this.wrote()
  }
}

export function joinParts(parts: Parts | undefined): StoredValue | undefined {
  if (!parts || parts.length < 2) return parts?.[0]
  return typeof parts[0] === 'string' ? parts.join('') : Buffer.concat(parts as Uint8Array[])
}

function put(rows: Map<string, Parts>, key: string, parts: Parts | undefined): void {
  if (parts) rows.set(key, parts)
  else rows.delete(key)
}

function out(value: StoredValue): string | ArrayBuffer {
  return typeof value === 'string' ? value : (value.slice().buffer as ArrayBuffer)
}
