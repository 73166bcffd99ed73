// Creates the kit of a new character from the treasure lists of class and race. [CF-21.10]
import { Random } from '../../../shared/random.ts'
import type { Archetype } from '../../model/definitions/archetype.ts'
import type { CharacterClass, Race, StartingKit } from '../../model/definitions/character-rules.ts'
import type { ArchetypeCatalog } from '../catalog/archetype-catalog.ts'
import { skillObjectType } from './skills.ts'

/** The list from which Crossfire's server generates the starting money. */
const startingMoney = 'starting_wealth'

/** Includes invisible things, such as skills. */
export type DrawTreasureList = (
  list: string,
  random: Random,
) => readonly { readonly id: string; readonly count: number }[]

/** If race and class have no treasure lists, the kit is only money. */
export function rollStartingKit(
  archetypes: ArchetypeCatalog,
  draw: DrawTreasureList,
  race: Race,
  calling: CharacterClass,
  seed: number,
): StartingKit {
  const random = new Random(seed, 'outfit')
  const lists = [race.id, calling.id].flatMap(
    (id) => archetypes.archetype(id)?.attributes.get('randomitems') ?? [],
  )
  const given = [...lists, startingMoney].flatMap((list) => draw(list, random))
  const kinds = given.map(({ id, count }) => ({ id, count, kind: archetypes.get(id) }))
  const skills = kinds.flatMap(({ kind: { attributes } }) =>
    Number(attributes?.get('type')) === skillObjectType ? (attributes?.get('skill') ?? []) : [],
  )
  const things = kinds.filter(({ kind }) => kind.layer === 'item' && !kind.invisible)
  const entries = (used: boolean) =>
    things.flatMap(({ id, count, kind }) =>
      isUsedAtOnce(kind) === used ? [[withoutValue(archetypes, id, kind), count] as const] : [],
    )
  return {
    equipment: entries(true),
    carried: entries(false),
    locked: true,
    skills: [...new Set(skills)],
    spells: [],
  }
}

/** [CF-21.10] Sets the value to 0, so that players do not create characters to sell their starting equipment. */
function withoutValue(archetypes: ArchetypeCatalog, id: string, kind: Archetype): string {
  if (kind.traits.role === 'money' || !kind.value) return id
  return archetypes.improved(kind, new Map([['value', '0']]))?.id ?? id
}

/** [CF-21.10] Cloaks, jewellery and missiles stay unused in the inventory. */
function isUsedAtOnce({ traits }: Archetype): boolean {
  return (
    traits.role === 'weapon' ||
    traits.role === 'launcher' ||
    (traits.role === 'armour' && traits.slot !== 'cloak')
  )
}
