// The room's table, of which what is in the room's file can be read as it is at one instant, and of which it is known whether
// any of that has changed since it was read last: so who has the file is told, for one row, that he has it.

import type { Clock } from '../wire/clock.ts'
import { exportedPrefixes } from '../wire/exported.ts'
import { packedPrefix } from './packed.ts'
import type { Disk } from './platform.ts'
import { type Snapshot, Snapshots } from './snapshots.ts'
import type { Fresh, Records, Stored, Table } from './store.ts'

/** The record that is there as long as nothing has changed since; it goes with the first change. */
const markKey = 'mark'
/** The room's own record, and what waits to be put into others. */
const beside = ['room', packedPrefix] as const

export class LeavingTable implements Table {
  readonly #table: Table
  readonly #snapshots: Snapshots
  /** Undefined: not read yet. '': something has changed. */
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

  /** Of a room that is founded: nobody reads it yet. */
  fill(records: Iterable<readonly [key: string, value: Fresh | undefined]>): void {
    this.#table.fill(records)
  }

  /** By what who reads it now knows it again; `fresh` is what it is called if it has no name yet. */
  mark(fresh: () => string): string {
    if (this.#known === '') {
      const mark = fresh()
      this.#table.write(new Map([[markKey, mark]]))
      this.#mark = mark
    }
    return this.#known
  }

  /** What is in the room's file, as it is now. Undefined: too many read it already. */
  read(): Snapshot | undefined {
    return this.#snapshots.begin(exportedPrefixes)
  }

  /** The room is no more. */
  forget(): void {
    this.#snapshots.forget()
    this.#mark = undefined
  }

  get #known(): string {
    this.#mark ??= String(this.#table.get(markKey) ?? '')
    return this.#mark
  }

  /** Whether the mark has to go with them. */
  #changes(keys: Iterable<string>): boolean {
    if (this.#known === '') return false
    for (const key of keys)
      if ([...exportedPrefixes, ...beside].some((prefix) => key.startsWith(prefix))) return true
    return false
  }
}
