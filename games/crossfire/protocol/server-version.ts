// The server's name and versions, as sessions and lists of servers tell them.
/** [CF-2.1] `cs`: the client protocol that we understand; `sc`: the server protocol that we send. */
export const protocolVersion = { cs: 1023, sc: 1029 } as const
/** How this server introduces itself. */
export const serverName = 'Packetboat'
