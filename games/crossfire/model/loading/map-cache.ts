// The open maps, with LRU eviction of unused ones. Opening a map again takes tens of milliseconds.
import type { MapContent } from '../definitions/level-plan.ts'
import type { Level } from '../state/game-state.ts'

/** [CF-20.6] Limits for all open maps. */
export const cacheLimits = { maps: 200, bytes: 48 * 1024 * 1024 } as const

/** Approximate memory use in bytes. That of a thing includes the thing's own cell. */
const bytesPer = { cell: 12, thing: 600 } as const

interface CacheEntry {
  readonly level: Level
  readonly bytes: number
}

export class MapCache {
  readonly #entries = new Map<string, CacheEntry>()
  /** Names, least recently used first. */
  readonly #recentlyUsed = new Set<string>()
  #bytes = 0
  /** Undefined after a change. Several rules need the list in each transaction. */
  #levels: readonly Level[] | undefined

  /** In the order of opening. */
  get levels(): readonly Level[] {
    this.#levels ??= [...this.#entries.values()].map(({ level }) => level)
    return this.#levels
  }

  /** Whether a map can be opened without closing another. */
  get hasRoom(): boolean {
    return this.#entries.size < cacheLimits.maps && this.#bytes < cacheLimits.bytes
  }

  get(name: string): Level | undefined {
    return this.#entries.get(name)?.level
  }

  /** Marks the map as recently used. */
  markUsed(name: string): void {
    this.#recentlyUsed.delete(name)
    this.#recentlyUsed.add(name)
  }

  add(level: Level, { width, height, things }: MapContent): void {
    const bytes = width * height * bytesPer.cell + things.length * bytesPer.thing
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

  /** Yields maps to close, one at a time, until the rest is within the limits. `mayGo` decides which can be closed. */
  *evictable(mayGo: (level: Level) => boolean): Generator<Level> {
    for (const name of [...this.#recentlyUsed]) {
      if (this.#entries.size <= cacheLimits.maps && this.#bytes <= cacheLimits.bytes) return
      const { level } = this.#entries.get(name)!
      if (mayGo(level)) yield level
    }
  }
}
