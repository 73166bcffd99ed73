import { seededRandom } from '../../../wire/util/random.ts'

export class SeededRandom {
  readonly #next: () => number

  constructor(seed: string) {
    this.#next = seededRandom(seed)
  }

  /** A number from 0 to below 1. */
  next(): number {
    return this.#next()
  }

  integerBelow(bound: number): number {
    return Math.floor(this.#next() * bound)
  }

  integerBetween(least: number, most: number): number {
    return least + this.integerBelow(most - least + 1)
  }

  happens(probability: number): boolean {
    return this.#next() < probability
  }

  choose<T>(choices: readonly T[]): T {
    return choices[this.integerBelow(choices.length)]!
  }

  chooseWeighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    let drawn = this.#next() * choices.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, choice] of choices) {
      drawn -= weight
      if (drawn < 0) return choice
    }
    return choices.at(-1)![1]
  }
}
