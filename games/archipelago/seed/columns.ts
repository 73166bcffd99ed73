// Records have one column of numbers per field. The columns are read in place. The numbers are little-endian, like all
// platforms on which this code runs.
import type { LocationColumns } from './multidata.ts'
import type { LocationContents, PlacedItem, SlotLocations } from './seed.ts'

/** The bytes of a location: id f64, item f64, receiver u32, flags u32, sphere i32. */
const locationBytes = 28
/** The bytes of a PlacedItem in its receiver's record: location f64, item f64, finder u32, flags u32. */
const placedItemBytes = 24

type Column = { readonly buffer: ArrayBufferLike; readonly byteOffset: number; readonly byteLength: number }

function packColumns(columns: readonly Column[]): Uint8Array {
  const bytes = new Uint8Array(columns.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const { buffer, byteOffset, byteLength } of columns) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += byteLength
  }
  return bytes
}

/** Columns of 64-bit numbers must start at a multiple of eight bytes. */
function alignColumns(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 8 ? bytes.slice() : bytes
}

export function packLocations({ ids, items, receivers, flags, spheres }: LocationColumns): Uint8Array {
  return packColumns([ids, items, receivers, flags, spheres])
}

/** `record` is undefined for a slot without locations. */
export function unpackLocations(record: Uint8Array | undefined): SlotLocations {
  const { buffer, byteOffset, byteLength } = alignColumns(record ?? new Uint8Array(0))
  const count = byteLength / locationBytes
  return new PackedLocations({
    ids: new Float64Array(buffer, byteOffset, count),
    items: new Float64Array(buffer, byteOffset + 8 * count, count),
    receivers: new Uint32Array(buffer, byteOffset + 16 * count, count),
    flags: new Uint32Array(buffer, byteOffset + 20 * count, count),
    spheres: new Int32Array(buffer, byteOffset + 24 * count, count),
  })
}

class PackedLocations implements SlotLocations {
  readonly count: number
  readonly ids: Float64Array
  readonly items: Float64Array
  readonly receivers: Uint32Array
  readonly flags: Uint32Array
  readonly #spheres: Int32Array

  constructor({ ids, items, receivers, flags, spheres }: LocationColumns) {
    this.count = ids.length
    this.ids = ids
    this.items = items
    this.receivers = receivers
    this.flags = flags
    this.#spheres = spheres
  }

  indexOf(location: number): number {
    return indexOfSorted(this.ids, location)
  }

  has(location: number): boolean {
    return this.indexOf(location) >= 0
  }

  get(location: number): LocationContents | undefined {
    const at = this.indexOf(location)
    if (at < 0) return undefined
    return { item: this.items[at]!, receiver: this.receivers[at]!, flags: this.flags[at]! }
  }

  sphere(location: number): number {
    return this.#spheres[this.indexOf(location)] ?? -1
  }
}

/** Packs the items sorted by finder, then by location. */
export function* packPlacedItems(
  locations: ReadonlyMap<number, LocationColumns>,
): Generator<[receiver: number, record: Uint8Array]> {
  const counts = new Map<number, number>()
  for (const { receivers } of locations.values())
    for (const receiver of receivers) counts.set(receiver, (counts.get(receiver) ?? 0) + 1)
  const columns = new Map([...counts].map(([receiver, count]) => [receiver, new PlacedItemColumns(count)]))
  for (const finder of [...locations.keys()].sort((a, b) => a - b)) {
    const { ids, items, receivers, flags } = locations.get(finder)!
    for (let i = 0; i < ids.length; i++)
      columns.get(receivers[i]!)!.add(finder, ids[i]!, items[i]!, flags[i]!)
  }
  for (const [receiver, { locations, items, finders, flags }] of columns)
    yield [receiver, packColumns([locations, items, finders, flags])]
}

class PlacedItemColumns {
  readonly locations: Float64Array
  readonly items: Float64Array
  readonly finders: Uint32Array
  readonly flags: Uint32Array
  #count = 0

  constructor(count: number) {
    this.locations = new Float64Array(count)
    this.items = new Float64Array(count)
    this.finders = new Uint32Array(count)
    this.flags = new Uint32Array(count)
  }

  add(finder: number, location: number, item: number, flags: number): void {
    const at = this.#count++
    this.locations[at] = location
    this.items[at] = item
    this.finders[at] = finder
    this.flags[at] = flags
  }
}

/** `record` is undefined if no location has an item for the receiver. */
export function unpackPlacedItems(receiver: number, record: Uint8Array | undefined): PlacedItem[] {
  const { buffer, byteOffset, byteLength } = alignColumns(record ?? new Uint8Array(0))
  const count = byteLength / placedItemBytes
  const locations = new Float64Array(buffer, byteOffset, count)
  const items = new Float64Array(buffer, byteOffset + 8 * count, count)
  const finders = new Uint32Array(buffer, byteOffset + 16 * count, count)
  const flags = new Uint32Array(buffer, byteOffset + 20 * count, count)
  return Array.from(locations, (location, i) => ({
    finder: finders[i]!,
    location,
    item: items[i]!,
    receiver,
    flags: flags[i]!,
  }))
}

/** `ids` must be ascending. -1 if `ids` does not contain `id`. */
export function indexOfSorted(ids: Float64Array, id: number): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ids[middle]! < id) low = middle + 1
    else high = middle
  }
  return ids[low] === id ? low : -1
}
