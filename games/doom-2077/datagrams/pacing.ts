// Schedules a client's datagrams, and repeats state that the client may have missed.

import type { WorldEvent } from '../state/world-events.ts'
import type { DatagramQueue } from './datagram-queue.ts'

/** [DM-8.1] Milliseconds per slot. The original client reads a datagram every 33 ms and queues any excess. */
export const slotMs = 34

/**
 * A datagram may leave up to this share of a slot early if the one before it was late. No second has more than 30
 * slots.
 */
const earlyShare = 0.25
/** [DM-8.4] Datagrams that may be sent ahead of their slots, so that PONGs leave at once. */
const maxDatagramsAhead = 3

/** [DM-8.1] Limits output to one datagram per slot. A datagram that is sent early uses up the next slot. */
export class SendPacer {
  #availableSlots = 1 + earlyShare
  #updatedAt = Number.NEGATIVE_INFINITY

  /** Whether the current slot is unused. */
  isSlotFree(now: number): boolean {
    return this.#slotsAt(now) >= 1
  }

  /** Whether a datagram may leave before its slot. */
  maySendEarly(now: number): boolean {
    return this.#slotsAt(now) > 1 - maxDatagramsAhead
  }

  /** Records a sent datagram. */
  recordSent(now: number): void {
    this.#availableSlots = this.#slotsAt(now) - 1
    this.#updatedAt = now
  }

  #slotsAt(now: number): number {
    const passed = Math.max(0, now - this.#updatedAt) / slotMs
    return Math.min(1 + earlyShare, this.#availableSlots + passed)
  }
}

/** [DM-8.6] Milliseconds between two rounds in which all state that may have been lost is resent. */
const refreshIntervalMs = 2000
/**
 * [DM-8.6] After this many milliseconds a round sends its messages even if no datagram has free space, as in rooms with
 * many players.
 */
const maxRoundMs = 1000

/**
 * [DM-8.6] Repeats the current state every 2 s. State that does not fit into a slot's datagram follows in the next one.
 */
export class StateRefresh {
  #startedAt: number
  /** Number of events sent in this round, or undefined between rounds. */
  #sentEvents: number | undefined

  constructor(now: number) {
    this.#startedAt = now
  }

  /** Starts the next round with the next slot. */
  startNow(): void {
    this.#startedAt = Number.NEGATIVE_INFINITY
    this.#sentEvents = undefined
  }

  /**
   * `limit`: maximum bytes of the datagram. `state`: returns the current state, which must not be older than any sent
   * event.
   */
  addEvents(queue: DatagramQueue, now: number, limit: number, state: () => readonly WorldEvent[]): void {
    if (this.#sentEvents === undefined) {
      if (now - this.#startedAt < refreshIntervalMs) return
      this.#startedAt = now
      this.#sentEvents = 0
    }
    const whole = state()
    if (now - this.#startedAt >= maxRoundMs && this.#sentEvents < whole.length)
      queue.onEvent(whole[this.#sentEvents++]!)
    while (this.#sentEvents < whole.length && queue.hasRoomFor(whole[this.#sentEvents]!, limit))
      queue.onEvent(whole[this.#sentEvents++]!)
    if (this.#sentEvents >= whole.length) this.#sentEvents = undefined
  }
}
