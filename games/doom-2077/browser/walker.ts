// The local player's movement: immediate, by the client's rules, and corrected when the room says so.
import { eyeHeight } from '../map/heights.ts'
import type { Level, Movables } from '../map/level.ts'
import { isSame, type Place } from '../map/place.ts'

/** [DM-3.3] Map units per second. */
const speed = 300
/** Acceleration of a fall: map units per second, per second. */
const gravity = 800
/** Milliseconds between two MOVEs. */
const sayMs = 33
/** Maximum milliseconds of a simulation step, and of a frame. The rest of a longer pause is dropped. */
const [pieceMs, longestMs] = [25, 250]

/** Movement input from -1 to 1: forward, and to the right. */
export interface Wish {
  readonly ahead: number
  readonly aside: number
}

export class Walker {
  x = 0
  y = 0
  /** Height of the eyes. */
  z = eyeHeight
  /** Degrees, clockwise from the east, 0 to 360. */
  angle = 0
  /** Total map units walked. */
  walked = 0
  #falls = 0
  #said: Place | undefined
  #saidAt = Number.NEGATIVE_INFINITY
  /** The place that the room set, until the player moves: it must be sent back unchanged. */
  #set: Place | undefined

  /** [DM-3.2] Moves the player where the room says. */
  put(place: Place): void {
    this.x = place.x / 1000
    this.y = place.y / 1000
    this.z = place.z / 1000
    this.angle = place.angle / 1000
    this.#falls = 0
    this.#set = place
    this.#said = undefined
    this.#saidAt = Number.NEGATIVE_INFINITY
  }

  turn(degrees: number): void {
    if (degrees === 0) return
    this.angle = (((this.angle + degrees) % 360) + 360) % 360
    this.#set = undefined
  }

  /** Walks for this many milliseconds. */
  walk(level: Level, movables: Movables, { ahead, aside }: Wish, ms: number): void {
    const length = Math.max(1, Math.hypot(ahead, aside))
    const radians = (this.angle * Math.PI) / 180
    const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
    for (let left = Math.min(ms, longestMs); left > 0; left -= pieceMs) {
      const seconds = Math.min(left, pieceMs) / 1000
      const far = (speed * seconds) / length
      const way = { x: (ahead * cos - aside * sin) * far, y: (-ahead * sin - aside * cos) * far }
      if (ahead !== 0 || aside !== 0) this.#step(level.slide(this, way, movables))
      this.#fall(level, movables, seconds)
    }
  }

  #step({ x, y }: { readonly x: number; readonly y: number }): void {
    if (x === this.x && y === this.y) return
    this.walked += Math.hypot(x - this.x, y - this.y)
    this.x = x
    this.y = y
    this.#set = undefined
  }

  /** Up at once, down by gravity. */
  #fall(level: Level, movables: Movables, seconds: number): void {
    const sector = level.sectorAt(this.x, this.y)
    if (sector === undefined) return
    const ground = level.floor(sector, movables) + eyeHeight
    if (this.z === ground) return
    this.#falls = this.z > ground ? this.#falls + gravity * seconds : 0
    this.z = Math.max(ground, this.z - this.#falls * seconds)
    this.#set = undefined
  }

  get place(): Place {
    if (this.#set) return this.#set
    const [x, y, z, angle] = [this.x, this.y, this.z, this.angle].map((value) => Math.round(value * 1000))
    return { x: x!, y: y!, z: z!, angle: angle! % 360_000 }
  }

  /** The position to send now, or undefined if nothing changed or it is too soon. */
  news(now: number): Place | undefined {
    const { place } = this
    if ((this.#said && isSame(place, this.#said)) || now - this.#saidAt < sayMs) return undefined
    this.#said = place
    this.#saidAt = now
    return place
  }
}
