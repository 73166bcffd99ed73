// A frame is drawn only after a change, and only the changed parts are drawn.

import { AnimationLoop } from '../../../../browser/canvas/animation-loop.ts'
import { createElement } from '../../../../browser/ui/elements.ts'
import type { Client } from '../client/client.ts'
import { type CellLabel, viewSideLimits } from '../client/state/map.ts'
import { BitmapCache, cellPixels, type DecodedFace } from './bitmaps.ts'
import { createCamera } from './camera.ts'
import { type CellRange, canvasContext, creatureLayers, MapBackground } from './cells.ts'
import { DarknessLayer } from './darkness.ts'
import { LabelRenderer } from './labels.ts'

/** Cells around the view that are drawn in advance, because the view can move to them. */
const margin = 2
/** If more cells than this change, the whole canvas is drawn again. */
const maxPatches = 32
/** Duration and maximum opacity of the red flash after damage. */
const hurtMs = 350
const reddest = 0.4

/** `at`: position of the first cell in screen pixels. */
interface DrawnView {
  readonly part: CellRange
  readonly at: { readonly x: number; readonly y: number }
  readonly tick: number
}

export class MapView {
  readonly #canvas = createElement('canvas')
  /** Keys control the game while this element has the focus. */
  readonly element = createElement(
    'div',
    { class: 'scene', role: 'application', 'aria-label': 'The map around you' },
    this.#canvas,
  )
  readonly #context = canvasContext(this.#canvas)
  readonly #client: Client
  readonly #bitmaps: BitmapCache
  readonly #ground: MapBackground
  readonly #shade = new DarknessLayer()
  readonly #labels = new LabelRenderer()
  readonly #camera: ReturnType<typeof createCamera>
  readonly #wantsStill = matchMedia('(prefers-reduced-motion: reduce)')
  readonly #frames = new AnimationLoop((now) => this.#draw(now))
  /**
   * A patch is a small canvas over the large one, with one changed cell, such as a flickering lamp. Without a graphics
   * card, presenting the large canvas again costs about twenty times as much.
   */
  readonly #patches = new Map<string, CanvasRenderingContext2D>()
  /** Screen pixels per cell. */
  #size = cellPixels
  #columns = 0
  #rows = 0
  /** Sizes that the last `#fit` used. */
  #fitted = ''
  #stale = true
  #moved = true
  #drawnFrom = ''
  #drawnOver = ''
  #hp = 0
  #hurtAt = Number.NEGATIVE_INFINITY
  #hurtBy = 0

  constructor(client: Client) {
    this.#client = client
    this.#bitmaps = new BitmapCache(client, () => this.#changed())
    this.#ground = new MapBackground(client, this.#bitmaps)
    this.#camera = createCamera(client)
    new ResizeObserver(() => this.#fit()).observe(this.element)
    for (const subject of ['map', 'tick'] as const) client.events.on(subject, () => this.#changed())
    client.events.on('stats', () => this.#hurt())
  }

  /** The cell at a point of the window, relative to the player. */
  placeAt({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>) {
    const { left, top, width, height } = this.element.getBoundingClientRect()
    const cell = this.#size / devicePixelRatio
    return {
      dx: Math.round((clientX - left - width / 2) / cell),
      dy: Math.round((clientY - top - height / 2) / cell),
    }
  }

  #changed(): void {
    this.#stale = true
    this.#frames.requestFrame()
  }

  /** Scales cells by a whole number, and shows as many as the space allows and the server sends. */
  #fit(): void {
    const screenPixels = (side: number) => Math.max(1, Math.round(side * devicePixelRatio))
    const [width, height] = [screenPixels(this.element.clientWidth), screenPixels(this.element.clientHeight)]
    const fitted = `${width} ${height} ${devicePixelRatio}`
    if (fitted === this.#fitted) return
    this.#fitted = fitted
    this.#canvas.width = width
    this.#canvas.height = height
    // A canvas wider than the largest view also shows remembered cells. A much wider canvas has larger cells.
    const scale = Math.max(
      1,
      Math.round(devicePixelRatio),
      Math.round(width / (cellPixels * viewSideLimits.max)),
    )
    this.#size = cellPixels * scale
    this.#columns = oddUp(Math.ceil(width / this.#size))
    this.#rows = oddUp(Math.ceil(height / this.#size))
    this.#ground.resize(this.#columns + 2 * margin, this.#rows + 2 * margin)
    this.#client.requestViewSize(
      Math.min(viewSideLimits.max, this.#columns),
      Math.min(viewSideLimits.max, this.#rows),
    )
    this.#moved = true
    this.#changed()
  }

  #hurt(): void {
    const hp = this.#client.stats.figure('hp')
    if (hp < this.#hp && !this.#wantsStill.matches) {
      this.#hurtAt = performance.now()
      this.#hurtBy = Math.min(1, (3 * (this.#hp - hp)) / Math.max(1, this.#client.stats.figure('maxhp')))
      this.#frames.requestFrame()
    }
    this.#hp = hp
  }

  /** Returns whether another frame is needed. */
  #draw(now: number): boolean {
    const still = this.#wantsStill.matches
    if (this.#columns === 0 || this.#client.login.stage !== 'playing') return false
    const { x, y, moves } = this.#camera(now, still)
    const view = this.#view(x, y, still ? 0 : this.#client.tick)
    const isHurt = now - this.#hurtAt < hurtMs
    const from = `${view.part.left} ${view.part.top}`
    let cells: readonly { readonly x: number; readonly y: number }[] = []
    if (this.#stale || from !== this.#drawnFrom) {
      cells = this.#ground.draw(view.part, view.tick)
      const over = this.#over(view.tick)
      const shade = this.#shade.draw(this.#client.map, view.part)
      if (shade || over !== this.#drawnOver || from !== this.#drawnFrom) this.#moved = true
      this.#drawnOver = over
      this.#drawnFrom = from
      this.#stale = false
    }
    if (this.#moved || moves || isHurt || this.#patches.size + cells.length > maxPatches) this.#drawAll(view)
    else for (const cell of cells) this.#patch(view, cell.x, cell.y)
    if (isHurt) this.#redden(1 - (now - this.#hurtAt) / hurtMs)
    this.#moved = moves || isHurt
    return moves || isHurt
  }

  /** The player's cell is in the middle. */
  #view(x: number, y: number, tick: number): DrawnView {
    const { width, height } = this.#canvas
    const [left, top] = [Math.floor(x) - (this.#columns >> 1) - 1, Math.floor(y) - (this.#rows >> 1) - 1]
    const at = {
      x: Math.round(width / 2 - (x - left + 0.5) * this.#size),
      y: Math.round(height / 2 - (y - top + 0.5) * this.#size),
    }
    return { part: { left, top, columns: this.#columns + 3, rows: this.#rows + 3 }, at, tick }
  }

  /** Hashes all content that is drawn over the ground. */
  #over(tick: number): string {
    const own = this.#own(tick).map(({ id }) => id)
    const labels = [...this.#labelled()].map(({ x, y, label: { kind, text } }) => `${x} ${y} ${kind} ${text}`)
    return [...own, ...labels].join()
  }

  #own(tick: number): DecodedFace[] {
    const { map, animations } = this.#client
    const layers = map.cell(map.x, map.y)?.layers
    return creatureLayers.flatMap(
      (layer) => this.#bitmaps.picture(animations.faceOf(layers?.[layer], tick)) ?? [],
    )
  }

  /** The labels, row by row. `line`: the number of labels on the same cell that are below this label. */
  *#labelled(): Iterable<{
    readonly x: number
    readonly y: number
    readonly line: number
    label: CellLabel
  }> {
    for (const { x, y, cell } of this.#client.map.inView())
      for (const [line, label] of cell.labels.entries()) yield { x, y, line, label }
  }

  #drawAll(view: DrawnView): void {
    for (const { canvas } of this.#patches.values()) canvas.remove()
    this.#patches.clear()
    this.#compose(this.#context, view)
  }

  #patch(view: DrawnView, x: number, y: number): void {
    const { part, at } = view
    const [left, top] = [at.x + (x - part.left) * this.#size, at.y + (y - part.top) * this.#size]
    const { width, height } = this.#canvas
    if (left <= -this.#size || top <= -this.#size || left >= width || top >= height) return
    const key = `${x} ${y}`
    let context = this.#patches.get(key)
    if (!context) {
      const canvas = createElement('canvas', { class: 'patch', width: this.#size, height: this.#size })
      Object.assign(canvas.style, {
        left: `${left / devicePixelRatio}px`,
        top: `${top / devicePixelRatio}px`,
      })
      canvas.style.width = `${this.#size / devicePixelRatio}px`
      context = canvasContext(canvas)
      context.translate(-left, -top)
      this.#patches.set(key, context)
      this.element.append(canvas)
    }
    this.#compose(context, view)
  }

  #compose(context: CanvasRenderingContext2D, { part, at, tick }: DrawnView): void {
    const [middle, size] = [this.#canvas, this.#size]
    context.imageSmoothingEnabled = false
    this.#ground.put(context, part, at, size)
    for (const { bitmap } of this.#own(tick)) {
      const [width, height] = [(bitmap.width * size) / cellPixels, (bitmap.height * size) / cellPixels]
      const [right, bottom] = [(middle.width + size) / 2, (middle.height + size) / 2]
      context.drawImage(bitmap, Math.round(right) - width, Math.round(bottom) - height, width, height)
    }
    this.#shade.put(context, at, size)
    const lineHeight = this.#labels.height(devicePixelRatio)
    const written = [...this.#labelled()]
      .sort((a, b) => this.#priority(a) - this.#priority(b))
      .map(({ x, y, line, label }) => ({
        label,
        x: at.x + (x - part.left + 0.5) * size,
        y: at.y + (y - part.top) * size - line * lineHeight,
      }))
    this.#labels.write(context, written, devicePixelRatio)
  }

  /** Signs come last, the nearest first. */
  #priority({ x, y, label }: { readonly x: number; readonly y: number; readonly label: CellLabel }): number {
    const { map } = this.#client
    return label.kind === 'sign' ? Math.hypot(x - map.x, y - map.y) : -1
  }

  #redden(part: number): void {
    this.#context.fillStyle = `rgb(190 20 10 / ${reddest * this.#hurtBy * part})`
    this.#context.fillRect(0, 0, this.#canvas.width, this.#canvas.height)
  }
}

const oddUp = (count: number) => count + 1 - (count % 2)
