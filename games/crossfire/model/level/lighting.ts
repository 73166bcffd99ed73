// Darkness of a level's cells, cached because many players look at the same cells in a tick.
import type { Level, LightSource } from '../state/game-state.ts'
import { darknessWithLights } from '../time/time-of-day.ts'

const notComputed = -1

export class LightingCache {
  readonly #level: Pick<Level, 'width' | 'height' | 'revision' | 'lights'>
  #revision = -1
  #lights: readonly LightSource[] = []
  #lightRevision = 0
  /** The general darkness and the light revision when `#darkness` was computed. */
  #general = 0
  #darknessRevision = -1
  /** Darkness of each cell, 0 to 4. The array is allocated when a cell of a dark level is first requested. */
  #darkness: Int8Array | undefined

  constructor(level: Pick<Level, 'width' | 'height' | 'revision' | 'lights'>) {
    this.#level = level
  }

  /** A number that changes whenever a light source appears, disappears, moves or changes its radius. */
  get lightRevision(): number {
    const { revision } = this.#level
    if (revision === this.#revision) return this.#lightRevision
    this.#revision = revision
    const lights = this.#level.lights()
    if (lightsEqual(lights, this.#lights)) return this.#lightRevision
    this.#lights = lights
    return ++this.#lightRevision
  }

  /** [CF-15.10] The darkness of a cell, 0 to 4. `general`: the darkness of the level without its lights. */
  darknessAt(general: number, x: number, y: number): number {
    if (general === 0) return 0
    const known = this.#currentDarkness(general)
    const place = x + this.#level.width * y
    if (known[place] === notComputed) known[place] = darknessWithLights(general, this.#lights, x, y)
    return known[place]!
  }

  #currentDarkness(general: number): Int8Array {
    const { width, height } = this.#level
    this.#darkness ??= new Int8Array(width * height)
    const { lightRevision } = this
    if (lightRevision === this.#darknessRevision && general === this.#general) return this.#darkness
    this.#darknessRevision = lightRevision
    this.#general = general
    return this.#darkness.fill(notComputed)
  }
}

function lightsEqual(a: readonly LightSource[], b: readonly LightSource[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ x, y, radius }, at) => x === b[at]!.x && y === b[at]!.y && radius === b[at]!.radius)
  )
}
