// When the maximum number of sounds is playing, a new sound stops the faintest of them.

export interface Voice {
  /** The volume, as a fraction of the usual volume. */
  readonly part: number
  /** Called when a louder sound stops this one. */
  stop(): void
}

export class VoiceLimiter {
  readonly #maxVoices: number
  readonly #active = new Set<Voice>()

  constructor(maxVoices: number) {
    this.#maxVoices = maxVoices
  }

  get count(): number {
    return this.#active.size
  }

  /** Returns false if the limit is reached and no active voice is fainter. */
  start(voice: Voice): boolean {
    if (this.#active.size >= this.#maxVoices) {
      const faintest = [...this.#active].reduce((a, b) => (b.part < a.part ? b : a))
      if (faintest.part >= voice.part) return false
      this.#active.delete(faintest)
      faintest.stop()
    }
    this.#active.add(voice)
    return true
  }

  end(voice: Voice): void {
    this.#active.delete(voice)
  }
}
