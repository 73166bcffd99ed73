// A player: identity, position and condition. Exists while the client is connected.
import type { Json, Later } from '../../game.ts'
import type { Position } from '../map/position.ts'
import { HitValidator } from '../weapons/hit-validator.ts'
import { MoveAllowance } from './move-allowance.ts'
import { PositionHistory } from './position-history.ts'
import type { EventListener } from './world-events.ts'

/** [DM-4.4] Points × 1000. */
export const fullHealth = 100_000

/** The player's part of a session's resume state. */
export interface PlayerResumeState {
  readonly id: number
  readonly name: string
  readonly hasEntered: boolean
  readonly position: Position
}

/** The player was set and has not answered yet. Times in ms. */
export interface PendingPosition {
  readonly since: number
  /** When the position was last sent, and how often. */
  readonly sentAt: number
  readonly sentCount: number
  /** The position at which the client may still be. */
  readonly previous: Position | undefined
}

/** `echoDelayMs`: how long the newest echo of a probe took. */
export interface Reception {
  readonly isBehind: boolean
  readonly echoDelayMs: number
}

export class Player {
  /** Never reused in this room. */
  readonly id: number
  readonly name: string
  /** [DM-2.15] The secret that reclaims this player; undefined if the client has sent none. */
  readonly secret: string | undefined
  readonly listener: EventListener
  /** Always false for a connected player; see `SavedPlayer.isTakenBack`. */
  readonly isTakenBack = false
  /** Whether the other players know of this player. */
  hasEntered = false
  /** The map that the client has loaded or was sent. */
  map: string
  /** Whether the client has loaded the map, as far as known. */
  hasMap = true
  position: Position
  /** Points × 1000; 0 means dead. */
  health = fullHealth
  /** When a dead player respawns. */
  respawnAt = 0
  pendingPosition: PendingPosition | undefined
  /** Time of the last answer. */
  answeredAt = Number.NEGATIVE_INFINITY
  /** [DM-3.6] Since when the player has been in the air, or undefined on the ground. */
  inAirSince: number | undefined
  /** [DM-2.17] How fast the client reads what it is sent, as far as known. */
  reception: Reception = { isBehind: false, echoDelayMs: 0 }
  /** Whether the room restarted and the client may have walked on in the meantime. */
  mayHaveMovedOn = false
  readonly positionHistory: PositionHistory
  readonly hitValidator = new HitValidator()
  readonly moveAllowance = new MoveAllowance()

  constructor(
    who: { readonly id: number; readonly name: string; readonly secret?: string | undefined },
    listener: EventListener,
    map: string,
    place: Position,
    now: number,
  ) {
    this.id = who.id
    this.name = who.name
    this.secret = who.secret
    this.listener = listener
    this.map = map
    this.position = place
    this.positionHistory = new PositionHistory(place, now)
  }

  get isAlive(): boolean {
    return this.health > 0
  }

  /** Whether the player takes part in the game: entered, alive, and on the current map. */
  get isPlaying(): boolean {
    return this.hasEntered && this.hasMap && this.isAlive
  }

  /** [DM-3.4] The player confirms the set position and walks on from it. */
  confirmPosition(now: number): void {
    this.pendingPosition = undefined
    this.hasMap = true
    this.answeredAt = now
    this.moveAllowance.restart(now)
  }

  walkTo(place: Position, now: number): void {
    this.position = place
    this.positionHistory.add(place, now)
  }

  /** [DM-10.4] Restores the saved state. The client may have walked on, or still wait for its set position. */
  restoreFrom({ health, respawnAt, map, hasMap, pendingPosition }: SavedPlayer): void {
    this.hasEntered = true
    this.health = health
    this.respawnAt = respawnAt
    this.hasMap = hasMap && map === this.map
    if (pendingPosition || !this.hasMap)
      this.pendingPosition = { since: 0, sentAt: 0, sentCount: 0, previous: undefined }
    else this.mayHaveMovedOn = true
  }

  /**
   * [DM-3.4] Sets the player's position. The caller notifies the client. Until it answers from there, all other
   * positions are rejected except, briefly, steps that continue from `from`.
   */
  placeAt(place: Position, now: number, from?: Position): void {
    this.position = place
    this.inAirSince = undefined
    this.positionHistory.restart(place, now)
    this.pendingPosition = { since: now, sentAt: now, sentCount: 1, previous: from }
  }
}

// [id, name, map, x, y, z, angle, health, respawnAt, arrived, awaited, secret or null, taken back]
type PlayerRecord = readonly [
  ...who: [id: number, name: string, map: string],
  ...place: [x: number, y: number, z: number, angle: number],
  ...state: [health: number, respawnAt: number, arrived: boolean, awaited: boolean],
  secret: string | null,
  isTakenBack: boolean,
]

/** A connected player in the match's record. */
export interface SavedPlayer extends PlayerResumeState {
  readonly map: string
  readonly health: number
  readonly respawnAt: number
  readonly hasMap: boolean
  readonly pendingPosition: boolean
  readonly secret: string | undefined
  /** [DM-2.18] The room went back since, so no session of this player can resume. */
  readonly isTakenBack: boolean
}

export function playerRecord(player: SavedPlayer | Player): Json {
  const { x, y, z, angle } = player.position
  const { id, name, map, health, respawnAt, hasMap, pendingPosition, secret, isTakenBack } = player
  const record: PlayerRecord = [
    id,
    name,
    map,
    x,
    y,
    z,
    angle,
    health,
    respawnAt,
    hasMap,
    Boolean(pendingPosition),
    secret ?? null,
    isTakenBack,
  ]
  return record
}

export function takenBackRecord(record: Json, later: Later): Json {
  const { respawnAt, ...player } = readPlayer(record)
  return playerRecord({ ...player, respawnAt: later(respawnAt), isTakenBack: true })
}

export function readPlayer(record: Json): SavedPlayer {
  const [id, name, map, x, y, z, angle, health, respawnAt, arrived, awaited, secret, isTakenBack] =
    record as unknown as PlayerRecord
  const place = { x, y, z, angle }
  return {
    id,
    name,
    hasEntered: true,
    map,
    position: place,
    health,
    respawnAt,
    hasMap: arrived,
    pendingPosition: awaited,
    secret: secret ?? undefined,
    isTakenBack: isTakenBack === true,
  }
}
