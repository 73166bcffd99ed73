// Repeats steps while a key is held: at most five per second, like the client of 2019 [AS-3.6].

const stepMs = 200

export class StepRepeat {
  /** The directions of MOVE, in the order of the presses. */
  readonly #held: number[] = []
  #tapped: number | undefined
  #last = Number.NEGATIVE_INFINITY

  press(way: number): void {
    this.#held.push(way)
    this.#tapped = way
  }

  release(way: number): void {
    const at = this.#held.lastIndexOf(way)
    if (at >= 0) this.#held.splice(at, 1)
  }

  stop(): void {
    this.#held.length = 0
    this.#tapped = undefined
  }

  /** Returns the next step, if one is due. A key press that comes too early takes effect later. */
  takeDueStep(now: number): number | undefined {
    if (now - this.#last < stepMs) return undefined
    const way = this.#tapped ?? this.#held.at(-1)
    this.#tapped = undefined
    if (way !== undefined) this.#last = now
    return way
  }

  /** Milliseconds until the next step. Undefined if the player does not walk. */
  next(now: number): number | undefined {
    if (this.#tapped === undefined && this.#held.length === 0) return undefined
    return Math.max(0, this.#last + stepMs - now)
  }
}
