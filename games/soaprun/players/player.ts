// A player: items, the changes that the player has received, the entry that other players receive, and the player's
// part of the resume state. The effects of units on players are in units/.
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
/** Number of player slots, with indexes 0 to 62, because of the size of the client's table. */
export const slotCount = 63
export const colors = 4
/** Only units with an index below this number are sent to clients. */
export const maxVisibleUnits = 64
/** Number of kills at which a player receives the crown. [SR-4.13] */
const crownKill = 10

/** The holder of a unit: a slot, and the generation of the login in that slot. */
export interface SlotHolder {
  readonly slot: number
  readonly generation: number
}

/**
 * A player's part of the resume state, from which the player continues after a restart. All values are numbers within
 * fixed bounds.
 */
export interface PlayerResumeData {
  /** The player's index, 0 to 62. */
  readonly slot: number
  /** 0-255. */
  readonly generation: number
  readonly color: number
  readonly status: Status
  /** Bits of `items`. */
  readonly items: number
  /** 0-65535. */
  readonly kills: number
  /** Position of the player's last node, inside the map. */
  readonly x: number
  readonly y: number
  /** Whether the player has made their first move and so is visible to other players. */
  readonly entered: boolean
  /** Whether the player has already left the corpse of this life. */
  readonly corpseMade: boolean
  /** Time at which the player took the sword, in milliseconds of `GameContext.now()`, or 0 for never. */
  readonly swordSince: number
  /** Number of the newest tile change sent to the player, an unsigned 32-bit number. */
  readonly tilesSeen: number
}

/** The client of a player. */
export interface PlayerClient {
  /** [SR-7.8] Called when another client has taken over the player. */
  onTakenOver(): void
  /** [SR-3.17] Sends a message of the host. Returns false if the client cannot show it. */
  showMessage(line: string): boolean
}

/** A player as sent to other players. */
export interface PlayerEntry {
  readonly index: number
  readonly generation: number
  readonly status: number
  readonly color: number
  readonly items: number
  /** One to eight nodes, oldest first. */
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
  /** The client of a connected player, or undefined for an absent one. Another client can take over the player. */
  client: PlayerClient | undefined
  /** [SR-7.7] Time at which an absent player leaves, in milliseconds of `GameContext.now()`. */
  absentUntil: number | undefined
  /** Number of rejected walks since the last accepted one. */
  refusals = 0
  /** Number of consecutive ticks for which a deadly walker has overlapped the player. */
  ticksOverlapped = 0
  readonly trail: PositionTrail<PlayerEntry>
  readonly walkBudget = new WalkBudget()
  drawLimit: TokenBucket
  /** For each slot and for each unit, the number of trail updates that this player has received. */
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

  /** Whether units react to the player: the player lives and has made their first move. */
  get isAlive(): boolean {
    return this.hasEntered && this.status === statuses.idle
  }

  /**
   * [SR-7.7] Whether a client with the secret can continue as this player. Dead players and players at the goal begin a
   * new game instead.
   */
  get canReturn(): boolean {
    return this.secret !== '' && this.status !== statuses.dead && this.status !== statuses.goal
  }

  /**
   * [SR-7.7] Connects the player with a client that has received no players and units yet, and tile changes up to
   * `tilesSeen`.
   */
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

/** The name under which the player of this slot is shown, because players have no names of their own. */
export const playerName = (slot: number): string => `player ${slot}`

export function killPlayer(player: Player): void {
  player.status = statuses.dead
  player.trail.invalidate()
}

export function giveItem(player: Player, item: number): void {
  player.items |= item
  player.trail.invalidate()
}

/** [SR-4.13] Counts a kill. At the tenth kill the player receives the crown and loses the sword. */
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

/** Restores a stored player in the given slot. */
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

/**
 * Tiles that a player may walk at once after standing still, and the maximum milliseconds of silence that count as
 * walking time.
 */
const burstTiles = 20
const longestStall = 5000

/**
 * The tiles that a player can have walked by now: 20, plus the walking speed times the time since the last accepted
 * walk, of which at most 5 s count. A client whose replies stall sends nothing for up to 4.5 s while its player walks
 * on. [SR-4.6]
 */
class WalkBudget {
  #tiles = burstTiles
  #at: number | undefined

  /** Takes `cost` tiles from the budget if it has enough. If `perSecond` is 0, there is no limit. */
  take(now: number, cost: number, perSecond: number): boolean {
    if (perSecond === 0) return true
    const elapsed = Math.min(longestStall, Math.max(0, now - (this.#at ?? now)))
    const tiles = this.#tiles + (elapsed * perSecond) / 1000
    if (cost > tiles) return false
    this.#tiles = Math.min(burstTiles, tiles - cost)
    this.#at = now
    return true
  }

  /** After a restart, allows as many tiles as after the longest silence. */
  afterStall(now: number): void {
    this.#at = now - longestStall
  }
}
