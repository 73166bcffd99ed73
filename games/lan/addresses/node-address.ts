// IPX node addresses, which have 48 bits, as whole numbers.

/** A node address as a whole number from 0 to 2^48 - 1. */
export type NodeAddress = number

/** [LAN-3.1] The destination address of a packet to all nodes. */
export const broadcastAddress: NodeAddress = 0xffff_ffff_ffff
/** [LAN-2.1] The destination address of a REGISTER. */
export const noAddress: NodeAddress = 0
/** [LAN-2.3] The room's own address, to which clients answer pings. No node can have it. */
export const roomAddress: NodeAddress = 0x02ff_ffff_0000

/** `02:5b:00:1c:9e:44`. */
export function formatNodeAddress(address: NodeAddress): string {
  return address
    .toString(16)
    .padStart(12, '0')
    .replace(/..(?=.)/g, '$&:')
}
