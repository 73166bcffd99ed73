// A canvas that stays crisp: each of its pixels covers a whole number of screen pixels.
import { createElement } from '../ui/elements.ts'

/** Minimum width in canvas pixels, if the window has that many. The actual width is less than twice this. */
const minWidth = 480
export interface Size {
  readonly width: number
  readonly height: number
}

/** Opaque pixels, row by row from the top: red, green, blue, one byte each. */
export interface Pixels extends Size {
  readonly rgb: Uint8Array
}

export class Screen {
  readonly element: HTMLCanvasElement
  #image: ImageData | undefined
  /** Width divided by height. */
  readonly #aspectRatio: number

  /** `says`: the text alternative. */
  constructor(says: string, shape: number) {
    this.#aspectRatio = shape
    this.element = createElement('canvas.screen', { role: 'img', 'aria-label': says })
  }

  /** Resizes to a width in CSS pixels. Returns the size in canvas pixels. */
  fit(room: number): Size {
    const real = Math.max(1, Math.floor(room * devicePixelRatio))
    const scale = Math.max(1, Math.floor(real / minWidth))
    const width = Math.floor(real / scale)
    const height = Math.max(1, Math.floor(width / this.#aspectRatio))
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

/** A canvas with a fixed number of pixels, whatever the window size. Each covers a whole number of screen pixels. */
export class FixedScreen {
  readonly element: HTMLCanvasElement
  readonly context: CanvasRenderingContext2D
  readonly #size: Size

  /** `says`: the text alternative. */
  constructor(says: string, size: Size) {
    this.#size = size
    const { width, height } = size
    this.element = createElement('canvas.screen', { role: 'img', 'aria-label': says, width, height })
    const context = this.element.getContext('2d', { alpha: false })
    if (!context) throw new Error('this browser has no canvas to draw on')
    context.imageSmoothingEnabled = false
    this.context = context
  }

  /**
   * Scales to the available room in CSS pixels and returns the CSS pixels per canvas pixel. `fills`: allows fractional
   * scales, for screens with very small pixels.
   */
  fit(room: Size, fills = false): number {
    const { width, height } = this.#size
    const real = Math.min(room.width / width, room.height / height) * devicePixelRatio
    // If space is short, shrink below one screen pixel per canvas pixel, so that all of it stays visible.
    const scale = (fills || real < 1 ? real : Math.floor(real)) / devicePixelRatio
    this.element.style.width = `${width * scale}px`
    this.element.style.height = `${height * scale}px`
    return scale
  }
}
