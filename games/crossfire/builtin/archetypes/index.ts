import { lazy } from '../../../shared/lazy.ts'
import type { Archetype, ArchetypeRegistry } from '../../model/definitions/archetype.ts'
import arms from './arms.arc'
import { readDungeonArchetypes } from './dungeon.ts'
import effects from './effects.arc'
import fixtures from './fixtures.arc'
import goods from './goods.arc'
import ground from './ground.arc'
import monsters from './monsters.arc'
import monsterDrops from './monsters.trs'
import { readArchetypes, readDrops } from './own-archetype.ts'
import people from './people.arc'

/** All built-in archetypes in the order of the files and their entries. Reading them takes some 15 ms. */
export const allArchetypes = lazy((): ReadonlyMap<string, Archetype> => {
  const drops = readDrops('monsters.trs', monsterDrops)
  const all = [
    ...readArchetypes('ground.arc', ground, drops),
    ...readArchetypes('fixtures.arc', fixtures, drops),
    ...readArchetypes('arms.arc', arms, drops),
    ...readArchetypes('goods.arc', goods, drops),
    ...readArchetypes('people.arc', people, drops),
    ...readArchetypes('monsters.arc', monsters, drops),
    ...readDungeonArchetypes(drops),
    ...readArchetypes('effects.arc', effects, drops),
  ]
  return new Map(all.map((each) => [each.id, each]))
})

/** Throws for an unknown id, which is a bug of the built-in world. */
export function archetypeById(id: string): Archetype {
  const archetype = allArchetypes().get(id)
  if (!archetype) throw new Error(`there is no archetype ${id}`)
  return archetype
}

const coins = lazy((): readonly Archetype[] =>
  [...allArchetypes().values()]
    .filter(({ traits }) => traits.role === 'money')
    .sort((a, b) => a.value! - b.value!),
)

export const builtinArchetypes: ArchetypeRegistry = {
  get: archetypeById,
  has: (id) => allArchetypes().has(id),
  withState(kind) {
    throw new Error(`${kind.id} is no part of a machine`)
  },
  withMood: (kind) => kind,
  get coins() {
    return coins()
  },
}

/** An imported world has archetypes of its own. */
export function archetypeInSameWorld(kind: Archetype, id: string): Archetype {
  return (kind.registry ?? builtinArchetypes).get(id)
}
