// How dark the cells of a level are. Many look at the same cells in one tick, so each is worked out once for all of them.
import type { Level, Light } from '../scene/scene.ts'
import { lit } from '../time/day.ts'

const unknown = -1

export class Lighting {
  readonly #level: Pick<Level, 'width' | 'height' | 'stamp' | 'lights'>
  /** What `#known` and `#lights` are good for. */
  #stamp = -1
  #general = 0
  #lights: readonly Light[] = []
  /** By cell, 0 to 4; made when somebody looks where it is dark. */
  #known: Int8Array | undefined

  constructor(level: Pick<Level, 'width' | 'height' | 'stamp' | 'lights'>) {
    this.#level = level
  }

  /** [CF-15.10] 0 to 4, of a cell of the level that is as dark as `general` as a whole. */
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
