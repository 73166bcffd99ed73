// The limits of a room. Used by the session, the outbox and index.ts. The data storage has its own in storage/set-operations.ts;
// the deadline for joining is in room/join-deadlines.ts.

export const limits = {
  /** Bytes of one frame from a client: the default of the original's library. */
  frameBytes: 1_048_576,
  /** Per session. A client that checks thousands of locations one by one is slowed, not disconnected. */
  messagesPerSecond: 3000,
  messageBurst: 6000,
  bytesPerSecond: 4_194_304,
  /** Unanswered frames and unacknowledged replies of one session: one frame of maximum size. */
  windowBytes: 1_048_576,
  /** Connections to a room, of any kind. */
  peers: 4096,
  /** Connections from one address. */
  peersPerAddress: 256,
  /** Say packets of one client. Over the limit, the frame with the next one waits. */
  saysPerSecond: 10,
  sayBurst: 100,
  /** Connect packets of one client, to slow password guessing. Over the limit, the frame with the next one waits. */
  connectsPerSecond: 2,
  connectBurst: 30,
  /** Steps (room/step-counter.ts) after which a frame continues in another part, with other clients served in between: 8 ms. */
  frameSteps: 32_768,
  /** Steps that reading a frame may cost: 10 ms. */
  unreadSteps: 40_960,
  /**
   * UTF-16 units of replies to one frame, beyond which packets are refused. Replies are held until the frame is done.
   */
  replyUnits: 4_194_304,
  /** Locations or hints that a packet processes between two checks of its cost. */
  locationsAtOnce: 128,
  hintsAtOnce: 16,
  /** Keys of a Get. */
  getKeys: 16_384,
  /** UTF-16 units of a Say, and of a status as JSON. */
  sayUnits: 4096,
  statusUnits: 1024,
  /** UTF-16 units that one packet may send to all its receivers together. */
  unitsToAll: 8_388_608,
  /** Steps of all clients of one slot, or of one unjoined client. Over the limit, their next frame waits. */
  stepsPerSecond: 524_288,
  stepBurst: 262_144,
  /** UTF-16 units of a long frame. Sidecar and room split lists of packets, so a long frame is one packet. */
  longUnits: 16_384,
  /** Steps per second for reading long frames in the whole room: a sixtieth of its time. */
  readStepsPerSecond: 65_536,
  readStepBurst: 131_072,
  /**
   * Limits of a Bounce: names in all its lists, and UTF-16 units of the outgoing packet, which may go to many clients.
   */
  bounceNames: 1024,
  bounceUnits: 65_536,
  /** Tags of one client, and names that it watches; more are ignored. */
  tags: 64,
  tagUnits: 128,
  watched: 4096,
  /** UTF-16 units of all names that one client watches. */
  watchedUnits: 65_536,
  /** Item texts in one frame; the original's value. */
  textsPerFrame: 140,
  /** Above this many clients, texts about others may be delayed and batched. */
  maxPromptReceivers: 40,
  /** UTF-16 units of a frame to a client, unless one packet is longer. */
  frameUnits: 262_144,
  /** Milliseconds after which data sent over a live link has surely arrived. */
  arrivesWithin: 60_000,
} as const
