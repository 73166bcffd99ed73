// Soaprun's players: who sits where, what each carries and has seen. Knows no units and no rules of theirs.
import { Rate } from '../../rate.ts'
import type { Node } from '../board/board.ts'
import { Trail } from '../board/trail.ts'
import type { SoaprunOptions } from '../options.ts'
import type { PlayerEntry } from '../shown/field.ts'
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
  overlapped = 0
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

/** The seats, and how often each was taken: a reused index must look new to whoever saw the one before. */
export class Seats {
  readonly #seats: (Player | undefined)[] = new Array<undefined>(seatCount).fill(undefined)
  readonly #generations: Uint8Array
  #nextColor: number
  #count = 0

  /** `record` as `record()` gave it: 63 generations, the next colour. */
  constructor(record?: Uint8Array) {
    this.#generations = record ? record.slice(0, seatCount) : new Uint8Array(seatCount)
    this.#nextColor = record?.[seatCount] ?? 0
  }

  record(): Uint8Array {
    const record = new Uint8Array(seatCount + 1)
    record.set(this.#generations)
    record[seatCount] = this.#nextColor
    return record
  }

  get count(): number {
    return this.#count
  }

  /** By slot; undefined where nobody sits. */
  get all(): readonly (Player | undefined)[] {
    return this.#seats
  }

  at(slot: number): Player | undefined {
    return this.#seats[slot]
  }

  /** Who holds it, if the very login is still here. */
  of(holder: Holder): Player | undefined {
    const player = this.#seats[holder.slot]
    return player?.generation === holder.generation ? player : undefined
  }

  generation(slot: number): number {
    return this.#generations[slot]!
  }

  /** The lowest free slot below `limit`. */
  free(limit: number): number | undefined {
    const slot = this.#seats.indexOf(undefined)
    return slot >= 0 && slot < Math.min(limit, seatCount) ? slot : undefined
  }

  /** A new login on the slot. */
  next(slot: number): Holder {
    this.#generations[slot]!++
    return { slot, generation: this.#generations[slot]! }
  }

  dealColor(): number {
    const color = this.#nextColor
    this.#nextColor = (color + 1) % colors
    return color
  }

  sit(player: Player): void {
    this.#seats[player.slot] = player
    this.#count++
    // The trail on this seat begins anew: nobody has seen any of it.
    for (const other of this.#seats) if (other) other.seenPlayers[player.slot] = 0
  }

  /** False if the player does not sit. */
  leave(player: Player): boolean {
    if (this.#seats[player.slot] !== player) return false
    this.#seats[player.slot] = undefined
    this.#count--
    return true
  }
}
