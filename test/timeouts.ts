/** Timeout and interval of polls in milliseconds. The timeout is long, because no poll tests speed. */
export const pollOptions = { timeout: 240_000, interval: 20 }

/** Timeout of a test in milliseconds. No test measures speed, and other programs may use most of the processor. */
export const testTimeout = 1_800_000
