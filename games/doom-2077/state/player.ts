// A connected player: identity, position and condition.
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

/** A position that the server has set and that the client has not answered yet. Times are in ms. */
export interface PendingPosition {
  readonly since: number
  /** `sentAt`: when the position was last sent. `sentCount`: how often it was sent. */
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
  /** Id of the player, which is never reused in this room. */
  readonly id: number
  readonly name: string
  /** [DM-2.15] The secret that reclaims this player; undefined if the client has sent none. */
  readonly secret: string | undefined
  readonly listener: EventListener
  /** Always false for a connected player; see `SavedPlayer.isTakenBack`. */
  readonly isTakenBack = false
  /** Whether the player has entered the game and was announced to the other players. */
  hasEntered = false
  /** The map that the client has loaded or was sent. */
  map: string
  /** Whether the client has loaded the map, as far as the server can tell. */
  hasMap = true
  position: Position
  /** Health in points × 1000. A player with 0 is dead. */
  health = fullHealth
  /** When a dead player respawns. */
  respawnAt = 0
  pendingPosition: PendingPosition | undefined
  /** Time of the client's last answer to a set position. */
  answeredAt = Number.NEGATIVE_INFINITY
  /** [DM-3.6] Time at which the player left the ground, or undefined on the ground. */
  inAirSince: number | undefined
  /** [DM-2.17] How fast the client reads its datagrams, as far as the server can tell. */
  reception: Reception = { isBehind: false, echoDelayMs: 0 }
  /** Whether the room restarted and the client may have walked on in the meantime. */
  mayHaveMovedOn = false
  readonly positionHistory: PositionHistory
  readonly hitValidator: HitValidator
  readonly moveAllowance = new MoveAllowance()

  /** `former`: the player who is reclaimed, whose shots still count, or only the identity of a new player. */
  constructor(
    former: Pick<Player, 'id' | 'name'> & Partial<Pick<Player, 'secret' | 'hitValidator'>>,
    listener: EventListener,
    map: string,
    place: Position,
    now: number,
  ) {
    this.id = former.id
    this.name = former.name
    this.secret = former.secret
    this.hitValidator = former.hitValidator ?? new HitValidator()
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

  /** [DM-3.4] Called when the client has answered from the set position. The player walks on from there. */
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

  /**
   * [DM-10.4] Restores the saved state. The client may have walked on, or may not have received its set position yet.
   */
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
   * [DM-3.4] Sets the player's position. The caller notifies the client. Until the client answers from there, other
   * positions are rejected. For a short time, steps that continue from `from` are still accepted.
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

/** A player in the record of the match. */
export interface SavedPlayer extends PlayerResumeState {
  readonly map: string
  readonly health: number
  readonly respawnAt: number
  readonly hasMap: boolean
  readonly pendingPosition: boolean
  readonly secret: string | undefined
  /**
   * [DM-2.18] Whether the room went back to an earlier time after this record, so that no session of this player can
   * resume.
   */
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

/** [DM-2.18] A player's record after the room has gone back to it. `later` moves its times to the present. */
export function playerRecordAfterRewind(record: Json, later: Later): Json {
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
