// The local player moves at once and reports the walk later. Times are in frames of 17 ms, and positions in pixels (see
// figure.ts).
import { type BoardPoint, cellAttributes, roomStride } from '../../board/board.ts'
import { maxNodes } from '../../players/movement.ts'
import { itemBits, type Status, statusNumbers } from '../../players/player.ts'
import { isSameNode, pixelsPerFrame, toPixels, toTile } from './figure.ts'
import type { Rooms } from './rooms.ts'

/** Pixels per frame, so that a room scrolls in 40 frames horizontally and in 30 frames vertically. */
const scrollPace = 8
/** Frames between two sounds of a player who walks against an obstacle. */
const stopPause = 10

export interface Heading {
  readonly x: -1 | 0 | 1
  readonly y: -1 | 0 | 1
}
/** The headings in the order in which their keys are checked. */
export const headings = {
  left: { x: -1, y: 0 },
  up: { x: 0, y: -1 },
  right: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
} as const satisfies { readonly [name: string]: Heading }

export type StepResult = 'stands' | 'begins' | 'walks' | 'arrives' | 'stopped'

export class Runner {
  status: Status = statusNumbers.idle
  color = 0
  items = 0
  place: BoardPoint
  looks: Heading = headings.down
  /** Corners of the walk since the last report. */
  #nodes: BoardPoint[]
  /** The last reported position. */
  reportedPlace: BoardPoint
  #heading: Heading | undefined
  #stoppedFor = 0

  /** `tile`: the player's position on the server, in global tiles. */
  constructor(tile: BoardPoint) {
    this.place = toPixels(tile)
    this.#nodes = [tile]
    this.reportedPlace = tile
  }

  /** Whether the player stands exactly on a tile. */
  get rests(): boolean {
    return this.#heading === undefined
  }

  get tile(): BoardPoint {
    return toTile(this.place)
  }

  has(item: number): boolean {
    return (this.items & item) !== 0
  }

  /** Returns the corners of the walk since the last call. The next walk starts at the end of this walk. */
  takeNodes(): BoardPoint[] {
    const nodes = this.#nodes
    this.#nodes = nodes.slice(-1)
    this.reportedPlace = nodes.at(-1)!
    return nodes
  }

  /** Discards the walk that was not reported. */
  stay(): void {
    this.#nodes = [this.reportedPlace]
    this.#heading = undefined
  }

  /** `wishes`: the directions to try, in order of preference. */
  frame(wishes: readonly Heading[], rooms: Rooms): StepResult {
    this.#stoppedFor++
    if (this.#heading) return this.#walk(this.#heading)
    const free = wishes.find((wish) => this.#mayEnter(wish, rooms))
    if (!free) return this.#stop(wishes[0])
    this.looks = free
    // With a full list of nodes the player cannot turn until the next report, because a packet has at most eight nodes.
    if (this.#nodes.length >= maxNodes && !this.#goesStraight(free)) return 'stands'
    this.#heading = free
    this.#walk(free)
    return 'begins'
  }

  /** Walks one tile from a room's edge, onto any tile. */
  cross(heading: Heading): void {
    this.#heading = heading
  }

  #walk(heading: Heading): StepResult {
    this.place = {
      x: this.place.x + heading.x * pixelsPerFrame,
      y: this.place.y + heading.y * pixelsPerFrame,
    }
    if (!isSameNode(this.place, toPixels(this.tile))) return 'walks'
    this.#heading = undefined
    if (this.#goesStraight(heading)) this.#nodes.pop()
    this.#nodes.push(this.tile)
    return 'arrives'
  }

  #stop(wish: Heading | undefined): StepResult {
    if (!wish) return 'stands'
    this.looks = wish
    if (this.#stoppedFor <= stopPause) return 'stands'
    this.#stoppedFor = 0
    return 'stopped'
  }

  /** Whether the heading continues the last leg of the walk. */
  #goesStraight({ x, y }: Heading): boolean {
    const [before, last] = this.#nodes.slice(-2)
    if (!before || !last) return false
    return Math.sign(last.x - before.x) === x && Math.sign(last.y - before.y) === y
  }

  #mayEnter({ x, y }: Heading, rooms: Rooms): boolean {
    if (this.status === statusNumbers.ghost) return true
    const attribute = rooms.attribute({ x: this.tile.x + x, y: this.tile.y + y })
    if (attribute === cellAttributes.noUnits) return !this.has(itemBits.shield)
    return attribute !== cellAttributes.wall && attribute !== cellAttributes.noPlayers
  }

  leavesBy(heading: Heading, rooms: Rooms): boolean {
    const { x, y } = this.tile
    const [left, top] = [rooms.x * roomStride.x, rooms.y * roomStride.y]
    if (heading.x !== 0) return x === left + (heading.x + 1) * (roomStride.x / 2)
    return y === top + (heading.y + 1) * (roomStride.y / 2)
  }
}

export class RoomScroll {
  readonly heading: Heading
  /** Remaining pixels to scroll. */
  left: number

  constructor(heading: Heading) {
    this.heading = heading
    this.left = heading.x === 0 ? roomStride.y * 16 : roomStride.x * 16
  }

  /** Returns true when the scrolling has ended. */
  frame(): boolean {
    this.left -= scrollPace
    return this.left <= 0
  }
}
