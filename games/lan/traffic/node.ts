import type { Peer } from '../../game.ts'
import type { NodeAddress } from '../addresses/node-address.ts'
import type { IpxPacket } from './ipx-packet.ts'
import { RateMeter, type TrafficRates } from './rate-meter.ts'
import { echoSocket, gameOfSocket } from './sockets.ts'

export interface NodeSession {
  readonly peer: Peer
  ping(): void
  /** Called when another session has taken over the node. */
  onReplaced(): void
}

export class LanNode {
  readonly address: NodeAddress
  readonly session: NodeSession
  /** Packets that the node has sent since it joined. */
  packets = 0
  bytes = 0
  /** The time of the node's last packet, or else of its joining, in milliseconds of `GameContext.now()`. */
  heardAt: number
  readonly #meter = new RateMeter()
  #socket: number | undefined

  constructor(address: NodeAddress, session: NodeSession, now: number) {
    this.address = address
    this.session = session
    this.heardAt = now
  }

  /** [LAN-6.2] A well-known socket if the node uses one, and otherwise the last one. */
  get socket(): number | undefined {
    return this.#socket
  }

  rates(now: number): TrafficRates {
    return this.#meter.rates(now)
  }

  count({ bytes, destinationSocket }: IpxPacket, now: number): void {
    this.packets++
    this.bytes += bytes.length
    this.#meter.add(bytes.length, now)
    if (destinationSocket === this.#socket || destinationSocket === echoSocket) return
    const isKnown = this.#socket !== undefined && gameOfSocket(this.#socket) !== undefined
    if (!isKnown || gameOfSocket(destinationSocket) !== undefined) this.#socket = destinationSocket
  }
}
