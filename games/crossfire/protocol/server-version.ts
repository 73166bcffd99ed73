/**
 * [CF-2.1] `cs`: version of the client packets that this server supports. `sc`: version of the packets that it sends.
 */
export const protocolVersion = { cs: 1023, sc: 1029 } as const
/** Name of the server in the version packet and in lists of servers. */
export const serverName = 'Packetboat'
