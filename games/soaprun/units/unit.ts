// What every unit is, and the few things any of them can do: step, fall, come back. Knows no type's own rules.
import type { Json } from '../../game.ts'
import {
  attributes,
  type Board,
  type Node,
  type UnitStart,
  type UnitType,
  unitTypes,
} from '../board/board.ts'
import { Trail } from '../board/trail.ts'
import { countKill, die, type Holder, items, type Player, type Status, statuses } from '../players/player.ts'
import { nextStep } from './path.ts'

/** Ticks that a unit lies before it is back home, and then rests. [SR-5.5] */
export const ticksLying = { closer: 36, crawl: 81 } as const
const ticksResting = 24

/** What the world lends to its units. */
export interface Scene {
  readonly board: Board
  readonly units: readonly Unit[]
  /** Players whom units mind, by ascending index. */
  readonly living: readonly Player[]
  /** Units standing on each cell, row-major. */
  readonly unitsOnCell: Uint8Array
  /** Host's milliseconds. */
  readonly now: number
  /** The login that took the unit, if it is still here; `away` while a restart gives it time to come back. */
  holder(unit: Unit): Player | 'away' | undefined
  changeTile(x: number, y: number, tile: number): void
  /** What just happened must outlive a restart: the units are put in this turn. */
  keepUnits(): void
}

/** The rules of one unit type. */
export interface Kind {
  /** How far off a touch is believed: clients see units where they were a while ago. */
  readonly reach: 'still' | 'flame' | 'walker'
  /** One action, in a tick that the unit does not wait through. Sets `wait` to act every `wait` + 1 ticks. */
  act(unit: Unit, scene: Scene): void
  /** A living player says that he met it; false: nothing happens. */
  touch(unit: Unit, player: Player, scene: Scene): boolean
  /** Met in any state; else only while up. */
  readonly metInAnyState?: boolean
}

/** How a unit is shown. */
export interface UnitEntry {
  readonly index: number
  readonly generation: number
  readonly status: number
  /** The type's place in `unitTypes`. */
  readonly type: number
  readonly param: number
  /** 1-8, oldest first. */
  readonly nodes: readonly Node[]
}

/** Types that overlap freely with everything. */
const flames: ReadonlySet<UnitType> = new Set<UnitType>(['Hummer', 'Rounder', 'Gate', 'Cross'])

export class Unit {
  readonly index: number
  readonly start: UnitStart
  type: UnitType
  status: Status
  generation = 0
  param: number
  /** Ticks that still pass before it acts. */
  wait = 0
  /** Players killed since it became what it is. */
  kills = 0
  /** Who took it. */
  holder: Holder | undefined
  /** Where its holder was last. It drops there; until then it is shown where it was taken, as the original did. */
  carriedTo: Node | undefined
  readonly trail: Trail<UnitEntry>

  constructor(index: number, start: UnitStart) {
    this.index = index
    this.start = start
    this.type = start.type
    this.status = sleepers.has(start.type) ? statuses.suspend : statuses.idle
    this.param = start.type === 'Gate' ? closedGate : start.param
    this.trail = new Trail({ x: start.x, y: start.y }, (nodes) => ({
      index: this.index,
      generation: this.generation,
      status: this.status,
      type: unitTypes.indexOf(this.type),
      param: this.param,
      nodes,
    }))
  }

  get place(): Node {
    return this.trail.last
  }

  get atHome(): boolean {
    return this.place.x === this.start.x && this.place.y === this.start.y
  }

  /** Its cell is closed to others. */
  get closesCell(): boolean {
    return this.status !== statuses.dead && !flames.has(this.type)
  }
}

/** Begin asleep, until somebody comes near. */
const sleepers: ReadonlySet<UnitType> = new Set<UnitType>(['Closer', 'Wuss', 'Chase', 'Snail'])
export const closedGate = 1

/** `player` holds the unit, which is then nowhere to be met. */
export function giveTo(unit: Unit, player: Player, scene: Scene): void {
  setStatus(unit, scene, statuses.dead)
  unit.holder = { slot: player.slot, generation: player.generation }
  unit.wait = 0
  scene.keepUnits()
}

export function heldBy(unit: Unit, player: Player): boolean {
  return unit.holder?.slot === player.slot && unit.holder.generation === player.generation
}

/** Changes a unit and, with it, which cells are closed. */
function changeStanding(unit: Unit, scene: Scene, change: () => void): void {
  countStanding(unit, scene, -1)
  change()
  unit.trail.changed()
  countStanding(unit, scene, 1)
}

/** Adds a unit to the cells' counts, or takes it away. */
export function countStanding(unit: Unit, scene: Pick<Scene, 'board' | 'unitsOnCell'>, by: 1 | -1): void {
  const { x, y } = unit.place
  if (unit.closesCell && scene.board.inside(x, y)) scene.unitsOnCell[scene.board.cell(x, y)]! += by
}

export function setStatus(unit: Unit, scene: Scene, status: Status): void {
  if (unit.status !== status) changeStanding(unit, scene, () => (unit.status = status))
}

export function setParam(unit: Unit, param: number): void {
  if (unit.param === param) return
  unit.param = param
  unit.trail.changed()
}

export function moveTo(unit: Unit, scene: Scene, node: Node): void {
  changeStanding(unit, scene, () => unit.trail.add(node))
}

/** A new life at `node`: whoever watches sees it there at once. */
export function appear(unit: Unit, scene: Scene, node: Node, status: Status): void {
  changeStanding(unit, scene, () => {
    unit.generation = (unit.generation + 1) & 0xff
    unit.status = status
    unit.trail.restart(node)
  })
  scene.keepUnits()
}

export function home(unit: Unit): Node {
  return { x: unit.start.x, y: unit.start.y }
}

/** No unit may enter: wall, ground without units, or another unit. Players' own walls let units pass. [SR-5.4] */
export function isClosed(scene: Scene, x: number, y: number): boolean {
  const attribute = scene.board.attribute(x, y)
  if (attribute === attributes.wall || attribute === attributes.noUnits) return true
  return scene.unitsOnCell[scene.board.cell(x, y)]! > 0
}

/** One step towards `target`, or away from it; false if there is no way. */
export function stepTowards(unit: Unit, scene: Scene, target: Node, flee = false): boolean {
  const node = nextStep(unit.place, target, flee, (x, y) => isClosed(scene, x, y))
  if (node) moveTo(unit, scene, node)
  return node !== undefined
}

/** [SR-5.5] Killed: lies for `ticks`, counting the next one, and frees its cell. */
export function slay(unit: Unit, player: Player, scene: Scene, ticks: number): void {
  setStatus(unit, scene, statuses.dead)
  unit.wait = ticks - 1
  countKill(player)
  scene.keepUnits()
}

/** Home again after lying, resting before it acts. */
export function comeBack(unit: Unit, scene: Scene): void {
  appear(unit, scene, home(unit), statuses.suspend)
  unit.wait = ticksResting
}

/** Sword against walker: with it the unit falls, without it the player does. */
export function fight(unit: Unit, player: Player, scene: Scene, ticks: number): void {
  if (player.has(items.sword)) return slay(unit, player, scene, ticks)
  die(player)
  unit.kills++
  scene.keepUnits()
}

/** A unit as the `units` record has it. */
export function unitRecord(unit: Unit): Json {
  const { type, status, generation, param, wait, kills, holder, carriedTo, place } = unit
  return {
    type,
    status,
    generation,
    param,
    wait,
    kills,
    x: place.x,
    y: place.y,
    ...(holder && { holder: { slot: holder.slot, generation: holder.generation } }),
    ...(carriedTo && { carriedTo: { x: carriedTo.x, y: carriedTo.y } }),
  }
}

/** Puts a stored state on a unit that was just made. Throws for one that no unit has: a room's file may say anything. */
export function restore(unit: Unit, record: Json, board: Board): void {
  const state = record as unknown as StoredUnit | null
  if (!state || !isPossible(state, board)) throw new Error(`the record units has no unit at ${unit.index}`)
  unit.type = state.type
  unit.status = state.status
  unit.generation = state.generation
  unit.param = state.param
  unit.wait = state.wait
  unit.kills = state.kills
  unit.holder = state.holder
  unit.carriedTo = state.carriedTo
  unit.trail.restart({ x: state.x, y: state.y })
}

type StoredUnit = Pick<Unit, 'type' | 'status' | 'generation' | 'param' | 'wait' | 'kills'> &
  Node & { readonly holder?: Holder; readonly carriedTo?: Node }

function isPossible(state: StoredUnit, board: Board): boolean {
  const { type, status, generation, param, wait, kills, holder, carriedTo } = state
  const isThere = ({ x, y }: Node) => Number.isInteger(x) && Number.isInteger(y) && board.inside(x, y)
  return (
    unitTypes.includes(type) &&
    Object.values(statuses).includes(status) &&
    Number.isInteger(param) &&
    [generation, wait, kills].every((count) => Number.isInteger(count) && count >= 0) &&
    isThere(state) &&
    (holder === undefined || (Number.isInteger(holder?.slot) && Number.isInteger(holder.generation))) &&
    (carriedTo === undefined || (carriedTo !== null && isThere(carriedTo)))
  )
}
