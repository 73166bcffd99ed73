// The server's name and versions, which sessions and metaservers report.
/**
 * [CF-2.1] The versions of this server: `cs` of the client packets that it supports, `sc` of the packets that it sends.
 */
export const protocolVersion = { cs: 1023, sc: 1029 } as const
/** The server's name in its version packet and in lists of servers. */
export const serverName = 'Packetboat'
