// A built-in map: its header, and what its author has put into each cell. [CF-12.1]

/** The properties that the map's header gives. */
export interface MapHeader {
  /** Id in exits and stored worlds. */
  readonly id: string
  /** Name shown to players. */
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

/** A thing of an archetype, with differences. */
export interface MapPlacement {
  readonly id: string
  /** Number of pieces, for things that stack. */
  readonly count?: number
  readonly name?: string
  /** Text of a sign or book. */
  readonly text?: string
  readonly exit?: { readonly map: string; readonly x: number; readonly y: number }
  /** For a lever or gate: the other cells with the same connection number. */
  readonly links?: readonly { readonly x: number; readonly y: number }[]
  /** Contents of a container, bottom first. */
  readonly inside?: readonly MapPlacement[]
  /** Minutes until it returns after it was taken or killed. */
  readonly returns?: number
}
