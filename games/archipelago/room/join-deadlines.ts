// The time by which each connection must have joined. Sessions add and remove themselves; the world wakes it.
import type { Peer } from '../../game.ts'

/** [AP-2.2] Milliseconds that a connection has to join. */
const joinDeadlineMs = 60_000

export class JoinDeadlines {
  readonly #deadlines = new Map<Peer, number>()

  /** Starts the peer's deadline, counted from when it connected (`since`). */
  add(peer: Peer, since: number): void {
    this.#deadlines.set(peer, since + joinDeadlineMs)
  }

  remove(peer: Peer): void {
    this.#deadlines.delete(peer)
  }

  get wakeAt(): number | undefined {
    return this.#deadlines.size > 0 ? Math.min(...this.#deadlines.values()) : undefined
  }

  wake(now: number): void {
    for (const [peer, until] of this.#deadlines) {
      if (until > now) continue
      this.#deadlines.delete(peer)
      peer.close('not joined in time')
    }
  }
}
