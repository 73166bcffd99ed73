// The others, a tenth of a second ago: then between two of the places that they have told there is a way.
import type { Place } from '../map/place.ts'
import type { Seen } from '../view/first-person.ts'

/** Milliseconds that others are seen late. MOVEs come every 34, and some are late themselves. */
export const lateMs = 100
/** A way that took longer was not walked in one: he stood before it. */
const longestStepMs = 150
/** Map units, thousandths: who has come so far at once was put there. */
const leap = 200_000
/** Places that are kept of each: of a second. */
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
  /** When he last fired, was hurt, and died; and with what he fired. */
  firedAt = Number.NEGATIVE_INFINITY
  weapon = 1
  hurtAt = Number.NEGATIVE_INFINITY
  diedAt: number | undefined
  #track: Told[] = []
  /** Until when he is seen to walk. */
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

  /** Where he is seen at this time; undefined: nobody has said. */
  place(now: number): Place | undefined {
    const time = now - lateMs
    const next = this.#track.findIndex(({ at }) => at > time)
    if (next < 0) return this.#track.at(-1)?.place
    const to = this.#track[next]!
    const from = this.#track[next - 1]
    // He has just come, or was put there.
    if (!from) return to.place
    const begins = Math.max(from.at, to.at - longestStepMs)
    return between(from.place, to.place, Math.max(0, (time - begins) / (to.at - begins)))
  }

  /** Where he has said that he is, late as that is. */
  get newest(): Place | undefined {
    return this.#track.at(-1)?.place
  }

  walks(now: number): boolean {
    return now < this.#walksUntil
  }

  /** How he looks, but for where he is; ages in ms. */
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

/** Angles the shorter way around. */
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
