// When a game draws: in the browser's next frame, and only while there is something to be seen move. A hidden tab has no
// frames. What a game does by the clock it does in steps, which are as many whether frames come often or seldom.

export class Frames {
  readonly #draw: (now: number) => boolean
  #asked = false

  /**
   * `draw`: at this time, in milliseconds as of `performance.now()`; true: it will be another picture in the next frame.
   * If it throws, that is told as every error of a page, and the next frame is drawn all the same.
   */
  constructor(draw: (now: number) => boolean) {
    this.#draw = draw
    document.addEventListener('visibilitychange', () => this.ask())
  }

  /** There is something new to be seen. */
  ask(): void {
    if (this.#asked || document.hidden) return
    this.#asked = true
    requestAnimationFrame((now) => {
      this.#asked = false
      let goesOn = true
      try {
        goesOn = this.#draw(now)
      } finally {
        if (goesOn) this.ask()
      }
    })
  }
}

/** Steps of equal length behind the clock. After a long silence it does not make up for all of them. */
export class Steps {
  readonly #ms: number
  readonly #most: number
  #at: number | undefined

  /** `ms`: of one step. `most`: how many are due at once, at most. */
  constructor(ms: number, most: number) {
    this.#ms = ms
    this.#most = most
  }

  /** How many are to be made since this was asked last. */
  due(now: number): number {
    this.#at ??= now
    const due = Math.floor((now - this.#at) / this.#ms)
    this.#at = due > this.#most ? now : this.#at + due * this.#ms
    return Math.min(due, this.#most)
  }
}
