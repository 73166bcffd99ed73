// Only cells that changed are drawn again on the cached canvas. The canvas wraps around in both directions (a cell is
// drawn at its coordinates modulo the canvas size), so a step moves no pixels.
import type { Client } from '../client/client.ts'
import type { Cell } from '../client/state/map.ts'
import { type BitmapCache, cellPixels, type DecodedFace } from './bitmaps.ts'

/** Layers of players and creatures. The player's own figure is drawn separately, at the camera. */
export const creatureLayers = [6, 7]
const emptyColours = { ground: '#10181e', thread: '#1a252d' } as const

export interface CellRange {
  readonly left: number
  readonly top: number
  readonly columns: number
  readonly rows: number
}

/** `dx` and `dy`: offset of the cell to which the face belongs. */
interface DrawnFace extends DecodedFace {
  readonly dx: number
  readonly dy: number
}

export class MapBackground {
  readonly #canvas = document.createElement('canvas')
  readonly #context = canvasContext(this.#canvas)
  readonly #client: Client
  readonly #bitmaps: BitmapCache
  #columns = 0
  #rows = 0
  /** A hash of each cell's content. */
  #shown = new Int32Array(0)

  constructor(client: Client, bitmaps: BitmapCache) {
    this.#client = client
    this.#bitmaps = bitmaps
  }

  /** `columns` and `rows`: the size in cells. Invalidates all cells. */
  resize(columns: number, rows: number): void {
    if (columns === this.#columns && rows === this.#rows) return
    this.#columns = columns
    this.#rows = rows
    this.#canvas.width = columns * cellPixels
    this.#canvas.height = rows * cellPixels
    this.#shown = new Int32Array(columns * rows).fill(-1)
  }

  /** Returns the cells that it has drawn again. The range must fit the canvas. */
  draw({ left, top, columns, rows }: CellRange, tick: number): { readonly x: number; readonly y: number }[] {
    const drawn: { readonly x: number; readonly y: number }[] = []
    for (let y = top; y < top + rows; y++)
      for (let x = left; x < left + columns; x++) {
        const [column, row] = [modulo(x, this.#columns), modulo(y, this.#rows)]
        const pieces = this.#pieces(x, y, tick)
        const shows = pieces.reduce(
          (sum, { id, dx, dy }) => (Math.imul(sum, 31) + id * 64 + dx * 8 + dy) | 0,
          17,
        )
        if (this.#shown[column + row * this.#columns] === shows) continue
        this.#shown[column + row * this.#columns] = shows
        this.#drawCell(pieces, column * cellPixels, row * cellPixels)
        drawn.push({ x, y })
      }
    return drawn
  }

  /** `size`: pixels per cell. */
  put(onto: CanvasRenderingContext2D, part: CellRange, at: { x: number; y: number }, size: number): void {
    for (let y = part.top; y < part.top + part.rows; ) {
      const row = modulo(y, this.#rows)
      const rows = Math.min(this.#rows - row, part.top + part.rows - y)
      for (let x = part.left; x < part.left + part.columns; ) {
        const column = modulo(x, this.#columns)
        const columns = Math.min(this.#columns - column, part.left + part.columns - x)
        onto.drawImage(
          this.#canvas,
          ...([column * cellPixels, row * cellPixels, columns * cellPixels, rows * cellPixels] as const),
          ...([at.x + (x - part.left) * size, at.y + (y - part.top) * size] as const),
          ...([columns * size, rows * size] as const),
        )
        x += columns
      }
      y += rows
    }
  }

  /**
   * The faces of a cell, the lowest first. A large face ends at its own cell's lower right corner and extends to the
   * left and up.
   */
  #pieces(x: number, y: number, tick: number): DrawnFace[] {
    const { map, animations } = this.#client
    const { reach } = this.#bitmaps
    const around: { readonly cell: Cell; readonly dx: number; readonly dy: number }[] = []
    for (let dy = reach - 1; dy >= 0; dy--)
      for (let dx = reach - 1; dx >= 0; dx--) {
        const cell = map.cell(x + dx, y + dy)
        if (cell) around.push({ cell, dx, dy })
      }
    const pieces: DrawnFace[] = []
    for (let layer = 0; layer < (around[0]?.cell.layers.length ?? 0); layer++)
      for (const { cell, dx, dy } of around) {
        if (creatureLayers.includes(layer) && x + dx === map.x && y + dy === map.y) continue
        const face = animations.faceOf(cell.layers[layer], tick)
        const picture = face > 0 && this.#bitmaps.picture(face)
        if (picture) pieces.push({ ...picture, dx, dy })
      }
    return pieces
  }

  #drawCell(pieces: readonly DrawnFace[], left: number, top: number): void {
    const context = this.#context
    context.save()
    context.beginPath()
    context.rect(left, top, cellPixels, cellPixels)
    context.clip()
    context.fillRect(left, top, cellPixels, cellPixels)
    if (pieces.length === 0) drawNothing(context, left, top)
    for (const { bitmap, dx, dy } of pieces)
      context.drawImage(
        bitmap,
        left + (dx + 1) * cellPixels - bitmap.width,
        top + (dy + 1) * cellPixels - bitmap.height,
      )
    context.restore()
  }
}

/** Draws a dim woven pattern, for a cell that is beyond the edge of the map or has not been seen yet. */
function drawNothing(context: CanvasRenderingContext2D, left: number, top: number): void {
  const quarter = cellPixels / 4
  context.fillStyle = emptyColours.ground
  context.fillRect(left, top, cellPixels, cellPixels)
  context.fillStyle = emptyColours.thread
  for (let n = 0; n < 4; n++) {
    context.fillRect(left + n * quarter, top + n * quarter, quarter, 1)
    context.fillRect(left + ((n + 2) % 4) * quarter, top + n * quarter, 1, quarter)
  }
  context.fillStyle = '#000'
}

/** Throws if the browser has no canvas. */
export function canvasContext(
  canvas: HTMLCanvasElement,
  settings: CanvasRenderingContext2DSettings = { alpha: false },
): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', settings)
  if (!context) throw new Error('this browser does not support the 2D canvas')
  return context
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
