// Two-dimensional noise from 0 to 1, which repeats after its last column and row. Uses only sums and products, so that
// every machine computes the same values.
import { Random } from '../../../../shared/random.ts'

/** A power of two. */
const side = 256

export class NoiseGrain {
  readonly #values = new Float32Array(side * side)

  /**
   * Creates noise of hills of `octaves` sizes. The largest are `span` columns wide, a power of two. Each further size
   * is half as wide and half as high.
   */
  constructor(purpose: string, span: number, octaves: number) {
    const random = new Random(1, purpose)
    let [size, weight, total] = [span, 1, 0]
    for (let octave = 0; octave < octaves; octave++, size /= 2, weight /= 2) {
      this.#add(random, size, weight)
      total += weight
    }
    for (let n = 0; n < this.#values.length; n++) this.#values[n] = this.#values[n]! / total
  }

  /** `x` and `y`: whole numbers. */
  at(x: number, y: number): number {
    return this.#values[(y & (side - 1)) * side + (x & (side - 1))]!
  }

  #add(random: Random, size: number, weight: number): void {
    const cells = side / size
    const corners = Float32Array.from({ length: cells * cells }, () => random.unit())
    for (let y = 0, n = 0; y < side; y++) {
      const row = Math.floor(y / size)
      const [above, below] = [row * cells, ((row + 1) % cells) * cells]
      const down = eased(y / size - row)
      for (let x = 0; x < side; x++, n++) {
        const column = Math.floor(x / size)
        const next = (column + 1) % cells
        const right = eased(x / size - column)
        const upper = corners[above + column]! * (1 - right) + corners[above + next]! * right
        const lower = corners[below + column]! * (1 - right) + corners[below + next]! * right
        this.#values[n] = this.#values[n]! + (upper * (1 - down) + lower * down) * weight
      }
    }
  }
}

function eased(t: number): number {
  return t * t * (3 - 2 * t)
}
