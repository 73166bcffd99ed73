// Other players, drawn 100 ms late so that each position lies between two received ones.
import type { Place } from '../map/place.ts'
import type { Seen } from '../view/first-person.ts'

/** Milliseconds that others are drawn late. MOVEs arrive every 34 ms, and some are late. */
export const lateMs = 100
/** A longer gap between two MOVEs means that the player stood still first. */
const longestStepMs = 150
/** Map units × 1000: a player who moves this far at once was teleported. */
const leap = 200_000
/** Positions kept per player: about one second. */
const mostPlaces = 32

interface Told {
  readonly at: number
  readonly place: Place
}

export class Person {
  readonly id: number
  readonly name: string
  /** Health points × 1000. */
  health = 0
  /** When the player last fired, with which weapon, when last hurt, and when died. */
  firedAt = Number.NEGATIVE_INFINITY
  weapon = 1
  hurtAt = Number.NEGATIVE_INFINITY
  diedAt: number | undefined
  #track: Told[] = []
  /** Until when the walking animation runs. */
  #walksUntil = Number.NEGATIVE_INFINITY

  constructor(id: number, name: string) {
    this.id = id
    this.name = name
  }

  moved(place: Place, at: number): void {
    const last = this.#track.at(-1)
    if (last && far(last.place, place) > leap) this.#track = []
    else if (last && (last.place.x !== place.x || last.place.y !== place.y))
      this.#walksUntil = at + lateMs + 2 * 34
    this.#track.push({ at, place })
    if (this.#track.length > mostPlaces) this.#track.shift()
  }

  /** Displayed position at this time, or undefined if none was received. */
  place(now: number): Place | undefined {
    const time = now - lateMs
    const next = this.#track.findIndex(({ at }) => at > time)
    if (next < 0) return this.#track.at(-1)?.place
    const to = this.#track[next]!
    const from = this.#track[next - 1]
    // The player has just joined or was teleported.
    if (!from) return to.place
    const begins = Math.max(from.at, to.at - longestStepMs)
    return between(from.place, to.place, Math.max(0, (time - begins) / (to.at - begins)))
  }

  /** The newest received position, without the delay. */
  get newest(): Place | undefined {
    return this.#track.at(-1)?.place
  }

  walks(now: number): boolean {
    return now < this.#walksUntil
  }

  /** Appearance without the position. Ages are in ms. */
  seen(now: number): Omit<Seen, 'place'> {
    return {
      id: this.id,
      walks: this.walks(now),
      fired: now - this.firedAt,
      hurt: now - this.hurtAt,
      died: this.diedAt === undefined ? undefined : now - this.diedAt,
    }
  }
}

function far(a: Place, b: Place): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** Interpolates between two places; angles take the shorter way around. */
export function between(a: Place, b: Place, part: number): Place {
  if (part >= 1) return b
  const turn = ((((b.angle - a.angle) % 360_000) + 540_000) % 360_000) - 180_000
  return {
    x: a.x + (b.x - a.x) * part,
    y: a.y + (b.y - a.y) * part,
    z: a.z + (b.z - a.z) * part,
    angle: (a.angle + turn * part + 360_000) % 360_000,
  }
}
