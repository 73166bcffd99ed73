// [CF-12.1]

export interface MapHeader {
  /** Exits and stored worlds refer to the map by this id. */
  readonly id: string
  readonly title: string
  /** Constant darkness from 0 (light) to 4 (black); absent for outdoor maps. */
  readonly darkness?: number
  /** Name of the map's music; by default the map's id. */
  readonly song?: string
}

export interface BuiltinMap extends MapHeader {
  readonly width: number
  readonly height: number
  /** Ground of cells that have none of their own; undefined if such cells are impassable. */
  readonly floor: string | undefined
  /** Bottom first. */
  placedAt(x: number, y: number): readonly MapPlacement[]
}

export interface MapPlacement {
  readonly id: string
  /** Number of pieces of a thing that stacks. */
  readonly count?: number
  readonly name?: string
  readonly text?: string
  readonly exit?: { readonly map: string; readonly x: number; readonly y: number }
  /** The other cells with the same connection number, for a lever or gate. */
  readonly links?: readonly { readonly x: number; readonly y: number }[]
  /** Bottom first. */
  readonly inside?: readonly MapPlacement[]
  /** Minutes of play until the thing returns after it was taken or killed. */
  readonly returns?: number
}
