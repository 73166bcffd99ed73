// Tracks clients that share characters. A login ends the session of the character's previous player.

/** Times in milliseconds at which a client requested its character, and at which the room confirmed the login. */
export class CharacterTakeover {
  readonly #now: () => number
  #asked: number | undefined
  #came: number | undefined
  /** Whether the room has reported that another client plays the character. */
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
   * Whether another client with the same character may have ended this session, so that its last messages arrived too
   * late. A client that stayed to the end has received a notice of the takeover. A client that left may not have
   * received the notice, unless the other client had logged in before.
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
