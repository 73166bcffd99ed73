// Tracks clients who share characters: a login ends the session of the character's previous player.

/** When a client requested its character, and when the room confirmed it, in milliseconds. */
export class CharacterTakeover {
  readonly #now: () => number
  #asked: number | undefined
  #came: number | undefined
  /** Whether the room reported that another client plays its character. */
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
   * Whether another client with the same character may have ended this session, so that its last messages
   * arrived too late. A client that stayed to the end would have been notified. A client that left may not
   * have been, unless the other client was in first.
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
