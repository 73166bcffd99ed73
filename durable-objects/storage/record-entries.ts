// Encodes changes for the write log, and earlier values for the history.
import type { ValueOf } from '../../wire/codec/codec.ts'
import { bytes, toEnd } from '../../wire/codec/fields/lists.ts'
import { BE, u8 } from '../../wire/codec/fields/numbers.ts'
import { struct } from '../../wire/codec/fields/struct.ts'
import { decodeUtf8, encodeUtf8 } from '../../wire/util/utf8.ts'
import type { StoredValue } from './records.ts'

/**
 * `deleted`, `text` and `bytes` contain a record's new value. `moment` and the kinds after it belong to the history.
 * `moment` contains the time of the entries after it. `wasAbsent`, `wasText` and `wasBytes` contain a record's earlier
 * value.
 */
export const entryKinds = {
  deleted: 0,
  text: 1,
  bytes: 2,
  moment: 3,
  wasAbsent: 4,
  wasText: 5,
  wasBytes: 6,
} as const

export const entryCodec = struct({ key: bytes(BE.u16), kind: u8, value: bytes(BE.u32) })
export const entriesCodec = toEnd(entryCodec)
export type RecordEntry = ValueOf<typeof entryCodec>

const earlier = entryKinds.wasAbsent - entryKinds.deleted
const noBytes: Uint8Array = new Uint8Array(0)

export function isHistoryEntry({ kind }: RecordEntry): boolean {
  return kind >= entryKinds.moment
}

/** The entry for a changed record; `value` is undefined if the record is deleted. */
export function entryOfChange(key: string, value: StoredValue | undefined): RecordEntry {
  const kind =
    value === undefined ? entryKinds.deleted : typeof value === 'string' ? entryKinds.text : entryKinds.bytes
  const stored = typeof value === 'string' ? encodeUtf8(value) : (value ?? noBytes)
  return { key: encodeUtf8(key), kind, value: stored }
}

/** The entry with a record's earlier value, which is undefined if the record did not exist. */
export function earlierValueEntry(key: string, value: StoredValue | undefined): RecordEntry {
  const entry = entryOfChange(key, value)
  return { ...entry, kind: entry.kind + earlier }
}

export function keyOfEntry({ key }: RecordEntry): string {
  return decodeUtf8(key)
}

export function recordOfEntry({
  key,
  kind,
  value,
}: RecordEntry): [key: string, value: StoredValue | undefined] {
  const plain = kind >= earlier ? kind - earlier : kind
  const name = decodeUtf8(key)
  if (plain === entryKinds.deleted) return [name, undefined]
  return [name, plain === entryKinds.text ? decodeUtf8(value) : value.slice()]
}
