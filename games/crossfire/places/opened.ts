// Which maps are open, and which of those that nobody needs go first: opening one again takes tens of milliseconds.
import type { MapRead } from '../scene/level-plan.ts'
import type { Level } from '../scene/scene.ts'

/** [CF-20.6] Of all that are open. */
export const mostOpen = { maps: 200, bytes: 48 * 1024 * 1024 } as const

/** What a map takes in memory, about: a cell's places in its tables; a thing with its cell and its tag. */
const bytesOf = { cell: 12, thing: 600 } as const

interface OpenMap {
  readonly level: Level
  readonly bytes: number
}

export class Opened {
  readonly #open = new Map<string, OpenMap>()
  /** Names, the one that was asked for last at the end. */
  readonly #asked = new Set<string>()
  #bytes = 0

  /** In the order of their opening. */
  get levels(): readonly Level[] {
    return [...this.#open.values()].map(({ level }) => level)
  }

  /** One more may be opened without closing another. */
  get hasRoom(): boolean {
    return this.#open.size < mostOpen.maps && this.#bytes < mostOpen.bytes
  }

  get(name: string): Level | undefined {
    return this.#open.get(name)?.level
  }

  /** It is needed: others go before it. */
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

  /** Those that are to go, one at a time, until the rest is within its bounds; `mayGo` says of which that is no loss. */
  *surplus(mayGo: (level: Level) => boolean): Generator<Level> {
    for (const name of [...this.#asked]) {
      if (this.#open.size <= mostOpen.maps && this.#bytes <= mostOpen.bytes) return
      const { level } = this.#open.get(name)!
      if (mayGo(level)) yield level
    }
  }
}
