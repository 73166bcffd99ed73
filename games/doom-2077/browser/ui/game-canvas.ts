// A canvas that fills its container and scales its pixels by a whole factor.
import { createElement } from '../../../../browser/ui/elements.ts'
import { createFrame, type PixelFrame } from '../../view/raycaster/frame.ts'

/** Preferred width of the picture in pixels, before scaling. */
const targetWidth = 430

export class GameCanvas {
  readonly element: HTMLCanvasElement
  frame: PixelFrame = createFrame(2, 2)
  #image = new ImageData(2, 2)
  readonly #context: CanvasRenderingContext2D

  constructor(label: string) {
    this.element = createElement('canvas.screen', { tabindex: 0, role: 'img', 'aria-label': label })
    const context = this.element.getContext('2d', { alpha: false })
    if (!context) throw new Error('this browser does not support canvas')
    this.#context = context
  }

  /** `width` and `height` are in CSS pixels. Returns true if the size changed. */
  fit(width: number, height: number): boolean {
    const real = Math.max(1, width * devicePixelRatio)
    const scale = Math.max(1, Math.round(real / targetWidth))
    // Rounds up, because a missing pixel would leave a gap, while an extra one is cut off.
    const size = {
      width: Math.max(2, Math.ceil(real / scale)),
      height: Math.max(2, Math.ceil((height * devicePixelRatio) / scale)),
    }
    // If the page is zoomed, the size in CSS pixels changes even if the size in screen pixels does not.
    this.element.style.width = `${(size.width * scale) / devicePixelRatio}px`
    this.element.style.height = `${(size.height * scale) / devicePixelRatio}px`
    if (size.width === this.frame.width && size.height === this.frame.height) return false
    const pixels = new ArrayBuffer(size.width * size.height * 4)
    this.frame = { ...size, pixels: new Uint32Array(pixels) }
    this.#image = new ImageData(new Uint8ClampedArray(pixels), size.width, size.height)
    this.element.width = size.width
    this.element.height = size.height
    return true
  }

  present(): void {
    this.#context.putImageData(this.#image, 0, 0)
  }
}
