// A client's settings from `setup`. [CF-3.10]

/** The current settings. All numbers are integers. */
export interface ClientSettings {
  /** Size of the view in cells. */
  readonly width: number
  readonly height: number
  /** Whether maps are sent as `map2`, which only today's clients request. */
  readonly map2: boolean
  /** Whether faces are first announced by name. */
  readonly facecache: boolean
  /** [CF-6.16] 0 or 1. */
  readonly faceSet: number
  readonly tick: boolean
  readonly darkness: boolean
  readonly newmap: boolean
  /** Whether the pickup mode is sent. */
  readonly pickup: boolean
  readonly extendedStats: boolean
  /** Bits: 1 sounds, 2 music. */
  readonly sound: number
  /** 0: no spells; 1, 2: as in CF-14.1. */
  readonly spells: number
  /** 0 none, 1 quests, 2 quests and knowledge. */
  readonly notifications: number
  /** 0: only addme; 1, 2: accounts. */
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

/** Everything that a client has set by `version`, `setup`, `setfacemode` and `setsound`. */
export interface NegotiatedSettings {
  /** From its `version` packet; 0 before that. */
  readonly clientProtocolVersion: number
  readonly serverProtocolVersion: number
  readonly clientSettings: ClientSettings
  /** From `setfacemode`. */
  readonly faceMode: number
  /** Whether sounds are sent, as the client has requested with `setsound`. */
  readonly wantsSound: boolean
}
