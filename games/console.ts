// What a host says to a room without a client.

/** Characters of a line, at most. */
export const consoleLine = 1000
