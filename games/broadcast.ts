// Messages of the host to players.

/** Length of a message in UTF-16 units. */
export const maxBroadcastLength = 200

/** The line that players read. */
export const broadcastLine = (text: string): string => `Host: ${text}`

/** The answer to a muted player who says something. */
export const mutedMessage = 'The host of this room has muted you.'
