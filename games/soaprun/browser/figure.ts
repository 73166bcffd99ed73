// Somebody or something on the field, as a client sees it: where it stands, which way it has still to go, how its flames
// move. Places are pixels of the whole field, sixteen a tile; time is frames of 17 ms.
import { type Node, type UnitType, unitTypes } from '../board/board.ts'
import type { FromServer } from '../packets.ts'
import { type Status, statuses } from '../players/player.ts'

/** Milliseconds of a frame. */
export const frameMs = 17
export const tileSize = 16
/** Pixels of a frame. */
export const pace = 2
/** Nodes that wait to be walked to. */
const mostNodes = 8
/** How far flames are from the middle: those that circle, and those that have opened. */
const circle = { x: 18, y: 16 }
const opened = 16
/** Of 256 a turn. */
const turnPerFrame = 4

export type Fields = Extract<FromServer, { readonly type: 'Flds' }>
export type PlayerEntry = Fields['players'][number]
export type UnitEntry = Fields['units'][number]
type Entry = Pick<PlayerEntry, 'index' | 'generation' | 'status' | 'nodes'>

/** The pixel in which a tile begins. */
export const pixelsOf = ({ x, y }: Node): Node => ({ x: x * tileSize, y: y * tileSize })
export const tileOf = ({ x, y }: Node): Node => ({
  x: Math.round(x / tileSize),
  y: Math.round(y / tileSize),
})

/** What players and units have in common. */
export class Figure {
  readonly index: number
  status!: Status
  generation!: number
  /** Where it stands, or walks. */
  place!: Node
  /** Frames since it was there first. */
  age: number
  #way: Node[] = []

  /** `age`: so that not all move at the same time. */
  constructor(entry: Entry, age: number) {
    this.index = entry.index
    this.age = age
    this.#stand(entry)
  }

  /** `walks`: or else it jumps. */
  told(entry: Entry, walks: boolean): void {
    if (entry.generation !== this.generation || !walks) return this.#stand(entry)
    // [SR-3.8] Who was seen dead stays so in this generation.
    if (this.status !== statuses.dead) this.status = entry.status as Status
    for (const node of entry.nodes) this.#goTo(pixelsOf(node))
  }

  get walks(): boolean {
    return this.#way.length > 0
  }

  /** Where its way ends. */
  get goal(): Node {
    return this.#way.at(-1) ?? this.place
  }

  frame(): void {
    this.age++
    const next = this.#way[0]
    if (!next) return
    const { x, y } = this.place
    this.place = x === next.x ? { x, y: towards(y, next.y) } : { x: towards(x, next.x), y }
    if (isSame(this.place, next)) this.#way.shift()
  }

  #stand({ generation, status, nodes }: Entry): void {
    this.generation = generation
    this.status = status as Status
    this.place = pixelsOf(nodes.at(-1)!)
    this.#way = []
  }

  #goTo(place: Node): void {
    if (isSame(place, this.goal)) return
    this.#way.push(place)
    if (this.#way.length > mostNodes) this.#way.shift()
  }
}

export class Other extends Figure {
  color: number
  items: number

  constructor(entry: PlayerEntry, age: number) {
    super(entry, age)
    this.color = entry.color
    this.items = entry.items
  }

  heard(entry: PlayerEntry): void {
    this.told(entry, true)
    this.color = entry.color
    this.items = entry.items
  }
}

const jumps: ReadonlySet<UnitType> = new Set<UnitType>(['Sword', 'Shield', 'Goal'])
const circles: ReadonlySet<UnitType> = new Set<UnitType>(['Hummer', 'Rounder'])
const opens: ReadonlySet<UnitType> = new Set<UnitType>(['Gate', 'Cross'])
export const isFlame = (type: UnitType): boolean => circles.has(type) || opens.has(type)

export class SeenUnit extends Figure {
  type: UnitType
  #param: number
  #angle: number
  /** Frames since its flames began to open or close. */
  #since = 0

  constructor(entry: UnitEntry, age: number) {
    super(entry, age)
    this.type = unitTypes[entry.type] ?? 'Goal'
    this.#param = entry.param
    this.#angle = firstAngle(entry.param)
  }

  heard(entry: UnitEntry): void {
    if (entry.generation !== this.generation) this.#angle = firstAngle(entry.param)
    if (entry.param !== this.#param) this.#since = 0
    this.type = unitTypes[entry.type] ?? 'Goal'
    this.#param = entry.param
    this.told(entry, !jumps.has(this.type))
  }

  override frame(): void {
    super.frame()
    this.#since++
    this.#angle += this.type === 'Hummer' ? turnPerFrame : -turnPerFrame
  }

  /** Where it is seen, and met. Of two flames that open and close, now one and now the other. */
  get seenAt(): Node {
    const { x, y } = this.place
    if (circles.has(this.type)) {
      const turn = (this.#angle / 256) * 2 * Math.PI
      return { x: x + Math.round(Math.cos(turn) * circle.x), y: y + Math.round(Math.sin(turn) * circle.y) }
    }
    if (!opens.has(this.type)) return this.place
    const side = (this.age & 2) === 0 ? this.#openness : -this.#openness
    return this.#param >= 2 ? { x, y: y + side } : { x: x + side, y }
  }

  /** Even phases open, odd ones close. */
  get #openness(): number {
    const part = Math.min(opened, this.#since)
    return (this.#param & 1) === 0 ? part : opened - part
  }
}

const firstAngle = (param: number) => 64 * (param & 3)

export const isSame = (a: Node, b: Node): boolean => a.x === b.x && a.y === b.y

function towards(from: number, to: number): number {
  return from + Math.sign(to - from) * Math.min(pace, Math.abs(to - from))
}
