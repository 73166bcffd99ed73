// [CF-3.10]

/** All numbers are integers. */
export interface ClientSettings {
  /** In cells. */
  readonly width: number
  readonly height: number
  /** The setting `map2cmd`, which only today's clients request. */
  readonly map2: boolean
  /** Set if faces are first announced by name. */
  readonly facecache: boolean
  /** [CF-6.16] 0 or 1. */
  readonly faceSet: number
  readonly tick: boolean
  readonly darkness: boolean
  readonly newmap: boolean
  readonly pickup: boolean
  readonly extendedStats: boolean
  /** Bits of the setting `sound2`: 1 sounds, 2 music. */
  readonly sound: number
  /** The setting `spellmon`: 0 sends no spells; CF-14.1 describes 1 and 2. */
  readonly spells: number
  /** The setting `notifications`: 0 none, 1 quests, 2 quests and knowledge. */
  readonly notifications: number
  /** The setting `loginmethod`: 0 allows only addme, 1 and 2 also accounts. */
  readonly login: number
  /** Maximum number of things on the ground that are sent. */
  readonly lookObjects: number
}

export const defaultClientSettings: ClientSettings = {
  width: 11,
  height: 11,
  map2: false,
  facecache: false,
  faceSet: 0,
  tick: false,
  darkness: false,
  newmap: false,
  pickup: false,
  extendedStats: false,
  sound: 0,
  spells: 0,
  notifications: 0,
  login: 0,
  lookObjects: 50,
}

/** Settings from the client's packets `version`, `setup`, `setfacemode` and `setsound`. */
export interface NegotiatedSettings {
  /** From `version`; 0 before that packet. */
  readonly clientProtocolVersion: number
  readonly serverProtocolVersion: number
  readonly clientSettings: ClientSettings
  /** From `setfacemode`. */
  readonly faceMode: number
  /** From `setsound`. */
  readonly wantsSound: boolean
}
