// All conversations of a room, and what they share.
import { Messages } from '../datagrams/messages.ts'

/** One conversation, as the others and the room's clock see it. */
export interface Conversing {
  /** Every 34 ms. */
  slot(now: number): void
}

export class Sessions<S extends Conversing> {
  readonly messages = new Messages()
  /** Players who came in since the room was opened: clients that were in before have not been told of them. */
  readonly entered = new Set<number>()
  readonly #all = new Set<S>()

  get all(): Iterable<S> {
    return this.#all
  }

  add(session: S): void {
    this.#all.add(session)
  }

  delete(session: S): void {
    this.#all.delete(session)
  }

  /** [DM-8.1] Each client's datagram of this slot. */
  slot(now: number): void {
    for (const session of this.#all) session.slot(now)
  }
}
