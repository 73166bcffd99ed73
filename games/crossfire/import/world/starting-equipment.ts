// Starting equipment in an imported world, from the treasure lists of class and race archetypes. [CF-21.10]
import type { Random } from '../../../shared/random.ts'
import type { StartingEquipment } from '../../model/definitions/level-plan.ts'
import { skillNames } from '../../model/definitions/skills.ts'
import type { ArchetypeCatalog } from '../catalog/archetype-catalog.ts'
import { maxSteps } from './appearance.ts'
import type { TreasureGenerator } from './treasure-generator.ts'

/** The list from which Crossfire's server generates the starting money. */
const startingMoney = 'starting_wealth'
/** Object type of skills. */
const skillType = 43
/** Difficulty and level for generating the equipment. */
const [firstDifficulty, firstLevel] = [1, 1]

/**
 * `callings`: class archetypes, of which the first with a list is used. Undefined if no class has a list, or the list
 * gives nothing.
 */
export function startingEquipment(
  archetypes: ArchetypeCatalog,
  hoards: TreasureGenerator,
  random: Random,
  race: string,
  callings: readonly string[],
): StartingEquipment | undefined {
  const list = callings.map((name) => listOf(archetypes, name)).find((each) => each !== undefined)
  if (list === undefined) return undefined
  const lists = [list, listOf(archetypes, race), startingMoney].flatMap((each) => each ?? [])
  const looks = { left: maxSteps }
  const kit = lists.flatMap((each) => hoards.draw(each, random, firstDifficulty, looks, 'kit'))
  if (kit.length === 0) return undefined
  return { equipment: kit.map(({ id, count }) => [id, count] as const), skills: skillsOf(archetypes, lists) }
}

function listOf(archetypes: ArchetypeCatalog, archetype: string): string | undefined {
  return archetypes.archetype(archetype)?.attributes.get('randomitems')
}

/** The skills among them that this world has. */
function skillsOf(archetypes: ArchetypeCatalog, lists: readonly string[]): string[] {
  const given = lists
    .flatMap((list) => archetypes.listed(list, firstLevel))
    .flatMap((name) => archetypes.archetype(name) ?? [])
  const skills = new Set(
    given
      .map((object) => archetypes.attributesOf(object))
      .filter(({ type }) => type === skillType)
      .map((attributes) => attributes.text('skill')),
  )
  return skillNames.filter((name) => skills.has(name))
}
