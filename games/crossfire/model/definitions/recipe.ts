// [CF-24.7] Recipes of an imported world, from its formulae. The built-in world has none.

export interface Recipe {
  /** The skill that the recipe requires. */
  readonly skill: string
  /** Archetype of the required cauldron. */
  readonly cauldron: string
  /** Counts by lower-case name. */
  readonly ingredients: ReadonlyMap<string, number>
  /** Ids of possible products, one of which results, and the maximum count. */
  readonly productIds: readonly string[]
  readonly maxCount: number
  readonly difficulty: number
  readonly experience: number
  /** Minimum level of the skill. */
  readonly minLevel: number
  /** [CF-20.15] The word with which a marker must have marked the player. */
  readonly mark?: string
  /** Product and message of a failure; undefined for the usual ones. */
  readonly failure?: { readonly makes: string; readonly text: string }
}
