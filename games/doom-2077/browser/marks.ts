// What is seen for a moment where it happened: blood, and the dust of a wall that was shot at.

/** Map units. */
export interface Mark {
  readonly kind: 'blood' | 'puff'
  readonly x: number
  readonly y: number
  readonly z: number
  readonly at: number
}
type Spot = Pick<Mark, 'x' | 'y' | 'z'>

/** Milliseconds after which none is seen, and how many are kept. */
const lastMs = 600
const most = 24
/** Map units beyond which a shot leaves nothing to be seen, and by which dust stands before its wall. */
const farthest = 4000
const before = 4

export class Marks implements Iterable<Mark> {
  readonly #chance: () => number
  #marks: Mark[] = []

  /** `chance`: 0 to 1. */
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

  /** At whose eyes. */
  bleed({ x, y, z }: Spot, at: number): void {
    const some = () => (this.#chance() - 0.5) * 12
    this.#marks.push({ kind: 'blood', x: x + some(), y: y + some(), z: z - 8 + some(), at })
  }

  /** So far before whose eyes; the angle in degrees, clockwise from the east. */
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
