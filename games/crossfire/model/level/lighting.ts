// Darkness of a level's cells, cached because many players look at the same cells in a tick.
import type { Level, LightSource } from '../state/game-state.ts'
import { darknessWithLights } from '../time/time-of-day.ts'

const notComputed = -1

export class LightingCache {
  readonly #level: Pick<Level, 'width' | 'height' | 'revision' | 'lights'>
  /** Stamp for which `#known` and `#lights` are valid. */
  #revision = -1
  #general = 0
  #lights: readonly LightSource[] = []
  /** By cell, 0 to 4; allocated on first use in the dark. */
  #darkness: Int8Array | undefined

  constructor(level: Pick<Level, 'width' | 'height' | 'revision' | 'lights'>) {
    this.#level = level
  }

  /** [CF-15.10] Darkness of a cell, 0 to 4, on a level with that `general` darkness. */
  darknessAt(general: number, x: number, y: number): number {
    if (general === 0) return 0
    const known = this.#currentDarkness(general)
    const place = x + this.#level.width * y
    if (known[place] === notComputed) known[place] = darknessWithLights(general, this.#lights, x, y)
    return known[place]!
  }

  #currentDarkness(general: number): Int8Array {
    const { width, height, revision } = this.#level
    this.#darkness ??= new Int8Array(width * height)
    if (revision === this.#revision && general === this.#general) return this.#darkness
    this.#revision = revision
    this.#general = general
    this.#lights = this.#level.lights()
    return this.#darkness.fill(notComputed)
  }
}
