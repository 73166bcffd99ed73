// Steps of who holds a key, or taps it again and again: five a second, as the client of 2019 takes them [AS-3.6].

/** Milliseconds between two steps. */
export const stepMs = 200

export class Walking {
  /** Ways that are held, the one pressed last at the end. As MOVE has them. */
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

  /** The step that is due; undefined: none yet. A tap is not lost for coming too early. */
  due(now: number): number | undefined {
    if (now - this.#last < stepMs) return undefined
    const way = this.#tapped ?? this.#held.at(-1)
    this.#tapped = undefined
    if (way !== undefined) this.#last = now
    return way
  }

  /** In how many milliseconds another step may be due; undefined: nobody walks. */
  next(now: number): number | undefined {
    if (this.#tapped === undefined && this.#held.length === 0) return undefined
    return Math.max(0, this.#last + stepMs - now)
  }
}
