// Limits the number of simultaneous sounds. The faintest give way.

export interface Voice {
  /** Fraction of the usual volume. */
  readonly part: number
  /** Stops for a louder voice. */
  stop(): void
}

export class Voices {
  readonly #most: number
  readonly #sounding = new Set<Voice>()

  constructor(most: number) {
    this.#most = most
  }

  get count(): number {
    return this.#sounding.size
  }

  /** False: there are enough louder voices. */
  begin(voice: Voice): boolean {
    if (this.#sounding.size >= this.#most) {
      const faintest = [...this.#sounding].reduce((a, b) => (b.part < a.part ? b : a))
      if (faintest.part >= voice.part) return false
      this.#sounding.delete(faintest)
      faintest.stop()
    }
    this.#sounding.add(voice)
    return true
  }

  end(voice: Voice): void {
    this.#sounding.delete(voice)
  }
}
