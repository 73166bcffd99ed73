/** Timeout and interval of polls in milliseconds. The timeout is long, because no poll tests speed. */
export const pollOptions = { timeout: 120_000, interval: 20 }
