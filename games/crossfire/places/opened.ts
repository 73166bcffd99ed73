// The open maps, with LRU eviction of unused ones. Opening a map again takes tens of milliseconds.
import type { MapRead } from '../scene/level-plan.ts'
import type { Level } from '../scene/scene.ts'

/** [CF-20.6] Limits for all open maps. */
export const mostOpen = { maps: 200, bytes: 48 * 1024 * 1024 } as const

/** Approximate memory use: a cell's table entries; a thing with its cell and tag. */
const bytesOf = { cell: 12, thing: 600 } as const

interface OpenMap {
  readonly level: Level
  readonly bytes: number
}

export class Opened {
  readonly #open = new Map<string, OpenMap>()
  /** Names, least recently used first. */
  readonly #asked = new Set<string>()
  #bytes = 0

  /** In the order of opening. */
  get levels(): readonly Level[] {
    return [...this.#open.values()].map(({ level }) => level)
  }

  /** Whether a map can be opened without closing another. */
  get hasRoom(): boolean {
    return this.#open.size < mostOpen.maps && this.#bytes < mostOpen.bytes
  }

  get(name: string): Level | undefined {
    return this.#open.get(name)?.level
  }

  /** Marks the map as recently used. */
  asked(name: string): void {
    this.#asked.delete(name)
    this.#asked.add(name)
  }

  add(level: Level, { width, height, placed }: MapRead): void {
    const bytes = width * height * bytesOf.cell + placed.length * bytesOf.thing
    this.#open.set(level.name, { level, bytes })
    this.#bytes += bytes
    this.asked(level.name)
  }

  delete(name: string): void {
    this.#bytes -= this.#open.get(name)?.bytes ?? 0
    this.#open.delete(name)
    this.#asked.delete(name)
  }

  /** Yields maps to close, one at a time, until the rest is within the limits. `mayGo` tells which can be closed. */
  *surplus(mayGo: (level: Level) => boolean): Generator<Level> {
    for (const name of [...this.#asked]) {
      if (this.#open.size <= mostOpen.maps && this.#bytes <= mostOpen.bytes) return
      const { level } = this.#open.get(name)!
      if (mayGo(level)) yield level
    }
  }
}
