// Cells in view, and remembered cells around them. Coordinates have an arbitrary fixed origin, so a step moves the view
// but no cell.
import { type FromServer, mapLayerCount, type SpaceChange } from '../../../protocol/packets/index.ts'
import { PacketHandler } from '../core/packet-handler.ts'
import { decodeText } from '../core/text.ts'
import type { Animated } from './animations.ts'

type Map2 = Extract<FromServer, { readonly type: 'map2' }>

/** The client requests no smoothing, because no built-in face uses it. [CF-6.9] */
type Layer = { readonly face: number } | Animated
export interface CellLabel {
  readonly kind: 'player' | 'party' | 'master' | 'npc' | 'sign' | 'say' | 'chat'
  readonly text: string
}
export interface Cell {
  /** One entry for each of the `mapLayerCount` layers, from the floor up. */
  readonly layers: (Layer | undefined)[]
  /** From 0 (dark) to 255 (bright). */
  light: number
  labels: readonly CellLabel[]
  /** Set for a cell that was seen before and is out of view now. */
  remembered: boolean
}

type Corner = Pick<ClientMap, 'left' | 'top'>

/** Side of the view in cells: the minimum that this client requests, and the maximum that every server supports. */
export const viewSideLimits = { min: 9, max: 25 } as const
/** If the client remembers more cells than this, it removes those farther than the margin from the view. */
const maxCells = 16_384
const rememberedMargin = 48
/** The server also updates cells up to this distance from the view, because their objects can extend into it. */
const reach = 15
const maxLabels = 8
/** Added to a coordinate, which may be negative, before two coordinates are packed into one number. */
const half = 0x8000

export class ClientMap extends PacketHandler {
  readonly #cells = new Map<number, Cell>()
  #tick = 0
  /** Size of the view in cells. */
  width = 11
  height = 11
  /** `left` and `top`: coordinates of the view's first cell. */
  left = 0
  top = 0

  /** A scroll does not change the coordinates of a cell. */
  cell(x: number, y: number): Cell | undefined {
    return this.#cells.get(key(x, y))
  }

  /** [CF-5.7] */
  get x(): number {
    return this.left + (this.width >> 1)
  }

  get y(): number {
    return this.top + (this.height >> 1)
  }

  /** Known cells, row by row. */
  *inView(): Iterable<{ readonly x: number; readonly y: number; readonly cell: Cell }> {
    for (let y = this.top; y < this.top + this.height; y++)
      for (let x = this.left; x < this.left + this.width; x++) {
        const cell = this.cell(x, y)
        if (cell) yield { x, y, cell }
      }
  }

  isInView(x: number, y: number): boolean {
    return this.#isWithin(x, y, 0)
  }

  /** `dx` and `dy`: cells from the player. */
  lookAt(dx: number, dy: number): void {
    this.sendPacket({ type: 'lookat', dx, dy })
  }

  onResize(width: number, height: number): void {
    // A new view size does not change the player's absolute coordinates.
    this.left += (this.width >> 1) - (width >> 1)
    this.top += (this.height >> 1) - (height >> 1)
    this.width = width
    this.height = height
    this.events.emit('map', { change: 'size' })
  }

  /** [CF-5.4] */
  reset(): void {
    this.#cells.clear()
    this.events.emit('map', { change: 'new' })
  }

  onTick(tick: number): void {
    this.#tick = tick
  }

  /** [CF-5.3] */
  onCells({ scroll, spaces }: Map2): void {
    if (scroll) this.onScroll(scroll.dx, scroll.dy)
    for (const { x, y, changes } of spaces) this.#applyCell(this.left + x, this.top + y, changes)
    if (spaces.length > 0) this.events.emit('map', { change: 'cells' })
  }

  onScroll(dx: number, dy: number): void {
    const before = { left: this.left, top: this.top }
    this.left += dx
    this.top += dy
    for (let y = before.top - reach; y < before.top + this.height + reach; y++)
      for (let x = before.left - reach; x < before.left + this.width + reach; x++) {
        const wasInView = this.#isWithin(x, y, 0, before)
        // Cells just outside of the view stay current as long as the server can update them.
        if (!this.isInView(x, y) && (wasInView || !this.#isWithin(x, y, reach))) this.#remember(x, y)
      }
    if (this.#cells.size > maxCells) this.#forgetFar()
    this.events.emit('map', { change: 'scroll', dx, dy })
  }

  #remember(x: number, y: number): void {
    const cell = this.cell(x, y)
    if (!cell) return
    cell.remembered = true
    cell.labels = []
  }

  #forgetFar(): void {
    for (const place of this.#cells.keys()) {
      const [x, y] = placeOf(place)
      if (!this.#isWithin(x, y, rememberedMargin)) this.#cells.delete(place)
    }
  }

  #isWithin(x: number, y: number, around: number, { left, top }: Corner = this): boolean {
    const isOne = (at: number, from: number, size: number) => at >= from - around && at < from + size + around
    return isOne(x, left, this.width) && isOne(y, top, this.height)
  }

  #applyCell(x: number, y: number, changes: readonly SpaceChange[]): void {
    const place = key(x, y)
    let cell = this.#cells.get(place)
    const clears = changes.some(({ change }) => change === 'clear')
    const shows = changes.some(({ change }) => change !== 'clear' && change !== 'label')
    // Cells that leave the view keep their content: the server sends all layers of a cell when it is visible again.
    if (cell && !shows && clears) return this.#remember(x, y)
    if (!shows && clears) return
    if (!cell || cell.remembered || clears) {
      cell = { layers: new Array(mapLayerCount).fill(undefined), light: 255, labels: [], remembered: false }
      this.#cells.set(place, cell)
    }
    const labels: CellLabel[] = []
    for (const one of changes) this.#change(cell, one, labels)
    if (changes.some(({ change }) => change === 'label')) cell.labels = labels.slice(0, maxLabels)
  }

  #change(cell: Cell, one: SpaceChange, labels: CellLabel[]): void {
    if (one.change === 'darkness') cell.light = one.value
    if (one.change === 'label' && one.kind !== 'none')
      labels.push({ kind: one.kind, text: decodeText(one.text) })
    if (one.change === 'face') cell.layers[one.layer] = one.face > 0 ? { face: one.face } : undefined
    if (one.change === 'animation')
      cell.layers[one.layer] = { anim: one.anim, speed: one.speed, phase: this.#phase(cell, one.start) }
  }

  /**
   * Number to add to the server's tick. Animations with `together` share one phase. An animation with `first` now
   * starts at its first face, and an animation with `random` starts at a random face.
   */
  #phase(cell: Cell, start: 'first' | 'random' | 'together'): number {
    if (start === 'together') return 0
    if (start === 'first') return -this.#tick
    return (this.#cells.size * 7 + cell.light) % 97
  }
}

/** Valid for coordinates from -32,768 to 32,767. */
function key(x: number, y: number): number {
  return (x + half) * 0x10000 + (y + half)
}

function placeOf(place: number): [x: number, y: number] {
  return [Math.floor(place / 0x10000) - half, (place % 0x10000) - half]
}
