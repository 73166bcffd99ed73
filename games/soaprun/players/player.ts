// A player: items, what the player has seen, how others see the player, and the player's part of the resume state.
// Effects of units are rules in units/.
import { TokenBucket } from '../../shared/token-bucket.ts'
import type { Node } from '../board/board.ts'
import { PositionTrail } from '../board/position-trail.ts'
import type { SoaprunOptions } from '../options.ts'

/** Statuses of players and units, by protocol number. */
export const statuses = { suspend: 0, idle: 1, dead: 2, goal: 3, ghost: 4 } as const
export type Status = (typeof statuses)[keyof typeof statuses]

/** Bits of a player's items. */
export const items = { sword: 1, crown: 2, shield: 4 } as const

/** [SR-3.16] Characters of the secret by which a player returns. */
export const secretLength = 32
/** Indexes end at 62, the size of the client's table. */
export const slotCount = 63
export const colors = 4
/** Only units with a lower index are ever sent. */
export const maxVisibleUnits = 64
/** The number of kills that earns the crown. [SR-4.13] */
const crownKill = 10

/** A unit's holder: a slot and the login on it. */
export interface SlotHolder {
  readonly slot: number
  readonly generation: number
}

/** A player's part of the resume state, so that a restart disconnects no one. Plain, bounded numbers. */
export interface PlayerResumeData {
  /** 0-62, the player's index for the others. */
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
  /** Whether the player has made their first move, so others see them. */
  readonly entered: boolean
  /** Whether the player has left the one corpse of this life. */
  readonly corpseMade: boolean
  /** GameContext milliseconds when the player took the sword; 0 for never. */
  readonly swordSince: number
  /** Newest tile change sent to the player, an unsigned 32-bit number. */
  readonly tilesSeen: number
}

/** The client of a player. */
export interface PlayerClient {
  /** [SR-7.8] Another client has taken the player over. */
  onTakenOver(): void
  /** [SR-3.17] Returns false if the client cannot show it. */
  showMessage(line: string): boolean
}

/** A player as sent to others. */
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
  hasEntered = false
  corpseMade = false
  swordSince = 0
  tilesSeen = 0
  /** [SR-7.7] The secret by which the player can return; empty if the client has sent none. */
  secret = ''
  /** The client of a connected player. Another client can take the player over. */
  client: PlayerClient | undefined
  /** [SR-7.7] When an absent player leaves, in GameContext milliseconds. */
  absentUntil: number | undefined
  /** Rejected walks since the last accepted one. */
  refusals = 0
  /** Consecutive ticks for which a deadly walker has stood on the player. */
  ticksOverlapped = 0
  readonly trail: PositionTrail<PlayerEntry>
  readonly walkBudget = new WalkBudget()
  drawLimit: TokenBucket
  /** Updates of other players' trails by slot, and of units' trails, that this player has received. */
  readonly seenPlayers = new Uint32Array(slotCount)
  readonly seenUnits = new Uint32Array(maxVisibleUnits)

  constructor(holder: SlotHolder, color: number, place: Node, { maxDrawsPerSecond }: DrawLimit) {
    this.slot = holder.slot
    this.generation = holder.generation
    this.color = color
    this.drawLimit = new TokenBucket(maxDrawsPerSecond, maxDrawsPerSecond)
    this.trail = new PositionTrail(place, (nodes) => ({
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

  /** Units react only to living players who have made their first move. */
  get isAlive(): boolean {
    return this.hasEntered && this.status === statuses.idle
  }

  /**
   * [SR-7.7] Whether a client with the secret can continue as this player: dead players and those at the goal begin
   * anew.
   */
  get canReturn(): boolean {
    return this.secret !== '' && this.status !== statuses.dead && this.status !== statuses.goal
  }

  /** [SR-7.7] Continues with a client that has seen no players and units yet, and tile changes up to `tilesSeen`. */
  returnTo(client: PlayerClient, tilesSeen: number): void {
    this.client = client
    this.absentUntil = undefined
    this.refusals = 0
    this.seenPlayers.fill(0)
    this.seenUnits.fill(0)
    this.tilesSeen = tilesSeen
  }

  has(item: number): boolean {
    return (this.items & item) !== 0
  }
}

/** The name of the player in this slot: players have no names of their own. */
export const playerName = (slot: number): string => `player ${slot}`

export function killPlayer(player: Player): void {
  player.status = statuses.dead
  player.trail.invalidate()
}

export function giveItem(player: Player, item: number): void {
  player.items |= item
  player.trail.invalidate()
}

/** [SR-4.13] The tenth kill gives the crown and removes the sword. No other kill does. */
export function countKill(player: Player): void {
  player.kills = Math.min(player.kills + 1, 0xffff)
  if (player.kills === crownKill) player.items = (player.items | items.crown) & ~items.sword
  player.trail.invalidate()
}

export function resumeDataOf(player: Player): PlayerResumeData {
  const { slot, generation, color, status, items, kills, hasEntered, corpseMade, swordSince, tilesSeen } =
    player
  const { x, y } = player.place
  return {
    slot,
    generation,
    color,
    status,
    items,
    kills,
    x,
    y,
    entered: hasEntered,
    corpseMade,
    swordSince,
    tilesSeen,
  }
}

/** Restores a remembered player on the given slot. */
export function restorePlayer(remembered: PlayerResumeData, holder: SlotHolder, limit: DrawLimit): Player {
  const { x, y, color } = remembered
  const player = new Player(holder, color, { x, y }, limit)
  player.status = remembered.status
  player.items = remembered.items
  player.kills = remembered.kills
  player.hasEntered = remembered.entered
  player.corpseMade = remembered.corpseMade
  player.swordSince = remembered.swordSince
  player.tilesSeen = remembered.tilesSeen
  return player
}

/** Tiles a player may walk at once after standing, and the maximum milliseconds of silence that count as walking. */
const burstTiles = 20
const longestStall = 5000

/**
 * Tiles a player can have walked by now: 20, plus the client's speed times the time since the last accepted walk, at
 * most 5 s. An honest client whose replies stall goes silent for up to 4.5 s and then walks on. [SR-4.6]
 */
class WalkBudget {
  #tiles = burstTiles
  #at: number | undefined

  /** Takes `cost` tiles if available. A `perSecond` of 0 means no limit. */
  take(now: number, cost: number, perSecond: number): boolean {
    if (perSecond === 0) return true
    const elapsed = Math.min(longestStall, Math.max(0, now - (this.#at ?? now)))
    const tiles = this.#tiles + (elapsed * perSecond) / 1000
    if (cost > tiles) return false
    this.#tiles = Math.min(burstTiles, tiles - cost)
    this.#at = now
    return true
  }

  /** After a restart: allows as much as after the longest silence. */
  afterStall(now: number): void {
    this.#at = now - longestStall
  }
}
