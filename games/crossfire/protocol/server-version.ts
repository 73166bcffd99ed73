// The server's name and versions, which sessions and metaservers report.
/** [CF-2.1] `cs`: the client protocol that we understand; `sc`: the server protocol that we send. */
export const protocolVersion = { cs: 1023, sc: 1029 } as const
/** The server's name in its version packet and in lists of servers. */
export const serverName = 'Packetboat'
