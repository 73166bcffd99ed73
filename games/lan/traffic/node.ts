// A node of the LAN: its address, its connection and its traffic.
import type { Peer } from '../../game.ts'
import type { NodeAddress } from '../addresses/node-address.ts'
import type { IpxPacket } from './ipx-packet.ts'
import { RateMeter, type Rates } from './rate-meter.ts'
import { echoSocket, gameOfSocket } from './sockets.ts'

/** A node's session. */
export interface NodeSession {
  readonly peer: Peer
  /** Sends a ping. */
  ping(): void
  /** Called when another session has taken over the node. */
  onReplaced(): void
}

export class LanNode {
  readonly address: NodeAddress
  readonly session: NodeSession
  /** Packets and bytes sent since the node joined. */
  packets = 0
  bytes = 0
  /** Time in milliseconds at which the node's last packet arrived. */
  heardAt: number
  readonly #meter = new RateMeter()
  #socket: number | undefined

  constructor(address: NodeAddress, session: NodeSession, now: number) {
    this.address = address
    this.session = session
    this.heardAt = now
  }

  /**
   * [LAN-6.2] The socket to which the node sends. It is a well-known socket if the node uses one, and otherwise the
   * last one.
   */
  get socket(): number | undefined {
    return this.#socket
  }

  rates(now: number): Rates {
    return this.#meter.rates(now)
  }

  /** Counts a packet that the room relays. */
  count({ bytes, destinationSocket }: IpxPacket, now: number): void {
    this.packets++
    this.bytes += bytes.length
    this.#meter.add(bytes.length, now)
    if (destinationSocket === this.#socket || destinationSocket === echoSocket) return
    const isKnown = this.#socket !== undefined && gameOfSocket(this.#socket) !== undefined
    if (!isKnown || gameOfSocket(destinationSocket) !== undefined) this.#socket = destinationSocket
  }
}
