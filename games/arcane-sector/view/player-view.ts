// The player's view, whole: what his eye sees, and the frame around it. Plain data in, plain pixels out.
import type { Art } from './art/art.ts'
import type { Outlook, Picked } from './eyes/outlook.ts'
import { screen } from './eyes/projection.ts'
import { Raster } from './eyes/raster.ts'
import { drawSight } from './eyes/sight.ts'
import { frameTop, partAt } from './hud/layout.ts'

export { screen }

/** One screen; it keeps what was drawn last, so that `pick` knows what is where. */
export class PlayerView {
  readonly #art: Art
  readonly #raster = new Raster(frameTop)
  readonly #pixels = new Uint32Array(screen.width * screen.height)
  #showsRunes = false

  constructor(art: Art) {
    this.#art = art
  }

  /** `into`: 428 x 240 pixels of red, green, blue and opacity, a byte each. */
  draw(outlook: Outlook, into: Uint8ClampedArray): void {
    this.#showsRunes = outlook.runes !== undefined
    drawSight(this.#raster, outlook, this.#art)
    this.#pixels.set(this.#raster.colours)
    into.set(new Uint8Array(this.#pixels.buffer))
  }

  /** What is at a pixel of the picture, whole numbers from its left upper corner; beyond its edges nothing but frame. */
  pick(x: number, y: number): Picked {
    if (x < 0 || y < 0 || x >= screen.width || y >= screen.height) return { on: 'frame' }
    return partAt(x, y, this.#showsRunes) ?? { on: 'ground' }
  }
}
