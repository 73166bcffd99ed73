// [DM-2.14] Probes: MOVEs with the client's own id to a place very slightly off its position. The original client sends
// its place in the same tick in which it receives a new one, walking or not. An echoed probe thus shows that the client
// has read the whole datagram.
import { isEcho, type Place } from '../map/place.ts'
import type { FromClient } from '../packets.ts'

/** Maximum probes awaiting an echo; beyond it the oldest is forgotten. */
const mostRemembered = 16
/** [DM-8.9] Milliseconds after which a datagram counts as lost if its probe was not echoed. */
const lostMs = 2000

interface Probe {
  readonly place: Place
  readonly at: number
  /** The datagram contains JOINs of other players. */
  readonly announces: boolean
}

export class Probes {
  #sent: Probe[] = []
  #sentAt = Number.NEGATIVE_INFINITY

  /** When the last probe was sent, in ms of the Host's clock. */
  get sentAt(): number {
    return this.#sentAt
  }

  sent(place: Place, now: number, announces = false): void {
    this.#sent.push({ place, at: now, announces })
    if (this.#sent.length > mostRemembered) this.#sent.shift()
    this.#sentAt = now
  }

  /** Whether one of the messages echoes a probe. Removes the echoed ones. */
  answered(messages: readonly FromClient[]): boolean {
    const answered = this.#sent.filter(({ place }) =>
      messages.some((message) => message.type === 'MOVE' && isEcho(message, place)),
    )
    this.#sent = this.#sent.filter((probe) => !answered.includes(probe))
    return answered.length > 0
  }

  /** Whether a datagram with JOINs of others seems to be lost. */
  hasLostAnnouncement(now: number): boolean {
    return this.#sent.some(({ at, announces }) => announces && now - at >= lostMs)
  }

  /** Whether every datagram with JOINs of others was acknowledged. */
  get allHeard(): boolean {
    return !this.#sent.some(({ announces }) => announces)
  }

  forget(): void {
    this.#sent = []
  }
}
