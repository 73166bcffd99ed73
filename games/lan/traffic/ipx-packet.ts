// The room relays packets by their header, which is read at its offsets without a copy, because a room of eight players
// relays hundreds of packets a second.
import type { NodeAddress } from '../addresses/node-address.ts'

/** [LAN-1.2] The minimum size of a packet. */
const headerBytes = 30
/** [LAN-1.2] Maximum size of a packet with its header, which is the size of DOSBox's receive buffer. */
export const maxPacketBytes = 1424

export interface IpxPacket {
  readonly destination: NodeAddress
  readonly destinationSocket: number
  readonly source: NodeAddress
  readonly sourceSocket: number
  /** The whole packet, including the header. */
  readonly bytes: Uint8Array
}

const lengthAt = 2
const destinationAt = 10
const sourceAt = 22

/** [LAN-1.2] Undefined if the bytes are not exactly one packet. */
export function readPacket(bytes: Uint8Array): IpxPacket | undefined {
  const { length } = bytes
  if (length < headerBytes || length > maxPacketBytes || u16(bytes, lengthAt) !== length) return undefined
  return {
    destination: nodeAt(bytes, destinationAt),
    destinationSocket: u16(bytes, destinationAt + 6),
    source: nodeAt(bytes, sourceAt),
    sourceSocket: u16(bytes, sourceAt + 6),
    bytes,
  }
}

function u16(bytes: Uint8Array, at: number): number {
  return bytes[at]! * 256 + bytes[at + 1]!
}

function nodeAt(bytes: Uint8Array, at: number): NodeAddress {
  return (u16(bytes, at) * 65_536 + u16(bytes, at + 2)) * 65_536 + u16(bytes, at + 4)
}
