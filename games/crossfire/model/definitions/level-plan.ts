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
  /** Row by row; within a cell from the bottom up. */
  readonly things: readonly PlacedThing[]
  /** [CF-20.4] Static objects below `things`. */
  readonly ground?: StaticGround
}

/**
 * [CF-20.4] Static floors, walls and scenery. A map can have tens of thousands of cells, so each distinct stack is
 * stored once, and the cells, row by row, refer to it.
 */
export interface StaticGround {
  /** Archetype ids from the bottom up. The first stack is empty. */
  readonly stacks: readonly (readonly string[])[]
  readonly cells: Uint16Array
}

/** Names of the adjacent maps that players walk onto across the edges. All of them exist. */
interface AdjacentMapNames {
  readonly north?: string
  readonly east?: string
  readonly south?: string
  readonly west?: string
}

export type MapEdge = keyof AdjacentMapNames

/** One thing, or one pile. */
export interface PlacedThing {
  /** Id of its archetype. */
  readonly id: string
  readonly x: number
  readonly y: number
  readonly count: number
  /** Face number, for pictures that join their neighbours. */
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

/** Starting equipment: an archetype, or several pieces of it. */
export type EquipmentEntry = string | readonly [id: string, count: number]

/** A creature of the map. */
export interface Spawn {
  readonly id: string
  readonly x: number
  readonly y: number
  /** Minutes of the world clock after which it respawns; undefined if it does not respawn. */
  readonly respawnMinutes: number | undefined
  /** [CF-21.3] What it carries, and drops when it dies. */
  readonly inside?: readonly ContainedThing[]
}

/** [CF-12.13] An item of the map that reappears after it is taken. */
export interface RestockedThing {
  readonly placed: PlacedThing
  /** Minutes of the world clock. */
  readonly restockMinutes: number
}

/** [CF-20.6] When an imported map returns to its original state. */
interface ResetPolicy {
  /**
   * Seconds after the last player left; undefined if it never resets, because it belongs to a player or keeps the
   * things put there.
   */
  readonly afterSeconds: number | undefined
  /** Whether the time counts from when the players first left the map; later visits do not restart it. */
  readonly fixed?: boolean
}

/** [CF-21.4] Shop attributes of an imported map. */
export interface ShopPricing {
  /** Multiplies the prices at which it sells, and divides those at which it buys. */
  readonly greed: number
  /** Preference by Crossfire type number, -100 to 100, and for all other types. */
  readonly preferences: ReadonlyMap<number, number>
  readonly defaultPreference: number
  /** In the smallest coin: the minimum value that it buys, and the maximum that it pays for one item. */
  readonly minValue: number
  readonly maxPayment: number
  /** The race that it favours. */
  readonly race?: string
}

/** A level's properties, before its things are added. */
export interface LevelPlan {
  readonly name: string
  readonly title: string
  readonly width: number
  readonly height: number
  /** 0 to 4, constant; undefined outdoors, where the darkness follows the time of day. */
  readonly darkness: number | undefined
  /** Background music; undefined for the music named after the level. */
  readonly song?: string | undefined
  readonly adjacentMaps?: AdjacentMapNames
  /** [CF-23.20] Name of the region of an imported map. */
  readonly region?: string | undefined
  /** [CF-20.6] Set if the level unloads when empty and resets. */
  readonly resets?: ResetPolicy
  /** [CF-21.4] How shop floors of an imported map trade; they have no shopkeeper. */
  readonly shopPricing?: ShopPricing
  readonly spawns: readonly Spawn[]
  readonly restockedThings: readonly RestockedThing[]
}
