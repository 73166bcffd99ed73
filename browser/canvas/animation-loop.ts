// Schedules drawing: in the browser's next frame, and only while something moves. A hidden tab has no frames. Game
// logic runs in fixed time steps, independent of the frame rate.

export class AnimationLoop {
  readonly #draw: (now: number) => boolean
  #isRequested = false

  /**
   * `draw`: draws for this time (milliseconds as of `performance.now()`) and returns true if the next frame will
   * differ. An error in it is reported like any page error, and the next frame is drawn all the same.
   */
  constructor(draw: (now: number) => boolean) {
    this.#draw = draw
    document.addEventListener('visibilitychange', () => this.requestFrame())
  }

  /** Requests a frame because something changed. */
  requestFrame(): void {
    if (this.#isRequested || document.hidden) return
    this.#isRequested = true
    requestAnimationFrame((now) => {
      this.#isRequested = false
      let isMoving = true
      try {
        isMoving = this.#draw(now)
      } finally {
        if (isMoving) this.requestFrame()
      }
    })
  }
}

/** Fixed time steps that follow the clock. After a long pause it skips most of the missed steps. */
export class FixedTimestep {
  readonly #ms: number
  readonly #maxSteps: number
  #at: number | undefined

  /** `ms`: length of a step. `most`: maximum number of steps due at once. */
  constructor(ms: number, most: number) {
    this.#ms = ms
    this.#maxSteps = most
  }

  /** The number of steps due since the last call. */
  due(now: number): number {
    this.#at ??= now
    const due = Math.floor((now - this.#at) / this.#ms)
    this.#at = due > this.#maxSteps ? now : this.#at + due * this.#ms
    return Math.min(due, this.#maxSteps)
  }
}
