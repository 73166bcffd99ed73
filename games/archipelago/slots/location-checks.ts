// The checked locations of each slot. Each slot has one record: the time of the last check, then one bit for each
// location.
import type { RecordStore } from '../../game.ts'
import type { Seed } from '../seed/seed.ts'

/** The first bytes of a record have the time of the last check by a player, in milliseconds since 1970. */
const headerBytes = 8

interface SlotChecks {
  /** The bytes of the slot's record. */
  readonly bytes: Uint8Array
  count: number
}

export class LocationChecks {
  readonly #seed: Seed
  readonly #store: RecordStore
  readonly #prefix: string
  readonly #slots = new Map<number, SlotChecks>()

  constructor(seed: Seed, store: RecordStore, prefix = 'checks/') {
    this.#seed = seed
    this.#store = store
    this.#prefix = prefix
  }

  total(slot: number): number {
    return this.#seed.locations(slot).count
  }

  count(slot: number): number {
    return this.#checksOf(slot).count
  }

  has(slot: number, location: number): boolean {
    const index = this.#seed.locations(slot).indexOf(location)
    return index >= 0 && isSet(this.#checksOf(slot).bytes, index)
  }

  /** Ids, ascending. */
  checked(slot: number): number[] {
    return this.#idsWhere(slot, true)
  }

  /** Ids, ascending. */
  missing(slot: number): number[] {
    return this.#idsWhere(slot, false)
  }

  /** Milliseconds since 1970. Undefined if no player has checked a location of the slot. */
  lastActivity(slot: number): number | undefined {
    const time = timeView(this.#checksOf(slot).bytes).getFloat64(0)
    return time > 0 ? time : undefined
  }

  /**
   * Returns the newly checked locations, ascending. `now`: the time of the activity; if undefined, the check does not
   * count as activity.
   */
  add(slot: number, locations: Iterable<number>, now: number | undefined): number[] {
    const places = this.#seed.locations(slot)
    if (places.count === 0) return []
    const ownLocations = this.#checksOf(slot)
    const newLocations: number[] = []
    for (const location of locations) {
      const index = places.indexOf(location)
      if (index < 0 || isSet(ownLocations.bytes, index)) continue
      ownLocations.bytes[headerBytes + (index >> 3)]! |= 1 << (index & 7)
      ownLocations.count++
      newLocations.push(location)
    }
    if (newLocations.length === 0) return newLocations
    if (now !== undefined) timeView(ownLocations.bytes).setFloat64(0, now)
    this.#store.put(this.#prefix + slot, ownLocations.bytes)
    return newLocations.sort((a, b) => a - b)
  }

  clear(slot: number): void {
    this.#slots.delete(slot)
    this.#store.delete(this.#prefix + slot)
  }

  #idsWhere(slot: number, checked: boolean): number[] {
    const { ids, count } = this.#seed.locations(slot)
    const { bytes } = this.#checksOf(slot)
    const found: number[] = []
    for (let i = 0; i < count; i++) if (isSet(bytes, i) === checked) found.push(ids[i]!)
    return found
  }

  #checksOf(slot: number): SlotChecks {
    const known = this.#slots.get(slot)
    if (known) return known
    const size = headerBytes + ((this.total(slot) + 7) >> 3)
    const stored = this.#store.get(this.#prefix + slot)
    const bytes = stored instanceof Uint8Array && stored.length === size ? stored : new Uint8Array(size)
    const own = { bytes, count: countBits(bytes) }
    this.#slots.set(slot, own)
    return own
  }
}

function isSet(bytes: Uint8Array, index: number): boolean {
  return (bytes[headerBytes + (index >> 3)]! & (1 << (index & 7))) !== 0
}

function countBits(bytes: Uint8Array): number {
  let count = 0
  for (let i = headerBytes; i < bytes.length; i++) {
    for (let rest = bytes[i]!; rest !== 0; rest &= rest - 1) count++
  }
  return count
}

function timeView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, headerBytes)
}
