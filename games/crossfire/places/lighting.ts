// Darkness of a level's cells, cached because many players look at the same cells in a tick.
import type { Level, Light } from '../scene/scene.ts'
import { lit } from '../time/day.ts'

const unknown = -1

export class Lighting {
  readonly #level: Pick<Level, 'width' | 'height' | 'stamp' | 'lights'>
  /** Stamp for which `#known` and `#lights` are valid. */
  #stamp = -1
  #general = 0
  #lights: readonly Light[] = []
  /** By cell, 0 to 4; allocated on first use in the dark. */
  #known: Int8Array | undefined

  constructor(level: Pick<Level, 'width' | 'height' | 'stamp' | 'lights'>) {
    this.#level = level
  }

  /** [CF-15.10] Darkness of a cell, 0 to 4, on a level with that `general` darkness. */
  at(general: number, x: number, y: number): number {
    if (general === 0) return 0
    const known = this.#knownNow(general)
    const place = x + this.#level.width * y
    if (known[place] === unknown) known[place] = lit(general, this.#lights, x, y)
    return known[place]!
  }

  #knownNow(general: number): Int8Array {
    const { width, height, stamp } = this.#level
    this.#known ??= new Int8Array(width * height)
    if (stamp === this.#stamp && general === this.#general) return this.#known
    this.#stamp = stamp
    this.#general = general
    this.#lights = this.#level.lights()
    return this.#known.fill(unknown)
  }
}
