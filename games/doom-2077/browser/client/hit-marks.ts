// Short-lived marks of shots: blood, and dust from walls.

/** Coordinates are in map units. */
export interface HitMark {
  readonly kind: 'blood' | 'puff'
  readonly x: number
  readonly y: number
  readonly z: number
  readonly at: number
}
type Point3D = Pick<HitMark, 'x' | 'y' | 'z'>

/** Lifetime in milliseconds, and how many marks can exist at once. */
const lifetimeMs = 600
const maxMarks = 24
/** Maximum distance in map units of a wall where a shot leaves dust, and the distance of the dust from that wall. */
const maxPuffRange = 4000
const wallGap = 4

export class HitMarks implements Iterable<HitMark> {
  readonly #random: () => number
  #marks: HitMark[] = []

  /** @param chance returns random numbers from 0 to 1 */
  constructor(chance: () => number) {
    this.#random = chance
  }

  [Symbol.iterator](): Iterator<HitMark> {
    return this.#marks[Symbol.iterator]()
  }

  clear(): void {
    this.#marks = []
  }

  removeExpired(now: number): void {
    this.#marks = this.#marks.filter(({ at }) => now - at < lifetimeMs).slice(-maxMarks)
  }

  /** Adds blood slightly below these eye coordinates. */
  addBlood({ x, y, z }: Point3D, at: number): void {
    const some = () => (this.#random() - 0.5) * 12
    this.#marks.push({ kind: 'blood', x: x + some(), y: y + some(), z: z - 8 + some(), at })
  }

  /** Adds dust `reach` map units in front of these eyes. The angle is in degrees, clockwise from the east. */
  addPuff({ x, y, z, angle }: Point3D & { readonly angle: number }, reach: number, at: number): void {
    const far = reach - wallGap
    if (far > maxPuffRange) return
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
