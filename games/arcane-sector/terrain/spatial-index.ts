// The cost of a query depends on the number of nearby objects, not on the total.
import type { Place } from './terrain.ts'

/** Buckets are 2^3 tiles wide and high. */
const bucketShift = 3
/** Larger than the number of buckets in a row of the map, so that every bucket has its own key. */
const rowStride = 1024
/** Larger than the number of tiles in a row of the map, so that every tile has its own key. */
const columns = 65_536

export class SpatialIndex<T extends { place: Place }> implements Iterable<T> {
  readonly #all = new Set<T>()
  /** Entries of each bucket, in order of arrival. */
  readonly #buckets = new Map<number, Set<T>>()
  #stamp = 0

  get size(): number {
    return this.#all.size
  }

  /** Changes with every entry that is added, removed or moved. */
  get version(): number {
    return this.#stamp
  }

  [Symbol.iterator](): IterableIterator<T> {
    return this.#all.values()
  }

  add(mob: T): void {
    this.#stamp++
    this.#all.add(mob)
    this.#bucketOf(mob.place).add(mob)
  }

  delete(mob: T): void {
    this.#stamp++
    this.#all.delete(mob)
    this.#leave(mob)
  }

  /** Moves the mob. Other code must not set `mob.place` while the mob is in the index. */
  move(mob: T, place: Place): void {
    this.#stamp++
    this.#leave(mob)
    mob.place = place
    this.#bucketOf(place).add(mob)
  }

  /** Entries within `tiles` in x and in y, by rows, and on one tile in order of arrival. */
  square(place: Place, tiles: number): T[] {
    // Many mobs share few tiles, so sorting tiles is faster than sorting mobs.
    const found = new Map<number, T[]>()
    for (const bucket of this.#around(place, tiles)) {
      for (const mob of bucket) {
        const { x, y } = mob.place
        if (Math.abs(x - place.x) > tiles || Math.abs(y - place.y) > tiles) continue
        const tile = x + columns * y
        const there = found.get(tile)
        if (there) there.push(mob)
        else found.set(tile, [mob])
      }
    }
    const rows = [...found.keys()].sort((a, b) => a - b)
    return rows.flatMap((tile) => found.get(tile)!)
  }

  /** `tiles`: a Euclidean distance. The order of the entries is not defined. */
  circle(place: Place, tiles: number): T[] {
    const found: T[] = []
    for (const bucket of this.#around(place, tiles)) {
      for (const mob of bucket) {
        if ((mob.place.x - place.x) ** 2 + (mob.place.y - place.y) ** 2 <= tiles * tiles) found.push(mob)
      }
    }
    return found
  }

  *#around(place: Place, tiles: number): Iterable<Set<T>> {
    const right = (place.x + tiles) >> bucketShift
    const bottom = (place.y + tiles) >> bucketShift
    for (let row = Math.max(0, (place.y - tiles) >> bucketShift); row <= bottom; row++) {
      for (let column = Math.max(0, (place.x - tiles) >> bucketShift); column <= right; column++) {
        const bucket = this.#buckets.get(row * rowStride + column)
        if (bucket) yield bucket
      }
    }
  }

  #bucketOf(place: Place): Set<T> {
    const key = keyOf(place)
    const bucket = this.#buckets.get(key) ?? new Set()
    this.#buckets.set(key, bucket)
    return bucket
  }

  #leave(mob: T): void {
    const key = keyOf(mob.place)
    const bucket = this.#buckets.get(key)
    bucket?.delete(mob)
    if (bucket?.size === 0) this.#buckets.delete(key)
  }
}

function keyOf({ x, y }: Place): number {
  return (y >> bucketShift) * rowStride + (x >> bucketShift)
}
