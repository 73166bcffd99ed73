// A player: identity, position and condition. Exists while the client is connected.
import type { Json } from '../../game.ts'
import type { Place } from '../map/place.ts'
import { Arms } from '../weapons/arms.ts'
import type { Listener } from './events.ts'
import { MoveAllowance } from './move-allowance.ts'
import { Trail } from './trail.ts'

/** [DM-4.4] Points × 1000. */
export const fullHealth = 100_000

/** What a session's note stores about its player. */
export interface Remembered {
  readonly id: number
  readonly name: string
  readonly entered: boolean
  readonly place: Place
}

/** The player was set and has not answered yet. Times in ms. */
export interface Awaited {
  readonly since: number
  /** When the position was last sent, and how often. */
  readonly told: number
  readonly times: number
  /** Where the client may still believe the player to be. */
  readonly from: Place | undefined
}

export class Player {
  /** Never reused in this room. */
  readonly id: number
  readonly name: string
  readonly listener: Listener
  /** The other players know of this player. */
  entered = false
  /** The map that the client has loaded or was sent. */
  map: string
  /** The client has loaded the map, as far as known. */
  arrived = true
  place: Place
  /** Points × 1000; 0 means dead. */
  health = fullHealth
  /** When a dead player respawns. */
  respawnAt = 0
  awaited: Awaited | undefined
  /** Time of the last answer. */
  answeredAt = Number.NEGATIVE_INFINITY
  /** [DM-3.6] Since when the player has been in the air, or undefined on the ground. */
  aloftSince: number | undefined
  /** The room restarted, and the client may have walked on in the meantime. */
  mayHaveMovedOn = false
  readonly trail: Trail
  readonly arms = new Arms()
  readonly allowance = new MoveAllowance()

  constructor(
    who: { readonly id: number; readonly name: string },
    listener: Listener,
    map: string,
    place: Place,
    now: number,
  ) {
    this.id = who.id
    this.name = who.name
    this.listener = listener
    this.map = map
    this.place = place
    this.trail = new Trail(place, now)
  }

  get alive(): boolean {
    return this.health > 0
  }

  /** Takes part in the game: entered, alive, and on the current map. */
  get plays(): boolean {
    return this.entered && this.arrived && this.alive
  }

  /** [DM-3.4] The player confirms the set position and walks on from it. */
  answer(now: number): void {
    this.awaited = undefined
    this.arrived = true
    this.answeredAt = now
    this.allowance.restart(now)
  }

  walkTo(place: Place, now: number): void {
    this.place = place
    this.trail.add(place, now)
  }

  /** [DM-10.4] Restores the saved state. The client may have walked on, or still wait for its set position. */
  resume({ health, respawnAt, map, arrived, awaited }: SavedPlayer): void {
    this.entered = true
    this.health = health
    this.respawnAt = respawnAt
    this.arrived = arrived && map === this.map
    if (awaited || !this.arrived) this.awaited = { since: 0, told: 0, times: 0, from: undefined }
    else this.mayHaveMovedOn = true
  }

  /**
   * [DM-3.4] Sets the player's position. The caller notifies the client. Until it answers from there, all other
   * positions are rejected except, briefly, steps that continue from `from`.
   */
  set(place: Place, now: number, from?: Place): void {
    this.place = place
    this.aloftSince = undefined
    this.trail.restart(place, now)
    this.awaited = { since: now, told: now, times: 1, from }
  }
}

// [id, name, map, x, y, z, angle, health, respawnAt, arrived, awaited]
type PlayerRecord = readonly [
  ...who: [id: number, name: string, map: string],
  ...place: [x: number, y: number, z: number, angle: number],
  ...state: [health: number, respawnAt: number, arrived: boolean, awaited: boolean],
]

/** A connected player in the match's record. */
export interface SavedPlayer extends Remembered {
  readonly map: string
  readonly health: number
  readonly respawnAt: number
  readonly arrived: boolean
  readonly awaited: boolean
}

export function playerRecord(player: SavedPlayer | Player): Json {
  const { x, y, z, angle } = player.place
  const { id, name, map, health, respawnAt, arrived, awaited } = player
  const record: PlayerRecord = [id, name, map, x, y, z, angle, health, respawnAt, arrived, Boolean(awaited)]
  return record
}

export function readPlayer(record: Json): SavedPlayer {
  const [id, name, map, x, y, z, angle, health, respawnAt, arrived, awaited] =
    record as unknown as PlayerRecord
  const place = { x, y, z, angle }
  return { id, name, entered: true, map, place, health, respawnAt, arrived, awaited }
}
