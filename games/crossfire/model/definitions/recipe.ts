// [CF-24.7] Recipes of an imported world, from its formulae. The built-in world has none.

export interface Recipe {
  /** The skill that the recipe requires. */
  readonly skill: string
  /** Archetype name of the required cauldron. */
  readonly cauldron: string
  /** The number of pieces of each ingredient, by its name in lower case. */
  readonly ingredients: ReadonlyMap<string, number>
  /** Archetype ids of the possible products, one of which is made, and the maximum number of pieces. */
  readonly productIds: readonly string[]
  readonly maxCount: number
  readonly difficulty: number
  readonly experience: number
  /** Minimum level of the skill. */
  readonly minLevel: number
  /** [CF-20.15] A word. The recipe works only for players whom a marker has marked with it. */
  readonly mark?: string
  /** Product and message if the recipe fails; undefined for the defaults. */
  readonly failure?: { readonly makes: string; readonly text: string }
}
