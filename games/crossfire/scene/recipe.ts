// [CF-24.7] What can be made of what, as data: a host's formulae. Ours has none.

export interface Recipe {
  /** Of who makes it. */
  readonly skill: string
  /** The archetype of what it is made in. */
  readonly cauldron: string
  /** By what each is called, in small letters, how many of it. */
  readonly ingredients: ReadonlyMap<string, number>
  /** Ids of kinds, of which one comes of it; and how many, at most. */
  readonly makes: readonly string[]
  readonly most: number
  readonly difficulty: number
  readonly experience: number
  /** A level of the skill under which nobody can. */
  readonly leastLevel: number
  /** [CF-20.15] A word that a marker must have left on who makes it. */
  readonly mark?: string
  /** What comes of it, and is told, if it fails; none: as of others. */
  readonly fails?: { readonly makes: string; readonly text: string }
}
