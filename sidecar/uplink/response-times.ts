// Tracks which of a link's messages the room has answered, and how long each took. FlushCoalescer uses this to send a nearby
// room its frames in few messages.
import type { PeerResponse } from '../../wire/link/flush-coalescer.ts'
import type { Clock } from '../../wire/util/clock.ts'

/** More unanswered messages are not timed. */
const maxTimed = 64

export class ResponseTimes {
  readonly #clock: Clock
  /** Sent messages that are not answered yet, oldest first. */
  #unanswered: { readonly message: number; readonly sentAt: number }[] = []
  #lastMessage = 0
  #answeredAt = Number.NEGATIVE_INFINITY
  /** The number of frames that the message being received acknowledges, and the last sent message that had one of them. */
  #frames = 0
  #answered = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The number of the next message, for `acknowledged`. */
  get nextMessage(): number {
    return this.#lastMessage + 1
  }

  /** Call when a message is sent. */
  sent(): void {
    this.#lastMessage++
    if (this.#unanswered.length < maxTimed)
      this.#unanswered.push({ message: this.#lastMessage, sentAt: this.#clock.now() })
  }

  /** The room has acknowledged a frame that was sent in this message. */
  acknowledged(message: number): void {
    this.#frames++
    this.#answered = Math.max(this.#answered, message)
  }

  /** Call at the end of each received message. */
  received(): PeerResponse {
    const [answered, message] = [this.#frames, this.#answered]
    this.#frames = this.#answered = 0
    if (answered === 0) return { answered, tookMs: Number.POSITIVE_INFINITY, isLast: true }
    const now = this.#clock.now()
    const sentAt = this.#unanswered.findLast((one) => one.message <= message)?.sentAt ?? now
    this.#unanswered = this.#unanswered.filter((one) => one.message > message)
    // The room processes messages one after the other, so its work on this one began when it answered the previous one.
    const tookMs = Math.max(0, now - Math.max(sentAt, this.#answeredAt))
    this.#answeredAt = now
    return { answered, tookMs, isLast: message === this.#lastMessage }
  }
}
