// A canvas that stays crisp: what is drawn has pixels of its own, each of which is a whole number of the screen's.
import { make } from './elements.ts'

/** Pixels of its own that a screen has in a row, at least where there is room for so many; it never has twice as many. */
const leastWidth = 480
export interface Size {
  readonly width: number
  readonly height: number
}

/** Opaque pixels, row by row from the top: red, green, blue, a byte each. */
export interface Pixels extends Size {
  readonly rgb: Uint8Array
}

export class Screen {
  readonly element: HTMLCanvasElement
  #image: ImageData | undefined
  /** Width to height. */
  readonly #shape: number

  /** `says`: what it shows, for who does not see it. */
  constructor(says: string, shape: number) {
    this.#shape = shape
    this.element = make('canvas.screen', { role: 'img', 'aria-label': says })
  }

  /** In pixels of its own, for so much room: CSS pixels from left to right. */
  fit(room: number): Size {
    const real = Math.max(1, Math.floor(room * devicePixelRatio))
    const scale = Math.max(1, Math.floor(real / leastWidth))
    const width = Math.floor(real / scale)
    const height = Math.floor(width / this.#shape)
    if (this.element.width !== width || this.element.height !== height) {
      this.element.width = width
      this.element.height = height
      this.element.style.width = `${(width * scale) / devicePixelRatio}px`
      this.element.style.height = `${(height * scale) / devicePixelRatio}px`
    }
    return { width, height }
  }

  show({ width, height, rgb }: Pixels): void {
    const context = this.element.getContext('2d')
    if (!context) return
    if (this.#image?.width !== width || this.#image.height !== height)
      this.#image = context.createImageData(width, height)
    const { data } = this.#image
    for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
      data[to] = rgb[from]!
      data[to + 1] = rgb[from + 1]!
      data[to + 2] = rgb[from + 2]!
      data[to + 3] = 255
    }
    context.putImageData(this.#image, 0, 0)
  }
}

/** A canvas of so many pixels of its own, whatever the window: each of them is a whole number of the screen's. */
export class FixedScreen {
  readonly element: HTMLCanvasElement
  readonly context: CanvasRenderingContext2D
  readonly #size: Size

  /** `says`: what it shows, for who does not see it. */
  constructor(says: string, size: Size) {
    this.#size = size
    const { width, height } = size
    this.element = make('canvas.screen', { role: 'img', 'aria-label': says, width, height })
    const context = this.element.getContext('2d', { alpha: false })
    if (!context) throw new Error('this browser has no canvas to draw on')
    context.imageSmoothingEnabled = false
    this.context = context
  }

  /**
   * As large as there is room for, in CSS pixels; back with the CSS pixels of one of its own. `fills`: whole or not, as on
   * a screen whose own pixels nobody can tell apart.
   */
  fit(room: Size, fills = false): number {
    const { width, height } = this.#size
    const real = Math.min(room.width / width, room.height / height) * devicePixelRatio
    // Where there is no room for one pixel each it is smaller than it was drawn, and still whole.
    const scale = (fills || real < 1 ? real : Math.floor(real)) / devicePixelRatio
    this.element.style.width = `${width * scale}px`
    this.element.style.height = `${height * scale}px`
    return scale
  }
}
