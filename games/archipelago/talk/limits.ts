// How much of everything a room takes. Who uses it: the session, the outbox and index.ts.
// The data storage has its own in storage/set.ts, and the time to join in is in room/join-deadlines.ts.

export const limits = {
  /** Bytes of one frame from a client; what the original's library admits by itself. */
  frameBytes: 1_048_576,
  /** Of one session. A client that checks thousands of locations one by one is slowed, not closed. */
  messagesPerSecond: 3000,
  messageBurst: 6000,
  bytesPerSecond: 4_194_304,
  /** Frames not yet answered and replies not yet received, of one session: one frame of the largest. */
  windowBytes: 1_048_576,
  /** Connections of a room, of any kind. */
  peers: 1000,
  /** Connections from one address. */
  peersPerAddress: 256,
  /** Say of one client: over it, the frame that has one more waits. */
  saysPerSecond: 10,
  sayBurst: 100,
  /** Connect of one client, so that passwords are not guessed fast: over it, the frame that has one more waits. */
  connectsPerSecond: 2,
  connectBurst: 30,
  /** Steps (room/work.ts) after which a frame goes on in another part, between which others have their turns: 8 ms. */
  frameSteps: 32_768,
  /** Steps that reading a frame may cost: 10 ms. */
  unreadSteps: 40_960,
  /** UTF-16 units of replies to one frame: what finds them spent is refused. They are held until the frame is done. */
  replyUnits: 4_194_304,
  /** Locations, or hints, that a packet checks or makes between two looks at what it has cost. */
  locationsAtOnce: 128,
  hintsAtOnce: 16,
  /** Keys of a Get. */
  getKeys: 16_384,
  /** UTF-16 units of a Say, and of a status as JSON. */
  sayUnits: 4096,
  statusUnits: 1024,
  /** UTF-16 units that one packet may send to all who hear of it together. */
  unitsToAll: 8_388_608,
  /** Steps of one slot's clients together, or of one that has not joined: over it, their next frame waits. */
  stepsPerSecond: 524_288,
  stepBurst: 262_144,
  /** UTF-16 units of a long frame: sidecar and room take lists of packets apart, so that it is one packet. */
  longUnits: 16_384,
  /** Steps of reading long frames, of the whole room: they are a sixtieth of its time. */
  readStepsPerSecond: 65_536,
  readStepBurst: 131_072,
  /** Of a Bounce: names in its lists together, and UTF-16 units as it goes out, which goes to many at once. */
  bounceNames: 1024,
  bounceUnits: 65_536,
  /** Tags of one client, and names it watches; what is over is not taken. */
  tags: 64,
  tagUnits: 128,
  watched: 4096,
  /** UTF-16 units of all the names that one client watches. */
  watchedUnits: 65_536,
  /** Texts of items in one frame: as the original sends them. */
  textsPerFrame: 140,
  /** Of more clients than these, texts that tell of others may wait for company. */
  crowd: 40,
  /** UTF-16 units of a frame to a client, unless one packet is longer. */
  frameUnits: 262_144,
  /** Milliseconds after which what was sent over a living link has surely arrived. */
  arrivesWithin: 60_000,
} as const
