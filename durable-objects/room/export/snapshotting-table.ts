// The room's table, with consistent snapshots for exports and with the ETag of the last export. If the caller already
// has the current file, only the row of the ETag is read.

import { exportedKeyPrefixes } from '../../../wire/export/room-export.ts'
import type { Clock } from '../../../wire/util/clock.ts'
import type { Disk } from '../../platform/platform.ts'
import {
  type NewValue,
  type RecordHead,
  type Records,
  type RecordTable,
  type StoredValue,
  sqlRecords,
} from '../../storage/records.ts'
import { writeLogKeyPrefix } from '../../storage/write-log-records.ts'
import { type SnapshotReader, Snapshots } from './snapshots.ts'

/** Key of the record with the ETag of the last export, which the next change of the room deletes. */
const etagKey = 'etag'
/** Further prefixes of exported state: the room's own record, and the write log. */
const otherPrefixes = ['room', writeLogKeyPrefix] as const

export class SnapshottingTable implements RecordTable {
  readonly #table: RecordTable
  readonly #snapshots: Snapshots
  /** The ETag of the last export: undefined until it is read, empty if the room has changed since. */
  #etag: string | undefined

  constructor({ sql, transaction }: Pick<Disk, 'sql' | 'transaction'>, clock: Pick<Clock, 'now'>) {
    this.#table = sqlRecords(sql, transaction)
    this.#snapshots = new Snapshots(sql, clock)
  }

  get(key: string): StoredValue | undefined {
    return this.#table.get(key)
  }

  list(prefix: string): Iterable<[key: string, value: StoredValue]> {
    return this.#table.list(prefix)
  }

  heads(prefix: string, bytes: number): RecordHead[] {
    return this.#table.heads(prefix, bytes)
  }

  write(changes: Parameters<Records['write']>[0]): void {
    this.#snapshots.copyBeforeWrite(changes.keys())
    const marked = this.#invalidatesEtag(changes.keys())
    this.#table.write(marked ? new Map([...changes, [etagKey, undefined]]) : changes)
    if (marked) this.#etag = ''
  }

  /** Does not invalidate the ETag: the caller also changes the room's own record by `write`, which invalidates it. */
  writeAll(records: Iterable<readonly [key: string, value: NewValue | undefined]>): void {
    this.#table.writeAll(this.#copiedBefore(records))
  }

  *#copiedBefore<R extends readonly [key: string, ...unknown[]]>(records: Iterable<R>): Generator<R> {
    for (const record of records) {
      this.#snapshots.copyBeforeWrite([record[0]])
      yield record
    }
  }

  /** The ETag of the current state. If the state has none, stores the result of `newEtag`. */
  etag(newEtag: () => string): string {
    if (this.#currentEtag === '') {
      const etag = newEtag()
      this.#table.write(new Map([[etagKey, etag]]))
      this.#etag = etag
    }
    return this.#currentEtag
  }

  openSnapshot(prefixes: readonly string[] = exportedKeyPrefixes): SnapshotReader | undefined {
    return this.#snapshots.open(prefixes)
  }

  reset(): void {
    this.#snapshots.reset()
    this.#etag = undefined
  }

  get #currentEtag(): string {
    this.#etag ??= String(this.#table.get(etagKey) ?? '')
    return this.#etag
  }

  #invalidatesEtag(keys: Iterable<string>): boolean {
    if (this.#currentEtag === '') return false
    for (const key of keys)
      if ([...exportedKeyPrefixes, ...otherPrefixes].some((prefix) => key.startsWith(prefix))) return true
    return false
  }
}
