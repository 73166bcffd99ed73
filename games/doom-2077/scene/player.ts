// One player: who he is, where he stands, how he is. He lives as long as his client is there.
import type { Json } from '../../game.ts'
import type { Place } from '../map/place.ts'
import { Arms } from '../weapons/arms.ts'
import type { Listener } from './events.ts'
import { MoveAllowance } from './move-allowance.ts'
import { Trail } from './trail.ts'

/** [DM-4.4] Points × 1000. */
export const fullHealth = 100_000

/** What a session's note keeps of its player. */
export interface Remembered {
  readonly id: number
  readonly name: string
  readonly entered: boolean
  readonly place: Place
}

/** He was set somewhere and has not answered from there yet. Times in ms. */
export interface Awaited {
  readonly since: number
  /** When he was told last, and how often. */
  readonly told: number
  readonly times: number
  /** Where his client may still believe him to be. */
  readonly from: Place | undefined
}

export class Player {
  /** Never another's in this room. */
  readonly id: number
  readonly name: string
  readonly listener: Listener
  /** Everybody knows of him. */
  entered = false
  /** The map that his client has or was told to load. */
  map: string
  /** His client has loaded it, as far as one knows. */
  arrived = true
  place: Place
  /** Points × 1000; 0: dead. */
  health = fullHealth
  /** When he comes to life again, while he is dead. */
  respawnAt = 0
  awaited: Awaited | undefined
  /** When he last did answer. */
  answeredAt = Number.NEGATIVE_INFINITY
  /** [DM-3.6] Since when he has been above the ground; undefined: he stands. */
  aloftSince: number | undefined
  /** The room was restarted, and his client may have walked on meanwhile. */
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

  /** Can do and suffer things: he is in, alive, and in the map that is played. */
  get plays(): boolean {
    return this.entered && this.arrived && this.alive
  }

  /** [DM-3.4] He is where he was set; from there he walks. */
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

  /** [DM-10.4] As he was. His client may have walked on since, or wait for word of where he was set. */
  resume({ health, respawnAt, map, arrived, awaited }: SavedPlayer): void {
    this.entered = true
    this.health = health
    this.respawnAt = respawnAt
    this.arrived = arrived && map === this.map
    if (awaited || !this.arrived) this.awaited = { since: 0, told: 0, times: 0, from: undefined }
    else this.mayHaveMovedOn = true
  }

  /**
   * [DM-3.4] Sets him somewhere. He must be told of it, and until he answers from there nothing else is believed but,
   * for a moment, steps on `from` where he was.
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

/** What the match's record has of a player who is in. */
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
