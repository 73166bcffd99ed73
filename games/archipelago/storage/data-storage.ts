// The data storage of a room: JSON values that clients set and get by key. Used by the packet handlers and commands.
// Records: `shelf/NUMBER`, one for each key in the order in which the keys were first set. The value is the key as JSON,
// which preserves lone surrogates, then a line feed and the value as JSON.
import { decodeUtf8, encodeUtf8 } from '../../../wire/util/utf8.ts'
import type { RecordStore } from '../../game.ts'
import { EncodedJson, parseJson } from '../python/json.ts'
import type { Dict, PyValue } from '../python/values.ts'
import { estimateReadSteps } from '../room/step-counter.ts'
import { applySet, entrySize, fitsInRoom, type SetResult, type StoredValue } from './set-operations.ts'

const prefix = 'shelf/'
/** [AP-7.8] Maximum number of keys. All records are read on first use. */
export const maxKeys = 100_000
const recordDigits = `${maxKeys - 1}`.length

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

interface Entry {
  readonly record: string
  readonly stored: StoredValue
}

export class DataStorage {
  readonly #store: RecordStore
  #entries: Map<string, Entry> | undefined
  #size = 0

  constructor(store: RecordStore) {
    this.#store = store
  }

  /** The value of a key as JSON text. Undefined if the key has no value. */
  get(key: string): EncodedJson | undefined {
    const entry = this.#all.get(key)
    return entry && new EncodedJson(entry.stored.text)
  }

  /** The length of all keys and values together, in UTF-16 units. */
  get size(): number {
    return this.#all.size === 0 ? 0 : this.#size
  }

  get count(): number {
    return this.#all.size
  }

  /** All keys with the JSON texts of their values, in the order in which they were first set. */
  *entries(): Iterable<[key: string, text: string]> {
    for (const [key, { stored }] of this.#all) yield [key, stored.text]
  }

  /**
   * Applies a Set packet from a client of `slot`. The outcome is also `too-large` if the room is full, or if the
   * lengths of the old and the new value add up to more than `maxReplyUnits`.
   */
  applySetPacket(packet: Dict, slot: number, maxReplyUnits = Number.POSITIVE_INFINITY): SetResult {
    const key = packet.get('key')
    const name = typeof key === 'string' ? key : ''
    const before = this.#all.get(name)?.stored
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

  get #all(): Map<string, Entry> {
    this.#entries ??= this.#read()
    return this.#entries
  }

  #read(): Map<string, Entry> {
    const entries = new Map<string, Entry>()
    for (const [record, value] of this.#store.list(prefix)) {
      const [key, text] = decodeEntry(value as Uint8Array)
      entries.set(key, { record, stored: new ParsedOnRead(text) })
      this.#size += key.length + text.length
    }
    return entries
  }

  #save(key: string, after: StoredValue): void {
    const all = this.#all
    const before = all.get(key)
    // Keys are never deleted, so their number is the next free one.
    const record = before?.record ?? `${prefix}${`${all.size}`.padStart(recordDigits, '0')}`
    this.#size += entrySize(key, after) - entrySize(key, before?.stored)
    all.set(key, { record, stored: after })
    this.#store.put(record, encodeUtf8(`${JSON.stringify(key)}\n${after.text}`))
  }
}

function decodeEntry(bytes: Uint8Array): [key: string, text: string] {
  const whole = decodeUtf8(bytes)
  const end = whole.indexOf('\n')
  return [JSON.parse(whole.slice(0, end)) as string, whole.slice(end + 1)]
}
