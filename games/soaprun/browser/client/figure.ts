// A player or unit as a client shows it. Positions are in pixels of the whole field, 16 per tile. Times are in frames
// of 17 ms.
import { type BoardPoint, type UnitType, unitTypeNames } from '../../board/board.ts'
import type { FromServer } from '../../packets.ts'
import { type Status, statusNumbers } from '../../players/player.ts'

export const frameMs = 17
/** Width and height of a tile in pixels. */
export const tileSize = 16
export const pixelsPerFrame = 2
/** Maximum number of queued nodes to which a figure will walk. */
const maxNodes = 8
/** Distances in pixels from the unit's position: of circling flames, and of the flames of an open Gate or Cross. */
const circle = { x: 18, y: 16 }
const opened = 16
/** Angle per frame. A full turn is 256. */
const turnPerFrame = 4

export type FieldPacket = Extract<FromServer, { readonly type: 'Flds' }>
export type ReceivedPlayer = FieldPacket['players'][number]
export type ReceivedUnit = FieldPacket['units'][number]
type Entry = Pick<ReceivedPlayer, 'index' | 'generation' | 'status' | 'nodes'>

/** The upper left pixel of a tile. */
export const toPixels = ({ x, y }: BoardPoint): BoardPoint => ({ x: x * tileSize, y: y * tileSize })
export const toTile = ({ x, y }: BoardPoint): BoardPoint => ({
  x: Math.round(x / tileSize),
  y: Math.round(y / tileSize),
})

export class Figure {
  readonly index: number
  status!: Status
  generation!: number
  place!: BoardPoint
  /** The figure's age in frames, counted from a random start. */
  age: number
  #path: BoardPoint[] = []

  /** `age`: a random number of frames, so that the animations of several figures are not synchronized. */
  constructor(entry: Entry, age: number) {
    this.index = entry.index
    this.age = age
    this.#stand(entry)
  }

  /** `walks`: whether the figure walks to new nodes. Otherwise it jumps to the last node. */
  update(entry: Entry, walks: boolean): void {
    if (entry.generation !== this.generation || !walks) return this.#stand(entry)
    // [SR-3.8] A dead figure stays dead in this generation.
    if (this.status !== statusNumbers.dead) this.status = entry.status as Status
    for (const node of entry.nodes) this.#goTo(toPixels(node))
  }

  get isMoving(): boolean {
    return this.#path.length > 0
  }

  /** The end of the figure's path. */
  get goal(): BoardPoint {
    return this.#path.at(-1) ?? this.place
  }

  frame(): void {
    this.age++
    const next = this.#path[0]
    if (!next) return
    const { x, y } = this.place
    this.place = x === next.x ? { x, y: towards(y, next.y) } : { x: towards(x, next.x), y }
    if (isSameNode(this.place, next)) this.#path.shift()
  }

  #stand({ generation, status, nodes }: Entry): void {
    this.generation = generation
    this.status = status as Status
    this.place = toPixels(nodes.at(-1)!)
    this.#path = []
  }

  #goTo(place: BoardPoint): void {
    if (isSameNode(place, this.goal)) return
    this.#path.push(place)
    if (this.#path.length > maxNodes) this.#path.shift()
  }
}

export class OtherPlayer extends Figure {
  color: number
  items: number

  constructor(entry: ReceivedPlayer, age: number) {
    super(entry, age)
    this.color = entry.color
    this.items = entry.items
  }

  updateFrom(entry: ReceivedPlayer): void {
    this.update(entry, true)
    this.color = entry.color
    this.items = entry.items
  }
}

const jumpingTypes: ReadonlySet<UnitType> = new Set<UnitType>(['Sword', 'Shield', 'Goal'])
const circlingTypes: ReadonlySet<UnitType> = new Set<UnitType>(['Hummer', 'Rounder'])
const openingTypes: ReadonlySet<UnitType> = new Set<UnitType>(['Gate', 'Cross'])
export const isFlame = (type: UnitType): boolean => circlingTypes.has(type) || openingTypes.has(type)

export class VisibleUnit extends Figure {
  type: UnitType
  #param: number
  #angle: number
  #framesInPhase = 0

  constructor(entry: ReceivedUnit, age: number) {
    super(entry, age)
    this.type = unitTypeNames[entry.type] ?? 'Goal'
    this.#param = entry.param
    this.#angle = firstAngle(entry.param)
  }

  updateFrom(entry: ReceivedUnit): void {
    if (entry.generation !== this.generation) this.#angle = firstAngle(entry.param)
    if (entry.param !== this.#param) this.#framesInPhase = 0
    this.type = unitTypeNames[entry.type] ?? 'Goal'
    this.#param = entry.param
    this.update(entry, !jumpingTypes.has(this.type))
  }

  override frame(): void {
    super.frame()
    this.#framesInPhase++
    this.#angle += this.type === 'Hummer' ? turnPerFrame : -turnPerFrame
  }

  /**
   * Where the unit is drawn and can be touched. A unit with two opening flames alternates between the positions of both
   * flames.
   */
  get seenAt(): BoardPoint {
    const { x, y } = this.place
    if (circlingTypes.has(this.type)) {
      const turn = (this.#angle / 256) * 2 * Math.PI
      return { x: x + Math.round(Math.cos(turn) * circle.x), y: y + Math.round(Math.sin(turn) * circle.y) }
    }
    if (!openingTypes.has(this.type)) return this.place
    const side = (this.age & 2) === 0 ? this.#openness : -this.#openness
    return this.#param >= 2 ? { x, y: y + side } : { x: x + side, y }
  }

  /** Flames open in even phases and close in odd phases. */
  get #openness(): number {
    const part = Math.min(opened, this.#framesInPhase)
    return (this.#param & 1) === 0 ? part : opened - part
  }
}

const firstAngle = (param: number) => 64 * (param & 3)

export const isSameNode = (a: BoardPoint, b: BoardPoint): boolean => a.x === b.x && a.y === b.y

function towards(from: number, to: number): number {
  return from + Math.sign(to - from) * Math.min(pixelsPerFrame, Math.abs(to - from))
}
