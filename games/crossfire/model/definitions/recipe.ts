// [CF-24.7] Recipes of an imported world, from its formulae. The built-in world has none.

export interface Recipe {
  readonly skill: string
  readonly cauldron: string
  /** The number of pieces of each ingredient, by its name in lower case. */
  readonly ingredients: ReadonlyMap<string, number>
  /** One of these archetypes is made. */
  readonly productIds: readonly string[]
  readonly maxCount: number
  readonly difficulty: number
  readonly experience: number
  readonly minLevel: number
  /** [CF-20.15] The recipe works only for players whom a marker has marked with this word. */
  readonly mark?: string
  /** Product and message of a failure; if undefined, the server uses its own. */
  readonly failure?: { readonly makes: string; readonly text: string }
}
