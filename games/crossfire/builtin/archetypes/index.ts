// All archetypes by id.
import type { Archetype, ArchetypeRegistry } from '../../model/definitions/archetype.ts'
import arms from './arms.arc'
import { dungeonArchetypes } from './dungeon.ts'
import effects from './effects.arc'
import fixtures from './fixtures.arc'
import goods from './goods.arc'
import ground from './ground.arc'
import monsters from './monsters.arc'
import { readArchetypes } from './own-archetype.ts'
import people from './people.arc'

/** In the order of files and archetypes. */
export const archetypes: ReadonlyMap<string, Archetype> = new Map(
  [
    ...readArchetypes('ground.arc', ground),
    ...readArchetypes('fixtures.arc', fixtures),
    ...readArchetypes('arms.arc', arms),
    ...readArchetypes('goods.arc', goods),
    ...readArchetypes('people.arc', people),
    ...readArchetypes('monsters.arc', monsters),
    ...dungeonArchetypes,
    ...readArchetypes('effects.arc', effects),
  ].map((each) => [each.id, each]),
)

/** Throws for an unknown id, which is our bug. */
export function archetypeById(id: string): Archetype {
  const archetype = archetypes.get(id)
  if (!archetype) throw new Error(`there is no archetype ${id}`)
  return archetype
}

/** The kinds of worlds with our archetypes only. */
export const builtinArchetypes: ArchetypeRegistry = {
  get: archetypeById,
  withState(kind) {
    throw new Error(`${kind.id} is no part of a machine`)
  },
  withMood: (kind) => kind,
  coins: [...archetypes.values()]
    .filter(({ traits }) => traits.role === 'money')
    .sort((a, b) => a.value! - b.value!),
}

/** Resolves an id in the world of `kind`: an owner's world has its own archetypes. */
export function kindAs(kind: Archetype, id: string): Archetype {
  return (kind.registry ?? builtinArchetypes).get(id)
}
