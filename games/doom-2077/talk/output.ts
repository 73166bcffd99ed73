// Output to one address, limited to what it may receive and to the pace at which its client reads.
import type { Peer } from '../../game.ts'
import type { Mailbox } from '../datagrams/mailbox.ts'
import { Pace } from '../datagrams/slot.ts'
import { datagramBytes } from '../framing.ts'
import { Probes } from './probes.ts'
import type { Proof } from './proof.ts'

export class Output {
  readonly proof: Proof
  readonly probes = new Probes()
  readonly #peer: Peer
  readonly #pace = new Pace()

  constructor(peer: Peer, proof: Proof) {
    this.#peer = peer
    this.proof = proof
  }

  /** [DM-1.1] [DM-2.7] Maximum bytes of the next datagram. */
  get limit(): number {
    return Math.min(datagramBytes, this.proof.allowance)
  }

  /** [DM-8.1] Whether this slot's datagram may be sent. */
  isDue(now: number): boolean {
    return this.#pace.ready(now)
  }

  /** Sends at once. Returns false if it exceeds what the address may receive. */
  send(datagram: Uint8Array, now: number): boolean {
    if (datagram.length > this.limit) return false
    this.proof.sent(datagram.length)
    this.#pace.take(now)
    this.#peer.send(datagram)
    return true
  }

  /** [DM-8.9] Whether datagrams can be lost. */
  get isLossy(): boolean {
    return this.#peer.transport === 'udp'
  }

  /** Sends one datagram of queued messages. Adds a `probe` if it announces other players. */
  flush(mailbox: Mailbox, now: number, probe: () => Uint8Array): void {
    const datagram = mailbox.take(this.limit, this.isLossy ? probe : undefined)
    if (datagram) this.send(datagram, now)
  }

  /** [DM-8.4] Sends this message ahead of the queue: at once, or in the next slot if that would be too often. */
  hurry(message: Uint8Array, mailbox: Mailbox, now: number, probe: () => Uint8Array): void {
    mailbox.putFirst(message)
    if (this.#pace.mayHurry(now)) this.flush(mailbox, now, probe)
  }
}
