// All archetypes by their id.
import type { Archetype, Kinds } from '../../scene/archetype.ts'
import { arms } from './arms.ts'
import { deep } from './deep.ts'
import { effects } from './effects.ts'
import { fixtures } from './fixtures.ts'
import { goods } from './goods.ts'
import { ground } from './ground.ts'
import { monsters } from './monsters.ts'
import { people } from './people.ts'

export const archetypes: ReadonlyMap<string, Archetype> = new Map(
  [ground, fixtures, arms, goods, people, monsters, deep, effects].flat().map((each) => [each.id, each]),
)

/** An unknown id is a fault of ours. */
export function archetypeNamed(id: string): Archetype {
  const archetype = archetypes.get(id)
  if (!archetype) throw new Error(`there is no archetype ${id}`)
  return archetype
}

/** Of a world that has none but ours. */
export const ourKinds: Kinds = {
  named: archetypeNamed,
  inState(kind) {
    throw new Error(`${kind.id} is no part of a machine`)
  },
  inMood: (kind) => kind,
  coins: [...archetypes.values()].filter(({ is }) => is.role === 'money').sort((a, b) => a.value! - b.value!),
}

/** What `kind` means by this id: a host's names his own. */
export function kindAs(kind: Archetype, id: string): Archetype {
  return (kind.kinds ?? ourKinds).named(id)
}
