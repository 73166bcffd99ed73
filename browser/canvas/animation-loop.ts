// Draws only while something on the canvas moves and the tab is visible. Game logic runs in fixed time steps, which do
// not depend on the frame rate.

export class AnimationLoop {
  readonly #draw: (now: number) => boolean
  #isRequested = false

  /**
   * `draw`: draws the frame for a time in terms of `performance.now()`, and returns true if the next frame will differ.
   * An error in `draw` is reported like every error of the page, and the next frame is still drawn.
   */
  constructor(draw: (now: number) => boolean) {
    this.#draw = draw
    document.addEventListener('visibilitychange', () => this.requestFrame())
  }

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

/** After a long pause, most of the missed steps are skipped. */
export class FixedTimestep {
  readonly #ms: number
  readonly #maxSteps: number
  #at: number | undefined

  /** `ms`: duration of a step. `maxSteps`: maximum number of steps that one call of `due` returns. */
  constructor(ms: number, maxSteps: number) {
    this.#ms = ms
    this.#maxSteps = maxSteps
  }

  /** The number of steps that have become due since the last call. */
  due(now: number): number {
    this.#at ??= now
    const due = Math.floor((now - this.#at) / this.#ms)
    this.#at = due > this.#maxSteps ? now : this.#at + due * this.#ms
    return Math.min(due, this.#maxSteps)
  }
}
