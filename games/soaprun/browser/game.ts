// One life in the field, by frames of 17 ms: what a client of 2010 did with its keys and with what it was told. Knows no
// screen and no socket.
import { isCanvas, type Node, roomStride } from '../board/board.ts'
import type { FromClient, FromServer } from '../packets.ts'
import { colors, items, type Status, statuses } from '../players/player.ts'
import { firstPaint, type Menu, menuColumns } from '../view/menu.ts'
import { Avengers } from './avengers.ts'
import { Crowd, distance } from './crowd.ts'
import { type Fields, isFlame, type Other, type SeenUnit, tileSize } from './figure.ts'
import { Rooms } from './rooms.ts'
import { type Heading, headings, Runner, Scroll } from './runner.ts'
import type { Heard } from './sounds.ts'

/** [SR-3.7] Frames between two times that he says where he is. */
const positionEvery = 14
/** Frames without an answer after which he stands: the room believes no longer walks than of 5 s. [SR-4.6] */
const unanswered = 240
/** Frames between an end and the curtain, and those in which it closes. */
const endFrames = 120
export const curtainFrames = 16
/** He meets what is nearer than this, in pixels. */
const meets = 6
/** Tiles: what others do is heard when they are no farther. */
const heardFrom = 1
/** Tiles. */
const inSight = 10
/** What was pressed and waits: quick fingers lose nothing by a slow machine or a slow room. */
const mostPresses = 4

/** What a game needs of what is around it. */
export interface Around {
  ask(packet: FromClient): void
  readonly awaitsField: boolean
  /** 0 to 1. */
  chance(): number
  heard(sound: Heard): void
}

/** One press of a key. */
export interface Press {
  readonly ok?: boolean
  readonly cancel?: boolean
  readonly turned?: Heading
}

export class Game {
  readonly rooms = new Rooms()
  readonly self = new Runner()
  readonly crowd: Crowd
  readonly avengers = new Avengers()
  readonly #around: Around
  menu: Menu | undefined
  scroll: Scroll | undefined
  rains = false
  /** Frames since the first field, and since the status is what it is. */
  age = 0
  since = 0
  #sinceSaid = 0
  readonly #presses: Press[] = []
  #frozen = false
  #touched = false
  #shown = false
  /** Says where the next rooms of a crossing are, until they can be seen. */
  #leaving: Heading | undefined

  constructor(around: Around) {
    this.#around = around
    this.crowd = new Crowd({
      chance: around.chance,
      player: (other, before) => this.#hearPlayer(other, before),
      unit: (unit, before) => this.#hearUnit(unit, before.status),
    })
    this.#sayPlace()
  }

  /** Nothing is shown before the room in the middle and the first field are there. */
  get isShown(): boolean {
    return this.#shown && this.rooms.has(this.rooms.x, this.rooms.y)
  }

  /** Everybody who is in, himself too. */
  get players(): number {
    return this.crowd.others.size + 1
  }

  get #hasEnded(): boolean {
    return this.self.status === statuses.dead || this.self.status === statuses.goal
  }

  /** 0 open, 1 closed. */
  get curtain(): number {
    return this.#hasEnded ? Math.min(1, Math.max(0, (this.since - endFrames) / curtainFrames)) : 0
  }

  /** The curtain is closed, and all is said. */
  get isOver(): boolean {
    return this.#hasEnded && this.since > endFrames + curtainFrames
  }

  /** Alive, and as near as what is at the edge of a room to who stands in its middle. */
  get unitsNear(): readonly SeenUnit[] {
    const isNear = ({ place }: SeenUnit) => distance(place, this.self.place) <= inSight * tileSize
    return [...this.crowd.units.values()].filter((unit) => unit.status === statuses.idle && isNear(unit))
  }

  /** What may be done where he stands. */
  get mayPaint(): boolean {
    return isCanvas(this.rooms.tile(this.self.tile))
  }

  /** What the room answered, and to what. */
  told(answer: FromServer, asked: FromClient): void {
    switch (answer.type) {
      case 'mAtt':
        this.rooms.attributes.set(answer.attributes)
        return
      case 'Room':
        this.rooms.take(answer)
        return
      case 'Flds':
        if (asked.type !== 'myPo') this.#frozen = false
        return this.#see(answer)
      default:
    }
  }

  /** Done as soon as he stands on a tile, or chooses from the menu. */
  press(one: Press): void {
    if (this.#presses.length < mostPresses) this.#presses.push(one)
  }

  /** One frame. `ways`: those that are held, in the order of `headings`. */
  frame(ways: readonly Heading[]): void {
    this.age++
    this.since++
    this.crowd.frame()
    if (this.isShown && !this.isOver) this.#act(ways)
    if (this.#shown && !this.isOver && ++this.#sinceSaid >= positionEvery && !this.#around.awaitsField)
      this.#sayPlace()
    if (this.#hasEnded && this.since === endFrames + curtainFrames) this.#leave()
  }

  #act(ways: readonly Heading[]): void {
    if (this.scroll) return this.#slide(this.scroll)
    if (this.#leaving) this.#enterNext(this.#leaving)
    else if (!this.#frozen && !this.#hasEnded) {
      if (this.menu) this.#choose(this.menu, this.#presses.shift())
      else this.#walk(ways)
      this.#meet()
    }
  }

  // ---- Walking ---------------------------------------------------------------------------------------------

  #walk(held: readonly Heading[]): void {
    const { self, rooms } = this
    const pressed = self.rests ? this.#presses.shift() : undefined
    if (pressed?.ok && self.status === statuses.idle) return this.#openMenu()
    // Who only taps a key goes one tile.
    const wished = held.length > 0 || !pressed?.turned ? held : [pressed.turned]
    const ways = self.status === statuses.ghost ? wished.filter((way) => this.#isInside(way)) : wished
    const stepped = self.frame(this.#sinceSaid < unanswered ? ways : [], rooms)
    if (stepped === 'stopped') this.#around.heard('error')
    if (stepped === 'begins') this.#around.heard('walk')
    if (stepped === 'arrives') this.#leaving = self.leavesBy(rooms)
  }

  /** A ghost passes walls, but nobody comes out of the world: the rooms beyond are solid. */
  #isInside({ x, y }: Heading): boolean {
    const { self, rooms } = this
    const to = { x: self.tile.x + x, y: self.tile.y + y }
    const [column, row] = [to.x - rooms.x * roomStride.x, to.y - rooms.y * roomStride.y]
    const edge = column <= 0 || row <= 0 || column >= roomStride.x || row >= roomStride.y
    const next = { x: rooms.x + x, y: rooms.y + y }
    return !edge || (rooms.has(next.x, next.y) && !rooms.isSolid(next.x, next.y))
  }

  /** As soon as it is known. */
  #enterNext(heading: Heading): void {
    const { rooms } = this
    if (!rooms.has(rooms.x + heading.x, rooms.y + heading.y)) return
    this.#leaving = undefined
    for (const { x, y } of rooms.shift(heading.x, heading.y)) this.#around.ask({ type: 'Room', x, y })
    this.scroll = new Scroll(heading)
  }

  #slide(scroll: Scroll): void {
    if (!scroll.frame()) return
    this.scroll = undefined
    this.self.cross(scroll.heading)
  }

  // ---- Meeting ---------------------------------------------------------------------------------------------

  #meet(): void {
    const { self } = this
    if (self.status !== statuses.idle) return
    if (self.has(items.sword)) {
      if (this.avengers.frame(self.place, self.looks, this.#around.chance))
        return this.#inquire({ type: 'HVen' })
    } else this.avengers.end()
    const near = [...this.crowd.units.values()].filter((unit) => this.#touches(unit))
    if (near.length === 0) this.#touched = false
    if (this.#touched || !near[0]) return
    this.#touched = true
    this.#around.heard('inquiry')
    this.#inquire({ type: 'HNPU', unit: near[0].index })
  }

  #touches(unit: SeenUnit): boolean {
    const { self } = this
    const { x, y } = unit.seenAt
    const [dx, dy] = [x - self.place.x, y - self.place.y]
    if (unit.status !== statuses.idle || dx < -meets || dx >= meets || dy < -meets || dy >= meets)
      return false
    if (unit.type === 'Snail') return false
    if (unit.type === 'Sword') return !self.has(items.sword)
    return !self.has(items.shield) || !(unit.type === 'Shield' || isFlame(unit.type))
  }

  // ---- The menu --------------------------------------------------------------------------------------------

  #openMenu(): void {
    this.#around.heard('ok')
    const rows = this.mayPaint ? (['color', 'paint'] as const) : (['color'] as const)
    this.menu = { rows, row: rows.length - 1, column: this.mayPaint ? 1 : this.self.color % menuColumns }
  }

  #choose(menu: Menu, { ok, cancel, turned }: Press = {}): void {
    if (cancel) {
      this.#around.heard('cancel')
      this.menu = undefined
      return
    }
    if (turned) {
      this.#around.heard('select')
      menu.column = (menu.column + turned.x + menuColumns) % menuColumns
      menu.row = (menu.row + turned.y + menu.rows.length) % menu.rows.length
    }
    if (!ok) return
    this.#around.heard('ok')
    this.menu = undefined
    if (menu.rows[menu.row] === 'color') this.#inquire({ type: 'ChCl', color: menu.column % colors })
    else this.#inquire({ type: 'DrFl', ...this.self.tile, tile: firstPaint + menu.column })
  }

  // ---- Saying ----------------------------------------------------------------------------------------------

  /** He stands still until it is answered. */
  #inquire(packet: Unplaced): void {
    this.#frozen = true
    this.#say(packet)
  }

  #sayPlace(): void {
    this.#say({ type: 'myPo' })
  }

  #say(packet: Unplaced): void {
    this.#sinceSaid = 0
    this.#around.ask({ ...packet, nodes: this.self.takeNodes() })
  }

  /** [SR-3.13] [SR-3.14] */
  #leave(): void {
    if (this.self.status === statuses.dead) this.#around.ask({ type: 'mCrp', ...this.self.said })
    this.#around.ask({ type: 'Bye.' })
  }

  // ---- Seeing ----------------------------------------------------------------------------------------------

  #see(field: Fields): void {
    this.#shown = true
    this.#become(field)
    this.rains = field.weather !== 0
    this.crowd.see(field)
    for (const change of field.tiles) this.rooms.paint(change)
  }

  #become({ status, color, items: carried }: Fields): void {
    const { self } = this
    const gained = carried & ~self.items
    const before = self.status
    self.status = status as Status
    self.color = color
    self.items = carried
    if (gained !== 0) this.#around.heard('equip')
    if (before === self.status) return
    this.since = 0
    this.menu = undefined
    this.avengers.end()
    if (self.status === statuses.dead) this.#end('Dead', 'scream1')
    if (self.status === statuses.goal) this.#end('Goal', 'goal')
    if (self.status === statuses.ghost) this.#around.heard('scream1')
  }

  #end(how: 'Dead' | 'Goal', sound: Heard): void {
    this.self.stay()
    const { x, y } = this.self.said
    this.#around.heard(sound)
    this.#around.ask({ type: 'Dlog', message: `${how}(${x},${y})` })
  }

  #hearPlayer({ place, status, items: carried }: Other, before: Pick<Other, 'status' | 'items'>): void {
    if (!this.#isHeard(place)) return
    if (before.status !== statuses.dead && status === statuses.dead) this.#around.heard('scream1')
    if (before.status !== statuses.goal && status === statuses.goal) this.#around.heard('goal')
    if ((carried & ~before.items) !== 0) this.#around.heard('equip')
  }

  #hearUnit({ type, place, status }: SeenUnit, before: number): void {
    if (type === 'Sword' || type === 'Shield' || before !== statuses.idle) return
    if (status === statuses.dead && this.#isHeard(place)) this.#around.heard('scream2')
  }

  #isHeard(place: Node): boolean {
    return distance(place, this.self.place) <= heardFrom * tileSize
  }
}

/** What is said from where he is; he adds how he came there. */
type Unplaced =
  | { readonly type: 'myPo' | 'HVen' }
  | { readonly type: 'HNPU'; readonly unit: number }
  | { readonly type: 'ChCl'; readonly color: number }
  | { readonly type: 'DrFl'; readonly x: number; readonly y: number; readonly tile: number }

/** The ways to what lies so many pixels away, the longer side first; near it none. */
export function waysTo(dx: number, dy: number): readonly Heading[] {
  const across = Math.abs(dx) < tileSize / 2 ? [] : [dx < 0 ? headings.left : headings.right]
  const down = Math.abs(dy) < tileSize / 2 ? [] : [dy < 0 ? headings.up : headings.down]
  return Math.abs(dx) > Math.abs(dy) ? [...across, ...down] : [...down, ...across]
}
