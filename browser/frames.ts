// Schedules drawing: in the browser's next frame, and only while something moves. A hidden tab has no frames. Game
// logic runs in fixed time steps, independent of the frame rate.

export class Frames {
  readonly #draw: (now: number) => boolean
  #asked = false

  /**
   * `draw`: draws for this time (milliseconds as of `performance.now()`) and returns true if the next frame will
   * differ. An error in it is reported like any page error, and the next frame is drawn all the same.
   */
  constructor(draw: (now: number) => boolean) {
    this.#draw = draw
    document.addEventListener('visibilitychange', () => this.ask())
  }

  /** Requests a frame because something changed. */
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

/** Fixed time steps that follow the clock. After a long pause it skips most of the missed steps. */
export class Steps {
  readonly #ms: number
  readonly #most: number
  #at: number | undefined

  /** `ms`: length of a step. `most`: maximum number of steps due at once. */
  constructor(ms: number, most: number) {
    this.#ms = ms
    this.#most = most
  }

  /** The number of steps due since the last call. */
  due(now: number): number {
    this.#at ??= now
    const due = Math.floor((now - this.#at) / this.#ms)
    this.#at = due > this.#most ? now : this.#at + due * this.#ms
    return Math.min(due, this.#most)
  }
}
