// The room's table with consistent snapshots for exports, and a mark (ETag) of the last export, so that a caller with
// the current file learns for one row that it is unchanged.

import type { Clock } from '../wire/clock.ts'
import { exportedKeyPrefixes } from '../wire/exported.ts'
import { packedPrefix } from './packed.ts'
import type { Disk } from './platform.ts'
import { type Snapshot, Snapshots } from './snapshots.ts'
import type { Fresh, Records, Stored, Table } from './store.ts'

/** Exists until the first change since the last export. */
const markKey = 'mark'
/** The room's own record, and packed writes. */
const beside = ['room', packedPrefix] as const

export class LeavingTable implements Table {
  readonly #table: Table
  readonly #snapshots: Snapshots
  /** Undefined: not read yet. '': changed since. */
  #mark: string | undefined

  constructor(table: Table, { sql }: Pick<Disk, 'sql'>, clock: Pick<Clock, 'now'>) {
    this.#table = table
    this.#snapshots = new Snapshots(sql, clock)
  }

  get(key: string): Stored | undefined {
    return this.#table.get(key)
  }

  list(prefix: string): Iterable<[key: string, value: Stored]> {
    return this.#table.list(prefix)
  }

  write(changes: Parameters<Records['write']>[0]): void {
    this.#snapshots.keep(changes.keys())
    const marked = this.#changes(changes.keys())
    this.#table.write(marked ? new Map([...changes, [markKey, undefined]]) : changes)
    if (marked) this.#mark = ''
  }

  /** For room creation: nobody reads the room yet. */
  fill(records: Iterable<readonly [key: string, value: Fresh | undefined]>): void {
    this.#table.fill(records)
  }

  /** The mark of the current state; `fresh` creates one if there is none. */
  mark(fresh: () => string): string {
    if (this.#known === '') {
      const mark = fresh()
      this.#table.write(new Map([[markKey, mark]]))
      this.#mark = mark
    }
    return this.#known
  }

  /** A snapshot of the exported records. Undefined: too many are being read already. */
  read(): Snapshot | undefined {
    return this.#snapshots.begin(exportedKeyPrefixes)
  }

  /** The room is deleted. */
  forget(): void {
    this.#snapshots.forget()
    this.#mark = undefined
  }

  get #known(): string {
    this.#mark ??= String(this.#table.get(markKey) ?? '')
    return this.#mark
  }

  /** Whether the mark must be deleted with these changes. */
  #changes(keys: Iterable<string>): boolean {
    if (this.#known === '') return false
    for (const key of keys)
      if ([...exportedKeyPrefixes, ...beside].some((prefix) => key.startsWith(prefix))) return true
    return false
  }
}
