import type { Peer } from '../../game.ts'
import type { DatagramQueue } from '../datagrams/datagram-queue.ts'
import { SendPacer } from '../datagrams/pacing.ts'
import { datagramBytes } from '../framing.ts'
import type { AmplificationLimit } from './address-validation/amplification-limit.ts'
import { EchoProbes } from './address-validation/echo-probes.ts'

export class DatagramSender {
  readonly amplificationLimit: AmplificationLimit
  readonly echoProbes = new EchoProbes()
  readonly #peer: Peer
  readonly #pacer = new SendPacer()

  constructor(peer: Peer, limit: AmplificationLimit) {
    this.#peer = peer
    this.amplificationLimit = limit
  }

  /** [DM-1.1] [DM-2.7] */
  get maxBytes(): number {
    return Math.min(datagramBytes, this.amplificationLimit.allowance)
  }

  /** [DM-8.1] */
  isSlotDue(now: number): boolean {
    return this.#pacer.isSlotFree(now)
  }

  /** Returns false if the datagram is longer than the address may receive. */
  send(datagram: Uint8Array, now: number): boolean {
    if (datagram.length > this.maxBytes) return false
    this.amplificationLimit.onSent(datagram.length)
    this.#pacer.recordSent(now)
    this.#peer.send(datagram)
    return true
  }

  /** [DM-8.9] */
  get isLossy(): boolean {
    return this.#peer.transport === 'udp'
  }

  /** Over UDP, adds a `probe` if the datagram announces other players. */
  flush(queue: DatagramQueue, now: number, probe: () => Uint8Array): void {
    const datagram = queue.takeDatagram(this.maxBytes, this.isLossy ? probe : undefined)
    if (datagram) this.send(datagram, now)
  }

  /**
   * [DM-8.4] Sends this message ahead of the queue, at once or, if too many datagrams are ahead of their slots, in the
   * next slot.
   */
  sendAhead(message: Uint8Array, queue: DatagramQueue, now: number, probe: () => Uint8Array): void {
    queue.prepend(message)
    if (this.#pacer.maySendEarly(now)) this.flush(queue, now, probe)
  }
}
