// Canvases with crisp pixels: each canvas pixel covers a whole number of screen pixels.
import { createElement } from '../ui/elements.ts'

/**
 * The minimum width in canvas pixels, unless the window has fewer screen pixels. The actual width is less than twice
 * the minimum.
 */
const minWidth = 480

export interface Size {
  readonly width: number
  readonly height: number
}

/** Opaque. `rgb`: one byte each of red, green and blue per pixel, row by row from the top. */
export interface Pixels extends Size {
  readonly rgb: Uint8Array
}

export class Screen {
  readonly element: HTMLCanvasElement
  #image: ImageData | undefined
  readonly #aspectRatio: number

  /** `label`: the text alternative. `aspectRatio`: the width divided by the height. */
  constructor(label: string, aspectRatio: number) {
    this.#aspectRatio = aspectRatio
    this.element = createElement('canvas.screen', { role: 'img', 'aria-label': label })
  }

  /** `available`: the available width in CSS pixels. Returns the size in canvas pixels. */
  fit(available: number): Size {
    const screenPixels = Math.max(1, Math.floor(available * devicePixelRatio))
    const scale = Math.max(1, Math.floor(screenPixels / minWidth))
    const width = Math.floor(screenPixels / scale)
    const height = Math.max(1, Math.floor(width / this.#aspectRatio))
    if (this.element.width !== width || this.element.height !== height) {
      this.element.width = width
      this.element.height = height
    }
    // Zooming the page changes the size in CSS pixels, even where the size in screen pixels stays the same.
    this.element.style.width = `${(width * scale) / devicePixelRatio}px`
    this.element.style.height = `${(height * scale) / devicePixelRatio}px`
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

/** The canvas has the same number of pixels in all window sizes. */
export class FixedScreen {
  readonly element: HTMLCanvasElement
  readonly context: CanvasRenderingContext2D
  readonly #size: Size

  /** `label`: the text alternative. */
  constructor(label: string, size: Size) {
    this.#size = size
    const { width, height } = size
    this.element = createElement('canvas.screen', { role: 'img', 'aria-label': label, width, height })
    const context = this.element.getContext('2d', { alpha: false })
    if (!context) throw new Error('this browser does not support the 2D canvas')
    context.imageSmoothingEnabled = false
    this.context = context
  }

  /**
   * `available`: the available space in CSS pixels. Returns the CSS pixels per canvas pixel. A canvas pixel covers a
   * whole number of screen pixels, unless the space is too small or `fills` allows fractional scales.
   */
  fit(available: Size, fills = false): number {
    const { width, height } = this.#size
    const real = Math.min(available.width / width, available.height / height) * devicePixelRatio
    const scale = (fills || real < 1 ? real : Math.floor(real)) / devicePixelRatio
    this.element.style.width = `${width * scale}px`
    this.element.style.height = `${height * scale}px`
    return scale
  }
}
