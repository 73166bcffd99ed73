// The limits of a room. The limits of the data storage are in storage/set-operations.ts, and the deadline for joining
// is in room/join-deadlines.ts.

export const protocolLimits = {
  /** Bytes of a frame from a client, as in the original server. */
  frameBytes: 1_048_576,
  /**
   * Maximum number of nested lists and objects of a frame, as in the original server. The original's clients disconnect
   * when they get a frame that is nested more deeply, so one client could disconnect all others with a Bounce.
   */
  frameDepth: 15,
  /** Messages per second of one session. The limit allows a client to check thousands of locations one by one. */
  messagesPerSecond: 3000,
  messageBurst: 6000,
  bytesPerSecond: 4_194_304,
  /**
   * Maximum size of a session's unanswered frames and unacknowledged replies, in bytes. One frame of maximum size fits.
   */
  windowBytes: 1_048_576,
  /** Connections to a room, of all kinds together. */
  peers: 4096,
  /** Connections from one address. */
  peersPerAddress: 256,
  /** Say packets and changes of tags per second of one client. Above the limit, the frame with the next Say waits. */
  saysPerSecond: 10,
  sayBurst: 100,
  /**
   * Connect packets per second of one client, to slow down password guessing. Above the limit, the frame with the next
   * Connect waits.
   */
  connectsPerSecond: 2,
  connectBurst: 30,
  /**
   * The number of steps (room/step-counter.ts), about 8 ms, after which a frame continues in another part. The room
   * serves other clients between the parts.
   */
  frameSteps: 32_768,
  /** Maximum cost of reading a frame, in steps. 40,960 steps take about 10 ms. */
  unreadSteps: 40_960,
  /**
   * The length of the replies to one frame, in UTF-16 units, above which further packets of the frame are refused. The
   * replies of a part are kept in memory until the part is done.
   */
  replyUnits: 4_194_304,
  /** The number of locations or hints that a packet processes before its part may end. */
  locationsAtOnce: 128,
  hintsAtOnce: 16,
  getKeys: 16_384,
  /** Maximum length of the text of a Say, and of a status as JSON text, in UTF-16 units. */
  sayUnits: 4096,
  statusUnits: 1024,
  /** Maximum length of a packet times the number of its receivers, in UTF-16 units. */
  unitsToAll: 8_388_608,
  /**
   * Steps per second of all clients of one slot together, or of one client that has not joined. Above the limit, the
   * next part or frame waits.
   */
  stepsPerSecond: 524_288,
  stepBurst: 262_144,
  /**
   * Maximum length of a short frame in UTF-16 units. A long frame has only one packet, because longer lists of packets
   * are split.
   */
  longUnits: 16_384,
  /** Steps for reading the long frames of all clients together. 65,536 steps are a sixtieth of a second. */
  readStepsPerSecond: 65_536,
  readStepBurst: 131_072,
  /**
   * `bounceNames`: the number of names in all lists of a Bounce together. `bounceUnits`: the length of the outgoing
   * packet in UTF-16 units.
   */
  bounceNames: 1024,
  bounceUnits: 65_536,
  /**
   * Maximum number of a client's tags and of its watched keys. Further tags and keys are ignored. `tagUnits`: maximum
   * length of a tag in UTF-16 units.
   */
  tags: 64,
  tagUnits: 128,
  watched: 4096,
  /** Maximum length of all keys that a client watches together, in UTF-16 units. */
  watchedUnits: 65_536,
  /**
   * Maximum length of the keys that all clients of a room watch together. Once this limit is reached, each client can
   * still watch keys of `fewWatchedUnits` in total.
   */
  roomWatchedUnits: 16_777_216,
  fewWatchedUnits: 4096,
  /** Maximum number of item texts in a frame to a client, as in the original server. */
  textsPerFrame: 140,
  /** A text about other players may be delayed and batched if it has more receivers than this. */
  maxPromptReceivers: 40,
  /** Maximum length of a frame to a client, in UTF-16 units. A frame with only one packet may be longer. */
  frameUnits: 262_144,
  /** Milliseconds after which data that was sent over a working link counts as arrived. */
  arrivesWithin: 60_000,
} as const
