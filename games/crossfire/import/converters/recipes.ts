// [CF-24.7]
import type { Recipe } from '../../model/definitions/recipe.ts'
import { archetypeIdOf, archetypePrefix } from '../attributes/archetype-id.ts'
import type { ObjectDefinition } from '../format/objects.ts'
import type { Formula } from '../format/recipes.ts'

const limits = { made: 1000, count: 10_000, experience: 10_000_000 } as const
/** The name of a formula that makes the plain archetype and no artifact. */
const plain = 'NONE'

/** Returns undefined if the formula needs a tool, has no ingredients, or has no known product. */
export function convertRecipe(
  { name, archetypes, ingredients, attributes }: Formula,
  archetype: (name: string) => ObjectDefinition | undefined,
): Recipe | undefined {
  const [skill, cauldron] = [attributes.get('skill'), attributes.get('cauldron')]
  const known = archetypes.filter((arch) => archetype(arch))
  if (skill === undefined || cauldron === undefined || known.length === 0 || ingredients.length === 0)
    return undefined
  const number = (key: string, least: number, max: number) =>
    Math.min(max, Math.max(least, Math.trunc(Number(attributes.get(key))) || 0))
  const [key, failure] = [attributes.get('keycode'), attributes.get('failure_arch')]
  return {
    skill,
    cauldron,
    ingredients: ingredientCounts(ingredients),
    productIds: known.map((arch) =>
      archetypeIdOf({ arch, attributes: new Map(name === plain ? [] : [['artifact', name]]) }),
    ),
    maxCount: number('yield', 1, limits.made),
    difficulty: number('diff', 0, 1000),
    experience: number('exp', 0, limits.experience),
    minLevel: number('min_level', 0, 115),
    ...(key !== undefined && { mark: key }),
    ...(failure !== undefined &&
      archetype(failure) && {
        failure: {
          makes: `${archetypePrefix}${failure}`,
          text: attributes.get('failure_message') ?? 'It fails.',
        },
      }),
  }
}

/** Parses ingredients such as `3 water of the wise`, and adds the counts of repeated ones. */
function ingredientCounts(ingredients: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const each of ingredients) {
    const [, number = '1', name = each] = /^(\d{1,5})\s+(.+)$/.exec(each) ?? []
    const key = name.trim().toLowerCase()
    counts.set(key, Math.min(limits.count, (counts.get(key) ?? 0) + Math.max(1, Number(number))))
  }
  return counts
}
