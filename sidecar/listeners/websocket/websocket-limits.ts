export const webSocketLimits = {
  handshakeMs: 10_000,
  /**
   * Time between two pings of the WebSocket protocol, which keep NAT mappings alive. Dead connections are detected by
   * TCP keepalive.
   */
  pingMs: 30_000,
  closingMs: 5_000,
  /** Maximum bytes that one read may deliver in addition to a full window, because compressed messages expand. */
  overrunBytes: 4 << 20,
  /** Maximum pings and pongs of a client per second. Unlike messages, they do not fill its window. */
  controlFramesPerSecond: 64,
  /** Delay of frames with the urgency `late`. */
  lateFlushMs: 100,
} as const
