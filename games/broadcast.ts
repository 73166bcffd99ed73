// Messages of the host to players.

/** Length of a message in UTF-16 units. */
export const maxBroadcastLength = 200

/** The line that players read. */
export const broadcastLine = (text: string): string => `Host: ${text}`
