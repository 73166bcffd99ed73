// Tracks the messages of a link that the room has answered, and the time that each answer took. FlushCoalescer uses
// this to send a nearby room its frames in few messages.
import type { PeerResponse } from '../../wire/link/flush-coalescer.ts'
import type { Clock } from '../../wire/util/clock.ts'

/** Maximum number of unanswered messages whose times are kept. */
const maxTimed = 64

export class ResponseTimes {
  readonly #clock: Clock
  /** Messages that the room has not answered, oldest first. */
  #unanswered: { readonly message: number; readonly sentAt: number }[] = []
  #lastMessage = 0
  #answeredAt = Number.NEGATIVE_INFINITY
  /**
   * How many frames the message that is being received acknowledges. `#answered`: the number of the last sent message
   * that contained one of these frames.
   */
  #frames = 0
  #answered = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get nextMessage(): number {
    return this.#lastMessage + 1
  }

  sent(): void {
    this.#lastMessage++
    if (this.#unanswered.length < maxTimed)
      this.#unanswered.push({ message: this.#lastMessage, sentAt: this.#clock.now() })
  }

  /** Call when a frame of this message was acknowledged. */
  acknowledged(message: number): void {
    this.#frames++
    this.#answered = Math.max(this.#answered, message)
  }

  received(): PeerResponse {
    const [answered, message] = [this.#frames, this.#answered]
    this.#frames = this.#answered = 0
    if (answered === 0) return { answered, tookMs: Number.POSITIVE_INFINITY, isLast: true }
    const now = this.#clock.now()
    const sentAt = this.#unanswered.findLast((one) => one.message <= message)?.sentAt ?? now
    this.#unanswered = this.#unanswered.filter((one) => one.message > message)
    // The room processes messages one after another, so its work on this message began at the earliest when it answered
    // the previous one.
    const tookMs = Math.max(0, now - Math.max(sentAt, this.#answeredAt))
    this.#answeredAt = now
    return { answered, tookMs, isLast: message === this.#lastMessage }
  }
}
