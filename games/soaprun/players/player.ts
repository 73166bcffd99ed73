// A player: what he carries and has seen, how others are shown him, what a note keeps of him. What units do to him is
// their own rule, in units/.
import { Rate } from '../../shared/rate.ts'
import type { Node } from '../board/board.ts'
import { Trail } from '../board/trail.ts'
import type { SoaprunOptions } from '../options.ts'
import { Allowance } from './allowance.ts'

/** What players and units alike can be; the numbers are those on the wire. */
export const statuses = { suspend: 0, idle: 1, dead: 2, goal: 3, ghost: 4 } as const
export type Status = (typeof statuses)[keyof typeof statuses]

/** Bits of what a player carries. */
export const items = { sword: 1, crown: 2, shield: 4 } as const

/** Indexes run to 62: the client's table ends there. */
export const seatCount = 63
export const colors = 4
/** Only units with an index below this are ever shown. */
export const shownUnits = 64
/** The kill that earns the crown. [SR-4.13] */
const crownKill = 10

/** Who holds a unit: a seat and the login on it. */
export interface Holder {
  readonly slot: number
  readonly generation: number
}

/** What a session's note keeps of its player, so that a restart is no disconnect. Plain numbers, all bounded. */
export interface Remembered {
  /** 0-62, the player's index for others. */
  readonly slot: number
  /** 0-255. */
  readonly generation: number
  readonly color: number
  readonly status: Status
  /** Bits of `items`. */
  readonly items: number
  /** 0-65535. */
  readonly kills: number
  /** The last node, inside the map. */
  readonly x: number
  readonly y: number
  /** The first move was made: others see the player. */
  readonly entered: boolean
  /** The one corpse of this life lies. */
  readonly corpseMade: boolean
  /** Host's milliseconds when the sword was taken; 0: never. */
  readonly swordSince: number
  /** The newest tile change the player was told of, an unsigned 32-bit number. */
  readonly tilesSeen: number
}

/** How others are shown a player. */
export interface PlayerEntry {
  readonly index: number
  readonly generation: number
  readonly status: number
  readonly color: number
  readonly items: number
  /** 1-8, oldest first. */
  readonly nodes: readonly Node[]
}

type DrawLimit = Pick<SoaprunOptions, 'maxDrawsPerSecond'>

export class Player {
  readonly slot: number
  readonly generation: number
  color: number
  status: Status = statuses.idle
  items = 0
  kills = 0
  entered = false
  corpseMade = false
  swordSince = 0
  tilesSeen = 0
  /** Refused walks since the last good one. */
  refusals = 0
  /** Ticks in a row that a deadly walker has stood on the player. */
  ticksOverlapped = 0
  readonly trail: Trail<PlayerEntry>
  readonly allowance = new Allowance()
  draws: Rate
  /** Updates of the others' trails, by slot, and of the units', that this player has been told of. */
  readonly seenPlayers = new Uint32Array(seatCount)
  readonly seenUnits = new Uint32Array(shownUnits)

  constructor(holder: Holder, color: number, place: Node, { maxDrawsPerSecond }: DrawLimit) {
    this.slot = holder.slot
    this.generation = holder.generation
    this.color = color
    this.draws = new Rate(maxDrawsPerSecond, maxDrawsPerSecond)
    this.trail = new Trail(place, (nodes) => ({
      index: this.slot,
      generation: this.generation,
      status: this.status,
      color: this.color,
      items: this.items,
      nodes,
    }))
  }

  get place(): Node {
    return this.trail.last
  }

  /** Units mind only players who live and have made their first move. */
  get living(): boolean {
    return this.entered && this.status === statuses.idle
  }

  has(item: number): boolean {
    return (this.items & item) !== 0
  }
}

export function die(player: Player): void {
  player.status = statuses.dead
  player.trail.changed()
}

export function take(player: Player, item: number): void {
  player.items |= item
  player.trail.changed()
}

/** [SR-4.13] The tenth kill brings the crown and takes the sword; no other ever does. */
export function countKill(player: Player): void {
  player.kills = Math.min(player.kills + 1, 0xffff)
  if (player.kills === crownKill) player.items = (player.items | items.crown) & ~items.sword
  player.trail.changed()
}

export function remember(player: Player): Remembered {
  const { slot, generation, color, status, items, kills, entered, corpseMade, swordSince, tilesSeen } = player
  const { x, y } = player.place
  return { slot, generation, color, status, items, kills, x, y, entered, corpseMade, swordSince, tilesSeen }
}

/** The player that `remembered` speaks of, on the seat he is given now. */
export function recall(remembered: Remembered, holder: Holder, limit: DrawLimit): Player {
  const { x, y, color } = remembered
  const player = new Player(holder, color, { x, y }, limit)
  player.status = remembered.status
  player.items = remembered.items
  player.kills = remembered.kills
  player.entered = remembered.entered
  player.corpseMade = remembered.corpseMade
  player.swordSince = remembered.swordSince
  player.tilesSeen = remembered.tilesSeen
  return player
}
