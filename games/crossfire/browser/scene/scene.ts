// What the player sees: the map in the whole place that the page has for it, himself in the middle, and what is written
// over heads. Drawn only when something is another picture than before.
import { Frames } from '../../../../browser/frames.ts'
import type { Client } from '../client/client.ts'
import { type Label, viewSides } from '../client/map.ts'
import { Bitmaps, cellPixels } from './bitmaps.ts'
import { Camera } from './camera.ts'
import { Ground, living, type Part } from './ground.ts'
import { Labels } from './labels.ts'
import { Shade } from './shade.ts'

/** Cells around what is seen that are drawn ready, for when the view moves. */
const margin = 2
/** How long a hurt is seen, in milliseconds, and how red it is at its worst. */
const hurtMs = 350
const reddest = 0.4

/** A cell, counted from the player. */
export interface Place {
  readonly dx: number
  readonly dy: number
}

export class Scene {
  /** Takes the room that it is given. Keys are for the game while it has the focus. */
  readonly element = document.createElement('div')
  readonly #canvas = document.createElement('canvas')
  readonly #context: CanvasRenderingContext2D
  readonly #client: Client
  readonly #bitmaps: Bitmaps
  readonly #ground: Ground
  readonly #shade = new Shade()
  readonly #labels = new Labels()
  readonly #camera: Camera
  readonly #wantsStill = matchMedia('(prefers-reduced-motion: reduce)')
  readonly #frames = new Frames((now) => this.#draw(now))
  /** Screen pixels of a cell. */
  #size = cellPixels
  #columns = 0
  #rows = 0
  /** The map may look otherwise. */
  #stale = true
  #moved = true
  #drawnOver = ''
  #hp = 0
  #hurtAt = Number.NEGATIVE_INFINITY
  #hurtBy = 0

  constructor(client: Client) {
    const context = this.#canvas.getContext('2d', { alpha: false })
    if (!context) throw new Error('this browser has no canvas to draw on')
    this.#context = context
    this.#client = client
    this.#bitmaps = new Bitmaps(client, () => this.#changed())
    this.#ground = new Ground(client, this.#bitmaps)
    this.#camera = new Camera(client)
    this.element.className = 'scene'
    this.element.setAttribute('role', 'application')
    this.element.setAttribute('aria-label', 'The map around you')
    this.element.append(this.#canvas)
    new ResizeObserver(() => this.#fit()).observe(this.element)
    client.events.on('map', () => this.#changed())
    client.events.on('tick', () => this.#changed())
    client.events.on('stats', () => this.#hurt())
  }

  /** The cell at a point of the window. */
  placeAt({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Place {
    const { left, top, width, height } = this.element.getBoundingClientRect()
    const cell = this.#size / devicePixelRatio
    return {
      dx: Math.round((clientX - left - width / 2) / cell),
      dy: Math.round((clientY - top - height / 2) / cell),
    }
  }

  #changed(): void {
    this.#stale = true
    this.#frames.ask()
  }

  /** Cells are a whole number of the screen's pixels a pixel; as many of them as fit, as far as a server tells of them. */
  #fit(): void {
    const screenPixels = (side: number) => Math.max(1, Math.round(side * devicePixelRatio))
    const [width, height] = [screenPixels(this.element.clientWidth), screenPixels(this.element.clientHeight)]
    if (this.#canvas.width === width && this.#canvas.height === height) return
    this.#canvas.width = width
    this.#canvas.height = height
    this.#context.imageSmoothingEnabled = false
    // Of a place too wide for the largest view the rest shows what is remembered; of one much wider cells are larger.
    const scale = Math.max(1, Math.round(devicePixelRatio), Math.round(width / (cellPixels * viewSides.most)))
    this.#size = cellPixels * scale
    this.#columns = odd(Math.ceil(width / this.#size))
    this.#rows = odd(Math.ceil(height / this.#size))
    this.#ground.resize(this.#columns + 2 * margin, this.#rows + 2 * margin)
    this.#client.wantView(Math.min(viewSides.most, this.#columns), Math.min(viewSides.most, this.#rows))
    this.#moved = true
    this.#changed()
  }

  #hurt(): void {
    const hp = this.#client.stats.figure('hp')
    if (hp < this.#hp && !this.#wantsStill.matches) {
      this.#hurtAt = performance.now()
      this.#hurtBy = Math.min(1, (3 * (this.#hp - hp)) / Math.max(1, this.#client.stats.figure('maxhp')))
      this.#moved = true
      this.#frames.ask()
    }
    this.#hp = hp
  }

  /** Whether it goes on by itself. */
  #draw(now: number): boolean {
    const still = this.#wantsStill.matches
    if (this.#columns === 0 || this.#client.door.stage !== 'playing') return false
    const { x, y, moves } = this.#camera.at(now, still)
    const part: Part = {
      left: Math.floor(x) - (this.#columns >> 1) - 1,
      top: Math.floor(y) - (this.#rows >> 1) - 1,
      columns: this.#columns + 3,
      rows: this.#rows + 3,
    }
    const tick = still ? 0 : this.#client.tick
    const isHurt = now - this.#hurtAt < hurtMs
    if (this.#stale || moves) {
      const ground = this.#ground.draw(part, tick)
      const shade = this.#shade.draw(this.#client.map, part)
      const over = this.#over(tick)
      if (ground || shade || over !== this.#drawnOver) this.#moved = true
      this.#drawnOver = over
      this.#stale = false
    }
    if (!this.#moved && !moves && !isHurt) return false
    this.#moved = moves || isHurt
    this.#compose(part, x, y, tick)
    if (isHurt) this.#redden(1 - (now - this.#hurtAt) / hurtMs)
    return moves || isHurt
  }

  /** What lies over the ground: another text when it looks otherwise. */
  #over(tick: number): string {
    const { map } = this.#client
    const cell = map.cell(map.x, map.y)
    const own = living.map((layer) => {
      const face = this.#ground.faceOf(cell?.layers[layer], tick)
      return this.#bitmaps.bitmap(face) ? face : 0
    })
    const labels = [...this.#labelled()].map(({ x, y, label: { kind, text } }) => `${x} ${y} ${kind} ${text}`)
    return [...own, ...labels].join()
  }

  /** What is written over cells in view, from the left and from the top. `line`: how many are under it. */
  *#labelled(): Iterable<{ readonly x: number; readonly y: number; readonly line: number; label: Label }> {
    const { map } = this.#client
    for (let y = map.top; y < map.top + map.height; y++)
      for (let x = map.left; x < map.left + map.width; x++)
        for (const [line, label] of map.cell(x, y)?.labels.entries() ?? []) yield { x, y, line, label }
  }

  #compose(part: Part, x: number, y: number, tick: number): void {
    const context = this.#context
    const { width, height } = this.#canvas
    const size = this.#size
    // The middle of the player's cell is the middle of the screen.
    const at = {
      x: Math.round(width / 2 - (x - part.left + 0.5) * size),
      y: Math.round(height / 2 - (y - part.top + 0.5) * size),
    }
    this.#ground.put(context, part, at, size)
    this.#player(width / 2, height / 2, tick)
    this.#shade.put(context, at, size)
    this.#write(part, at)
  }

  #player(x: number, y: number, tick: number): void {
    const { map } = this.#client
    const cell = map.cell(map.x, map.y)
    const scale = this.#size / cellPixels
    for (const layer of living) {
      const bitmap = this.#bitmaps.bitmap(this.#ground.faceOf(cell?.layers[layer], tick))
      if (!bitmap) continue
      const [right, bottom] = [Math.round(x + this.#size / 2), Math.round(y + this.#size / 2)]
      const [width, height] = [bitmap.width * scale, bitmap.height * scale]
      this.#context.drawImage(bitmap, right - width, bottom - height, width, height)
    }
  }

  #write(part: Part, at: { readonly x: number; readonly y: number }): void {
    const height = this.#labels.height(devicePixelRatio)
    for (const { x, y, line, label } of this.#labelled()) {
      const middle = at.x + (x - part.left + 0.5) * this.#size
      const head = at.y + (y - part.top) * this.#size - line * height
      this.#labels.put(this.#context, label, middle, head, devicePixelRatio)
    }
  }

  #redden(part: number): void {
    this.#context.fillStyle = `rgb(190 20 10 / ${reddest * this.#hurtBy * part})`
    this.#context.fillRect(0, 0, this.#canvas.width, this.#canvas.height)
  }
}

const odd = (count: number) => count + 1 - (count % 2)
