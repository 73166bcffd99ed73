// Places, and what a map has before anything happened in it.

export interface Spot {
  readonly x: number
  readonly y: number
}

/** Where an exit leads. */
export interface Exit extends Spot {
  readonly level: string
}

/** A map as its author left it. */
export interface MapRead {
  readonly width: number
  readonly height: number
  /** Row by row; those of one cell from below. */
  readonly placed: readonly Placed[]
  /** [CF-20.4] What lies under them. */
  readonly ground?: Ground
}

/**
 * [CF-20.4] Floors, walls and what only stands there, of a map that may have tens of thousands of cells: each stack of them
 * once, and by cell, row by row, which it has.
 */
export interface Ground {
  /** Ids of archetypes, from below. The first is that of cells without any. */
  readonly stacks: readonly (readonly string[])[]
  readonly cells: Uint16Array
}

/** Names of the maps beside this one, that one walks on in over its edge. */
export interface Tiles {
  readonly north?: string
  readonly east?: string
  readonly south?: string
  readonly west?: string
}

export type Way = keyof Tiles

/** One thing, or one pile. */
export interface Placed {
  /** Of its archetype. */
  readonly id: string
  readonly x: number
  readonly y: number
  readonly count: number
  /** The number of a face, of what is joined to its neighbours. */
  readonly face?: number
  readonly name?: string
  readonly text?: string
  readonly exit?: { readonly map: string; readonly x: number; readonly y: number }
  /** What a lever moves. */
  readonly links?: readonly Spot[]
  readonly inside?: readonly Held[]
  /** Minutes. */
  readonly returns?: number
}
export type Held = Pick<Placed, 'id' | 'count' | 'name' | 'text' | 'inside'>

/** What somebody begins with: an archetype, or several of it. */
export type KitEntry = string | readonly [id: string, count: number]

/** [CF-21.10] What a host's newcomers have. */
export interface Outfit {
  readonly kit: readonly KitEntry[]
  readonly skills: readonly string[]
}

/** A creature that the map has. */
export interface Birth {
  readonly id: string
  readonly x: number
  readonly y: number
  /** Minutes of the world's clock after which it comes again when it has fallen; undefined: never. */
  readonly returns: number | undefined
  /** [CF-21.3] What it carries, and leaves where it falls. */
  readonly inside?: readonly Held[]
}

/** [CF-12.13] What lies in the map and comes again when it was taken. */
export interface Stock {
  readonly placed: Placed
  /** Minutes of the world's clock. */
  readonly returns: number
}

/** [CF-20.6] When a map of a host's is again as its author left it. */
export interface Reset {
  /** Seconds after somebody left it last; undefined: never, it is somebody's own or keeps what is laid there. */
  readonly after: number | undefined
  /** Seconds after it was opened first, whoever comes meanwhile. */
  readonly fixed?: boolean
}

/** [CF-21.4] What a host's map says of its shop. */
export interface Market {
  /** Times what others ask, and the part of what others give. */
  readonly greed: number
  /** By the number of Crossfire's type, -100 to 100: how it likes to deal in such things, and in all others. */
  readonly likes: ReadonlyMap<number, number>
  readonly others: number
  /** In the smallest coin: of what it does not buy for less, and what it has for one thing. */
  readonly least: number
  readonly most: number
  /** Whom it favours. */
  readonly race?: string
}

/** What a level is made of, before its things are put in. */
export interface LevelPlan {
  readonly name: string
  readonly title: string
  readonly width: number
  readonly height: number
  /** 0 to 4, always the same; undefined: under the open sky, as the hour is. */
  readonly darkness: number | undefined
  /** What is played there; missing: what is called after it. */
  readonly song?: string | undefined
  readonly tiles?: Tiles
  /** [CF-20.6] It rests when nobody is there, and begins anew; undefined: it does neither. */
  readonly resets?: Reset
  /** [CF-21.4] How the shop's floors of a host's deal, which nobody keeps. */
  readonly market?: Market
  readonly births: readonly Birth[]
  readonly stock: readonly Stock[]
}
