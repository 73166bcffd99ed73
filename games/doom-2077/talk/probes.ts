// [DM-2.14] Probes: MOVEs with the client's own id, to a place a hair beside where it is. The original client sends its
// place in the very tick in which it was told another one, walking or not. So whoever says a probe back has read it,
// and with it the whole datagram that it came in.
import { isEcho, type Place } from '../map/place.ts'
import type { FromClient } from '../packets.ts'

/** Probes not yet said back; of more the oldest is forgotten. */
const mostRemembered = 16
/** [DM-8.9] Milliseconds after which a datagram whose probe has not come back counts as lost. */
const lostMs = 2000

interface Probe {
  readonly place: Place
  readonly at: number
  /** Its datagram has JOINs of others. */
  readonly announces: boolean
}

export class Probes {
  #sent: Probe[] = []
  #sentAt = Number.NEGATIVE_INFINITY

  /** When the newest left, in the host's milliseconds. */
  get sentAt(): number {
    return this.#sentAt
  }

  sent(place: Place, now: number, announces = false): void {
    this.#sent.push({ place, at: now, announces })
    if (this.#sent.length > mostRemembered) this.#sent.shift()
    this.#sentAt = now
  }

  /** Whether one of the messages says a probe back; that one is then done with. */
  answered(messages: readonly FromClient[]): boolean {
    const answered = this.#sent.filter(({ place }) =>
      messages.some((message) => message.type === 'MOVE' && isEcho(message, place)),
    )
    this.#sent = this.#sent.filter((probe) => !answered.includes(probe))
    return answered.length > 0
  }

  /** Whether a datagram that told of others seems to be lost. */
  hasLostAnnouncement(now: number): boolean {
    return this.#sent.some(({ at, announces }) => announces && now - at >= lostMs)
  }

  /** Nothing is under way that told of others. */
  get allHeard(): boolean {
    return !this.#sent.some(({ announces }) => announces)
  }

  forget(): void {
    this.#sent = []
  }
}
