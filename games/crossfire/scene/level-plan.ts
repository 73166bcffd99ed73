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
}

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

/** A creature that the map has. */
export interface Birth {
  readonly id: string
  readonly x: number
  readonly y: number
  /** Minutes of the world's clock after which it comes again when it has fallen; undefined: never. */
  readonly returns: number | undefined
}

/** [CF-12.13] What lies in the map and comes again when it was taken. */
export interface Stock {
  readonly placed: Placed
  /** Minutes of the world's clock. */
  readonly returns: number
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
  readonly births: readonly Birth[]
  readonly stock: readonly Stock[]
}
