import type { WorldEvent } from '../state/world-events.ts'
import type { DatagramQueue } from './datagram-queue.ts'

/**
 * [DM-8.1] Milliseconds between two datagrams. The original client reads a datagram every 33 ms and queues any excess.
 */
export const datagramIntervalMs = 34

/**
 * A datagram may leave up to this share of a slot early if the one before it was late. Within any second there are at
 * most 30 slots.
 */
const earlyShare = 0.25
/** [DM-8.4] Datagrams that may be sent ahead of their slots, so that PONGs leave at once. */
const maxDatagramsAhead = 3

/** [DM-8.1] A datagram that is sent early uses up the next slot. */
export class SendPacer {
  #availableSlots = 1 + earlyShare
  #updatedAt = Number.NEGATIVE_INFINITY

  isSlotFree(now: number): boolean {
    return this.#slotsAt(now) >= 1
  }

  maySendEarly(now: number): boolean {
    return this.#slotsAt(now) > 1 - maxDatagramsAhead
  }

  recordSent(now: number): void {
    this.#availableSlots = this.#slotsAt(now) - 1
    this.#updatedAt = now
  }

  #slotsAt(now: number): number {
    const passed = Math.max(0, now - this.#updatedAt) / datagramIntervalMs
    return Math.min(1 + earlyShare, this.#availableSlots + passed)
  }
}

/** [DM-8.6] Milliseconds between the starts of two rounds. In a round the server sends the whole state once. */
const refreshIntervalMs = 2000
/**
 * [DM-8.6] Milliseconds for which a round waits for datagrams with free space. After that, the round sends its messages
 * even if no datagram has space, for example in rooms with many players.
 */
const maxRoundMs = 1000

/** [DM-8.6] State that does not fit into a slot's datagram follows in the next one. */
export class StateRefresh {
  #startedAt: number
  /** Undefined between rounds. */
  #sentEvents: number | undefined

  constructor(now: number) {
    this.#startedAt = now
  }

  startNow(): void {
    this.#startedAt = Number.NEGATIVE_INFINITY
    this.#sentEvents = undefined
  }

  /** `limit`: bytes of the datagram. `state`: must not be older than any sent event. */
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
