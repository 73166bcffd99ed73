// The stored lines. Each line has a record with the key `lines/NUMBER`. The number has ten digits, so that the keys
// sort like the lines.
import type { RecordStore, RecordValue } from '../../game.ts'
import type { Line } from './line.ts'

/** [SB-3.2] */
export const maxLines = 32
export const lineKeyPrefix = 'lines/'

export function lineRecord({ number, text }: Line): readonly [key: string, value: RecordValue] {
  return [`${lineKeyPrefix}${String(number).padStart(10, '0')}`, text]
}

/** The newest lines, both in memory and in the store. */
export class Lines {
  readonly #store: RecordStore
  /** The lines in memory, with the oldest first. */
  readonly #kept: Line[] = []

  /** Throws if the room was created without a line. */
  constructor(store: RecordStore) {
    this.#store = store
    for (const [key, text] of store.list(lineKeyPrefix)) {
      this.#kept.push({ number: Number(key.slice(lineKeyPrefix.length)), text: String(text) })
    }
    if (this.#kept.length === 0) throw new Error('the room has no line')
  }

  get newest(): Line {
    return this.#kept.at(-1)!
  }

  /** The stored lines after the line with this number, with the oldest first. */
  since(number: number): readonly Line[] {
    return this.#kept.filter((line) => line.number > number)
  }

  /** [SB-4.1] Adds a line and stores it at once. */
  add(text: string): Line {
    const line = { number: this.newest.number + 1, text }
    this.#kept.push(line)
    this.#store.put(...lineRecord(line))
    if (this.#kept.length > maxLines) this.#store.delete(lineRecord(this.#kept.shift()!)[0])
    return line
  }
}
