// A built-in map: its header, and the things that the map file puts into each cell. [CF-12.1]

/** The properties in the map's header. */
export interface MapHeader {
  /** The id of the map in exits and stored worlds. */
  readonly id: string
  /** The name of the map that players see. */
  readonly title: string
  /** Constant darkness from 0 (light) to 4 (black); absent for outdoor maps. */
  readonly darkness?: number
  /** Name of the music; by default the map's id. */
  readonly song?: string
}

export interface MapSource extends MapHeader {
  readonly width: number
  readonly height: number
  /** Ground of cells without a ground of their own; undefined if such cells are impassable. */
  readonly floor: string | undefined
  /** The things of a cell, bottom first. */
  placedAt(x: number, y: number): readonly MapPlacement[]
}

/** A thing on the map: its archetype, and its differences from it. */
export interface MapPlacement {
  readonly id: string
  /** Number of pieces, for things that stack. */
  readonly count?: number
  readonly name?: string
  /** Text of a sign or book. */
  readonly text?: string
  readonly exit?: { readonly map: string; readonly x: number; readonly y: number }
  /** For a lever or gate: the other cells that have a thing with the same connection number. */
  readonly links?: readonly { readonly x: number; readonly y: number }[]
  /** Contents of a container, bottom first. */
  readonly inside?: readonly MapPlacement[]
  /** Minutes of play until the thing returns after it was taken or killed. */
  readonly returns?: number
}
