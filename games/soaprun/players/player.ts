// The effects of units on players are in units/.
import { TokenBucket } from '../../shared/token-bucket.ts'
import type { BoardPoint } from '../board/board.ts'
import { PositionTrail } from '../board/position-trail.ts'
import type { SoaprunOptions } from '../options.ts'

/** The protocol numbers of the statuses. */
export const statusNumbers = { suspend: 0, idle: 1, dead: 2, goal: 3, ghost: 4 } as const
export type Status = (typeof statusNumbers)[keyof typeof statusNumbers]

export const itemBits = { sword: 1, crown: 2, shield: 4 } as const

/** [SR-3.16] */
export const secretLength = 32
/** The number of slots. A client's table has only the indexes 0 to 62. */
export const slotCount = 63
export const colourCount = 4
/** Only units with an index below this number are sent to clients. */
export const sentUnitCount = 64
/** [SR-4.13] */
const crownKill = 10

/** Identifies a player: the slot, and the generation of the player's login in that slot. */
export interface SlotHolder {
  readonly slot: number
  readonly generation: number
}

/** A player's part of the resume state. All numbers have fixed bounds. */
export interface PlayerResumeData {
  /** The number of the slot, 0 to 62. */
  readonly slot: number
  /** The generation of the login, 0 to 255. */
  readonly generation: number
  readonly color: number
  readonly status: Status
  readonly items: number
  /** The number of killed units, at most 65535. */
  readonly kills: number
  /** The player's last node, inside the map. */
  readonly x: number
  readonly y: number
  /** Whether the player has made their first move and so is visible to other players. */
  readonly entered: boolean
  /** Whether the player has already left a corpse in this life. */
  readonly corpseMade: boolean
  /** The time at which the player last took a sword, in milliseconds of `GameContext.now()`, or 0 for never. */
  readonly swordSince: number
  /** The newest tile change sent to the player, an unsigned 32-bit number. */
  readonly tilesSeen: number
}

export interface PlayerClient {
  /** [SR-7.8] */
  onTakenOver(): void
  /** [SR-3.17] Returns false if the client cannot show the message. */
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
  readonly nodes: readonly BoardPoint[]
}

type DrawLimit = Pick<SoaprunOptions, 'maxDrawsPerSecond'>

export class Player {
  readonly slot: number
  readonly generation: number
  color: number
  status: Status = statusNumbers.idle
  items = 0
  kills = 0
  hasEntered = false
  corpseMade = false
  swordSince = 0
  tilesSeen = 0
  /** [SR-7.7] Empty if the client has sent no secret. */
  secret = ''
  /** Undefined for an absent player. When another client takes over the player, this changes. */
  client: PlayerClient | undefined
  /** [SR-7.7] When an absent player leaves, in milliseconds of `GameContext.now()`. */
  absentUntil: number | undefined
  /** The number of refused walks since the last accepted walk. */
  refusals = 0
  /** Consecutive ticks for which a deadly walker has overlapped the player. */
  ticksOverlapped = 0
  readonly trail: PositionTrail<PlayerEntry>
  readonly walkBudget = new WalkBudget()
  drawLimit: TokenBucket
  /** How many trail updates this player has received, of other players by slot and of units by index. */
  readonly seenPlayers = new Uint32Array(slotCount)
  readonly seenUnits = new Uint32Array(sentUnitCount)

  constructor(holder: SlotHolder, color: number, place: BoardPoint, { maxDrawsPerSecond }: DrawLimit) {
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

  get place(): BoardPoint {
    return this.trail.last
  }

  /** Units react only to a player who lives and has made their first move. */
  get isAlive(): boolean {
    return this.hasEntered && this.status === statusNumbers.idle
  }

  /** [SR-7.7] Dead players and players at the goal cannot return: their clients begin a new game. */
  get canReturn(): boolean {
    return this.secret !== '' && this.status !== statusNumbers.dead && this.status !== statusNumbers.goal
  }

  /** [SR-7.7] `client` has received no players or units yet, and the tile changes up to `tilesSeen`. */
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

/** Players have no names of their own. */
export const playerNameOfSlot = (slot: number): string => `player ${slot}`

export function killPlayer(player: Player): void {
  player.status = statusNumbers.dead
  player.trail.invalidate()
}

export function giveItem(player: Player, item: number): void {
  player.items |= item
  player.trail.invalidate()
}

/** [SR-4.13] */
export function countKill(player: Player): void {
  player.kills = Math.min(player.kills + 1, 0xffff)
  if (player.kills === crownKill) player.items = (player.items | itemBits.crown) & ~itemBits.sword
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

const burstTiles = 20
const longestStallMs = 5000

/**
 * [SR-4.6] The tiles that a player may walk: the walking speed times the time since the last accepted walk, up to 5 s,
 * plus 20 tiles. A client that gets no replies sends nothing for up to 4.5 s, while its player walks on.
 */
class WalkBudget {
  #tiles = burstTiles
  #at: number | undefined

  /** If `perSecond` is 0, there is no limit. */
  take(now: number, cost: number, perSecond: number): boolean {
    if (perSecond === 0) return true
    const elapsed = Math.min(longestStallMs, Math.max(0, now - (this.#at ?? now)))
    const earned = (elapsed * perSecond) / 1000
    const tiles = this.#tiles + earned
    if (cost > tiles) return false
    // Keeps what was earned during the silence: if this packet was delayed, the next packet contains the walk of that
    // time.
    this.#tiles = Math.min(burstTiles + earned, tiles - cost)
    this.#at = now
    return true
  }

  /** Called after a restart. Allows as many tiles as after the longest silence. */
  afterStall(now: number): void {
    this.#at = now - longestStallMs
  }
}
