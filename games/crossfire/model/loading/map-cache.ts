// The open maps, with LRU eviction of unused ones. Opening a large map takes about 10 ms.
import type { MapContent } from '../definitions/level-plan.ts'
import type { Level } from '../state/game-state.ts'

/** [CF-20.6] */
export const cacheLimits = { maps: 200, bytes: 48 * 1024 * 1024 } as const

/** Approximate memory use in bytes. The number for a thing includes a cell that only this thing uses. */
const bytesPer = { cell: 12, thing: 600 } as const

interface CacheEntry {
  readonly level: Level
  readonly bytes: number
}

export class MapCache {
  readonly #entries = new Map<string, CacheEntry>()
  /** The names of the open maps, with the least recently used first. */
  readonly #recentlyUsed = new Set<string>()
  #bytes = 0
  /** Cached because several rules need the list in each transaction. Undefined after a change. */
  #levels: readonly Level[] | undefined

  /** The open maps in the order of their opening. */
  get levels(): readonly Level[] {
    this.#levels ??= [...this.#entries.values()].map(({ level }) => level)
    return this.#levels
  }

  get hasRoom(): boolean {
    return this.#entries.size < cacheLimits.maps && this.#bytes < cacheLimits.bytes
  }

  get(name: string): Level | undefined {
    return this.#entries.get(name)?.level
  }

  markUsed(name: string): void {
    this.#recentlyUsed.delete(name)
    this.#recentlyUsed.add(name)
  }

  /**
   * `things`: number of things of the map, including those in other things. `idBytes`: total length of their ids, which
   * an upload can make as long as an object's text.
   */
  add(
    level: Level,
    { width, height }: Pick<MapContent, 'width' | 'height'>,
    things: number,
    idBytes: number,
  ): void {
    const bytes = width * height * bytesPer.cell + things * bytesPer.thing + idBytes
    this.#entries.set(level.name, { level, bytes })
    this.#levels = undefined
    this.#bytes += bytes
    this.markUsed(level.name)
  }

  delete(name: string): void {
    this.#bytes -= this.#entries.get(name)?.bytes ?? 0
    this.#entries.delete(name)
    this.#levels = undefined
    this.#recentlyUsed.delete(name)
  }

  /** Yields maps to close until the remaining maps are within the limits. */
  *evictable(mayGo: (level: Level) => boolean): Generator<Level> {
    for (const name of [...this.#recentlyUsed]) {
      if (this.#entries.size <= cacheLimits.maps && this.#bytes <= cacheLimits.bytes) return
      const { level } = this.#entries.get(name)!
      if (mayGo(level)) yield level
    }
  }
}
