/** Milliseconds that anything may take before a test gives up on it, and between two looks: nothing here measures speed. */
export const pollOptions = { timeout: 120_000, interval: 20 }
