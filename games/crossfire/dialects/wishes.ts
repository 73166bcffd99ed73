// What a client wants to be told, and how, as `setup` agreed on it. [CF-3.10]

/** What has been agreed on with one client. Whole numbers all, but for `facecache` and `tick`. */
export interface Wishes {
  /** The view, in cells. */
  readonly width: number
  readonly height: number
  /** Maps come as `map2`: what only today's clients ask for. */
  readonly map2: boolean
  /** Told of faces by name first. */
  readonly facecache: boolean
  readonly tick: boolean
  readonly darkness: boolean
  readonly newmap: boolean
  /** Told what it picks up by walking over it. */
  readonly pickup: boolean
  readonly extendedStats: boolean
  /** Bits: 1 sounds, 2 music. */
  readonly sound: number
  /** 0: not told of spells; 1, 2: as CF-14.1 has it. */
  readonly spells: number
  /** 0 none, 1 quests, 2 quests and knowledge. */
  readonly notifications: number
  /** 0: addme alone; 1, 2: accounts. */
  readonly login: number
  /** So many things on the ground are told at most. */
  readonly lookObjects: number
}

export const usualWishes: Wishes = {
  width: 11,
  height: 11,
  map2: false,
  facecache: false,
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
