// JSON values that clients set and get by key. Each key has a record `shelf/NUMBER`, in the order in which the keys
// were first set. The record contains the key as JSON, which preserves lone surrogates, then a line feed and the value
// as JSON.
import { decodeUtf8, encodeUtf8 } from '../../../wire/util/utf8.ts'
import type { RecordStore } from '../../game.ts'
import { EncodedJson } from '../python/json.ts'
import type { PyDict } from '../python/values.ts'
import { applySet, fitsInRoom, type SetResult, StorageValue } from './set-operations.ts'

const prefix = 'shelf/'
/** [AP-7.8] Maximum number of keys. The number is limited because all records are read on first use. */
export const maxKeys = 100_000
const recordDigits = `${maxKeys - 1}`.length

/**
 * [AP-7.8] Maximum cost of parsing all values that are cached in parsed form, in steps. Such values take some 20 MB.
 */
const maxParsedSteps = 131_072

interface Entry {
  readonly record: string
  readonly stored: StorageValue
  /** The size of the record. */
  readonly bytes: number
}

export class DataStorage {
  readonly #store: RecordStore
  /** The values that are cached in parsed form. The most recently used value comes last. */
  readonly #parsed = new Set<StorageValue>()
  #parsedSteps = 0
  #entries: Map<string, Entry> | undefined
  #bytes = 0
  /** The number of the next record. The numbers of an imported file's records may have gaps. */
  #nextRecord = 0

  constructor(store: RecordStore) {
    this.#store = store
  }

  /** Undefined if the key has no value. */
  get(key: string): EncodedJson | undefined {
    const entry = this.#all.get(key)
    return entry && new EncodedJson(entry.stored.text)
  }

  get count(): number {
    return this.#all.size
  }

  /** The entries in the order in which their keys were first set. */
  *entries(): Iterable<[key: string, text: string]> {
    for (const [key, { stored }] of this.#all) yield [key, stored.text]
  }

  /**
   * The outcome is also `too-large` if the room is full, or if the lengths of the old and the new value add up to more
   * than `maxReplyUnits`.
   */
  applySetPacket(packet: PyDict, slot: number, maxReplyUnits = Number.POSITIVE_INFINITY): SetResult {
    const key = packet.get('key')
    const name = typeof key === 'string' ? key : ''
    const before = this.#all.get(name)
    const applied = applySet(before?.stored, packet, slot)
    if (before?.stored.isParsed) this.#hold(before.stored)
    const after =
      applied.outcome === 'set' ? applied.stored : applied.outcome === 'failed' ? applied.left : undefined
    if (!after) return applied
    const tooLarge = (reason: string) => ({ outcome: 'too-large', steps: applied.steps, reason }) as const
    if (!before && this.count >= maxKeys) return tooLarge('the data storage of this room has too many keys')
    if ((before?.stored.text.length ?? 0) + after.text.length > maxReplyUnits)
      return tooLarge('the value is too large to be sent to every client that watches this key')
    if (after.text === before?.stored.text) return applied
    const encoded = encodeEntry(name, after.text)
    if (!fitsInRoom(this.#bytes, before?.bytes ?? 0, encoded.length))
      return tooLarge('the data storage of this room is full')
    this.#save(name, after, encoded)
    return applied
  }

  restore(entries: Iterable<readonly [key: string, text: string]>): void {
    for (const [key, text] of entries) this.#save(key, new StorageValue(text), encodeEntry(key, text))
  }

  get #all(): Map<string, Entry> {
    this.#entries ??= this.#read()
    return this.#entries
  }

  #read(): Map<string, Entry> {
    const entries = new Map<string, Entry>()
    for (const [record, value] of this.#store.list(prefix)) {
      const { length: bytes } = value as Uint8Array
      const [key, text] = decodeEntry(value as Uint8Array)
      entries.set(key, { record, stored: new StorageValue(text), bytes })
      this.#bytes += bytes
      this.#nextRecord = Math.max(this.#nextRecord, Number.parseInt(record.slice(prefix.length), 10) + 1)
    }
    return entries
  }

  #save(key: string, stored: StorageValue, encoded: Uint8Array): void {
    const before = this.#all.get(key)
    const record = before?.record ?? `${prefix}${`${this.#nextRecord++}`.padStart(recordDigits, '0')}`
    this.#bytes += encoded.length - (before?.bytes ?? 0)
    this.#all.set(key, { record, stored, bytes: encoded.length })
    this.#store.put(record, encoded)
    if (before) this.#release(before.stored)
    if (stored.isParsed) this.#hold(stored)
  }

  /** Caches the value as the most recently used one, and drops those that were not used for the longest time. */
  #hold(used: StorageValue): void {
    if (this.#parsed.delete(used)) this.#parsedSteps -= used.steps
    this.#parsed.add(used)
    this.#parsedSteps += used.steps
    for (const oldest of this.#parsed) if (this.#parsedSteps > maxParsedSteps) this.#release(oldest)
  }

  #release(stored: StorageValue): void {
    stored.forget()
    if (this.#parsed.delete(stored)) this.#parsedSteps -= stored.steps
  }
}

/** `text`: the value as JSON. */
export function encodeEntry(key: string, text: string): Uint8Array {
  return encodeUtf8(`${JSON.stringify(key)}\n${text}`)
}

function decodeEntry(bytes: Uint8Array): [key: string, text: string] {
  const whole = decodeUtf8(bytes)
  const end = whole.indexOf('\n')
  return [JSON.parse(whole.slice(0, end)) as string, whole.slice(end + 1)]
}
