/** In milliseconds; `overrun` in bytes. */
export const webSocketLimits = {
  handshake: 10_000,
  /** Between protocol pings, which keep NAT mappings alive. TCP keepalive detects dead connections. */
  ping: 30_000,
  closing: 5_000,
  /** Bytes that one read may still deliver after the window is full: compressed messages expand. */
  overrun: 4 << 20,
  /** Delay of frames with the urgency `late`. */
  late: 100,
} as const
