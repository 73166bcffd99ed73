// Positions, and the initial content of maps.

export interface Position {
  readonly x: number
  readonly y: number
}

/** Destination of an exit. */
export interface LevelPosition extends Position {
  readonly level: string
}

/** A map as its author made it. */
export interface MapContent {
  readonly width: number
  readonly height: number
  /** The things of the map, row by row. Things of one cell are in order from the bottom up. */
  readonly things: readonly PlacedThing[]
  /** [CF-20.4] The static objects, which are below the `things` of their cell. */
  readonly ground?: StaticGround
}

/**
 * [CF-20.4] The floors, walls and scenery of a map. Each distinct stack is stored once, because a map can have tens of
 * thousands of cells. `cells` contains the index of a stack for each cell, row by row.
 */
export interface StaticGround {
  /** Each stack is a list of archetype ids from the bottom up. The first stack is empty. */
  readonly stacks: readonly (readonly string[])[]
  readonly cells: Uint16Array
}

/** Names of the adjacent maps, which players enter by walking across an edge. Maps that do not exist are left out. */
interface AdjacentMapNames {
  readonly north?: string
  readonly east?: string
  readonly south?: string
  readonly west?: string
}

export type MapEdge = keyof AdjacentMapNames

/** A thing or pile on a map. */
export interface PlacedThing {
  /** Id of the thing's archetype. */
  readonly id: string
  readonly x: number
  readonly y: number
  readonly count: number
  /** Face number, for walls and roofs whose picture depends on the neighbouring cells. */
  readonly face?: number
  readonly name?: string
  readonly text?: string
  readonly exit?: { readonly map: string; readonly x: number; readonly y: number }
  /** Cells that a lever affects. */
  readonly links?: readonly Position[]
  readonly inside?: readonly ContainedThing[]
  /** Minutes. */
  readonly returnMinutes?: number
}
export type ContainedThing = Pick<PlacedThing, 'id' | 'count' | 'name' | 'text' | 'inside'>

/** An entry of the starting equipment: an archetype and the number of pieces. */
export type EquipmentEntry = string | readonly [id: string, count: number]

/** A creature of the map. */
export interface Spawn {
  readonly id: string
  readonly x: number
  readonly y: number
  /** Minutes of the world clock until a killed creature respawns; undefined if it does not respawn. */
  readonly respawnMinutes: number | undefined
  /** [CF-21.3] The things that the creature carries. The creature drops these things when it dies. */
  readonly inside?: readonly ContainedThing[]
}

/** [CF-12.13] An item of the map that reappears after it is taken. */
export interface RestockedThing {
  readonly placed: PlacedThing
  /** Minutes of the world clock until the item reappears. */
  readonly restockMinutes: number
}

/** [CF-20.6] The time at which an imported map returns to its original state. */
interface ResetPolicy {
  /**
   * Seconds from the departure of the last player until the map resets. Undefined for a map that never resets: it
   * belongs to a player, or keeps the things that players put on it.
   */
  readonly afterSeconds: number | undefined
  /** Whether the time counts from the first departure of all players. Later visits then do not restart the time. */
  readonly fixed?: boolean
}

/** [CF-21.4] Shop attributes of an imported map. */
export interface ShopPricing {
  /** Factor on the prices at which the shop sells. The prices at which it buys are divided by it. */
  readonly greed: number
  /**
   * The shop's preference for each Crossfire type number, -100 to 100. `defaultPreference` applies to all other types.
   */
  readonly preferences: ReadonlyMap<number, number>
  readonly defaultPreference: number
  /**
   * Minimum value of items that the shop buys, and maximum price that it pays for one item, both in the smallest coin.
   */
  readonly minValue: number
  readonly maxPayment: number
  /** The race of players that gets better prices. */
  readonly race?: string
}

/** The properties of a level without its things. */
export interface LevelPlan {
  readonly name: string
  readonly title: string
  readonly width: number
  readonly height: number
  /** Constant darkness from 0 to 4. Undefined outdoors, where the darkness depends on the time of day. */
  readonly darkness: number | undefined
  /** Name of the background music. If undefined, the level's name is also the name of its music. */
  readonly song?: string | undefined
  readonly adjacentMaps?: AdjacentMapNames
  /** [CF-23.20] Name of the region of an imported map. */
  readonly region?: string | undefined
  /** [CF-20.6] Set if the level resets after the last player has left. */
  readonly resets?: ResetPolicy
  /** [CF-21.4] The terms on which shop floors of an imported map trade. These shops have no shopkeeper. */
  readonly shopPricing?: ShopPricing
  readonly spawns: readonly Spawn[]
  readonly restockedThings: readonly RestockedThing[]
}
