/** An address of 48 bits, as a whole number from 0 to 2^48 - 1. */
export type NodeAddress = number

/** [LAN-3.1] */
export const broadcastAddress: NodeAddress = 0xffff_ffff_ffff
/** [LAN-2.1] */
export const unassignedAddress: NodeAddress = 0
/** [LAN-2.3] Clients answer pings to this address. No node can have it. */
export const roomAddress: NodeAddress = 0x02ff_ffff_0000

/** `02:5b:00:1c:9e:44`. */
export function formatNodeAddress(address: NodeAddress): string {
  return address
    .toString(16)
    .padStart(12, '0')
    .replace(/..(?=.)/g, '$&:')
}
