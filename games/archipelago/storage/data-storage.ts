// The data storage of a room: JSON values that clients set and get by key. Used by the packet handlers and commands.
// Records: `shelf/HASH`, with all keys that have the same hash, usually one.
import { decodeUtf8, encodeUtf8 } from '../../../wire/util/utf8.ts'
import type { RecordStore } from '../../game.ts'
import { EncodedJson, parseJson } from '../python/json.ts'
import type { Dict, PyValue } from '../python/values.ts'
import { estimateReadSteps } from '../room/step-counter.ts'
import { applySet, entrySize, fitsInRoom, type SetResult, type StoredValue } from './set-operations.ts'

const prefix = 'shelf/'
/** [AP-7.8] Maximum number of keys. All records are read on first use. */
export const maxKeys = 100_000

/** A stored value whose text is parsed on first use. */
class ParsedOnRead implements StoredValue {
  readonly text: string
  #value: PyValue | undefined

  constructor(text: string) {
    this.text = text
  }

  get readingSteps(): number {
    return this.#value === undefined ? estimateReadSteps(this.text) : 0
  }

  get value(): PyValue {
    this.#value ??= parseJson(this.text, { length: this.text.length, depth: 200 })
    return this.#value
  }
}

export class DataStorage {
  readonly #store: RecordStore
  #entries: Map<string, StoredValue> | undefined
  #size = 0

  constructor(store: RecordStore) {
    this.#store = store
  }

  /** The value of a key as JSON text. Undefined if the key has no value. */
  get(key: string): EncodedJson | undefined {
    const stored = this.#all.get(key)
    return stored && new EncodedJson(stored.text)
  }

  /** The length of all keys and values together, in UTF-16 units. */
  get size(): number {
    return this.#all.size === 0 ? 0 : this.#size
  }

  get count(): number {
    return this.#all.size
  }

  /** All keys with the JSON texts of their values, in the order of the records. */
  *entries(): Iterable<[key: string, text: string]> {
    for (const [key, { text }] of this.#all) yield [key, text]
  }

  /**
   * Applies a Set packet from a client of `slot`. The outcome is also `too-large` if the room is full, or if the
   * lengths of the old and the new value add up to more than `maxReplyUnits`.
   */
  applySetPacket(packet: Dict, slot: number, maxReplyUnits = Number.POSITIVE_INFINITY): SetResult {
    const key = packet.get('key')
    const name = typeof key === 'string' ? key : ''
    const before = this.#all.get(name)
    const applied = applySet(before, packet, slot)
    const after =
      applied.outcome === 'set' ? applied.stored : applied.outcome === 'failed' ? applied.left : undefined
    if (!after) return applied
    if (!before && this.count >= maxKeys)
      return {
        outcome: 'too-large',
        steps: applied.steps,
        reason: 'the data storage of this room has too many keys',
      }
    if (!fitsInRoom(this.#size, entrySize(name, before), entrySize(name, after)))
      return { outcome: 'too-large', steps: applied.steps, reason: 'the data storage of this room is full' }
    const replyUnits = (before?.text.length ?? 0) + after.text.length
    if (replyUnits > maxReplyUnits)
      return {
        outcome: 'too-large',
        steps: applied.steps,
        reason: 'the value is too large to be sent to every client that watches this key',
      }
    if (after.text !== before?.text) this.#save(name, after)
    return applied
  }

  /** Restores the entries of an imported save. */
  restore(entries: Iterable<readonly [key: string, text: string]>): void {
    for (const [key, text] of entries) this.#save(key, new ParsedOnRead(text))
  }

  get #all(): Map<string, StoredValue> {
    this.#entries ??= this.#read()
    return this.#entries
  }

  #read(): Map<string, StoredValue> {
    const stored = new Map<string, StoredValue>()
    for (const [, value] of this.#store.list(prefix)) {
      for (const [key, text] of unpackEntries(value as Uint8Array)) {
        stored.set(key, new ParsedOnRead(text))
        this.#size += key.length + text.length
      }
    }
    return stored
  }

  #save(key: string, after: StoredValue): void {
    const all = this.#all
    this.#size += entrySize(key, after) - entrySize(key, all.get(key))
    all.set(key, after)
    const record = recordKey(key)
    const shared = [...unpackEntries((this.#store.get(record) ?? new Uint8Array()) as Uint8Array)]
    const others = shared.filter(([other]) => other !== key)
    this.#store.put(record, packEntries([...others, [key, after.text]]))
  }
}

/**
 * The record key for a key of the data storage: two 32-bit hashes in the style of FNV-1a. A hash is needed because not
 * every key is a valid record key.
 */
function recordKey(key: string): string {
  let high = 0x811c9dc5
  let low = 0x811c9dc5
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit ^ (low >>> 16), 0x01000193)
  }
  return `${prefix}${(high >>> 0).toString(16).padStart(8, '0')}${(low >>> 0).toString(16).padStart(8, '0')}`
}

/**
 * Encodes entries as `LENGTH:KEY` and `LENGTH:TEXT`, with lengths in UTF-16 units. The key is written as JSON, which
 * preserves lone surrogates.
 */
function packEntries(entries: readonly (readonly [key: string, text: string])[]): Uint8Array {
  const field = (text: string) => `${text.length}:${text}`
  return encodeUtf8(entries.map(([key, text]) => field(JSON.stringify(key)) + field(text)).join(''))
}

function* unpackEntries(bytes: Uint8Array): Iterable<[key: string, text: string]> {
  const whole = decodeUtf8(bytes)
  let at = 0
  const field = () => {
    const colon = whole.indexOf(':', at)
    const end = colon + 1 + Number(whole.slice(at, colon))
    at = end
    return whole.slice(colon + 1, end)
  }
  while (at < whole.length) {
    const key = JSON.parse(field()) as string
    yield [key, field()]
  }
}
