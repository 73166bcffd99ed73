/** Limits of a WebSocket: times in milliseconds, sizes in bytes. */
export const webSocketLimits = {
  handshakeMs: 10_000,
  /** Time between protocol pings, which keep NAT mappings alive. TCP keepalive detects dead connections. */
  pingMs: 30_000,
  closingMs: 5_000,
  /** Bytes that one read may still deliver after the window is full: compressed messages expand. */
  overrunBytes: 4 << 20,
  /** Delay of frames with the urgency `late`. */
  lateFlushMs: 100,
} as const
