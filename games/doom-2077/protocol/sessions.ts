import { EventEncoder } from '../datagrams/event-encoder.ts'

/** The method of a session that the room's clock calls. */
export interface RoomSession {
  /** Called every 34 ms. */
  onSlot(now: number): void
}

export class DoomSessions<S extends RoomSession> {
  readonly encoder = new EventEncoder()
  /**
   * Players who joined since the room last started. Clients that connected before the restart may not have received
   * their JOINs.
   */
  readonly enteredPlayerIds = new Set<number>()
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

  /** [DM-8.1] */
  onSlot(now: number): void {
    for (const session of this.#all) session.onSlot(now)
  }
}
