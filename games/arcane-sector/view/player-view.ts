// The world, and the frame below it. The input is plain data, and the output is pixels.
import type { Art } from './art/art.ts'
import { Painting } from './art/primitives/painting.ts'
import { drawView } from './first-person/draw-view.ts'
import type { VisibleObjects } from './first-person/object-picking.ts'
import { screenSize } from './first-person/projection.ts'
import { Rasterizer } from './first-person/rasterizer.ts'
import type { PickTarget, ViewInput } from './first-person/view-input.ts'
import { Hud } from './hud/hud.ts'
import { frameTop, hudPartAt } from './hud/layout.ts'

export { screenSize }

/** Remembers the last picture for `pick`. */
export class PlayerView {
  readonly #art: Art
  readonly #hud: Hud
  readonly #raster = new Rasterizer(frameTop)
  readonly #screen = new Painting(screenSize.width, screenSize.height)
  readonly #bytes = new Uint8Array(this.#screen.pixels.buffer)
  #showsRunes = false
  #things: VisibleObjects | undefined

  constructor(art: Art) {
    this.#art = art
    this.#hud = new Hud(art)
  }

  /** `into`: 428 x 240 pixels with red, green, blue and opacity, one byte each. */
  draw(input: ViewInput, into: Uint8ClampedArray): void {
    this.#showsRunes = input.runes !== undefined
    this.#things = drawView(this.#raster, input, this.#art)
    this.#screen.pixels.set(this.#raster.colours)
    this.#hud.draw(this.#screen, input, this.#nameAt(input))
    into.set(this.#bytes)
  }

  /**
   * Returns the object at a pixel of the last picture. `x` and `y`: whole numbers from the upper left corner. Returns
   * the frame for a position outside the picture.
   */
  pick(x: number, y: number): PickTarget {
    if (x < 0 || y < 0 || x >= screenSize.width || y >= screenSize.height) return { on: 'frame' }
    return hudPartAt(x, y, this.#showsRunes) ?? this.#thingAt(x, y)?.picked ?? { on: 'ground' }
  }

  #thingAt(x: number, y: number) {
    return this.#things?.drawn(this.#raster.owners[y * screenSize.width + x] ?? 0)
  }

  #nameAt({ mouse, slots }: ViewInput): string | undefined {
    if (!mouse) return undefined
    const { x, y } = mouse
    const part = hudPartAt(x, y, this.#showsRunes)
    if (part) return part.on === 'slot' ? slots[part.slot]?.name : undefined
    return this.#thingAt(x, y)?.name
  }
}
