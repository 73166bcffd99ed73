// Between the front of `packetboat start` and the Worker behind it.

/** Header of a request: the secret by which the Worker knows what comes from the front. */
export const frontHeader = 'packetboat-front'
