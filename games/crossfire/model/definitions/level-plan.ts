export interface Position {
  readonly x: number
  readonly y: number
}

export interface LevelPosition extends Position {
  readonly level: string
}

/** A map as its author made it. */
export interface MapContent {
  readonly width: number
  readonly height: number
  /** Row by row; things of one cell from the bottom up. */
  readonly things: readonly PlacedThing[]
  /** [CF-20.4] Static things, below the `things` of their cell. */
  readonly ground?: StaticGround
}

/**
 * [CF-20.4] Each distinct stack is stored once, because a map can have tens of thousands of cells. `cells` contains the
 * index of a stack for each cell, row by row.
 */
export interface StaticGround {
  /** Each stack lists archetype ids from the bottom up. The first stack is empty. */
  readonly stacks: readonly (readonly string[])[]
  readonly cells: Uint16Array
}

/** Maps that players enter by walking across an edge. Maps that do not exist are left out. */
interface AdjacentMapNames {
  readonly north?: string
  readonly east?: string
  readonly south?: string
  readonly west?: string
}

export type MapEdge = keyof AdjacentMapNames

export interface PlacedThing {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly count: number
  /** Face number, for walls and roofs whose picture depends on the neighbouring cells. */
  readonly face?: number
  readonly name?: string
  readonly text?: string
  readonly exit?: { readonly map: string; readonly x: number; readonly y: number }
  readonly links?: readonly Position[]
  readonly inside?: readonly ContainedThing[]
  /** Minutes of the world clock until the creature respawns or the item is restocked. */
  readonly returnMinutes?: number
}
export type ContainedThing = Pick<PlacedThing, 'id' | 'count' | 'name' | 'text' | 'inside'>

export type EquipmentEntry = string | readonly [id: string, count: number]

export interface Spawn {
  readonly id: string
  readonly x: number
  readonly y: number
  /** Minutes of the world clock until the creature respawns; undefined if it does not respawn. */
  readonly respawnMinutes: number | undefined
  /** [CF-21.3] The creature drops these things when it dies. */
  readonly inside?: readonly ContainedThing[]
}

/** [CF-12.13] An item of the map that reappears after it is taken. */
export interface RestockedThing {
  readonly placed: PlacedThing
  /** Minutes of the world clock until a taken item reappears. */
  readonly restockMinutes: number
}

/** [CF-20.6] */
interface ResetPolicy {
  /**
   * Seconds until the map resets, counted from the departure of the last player. Undefined for a map that never resets,
   * because it belongs to a player or keeps the things that players put on it.
   */
  readonly afterSeconds: number | undefined
  /**
   * Whether the time counts from the first moment at which all players have left, so that later visits do not restart
   * it.
   */
  readonly fixed?: boolean
}

/** [CF-21.4] Shop attributes of an imported map. */
export interface ShopPricing {
  /** The shop's selling prices are multiplied by this factor, and its buying prices are divided by it. */
  readonly greed: number
  /**
   * The shop's preference for each Crossfire type number, -100 to 100. `defaultPreference` applies to all other types.
   */
  readonly preferences: ReadonlyMap<number, number>
  readonly defaultPreference: number
  /** Minimum value of items that the shop buys, and maximum payment for one item, both in the smallest coin. */
  readonly minValue: number
  readonly maxPayment: number
  /** The race of players that gets better prices. */
  readonly race?: string
}

export interface LevelPlan {
  readonly name: string
  readonly title: string
  readonly width: number
  readonly height: number
  /** Constant darkness from 0 to 4. Undefined outdoors, where the darkness depends on the time of day. */
  readonly darkness: number | undefined
  /** If undefined, the level's name is also the name of its music. */
  readonly song?: string | undefined
  readonly adjacentMaps?: AdjacentMapNames
  /** [CF-23.20] */
  readonly region?: string | undefined
  /** [CF-20.6] */
  readonly resetPolicy?: ResetPolicy
  /** [CF-21.4] On an imported map, shop floors have this pricing, and need no shopkeeper. */
  readonly shopPricing?: ShopPricing
  readonly spawns: readonly Spawn[]
  readonly restockedThings: readonly RestockedThing[]
}
