import type { Json } from '../../game.ts'
import {
  type Board,
  type BoardPoint,
  cellAttributes,
  type UnitDefinition,
  type UnitType,
  unitTypeNames,
} from '../board/board.ts'
import { PositionTrail } from '../board/position-trail.ts'
import {
  countKill,
  itemBits,
  type Player,
  type SlotHolder,
  type Status,
  statusNumbers,
} from '../players/player.ts'
import { nextStep } from './path-finding.ts'

/** [SR-5.5] The number of ticks for which a unit stays dead. */
export const deadTicks = { closer: 36, crawl: 81 } as const
/** [SR-5.5] The number of ticks for which it then sleeps at home. */
const ticksAsleep = 24

export interface UnitContext {
  readonly board: Board
  readonly units: readonly Unit[]
  /** Players to whom units react, in ascending order of index. */
  readonly livingPlayers: readonly Player[]
  /** Row-major. */
  readonly unitsOnCell: Uint8Array
  /** Milliseconds of the room's clock. */
  readonly now: number
  /** `away`: the holder may still reconnect after a restart. */
  holder(unit: Unit): Player | 'away' | undefined
  changeTile(x: number, y: number, tile: number): void
  /** Kills the player and announces the death. */
  killPlayer(player: Player, by: Unit): void
  /** Stores all units in this transaction. Called after changes that must survive a restart. */
  saveUnits(): void
}

export interface UnitBehaviour {
  /** Determines the tolerance for touches. A tolerance is needed, because clients show units at earlier positions. */
  readonly reach: 'still' | 'flame' | 'walker'
  /**
   * Called in each tick in which the unit does not wait. If `act` sets `wait`, the next call follows after `wait` + 1
   * ticks.
   */
  act(unit: Unit, context: UnitContext): void
  /** Called when a living player reports a touch. Returns false if the touch has no effect. */
  touch(unit: Unit, player: Player, context: UnitContext): boolean
  /** By default a unit can be touched only while its status is `idle`. */
  readonly touchableInAnyState?: boolean
}

/** A unit as sent to clients. */
export interface UnitEntry {
  readonly index: number
  readonly generation: number
  readonly status: number
  /** The type's index in `unitTypeNames`. */
  readonly type: number
  readonly param: number
  /** 1-8, oldest first. */
  readonly nodes: readonly BoardPoint[]
}

/** These types may overlap walls, units and players. */
const flames: ReadonlySet<UnitType> = new Set<UnitType>(['Hummer', 'Rounder', 'Gate', 'Cross'])
/** These types always close their home to other units, and no other cell. */
const homeBlockers: ReadonlySet<UnitType> = new Set<UnitType>(['Goal', 'Sword', 'Shield'])

export class Unit {
  readonly index: number
  readonly start: UnitDefinition
  type: UnitType
  status: Status
  generation = 0
  param: number
  /** The number of ticks for which the unit still waits. */
  wait = 0
  /** Players killed since the unit was last killed. */
  kills = 0
  holder: SlotHolder | undefined
  /**
   * The last position of the holder, at which the unit will drop. Until it drops, clients show the unit at the place
   * where it was taken.
   */
  carriedTo: BoardPoint | undefined
  readonly trail: PositionTrail<UnitEntry>

  constructor(index: number, start: UnitDefinition) {
    this.index = index
    this.start = start
    this.type = start.type
    this.status = sleepers.has(start.type) ? statusNumbers.suspend : statusNumbers.idle
    this.param = start.type === 'Gate' ? closedGateParam : start.param
    this.trail = new PositionTrail({ x: start.x, y: start.y }, (nodes) => ({
      index: this.index,
      generation: this.generation,
      status: this.status,
      type: unitTypeNames.indexOf(this.type),
      param: this.param,
      nodes,
    }))
  }

  get place(): BoardPoint {
    return this.trail.last
  }

  get isAtHome(): boolean {
    return this.place.x === this.start.x && this.place.y === this.start.y
  }

  /** [SR-5.4] The cell that the unit closes to other units. */
  get closedCell(): BoardPoint | undefined {
    if (homeBlockers.has(this.type)) return this.start
    return this.status === statusNumbers.dead || flames.has(this.type) ? undefined : this.place
  }
}

const sleepers: ReadonlySet<UnitType> = new Set<UnitType>(['Closer', 'Wuss', 'Chase', 'Snail'])
export const closedGateParam = 1

/** Sets the unit's status to dead, so that no player can touch it. */
export function giveToPlayer(unit: Unit, player: Player, context: UnitContext): void {
  setUnitStatus(unit, context, statusNumbers.dead)
  unit.holder = { slot: player.slot, generation: player.generation }
  unit.wait = 0
  context.saveUnits()
}

export function isUnitHeldBy(unit: Unit, player: Player): boolean {
  return unit.holder?.slot === player.slot && unit.holder.generation === player.generation
}

/** `change`: a function that may change which cells are blocked. */
function updateCellCount(unit: Unit, context: UnitContext, change: () => void): void {
  changeCellCount(unit, context, -1)
  change()
  unit.trail.invalidate()
  changeCellCount(unit, context, 1)
}

/** Adds the unit to, or removes it from, the number of units on the cell that it closes. */
export function changeCellCount(
  unit: Unit,
  context: Pick<UnitContext, 'board' | 'unitsOnCell'>,
  by: 1 | -1,
): void {
  const cell = unit.closedCell
  if (cell && context.board.inside(cell.x, cell.y))
    context.unitsOnCell[context.board.cell(cell.x, cell.y)]! += by
}

export function setUnitStatus(unit: Unit, context: UnitContext, status: Status): void {
  if (unit.status !== status) updateCellCount(unit, context, () => (unit.status = status))
}

export function setUnitParam(unit: Unit, param: number): void {
  if (unit.param === param) return
  unit.param = param
  unit.trail.invalidate()
}

export function moveUnitTo(unit: Unit, context: UnitContext, node: BoardPoint): void {
  updateCellCount(unit, context, () => unit.trail.add(node))
}

/** Moves the unit to `node` in a new generation, so that clients show a jump and not a walk. */
export function respawnUnitAt(unit: Unit, context: UnitContext, node: BoardPoint, status: Status): void {
  updateCellCount(unit, context, () => {
    unit.generation = (unit.generation + 1) & 0xff
    unit.status = status
    unit.trail.restart(node)
  })
  context.saveUnits()
}

export function homeNode(unit: Unit): BoardPoint {
  return { x: unit.start.x, y: unit.start.y }
}

/** [SR-5.4] Whether the cell is closed to units. Units can pass fences. */
export function isCellBlocked(context: UnitContext, x: number, y: number): boolean {
  const attribute = context.board.attribute(x, y)
  if (attribute === cellAttributes.wall || attribute === cellAttributes.noUnits) return true
  return context.unitsOnCell[context.board.cell(x, y)]! > 0
}

/** Returns false if no step is possible. */
export function stepUnitTowards(unit: Unit, context: UnitContext, target: BoardPoint, flee = false): boolean {
  const node = nextStep(unit.place, target, flee, (x, y) => isCellBlocked(context, x, y))
  if (node) moveUnitTo(unit, context, node)
  return node !== undefined
}

/** [SR-5.5] The unit stays dead for `ticks`, including the next tick. */
export function killUnit(unit: Unit, player: Player, context: UnitContext, ticks: number): void {
  setUnitStatus(unit, context, statusNumbers.dead)
  unit.wait = ticks - 1
  unit.kills = 0
  countKill(player)
  context.saveUnits()
}

/** The unit sleeps at home before it acts again. */
export function respawnUnit(unit: Unit, context: UnitContext): void {
  respawnUnitAt(unit, context, homeNode(unit), statusNumbers.suspend)
  unit.wait = ticksAsleep
}

/** Kills the unit if the player has a sword, and otherwise the player. */
export function resolveFight(unit: Unit, player: Player, context: UnitContext, ticks: number): void {
  if (player.has(itemBits.sword)) return killUnit(unit, player, context, ticks)
  context.killPlayer(player, unit)
  unit.kills++
  context.saveUnits()
}

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

/** Throws if the state is invalid, because the records of an imported room are untrusted. */
export function restoreUnit(unit: Unit, record: Json, board: Board): void {
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
  BoardPoint & { readonly holder?: SlotHolder; readonly carriedTo?: BoardPoint }

function isPossible(state: StoredUnit, board: Board): boolean {
  const { type, status, generation, param, wait, kills, holder, carriedTo } = state
  const isThere = ({ x, y }: BoardPoint) => Number.isInteger(x) && Number.isInteger(y) && board.inside(x, y)
  return (
    unitTypeNames.includes(type) &&
    Object.values(statusNumbers).includes(status) &&
    Number.isInteger(param) &&
    [generation, wait, kills].every((count) => Number.isInteger(count) && count >= 0) &&
    isThere(state) &&
    (holder === undefined || (Number.isInteger(holder?.slot) && Number.isInteger(holder.generation))) &&
    (carriedTo === undefined || (carriedTo !== null && isThere(carriedTo)))
  )
}
