// The hints that one slot knows, in the order in which it came to know them, and their records of bounded size.
// Who uses it: hints.ts. It knows no client and no cost.
import type { Json, Store } from '../../game.ts'
import type { Hint } from '../seed/seed.ts'

/** Hints in one record. */
const perRecord = 64

const keyOf = (slot: number, block: number) => `hints/${slot}/${block}`

/** [AP-6.4] Two hints about the same thing, whatever has become of it since. */
function identity({ receiver, finder, location, item, entrance }: Hint): string {
  return `${receiver}/${finder}/${location}/${item}/${entrance}`
}

export class HintList {
  readonly #store: Store
  readonly #slot: number
  #hints: Hint[] = []
  /** Where each stands in `#hints`. */
  #places = new Map<string, number>()
  /** Where those about the slot's own locations stand. */
  #own = new Map<number, number>()
  /** Records that are not yet as they should be. */
  readonly #unsaved = new Set<number>()
  /** Counted since it was opened. */
  changes = 0

  /** `begin`: what the slot knows as long as nothing was ever stored for it. */
  constructor(store: Store, slot: number, begin: () => readonly Hint[]) {
    this.#store = store
    this.#slot = slot
    const stored = [...this.#read()]
    for (const hint of stored.length > 0 ? stored.flat() : begin()) this.put(hint)
    if (stored.length > 0) this.#unsaved.clear()
  }

  get all(): readonly Hint[] {
    return this.#hints
  }

  has(hint: Hint): boolean {
    return this.#places.has(identity(hint))
  }

  /** The hint about one of the slot's own locations. */
  at(location: number): Hint | undefined {
    const place = this.#own.get(location)
    return place === undefined ? undefined : this.#hints[place]
  }

  /** Adds a hint, or puts it in the place of the one about the same thing. Durable with the next `save`. */
  put(hint: Hint): void {
    const key = identity(hint)
    const place = this.#places.get(key) ?? this.#hints.length
    this.changes++
    this.#hints[place] = hint
    this.#places.set(key, place)
    if (hint.finder === this.#slot && !this.#own.has(hint.location)) this.#own.set(hint.location, place)
    this.#unsaved.add(Math.floor(place / perRecord))
  }

  save(): void {
    for (const block of this.#unsaved) {
      const hints = this.#hints.slice(block * perRecord, (block + 1) * perRecord)
      this.#store.put(keyOf(this.#slot, block), hints.map(storedHint))
    }
    this.#unsaved.clear()
  }

  /** What the slot knows is this and nothing else; only where nothing has been stored yet. */
  begin(hints: Iterable<Hint>): void {
    this.#hints = []
    this.#places = new Map()
    this.#own = new Map()
    this.#unsaved.add(0)
    for (const hint of hints) this.put(hint)
    this.save()
  }

  *#read(): Generator<Hint[]> {
    for (let block = 0; ; block++) {
      const stored = this.#store.get(keyOf(this.#slot, block))
      if (stored === undefined) return
      yield (stored as readonly StoredHint[]).map(hintFrom)
    }
  }
}

/** A hint in a record: its fields in this order. */
type StoredHint = readonly [
  receiver: number,
  finder: number,
  location: number,
  item: number,
  found: boolean,
  entrance: string,
  flags: number,
  status: number,
]

function storedHint({ receiver, finder, location, item, found, entrance, flags, status }: Hint): Json {
  return [receiver, finder, location, item, found, entrance, flags, status] satisfies StoredHint
}

function hintFrom([receiver, finder, location, item, found, entrance, flags, status]: StoredHint): Hint {
  return { receiver, finder, location, item, found, entrance, flags, status }
}
