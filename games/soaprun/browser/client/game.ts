// One life of the player in the field, simulated in frames of 17 ms. Keys and packets have the same effects as in the
// client of 2010. This class does not depend on a screen or a socket.
import { type BoardPoint, isCanvas, roomStride, type UnitType } from '../../board/board.ts'
import type { FromClient, FromServer } from '../../packets.ts'
import { colourCount, itemBits, type Status, statusNumbers } from '../../players/player.ts'
import { blankPaint, type Menu, menuColumns } from '../../view/menu.ts'
import { Avengers } from './avengers.ts'
import { type FieldPacket, isFlame, type OtherPlayer, tileSize, type VisibleUnit } from './figure.ts'
import { Figures, pixelDistance } from './figures.ts'
import { Rooms, roomOf } from './rooms.ts'
import { type Heading, headings, RoomScroll, Runner } from './runner.ts'
import type { SoundEvent } from './sounds.ts'

/** [SR-3.7] Frames between two position reports. */
const framesPerPosition = 14
/**
 * [SR-4.6] After this many frames without a reply the player stops, because the room accepts no walk that takes more
 * than 5 s.
 */
const maxUnansweredFrames = 240
/** Frames from the end of the game until the curtain starts to close, and until it is closed after that. */
const endFrames = 120
const curtainFrames = 16
/** The distance in pixels at which the player and a unit touch. */
const touchDistance = 6
/** The player hears the sounds of other players up to this distance in tiles. */
const hearingDistance = 1
/** `unitsNear` contains the units up to this distance in tiles. */
const inSight = 10
/** Maximum number of queued key presses. Without a queue, a slow machine or connection would lose key presses. */
const maxPresses = 4

export interface GameClientContext {
  request(packet: FromClient): void
  readonly awaitsField: boolean
  /** Returns a random number from 0 to 1. */
  random(): number
  playSound(sound: SoundEvent): void
}

export interface KeyPress {
  readonly ok?: boolean
  readonly cancel?: boolean
  readonly turned?: Heading
}

export class GameClient {
  readonly rooms: Rooms
  readonly self: Runner
  readonly figures: Figures
  readonly avengers = new Avengers()
  readonly #context: GameClientContext
  menu: Menu | undefined
  scroll: RoomScroll | undefined
  isRaining = false
  /** In frames since the login. */
  age = 0
  /** Frames since the last change of status, or since the login. */
  framesInStatus = 0
  #framesSinceSent = 0
  readonly #presses: KeyPress[] = []
  #frozen = false
  #touched = false
  /** After a death, the type of the unit that killed the player. */
  touchedUnit: UnitType | undefined
  #shown = false
  /** The direction in which the player waits at a room's edge for the next room to load. */
  #leaving: Heading | undefined

  /** `tile`: the player's position on the server, in global tiles. */
  constructor(context: GameClientContext, tile: BoardPoint) {
    this.#context = context
    this.rooms = new Rooms(roomOf(tile))
    this.self = new Runner(tile)
    this.figures = new Figures({
      chance: context.random,
      player: (other, before) => this.#hearPlayer(other, before),
      unit: (unit, before) => this.#hearUnit(unit, before.status),
    })
    this.#sendPosition()
  }

  /** Whether the player's room and the first field have arrived. */
  get isShown(): boolean {
    return this.#shown && this.rooms.has(this.rooms.x, this.rooms.y)
  }

  /** The number of players, including this player. */
  get players(): number {
    return this.figures.others.size + 1
  }

  get #hasEnded(): boolean {
    return this.self.status === statusNumbers.dead || this.self.status === statusNumbers.goal
  }

  /** The position of the curtain, from 0 (open) to 1 (closed). */
  get curtain(): number {
    return this.#hasEnded ? Math.min(1, Math.max(0, (this.framesInStatus - endFrames) / curtainFrames)) : 0
  }

  get isOver(): boolean {
    return this.#hasEnded && this.framesInStatus > endFrames + curtainFrames
  }

  get unitsNear(): readonly VisibleUnit[] {
    const isNear = ({ place }: VisibleUnit) => pixelDistance(place, this.self.place) <= inSight * tileSize
    return [...this.figures.units.values()].filter(
      (unit) => unit.status === statusNumbers.idle && isNear(unit),
    )
  }

  get mayPaint(): boolean {
    return isCanvas(this.rooms.tile(this.self.tile))
  }

  onReply(answer: FromServer, asked: FromClient): void {
    switch (answer.type) {
      case 'mAtt':
        this.rooms.attributes.set(answer.attributes)
        return
      case 'Room':
        this.rooms.take(answer)
        return
      case 'Flds':
        if (asked.type !== 'myPo') this.#frozen = false
        return this.#onField(answer)
      default:
    }
  }

  /** Queues the key press until the player stands on a tile or the menu is open. */
  press(one: KeyPress): void {
    if (this.#presses.length < maxPresses) this.#presses.push(one)
  }

  /** `ways`: held directions, in the order of `headings`. */
  frame(ways: readonly Heading[]): void {
    this.age++
    this.framesInStatus++
    this.figures.frame()
    if (this.isShown && !this.isOver) this.#act(ways)
    if (
      this.#shown &&
      !this.isOver &&
      ++this.#framesSinceSent >= framesPerPosition &&
      !this.#context.awaitsField
    )
      this.#sendPosition()
    if (this.#hasEnded && this.framesInStatus === endFrames + curtainFrames) this.#leave()
  }

  #act(ways: readonly Heading[]): void {
    if (this.scroll) return this.#slide(this.scroll)
    if (this.#leaving) this.#enterNext(this.#leaving)
    else if (!this.#frozen && !this.#hasEnded) {
      if (this.menu) this.#choose(this.menu, this.#presses.shift())
      else this.#walk(ways)
      this.#touchUnits()
    }
  }

  // ---- Walking ---------------------------------------------------------------------------------------------

  #walk(held: readonly Heading[]): void {
    const { self, rooms } = this
    const pressed = self.rests ? this.#presses.shift() : undefined
    if (pressed?.ok && self.status === statusNumbers.idle) return this.#openMenu()
    // A tapped key moves the player one tile.
    const wished = held.length > 0 || !pressed?.turned ? held : [pressed.turned]
    const ways = self.status === statusNumbers.ghost ? wished.filter((way) => this.#isInside(way)) : wished
    // A walk that reaches a room's edge leaves the room at once (below). Only after a reconnection can a player already
    // be standing there.
    const out = self.rests ? ways.find((way) => self.leavesBy(way, rooms)) : undefined
    if (out) {
      self.looks = out
      this.#leaving = out
      return
    }
    const stepped = self.frame(this.#framesSinceSent < maxUnansweredFrames ? ways : [], rooms)
    if (stepped === 'stopped') this.#context.playSound('error')
    if (stepped === 'begins') this.#context.playSound('walk')
    if (stepped === 'arrives' && self.leavesBy(self.looks, rooms)) this.#leaving = self.looks
  }

  /** Whether a ghost may step there. Ghosts pass through walls, but may not enter rooms outside the map. */
  #isInside({ x, y }: Heading): boolean {
    const { self, rooms } = this
    const to = { x: self.tile.x + x, y: self.tile.y + y }
    const [column, row] = [to.x - rooms.x * roomStride.x, to.y - rooms.y * roomStride.y]
    const edge = column <= 0 || row <= 0 || column >= roomStride.x || row >= roomStride.y
    const next = { x: rooms.x + x, y: rooms.y + y }
    return !edge || (rooms.has(next.x, next.y) && !rooms.isSolid(next.x, next.y))
  }

  /** Does nothing until the next room has loaded. */
  #enterNext(heading: Heading): void {
    const { rooms } = this
    if (!rooms.has(rooms.x + heading.x, rooms.y + heading.y)) return
    this.#leaving = undefined
    for (const { x, y } of rooms.shift(heading.x, heading.y)) this.#context.request({ type: 'Room', x, y })
    this.scroll = new RoomScroll(heading)
  }

  #slide(scroll: RoomScroll): void {
    if (!scroll.frame()) return
    this.scroll = undefined
    this.self.cross(scroll.heading)
  }

  // ---- Hits ------------------------------------------------------------------------------------------------

  #touchUnits(): void {
    const { self } = this
    if (self.status !== statusNumbers.idle) return
    if (self.has(itemBits.sword)) {
      if (this.avengers.frame(self.place, self.looks, this.#context.random))
        return this.#sendAndFreeze({ type: 'HVen' })
    } else this.avengers.end()
    const near = [...this.figures.units.values()].filter((unit) => this.#touches(unit))
    if (near.length === 0) this.#touched = false
    if (this.#touched || !near[0]) return
    this.#touched = true
    this.#context.playSound('inquiry')
    this.touchedUnit = near[0].type
    this.#sendAndFreeze({ type: 'HNPU', unit: near[0].index })
  }

  #touches(unit: VisibleUnit): boolean {
    const { self } = this
    const { x, y } = unit.seenAt
    const [dx, dy] = [x - self.place.x, y - self.place.y]
    if (
      unit.status !== statusNumbers.idle ||
      dx < -touchDistance ||
      dx >= touchDistance ||
      dy < -touchDistance ||
      dy >= touchDistance
    )
      return false
    if (unit.type === 'Snail') return false
    if (unit.type === 'Sword') return !self.has(itemBits.sword)
    return !self.has(itemBits.shield) || !(unit.type === 'Shield' || isFlame(unit.type))
  }

  // ---- The menu --------------------------------------------------------------------------------------------

  #openMenu(): void {
    this.#context.playSound('ok')
    const rows = this.mayPaint ? (['color', 'paint'] as const) : (['color'] as const)
    this.menu = { rows, row: rows.length - 1, column: this.mayPaint ? 1 : this.self.color % menuColumns }
  }

  #choose(menu: Menu, { ok, cancel, turned }: KeyPress = {}): void {
    if (cancel) {
      this.#context.playSound('cancel')
      this.menu = undefined
      return
    }
    if (turned) {
      this.#context.playSound('select')
      menu.column = (menu.column + turned.x + menuColumns) % menuColumns
      menu.row = (menu.row + turned.y + menu.rows.length) % menu.rows.length
    }
    if (!ok) return
    this.#context.playSound('ok')
    this.menu = undefined
    if (menu.rows[menu.row] === 'color')
      this.#sendAndFreeze({ type: 'ChCl', color: menu.column % colourCount })
    else this.#sendAndFreeze({ type: 'DrFl', ...this.self.tile, tile: blankPaint + menu.column })
  }

  // ---- Sending ---------------------------------------------------------------------------------------------

  /** After this request the player stands still until the answer arrives. */
  #sendAndFreeze(packet: Unplaced): void {
    this.#frozen = true
    this.#sendWithMoves(packet)
  }

  #sendPosition(): void {
    this.#sendWithMoves({ type: 'myPo' })
  }

  #sendWithMoves(packet: Unplaced): void {
    this.#framesSinceSent = 0
    this.#context.request({ ...packet, nodes: this.self.takeNodes() })
  }

  /** [SR-3.13] [SR-3.14] */
  #leave(): void {
    if (this.self.status === statusNumbers.dead)
      this.#context.request({ type: 'mCrp', ...this.self.reportedPlace })
    this.#context.request({ type: 'Bye.' })
  }

  // ---- Receiving -------------------------------------------------------------------------------------------

  #onField(field: FieldPacket): void {
    this.#shown = true
    this.#become(field)
    this.isRaining = field.weather !== 0
    this.figures.update(field)
    for (const change of field.tiles) this.rooms.paint(change)
  }

  #become({ status, color, items: carried }: FieldPacket): void {
    const { self } = this
    const gained = carried & ~self.items
    const before = self.status
    self.status = status as Status
    self.color = color
    self.items = carried
    if (gained !== 0) this.#context.playSound('equip')
    if (before === self.status) return
    this.framesInStatus = 0
    this.menu = undefined
    this.avengers.end()
    if (self.status === statusNumbers.dead) this.#end('Dead', 'scream1')
    if (self.status === statusNumbers.goal) this.#end('Goal', 'goal')
    if (self.status === statusNumbers.ghost) this.#context.playSound('scream1')
  }

  #end(how: 'Dead' | 'Goal', sound: SoundEvent): void {
    this.self.stay()
    const { x, y } = this.self.reportedPlace
    this.#context.playSound(sound)
    this.#context.request({ type: 'Dlog', message: `${how}(${x},${y})` })
  }

  #hearPlayer(
    { place, status, items: carried }: OtherPlayer,
    before: Pick<OtherPlayer, 'status' | 'items'>,
  ): void {
    if (!this.#isHeard(place)) return
    if (before.status !== statusNumbers.dead && status === statusNumbers.dead)
      this.#context.playSound('scream1')
    if (before.status !== statusNumbers.goal && status === statusNumbers.goal) this.#context.playSound('goal')
    if ((carried & ~before.items) !== 0) this.#context.playSound('equip')
  }

  #hearUnit({ type, place, status }: VisibleUnit, before: number): void {
    if (type === 'Sword' || type === 'Shield' || before !== statusNumbers.idle) return
    if (status === statusNumbers.dead && this.#isHeard(place)) this.#context.playSound('scream2')
  }

  #isHeard(place: BoardPoint): boolean {
    return pixelDistance(place, this.self.place) <= hearingDistance * tileSize
  }
}

/** The packets that contain the player's walk, without their field `nodes`. */
type Unplaced =
  | { readonly type: 'myPo' | 'HVen' }
  | { readonly type: 'HNPU'; readonly unit: number }
  | { readonly type: 'ChCl'; readonly color: number }
  | { readonly type: 'DrFl'; readonly x: number; readonly y: number; readonly tile: number }

/** `dx`, `dy`: pixels to the point. The longer axis comes first. Axes with less than half a tile are left out. */
export function headingsTowards(dx: number, dy: number): readonly Heading[] {
  const across = Math.abs(dx) < tileSize / 2 ? [] : [dx < 0 ? headings.left : headings.right]
  const down = Math.abs(dy) < tileSize / 2 ? [] : [dy < 0 ? headings.up : headings.down]
  return Math.abs(dx) > Math.abs(dy) ? [...across, ...down] : [...down, ...across]
}
