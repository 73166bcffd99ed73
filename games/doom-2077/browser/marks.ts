// Short-lived marks: blood, and dust from walls that were hit.

/** A mark. Coordinates are in map units. */
export interface Mark {
  readonly kind: 'blood' | 'puff'
  readonly x: number
  readonly y: number
  readonly z: number
  readonly at: number
}
type Spot = Pick<Mark, 'x' | 'y' | 'z'>

/** Lifetime of a mark in milliseconds, and the maximum number of marks. */
const lastMs = 600
const most = 24
/** Map units beyond which a shot leaves no dust, and between the dust and its wall. */
const farthest = 4000
const before = 4

export class Marks implements Iterable<Mark> {
  readonly #chance: () => number
  #marks: Mark[] = []

  /** @param chance returns random numbers from 0 to 1 */
  constructor(chance: () => number) {
    this.#chance = chance
  }

  [Symbol.iterator](): Iterator<Mark> {
    return this.#marks[Symbol.iterator]()
  }

  clear(): void {
    this.#marks = []
  }

  advance(now: number): void {
    this.#marks = this.#marks.filter(({ at }) => now - at < lastMs).slice(-most)
  }

  /** Adds blood, slightly below these eye coordinates. */
  bleed({ x, y, z }: Spot, at: number): void {
    const some = () => (this.#chance() - 0.5) * 12
    this.#marks.push({ kind: 'blood', x: x + some(), y: y + some(), z: z - 8 + some(), at })
  }

  /** Adds dust `reach` map units in front of these eyes. The angle is in degrees, clockwise from the east. */
  puff({ x, y, z, angle }: Spot & { readonly angle: number }, reach: number, at: number): void {
    const far = reach - before
    if (far > farthest) return
    const radians = (angle * Math.PI) / 180
    this.#marks.push({
      kind: 'puff',
      x: x + Math.cos(radians) * far,
      y: y - Math.sin(radians) * far,
      z: z - 2,
      at,
    })
  }
}
