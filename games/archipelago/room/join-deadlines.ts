// The time by which each connection must have joined. Sessions add and remove themselves; the world wakes it.
import type { Peer } from '../../game.ts'

/** [AP-2.2] Milliseconds that a connection has to join. */
export const joinWithin = 60_000

export class JoinDeadlines {
  readonly #until = new Map<Peer, number>()

  /** Starts the peer's deadline, counted from when it connected (`since`). */
  add(peer: Peer, since: number): void {
    this.#until.set(peer, since + joinWithin)
  }

  remove(peer: Peer): void {
    this.#until.delete(peer)
  }

  get due(): number | undefined {
    return this.#until.size > 0 ? Math.min(...this.#until.values()) : undefined
  }

  wake(now: number): void {
    for (const [peer, until] of this.#until) {
      if (until > now) continue
      this.#until.delete(peer)
      peer.close('not joined in time')
    }
  }
}
