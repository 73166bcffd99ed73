// The hints that one slot has received, in the order of arrival, stored in records of bounded size.
import type { Json, RecordStore } from '../../game.ts'
import type { Hint } from '../seed/seed.ts'

const hintsPerRecord = 64

const recordKey = (slot: number, block: number) => `hints/${slot}/${block}`

/** [AP-6.4] */
function hintKey({ receiver, finder, location, item, entrance }: Hint): string {
  return `${receiver}/${finder}/${location}/${item}/${entrance}`
}

export class HintList {
  readonly #store: RecordStore
  readonly #slot: number
  #hints: Hint[] = []
  /** For the key of each hint, its index in `#hints`. */
  #indexByKey = new Map<string, number>()
  /** For each of the slot's own locations with a hint, the hint's index in `#hints`. */
  #indexByOwnLocation = new Map<number, number>()
  /** The numbers of the records that differ from `#hints`. */
  readonly #unsaved = new Set<number>()
  /** The number of changes since the list was opened. */
  changes = 0

  /** `initialHints`: used if no record exists. */
  constructor(store: RecordStore, slot: number, initialHints: () => readonly Hint[]) {
    this.#store = store
    this.#slot = slot
    const stored = [...this.#read()]
    for (const hint of stored.length > 0 ? stored.flat() : initialHints()) this.set(hint)
    if (stored.length > 0) this.#unsaved.clear()
  }

  get all(): readonly Hint[] {
    return this.#hints
  }

  has(hint: Hint): boolean {
    return this.#indexByKey.has(hintKey(hint))
  }

  atOwnLocation(location: number): Hint | undefined {
    const index = this.#indexByOwnLocation.get(location)
    return index === undefined ? undefined : this.#hints[index]
  }

  /** The next `save` stores the hint. */
  set(hint: Hint): void {
    const key = hintKey(hint)
    const index = this.#indexByKey.get(key) ?? this.#hints.length
    this.changes++
    this.#hints[index] = hint
    this.#indexByKey.set(key, index)
    if (hint.finder === this.#slot && !this.#indexByOwnLocation.has(hint.location))
      this.#indexByOwnLocation.set(hint.location, index)
    this.#unsaved.add(Math.floor(index / hintsPerRecord))
  }

  save(): void {
    for (const block of this.#unsaved) {
      const hints = this.#hints.slice(block * hintsPerRecord, (block + 1) * hintsPerRecord)
      this.#store.put(recordKey(this.#slot, block), hints.map(toHintRecord))
    }
    this.#unsaved.clear()
  }

  /** Must be called before any hint of the slot is stored. */
  replaceAll(hints: Iterable<Hint>): void {
    this.#hints = []
    this.#indexByKey = new Map()
    this.#indexByOwnLocation = new Map()
    this.#unsaved.add(0)
    for (const hint of hints) this.set(hint)
    this.save()
  }

  *#read(): Generator<Hint[]> {
    for (let block = 0; ; block++) {
      const stored = this.#store.get(recordKey(this.#slot, block))
      if (stored === undefined) return
      yield (stored as readonly HintRecord[]).map(fromHintRecord)
    }
  }
}

type HintRecord = readonly [
  receiver: number,
  finder: number,
  location: number,
  item: number,
  found: boolean,
  entrance: string,
  flags: number,
  status: number,
]

function toHintRecord({ receiver, finder, location, item, found, entrance, flags, status }: Hint): Json {
  return [receiver, finder, location, item, found, entrance, flags, status] satisfies HintRecord
}

function fromHintRecord(record: HintRecord): Hint {
  const [receiver, finder, location, item, found, entrance, flags, status] = record
  return { receiver, finder, location, item, found, entrance, flags, status }
}
