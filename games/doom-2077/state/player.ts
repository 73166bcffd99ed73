import type { Json, ShiftTime } from '../../game.ts'
import type { Position } from '../map/position.ts'
import { HitValidator } from '../weapons/hit-validator.ts'
import { MoveAllowance } from './move-allowance.ts'
import { PositionHistory } from './position-history.ts'
import type { WorldEventListener } from './world-events.ts'

/** [DM-4.4] Health points × 1000. */
export const fullHealth = 100_000

export interface PlayerResumeState {
  readonly id: number
  readonly name: string
  readonly hasEntered: boolean
  readonly position: Position
}

/** A position that the server set at `since` and the client has not answered yet. Times are in ms. */
export interface PendingPosition {
  readonly since: number
  /** When the position was last sent. */
  readonly sentAt: number
  readonly sentCount: number
  /** The position at which the client may still be. */
  readonly previous: Position | undefined
}

/** `echoDelayMs`: how long the newest echo of a probe took. */
export interface ReceptionQuality {
  readonly isBehind: boolean
  readonly echoDelayMs: number
}

export class Player {
  /** The player's id, which no other player of this room ever gets. */
  readonly id: number
  readonly name: string
  /** [DM-2.15] Undefined if the client has sent none. */
  readonly secret: string | undefined
  readonly listener: WorldEventListener
  /** See `SavedPlayer.isRewound`. */
  readonly isRewound = false
  /** [DM-2.2] Whether the player has entered the game. */
  hasEntered = false
  /** The map that the client has loaded or must load. */
  map: string
  /** Whether the client has loaded the map, as far as the server can tell. */
  hasLoadedMap = true
  position: Position
  /** Health points × 1000. A player with 0 is dead. */
  health = fullHealth
  respawnAt = 0
  pendingPosition: PendingPosition | undefined
  /** When the client last answered a set position. */
  answeredAt = Number.NEGATIVE_INFINITY
  /** [DM-3.6] Undefined on the ground. */
  inAirSince: number | undefined
  /** [DM-2.17] How fast the client echoes probes, as far as the server can tell. */
  reception: ReceptionQuality = { isBehind: false, echoDelayMs: 0 }
  /** Whether the room restarted and the client may have walked on in the meantime. */
  mayHaveMovedOn = false
  readonly positionHistory: PositionHistory
  readonly hitValidator: HitValidator
  readonly moveAllowance = new MoveAllowance()

  /**
   * `former`: the player who is reclaimed, whose hit validator holds the earlier shots, or only the identity of a
   * new player.
   */
  constructor(
    former: Pick<Player, 'id' | 'name'> & Partial<Pick<Player, 'secret' | 'hitValidator'>>,
    listener: WorldEventListener,
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

  get isPlaying(): boolean {
    return this.hasEntered && this.hasLoadedMap && this.isAlive
  }

  /** [DM-3.4] Called when the client has answered from the set position. */
  confirmPosition(now: number): void {
    this.pendingPosition = undefined
    this.hasLoadedMap = true
    this.answeredAt = now
    this.moveAllowance.restart(now)
  }

  walkTo(place: Position, now: number): void {
    this.position = place
    this.positionHistory.add(place, now)
  }

  /** [DM-10.4] The client may have walked on, or may not have received its set position yet. */
  restoreFrom({ health, respawnAt, map, hasLoadedMap, pendingPosition }: SavedPlayer): void {
    this.hasEntered = true
    this.health = health
    this.respawnAt = respawnAt
    this.hasLoadedMap = hasLoadedMap && map === this.map
    if (pendingPosition || !this.hasLoadedMap)
      this.pendingPosition = { since: 0, sentAt: 0, sentCount: 0, previous: undefined }
    else this.mayHaveMovedOn = true
  }

  /** [DM-3.4] The caller notifies the client. For a short time, steps that continue from `from` are still accepted. */
  placeAt(place: Position, now: number, from?: Position): void {
    this.position = place
    this.inAirSince = undefined
    this.positionHistory.restart(place, now)
    this.pendingPosition = { since: now, sentAt: now, sentCount: 1, previous: from }
  }
}

type PlayerRecord = readonly [
  ...who: [id: number, name: string, map: string],
  ...place: [x: number, y: number, z: number, angle: number],
  ...state: [health: number, respawnAt: number, arrived: boolean, awaited: boolean],
  secret: string | null,
  isRewound: boolean,
]

export interface SavedPlayer extends PlayerResumeState {
  readonly map: string
  readonly health: number
  readonly respawnAt: number
  readonly hasLoadedMap: boolean
  readonly pendingPosition: boolean
  readonly secret: string | undefined
  /** [DM-2.18] The room went back to an earlier time after this record, so no session of this player can resume. */
  readonly isRewound: boolean
}

export function playerRecord(player: SavedPlayer | Player): Json {
  const { x, y, z, angle } = player.position
  const { id, name, map, health, respawnAt, hasLoadedMap, pendingPosition, secret, isRewound } = player
  return [
    ...([id, name, map, x, y, z, angle] as const),
    ...([health, respawnAt, hasLoadedMap, Boolean(pendingPosition), secret ?? null, isRewound] as const),
  ] satisfies PlayerRecord
}

/** [DM-2.18] */
export function playerRecordAfterRewind(record: Json, later: ShiftTime): Json {
  const { respawnAt, ...player } = readPlayer(record)
  return playerRecord({ ...player, respawnAt: later(respawnAt), isRewound: true })
}

export function readPlayer(record: Json): SavedPlayer {
  const [id, name, map, x, y, z, angle, health, respawnAt, arrived, awaited, secret, isRewound] =
    record as unknown as PlayerRecord
  return {
    ...{ id, name, map, health, respawnAt },
    hasEntered: true,
    position: { x, y, z, angle },
    hasLoadedMap: arrived,
    pendingPosition: awaited,
    secret: secret ?? undefined,
    isRewound: isRewound === true,
  }
}
