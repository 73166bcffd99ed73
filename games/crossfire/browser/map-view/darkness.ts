// Draws darkness as an image of one pixel per cell, scaled and smoothed over the map. Remembered cells are shaded.
import type { Cell, ClientMap } from '../client/state/map.ts'
import { type CellRange, canvasContext } from './cells.ts'

/** Opacity over cells in view without light, which must still be discernible. */
const darkest = 0.9
/** Minimum opacity over remembered cells. */
const remembered = 0.55

export class DarknessLayer {
  readonly #canvas = document.createElement('canvas')
  readonly #context = canvasContext(this.#canvas, { willReadFrequently: true })
  #image: ImageData | undefined
  #isDark = false

  /** Returns whether the image has changed. */
  draw(map: ClientMap, { left, top, columns, rows }: CellRange): boolean {
    if (this.#image?.width !== columns || this.#image.height !== rows) {
      this.#canvas.width = columns
      this.#canvas.height = rows
      this.#image = this.#context.createImageData(columns, rows)
    }
    const { data } = this.#image
    let [changed, isDark] = [false, false]
    for (let y = 0, at = 3; y < rows; y++)
      for (let x = 0; x < columns; x++, at += 4) {
        const opacity = Math.round(255 * darknessOf(nearest(map, left + x, top + y)))
        if (opacity > 0) isDark = true
        if (data[at] === opacity) continue
        data[at] = opacity
        changed = true
      }
    this.#isDark = isDark
    if (changed) this.#context.putImageData(this.#image, 0, 0)
    return changed
  }

  put(onto: CanvasRenderingContext2D, at: { x: number; y: number }, size: number): void {
    if (!this.#isDark) return
    const { width, height } = this.#canvas
    onto.imageSmoothingEnabled = true
    onto.drawImage(this.#canvas, at.x, at.y, width * size, height * size)
    onto.imageSmoothingEnabled = false
  }
}

/** Unknown cells are as dark as the edge of the view; otherwise the smoothing would lighten the edge. */
function nearest(map: ClientMap, x: number, y: number): Cell | undefined {
  const within = (at: number, from: number, size: number) => Math.min(from + size - 1, Math.max(from, at))
  return map.cell(x, y) ?? map.cell(within(x, map.left, map.width), within(y, map.top, map.height))
}

/** The opacity of the darkness over the cell. It is 0 for unknown cells, which are black anyway. */
function darknessOf(cell: Cell | undefined): number {
  if (!cell) return 0
  const dark = (darkest * (255 - cell.light)) / 255
  return cell.remembered ? Math.max(dark, remembered) : dark
}
