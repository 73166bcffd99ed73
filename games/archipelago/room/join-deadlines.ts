import type { Peer } from '../../game.ts'

/** [AP-2.2] In milliseconds. */
const joinDeadlineMs = 60_000

export class JoinDeadlines {
  readonly #deadlines = new Map<Peer, number>()

  /** `since`: the time at which the peer connected. */
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
      peer.close('the client did not join in time')
    }
  }
}
