// The map as it lies, drawn once and kept: a canvas of cells, of which only those are drawn again that show something
// else. It is a sheet rolled up both ways (a cell's place on it is its own modulo the sheet), so that a step moves nothing.

import type { Client } from '../client/client.ts'
import type { Cell, Layer } from '../client/map.ts'
import { type Bitmaps, cellPixels } from './bitmaps.ts'

/** Of a cell's layers those in which people and creatures are: the player's own are drawn where he is just now. */
export const living = [6, 7] as const

/** So many cells from this one on. */
export interface Part {
  readonly left: number
  readonly top: number
  readonly columns: number
  readonly rows: number
}

export class Ground {
  readonly canvas = document.createElement('canvas')
  readonly #context: CanvasRenderingContext2D
  readonly #client: Client
  readonly #bitmaps: Bitmaps
  #columns = 0
  #rows = 0
  /** What each place of the sheet shows. */
  #shown = new Int32Array(0)

  constructor(client: Client, bitmaps: Bitmaps) {
    this.#client = client
    this.#bitmaps = bitmaps
    const context = this.canvas.getContext('2d', { alpha: false })
    if (!context) throw new Error('this browser has no canvas to draw on')
    this.#context = context
  }

  /** Room for so many cells; all of them are drawn anew. */
  resize(columns: number, rows: number): void {
    if (columns === this.#columns && rows === this.#rows) return
    this.#columns = columns
    this.#rows = rows
    this.canvas.width = columns * cellPixels
    this.canvas.height = rows * cellPixels
    this.#context.imageSmoothingEnabled = false
    this.#shown = new Int32Array(columns * rows).fill(-1)
  }

  /** Draws what is not as it was; whether anything was. `part`: as many cells as there is room for, or fewer. */
  draw({ left, top, columns, rows }: Part, tick: number): boolean {
    let changed = false
    for (let y = top; y < top + rows; y++)
      for (let x = left; x < left + columns; x++) {
        const [column, row] = [modulo(x, this.#columns), modulo(y, this.#rows)]
        const shows = this.#looks(x, y, tick)
        if (this.#shown[column + row * this.#columns] === shows) continue
        this.#shown[column + row * this.#columns] = shows
        this.#drawCell(x, y, column * cellPixels, row * cellPixels, tick)
        changed = true
      }
    return changed
  }

  /** Puts a part of it onto another canvas, from a point on, `size` pixels a cell. */
  put(onto: CanvasRenderingContext2D, part: Part, at: { x: number; y: number }, size: number): void {
    for (let y = part.top; y < part.top + part.rows; ) {
      const row = modulo(y, this.#rows)
      const rows = Math.min(this.#rows - row, part.top + part.rows - y)
      for (let x = part.left; x < part.left + part.columns; ) {
        const column = modulo(x, this.#columns)
        const columns = Math.min(this.#columns - column, part.left + part.columns - x)
        onto.drawImage(
          this.canvas,
          ...([column * cellPixels, row * cellPixels, columns * cellPixels, rows * cellPixels] as const),
          ...([at.x + (x - part.left) * size, at.y + (y - part.top) * size] as const),
          ...([columns * size, rows * size] as const),
        )
        x += columns
      }
      y += rows
    }
  }

  /** The face of a layer just now; 0: none. */
  faceOf(layer: Layer | undefined, tick: number): number {
    if (!layer) return 0
    return 'face' in layer ? layer.face : this.#client.animations.face(layer, tick)
  }

  /** A number that is another when the cell looks otherwise: of its faces, and whether they are here. */
  #looks(x: number, y: number, tick: number): number {
    let sum = 17
    for (let dy = 0; dy < this.#bitmaps.reach; dy++)
      for (let dx = 0; dx < this.#bitmaps.reach; dx++) {
        const cell = this.#client.map.cell(x + dx, y + dy)
        if (!cell) continue
        for (let layer = 0; layer < cell.layers.length; layer++) {
          if (!this.#isOnGround(x + dx, y + dy, layer)) continue
          const face = this.faceOf(cell.layers[layer], tick)
          const here = face > 0 && this.#bitmaps.bitmap(face) ? 1 : 0
          sum = (Math.imul(sum, 31) + face * 2 + here + layer) | 0
        }
      }
    return sum
  }

  #isOnGround(x: number, y: number, layer: number): boolean {
    const { map } = this.#client
    return x !== map.x || y !== map.y || (layer !== living[0] && layer !== living[1])
  }

  #drawCell(x: number, y: number, toX: number, toY: number, tick: number): void {
    const context = this.#context
    const { reach } = this.#bitmaps
    context.fillStyle = '#000'
    context.fillRect(toX, toY, cellPixels, cellPixels)
    const around: { readonly cell: Cell; readonly dx: number; readonly dy: number }[] = []
    for (let dy = reach - 1; dy >= 0; dy--)
      for (let dx = reach - 1; dx >= 0; dx--) {
        const cell = this.#client.map.cell(x + dx, y + dy)
        if (cell) around.push({ cell, dx, dy })
      }
    if (around.length === 0) return
    context.save()
    context.beginPath()
    context.rect(toX, toY, cellPixels, cellPixels)
    context.clip()
    const layers = around[0]!.cell.layers.length
    for (let layer = 0; layer < layers; layer++)
      for (const { cell, dx, dy } of around) {
        if (!this.#isOnGround(x + dx, y + dy, layer)) continue
        const bitmap = this.#bitmaps.bitmap(this.faceOf(cell.layers[layer], tick))
        // The last pixel of a large face is the last of its cell: it reaches to the left and up.
        if (bitmap)
          context.drawImage(
            bitmap,
            toX + (dx + 1) * cellPixels - bitmap.width,
            toY + (dy + 1) * cellPixels - bitmap.height,
          )
      }
    context.restore()
  }
}

export function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
