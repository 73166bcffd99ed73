/** Milliseconds, and bytes. */
export const webSocketLimits = {
  handshake: 10_000,
  /** Between protocol pings, which keep the way through routers open; TCP's own keepalive finds the dead. */
  ping: 30_000,
  closing: 5_000,
  /** What one read may still bring after the window is full: compressed messages grow. */
  overrun: 4 << 20,
  /** For which texts that nobody waits for may wait for company. */
  late: 100,
} as const
