// Clients who share characters: who comes in ends the session of whoever played his character before him.

/** When a client asked for its character, and when it was told that it has it; in milliseconds. */
export class CharacterTakeover {
  readonly #now: () => number
  #asked: number | undefined
  #came: number | undefined
  /** It was told that somebody else plays its character. */
  displaced = false

  constructor(now: () => number) {
    this.#now = now
  }

  asks(): void {
    this.#asked ??= this.#now()
  }

  comes(): void {
    this.#came ??= this.#now()
  }

  /**
   * Whether one of these others with the same character may have ended this session, so that what was said last came
   * too late. Who stayed to the end would have been told. Who left by himself may never have heard of it, unless the
   * other was in before he asked.
   */
  mayHaveBeenEnded(stayed: boolean, others: Iterable<CharacterTakeover>): boolean {
    if (this.displaced || stayed || this.#asked === undefined) return this.displaced
    for (const other of others) {
      if (other === this || other.#asked === undefined) continue
      if (other.#came === undefined || other.#came >= this.#asked) return true
    }
    return false
  }
}
