// [AS-16.5]
import { firstIndoorRow, lastCaveRow } from '../../terrain/terrain.ts'
import { type Colour, opaquePixel } from '../art/primitives/image.ts'

export class Fog {
  /** The colour of the fog as an opaque pixel. */
  readonly colour: number
  readonly #clear: number
  readonly #full: number

  /** `clear`: distance in metres up to which there is no fog. `full`: distance from which only fog is visible. */
  constructor(colour: Colour, clear: number, full: number) {
    this.colour = opaquePixel(colour)
    this.#clear = clear
    this.#full = full
  }

  /** Returns the amount of fog at a distance, 0 to 255. */
  at(z: number): number {
    if (z <= this.#clear) return 0
    if (z >= this.#full) return 255
    return Math.floor((255 * (z - this.#clear)) / (this.#full - this.#clear))
  }
}

export function addFog(pixel: number, fog: number, amount: number): number {
  const rest = 255 - amount
  const outer = (Math.imul(pixel & 0xff00ff, rest) + Math.imul(fog & 0xff00ff, amount)) >>> 8
  const inner = (Math.imul((pixel >>> 8) & 0xff, rest) + Math.imul((fog >>> 8) & 0xff, amount)) & 0xff00
  return (0xff000000 | (outer & 0xff00ff) | inner) >>> 0
}

/** Whether the row is one of the caves' rows, 512 to 700. */
export function isCave(y: number): boolean {
  return y >= firstIndoorRow && y <= lastCaveRow
}

export const daylightFog = new Fog(0x80a8ff, 10, 100)
export const caveFog = new Fog(0x000000, 2, 20)
