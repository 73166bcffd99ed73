// [CF-4.14]
import type { ObjectAttributes } from '../../import/attributes/object-attributes.ts'
import { classType, convertClass, convertRace, raceType } from '../../import/characters/choices.ts'
import { convertSkills } from '../../import/characters/skills.ts'
import { type ObjectDefinition, parseArchetypes } from '../../import/format/objects.ts'
import { parseTreasureLists } from '../../import/format/treasures.ts'
import type { CharacterRules, StartingKit, StartingMap } from '../../model/definitions/character-rules.ts'
import type { EquipmentEntry, LevelPosition } from '../../model/definitions/level-plan.ts'
import { attributesOf } from '../archetypes/own-archetype.ts'
import { mapById, startingPosition } from '../maps/index.ts'
import { facingAnimation } from '../pictures/animations.ts'
import { faceNumberOf } from '../pictures/face-table.ts'
import { experienceTable } from './experience-table.ts'
import playerList from './players.arc'
import equipmentLists from './players.trs'
import skillList from './skills.arc'
import { builtinFormulas } from './stat-formulas.ts'

const definitions: readonly ObjectDefinition[] = parseArchetypes('players.arc', playerList)
const equipment: ReadonlyMap<string, readonly EquipmentEntry[]> = new Map(
  parseTreasureLists('players.trs', equipmentLists).map(({ name, entries }) => [
    name,
    entries.map(({ arch, count }): EquipmentEntry => (count > 0 ? [arch!, count] : arch!)),
  ]),
)
const ofType = (type: number): readonly ObjectAttributes[] =>
  definitions.map(attributesOf).filter((attributes) => attributes.type === type)
const kits: ReadonlyMap<string, StartingKit> = new Map(
  ofType(classType).map((attributes) => [
    attributes.arch,
    {
      equipment: equipment.get(attributes.text('randomitems')!)!,
      carried: [],
      skills: JSON.parse(attributes.text('packetboat_skills')!) as readonly string[],
      spells: JSON.parse(attributes.text('packetboat_spells')!) as readonly string[],
    },
  ]),
)
/** Names of animations in pictures/animations.ts, by class. */
const animationNames: ReadonlyMap<string, string> = new Map(
  ofType(classType).map((attributes) => [attributes.arch, attributes.text('animation')!]),
)

/** [CF-13.13] The cell in front of the temple's altar. */
export const defaultRespawnPoint: LevelPosition = { level: 'temple', x: 6, y: 5 }

const startingMaps: readonly StartingMap[] = [
  {
    id: startingPosition.map,
    description: 'The square of a small town, next to the fountain.',
    position: { level: startingPosition.map, x: startingPosition.x, y: startingPosition.y },
  },
  {
    id: 'inn',
    description: 'The inn, which sells bread and beer and has a bed.',
    position: { level: 'inn', x: 5, y: 3 },
  },
  {
    id: 'temple',
    description: 'The temple, where prayers restore the most grace and dead players respawn.',
    position: defaultRespawnPoint,
  },
].map((each) => ({ ...each, name: mapById(each.id).title, respawn: defaultRespawnPoint }))

export const builtinCharacterRules: CharacterRules = {
  races: ofType(raceType).map(convertRace),
  classes: ofType(classType).map(convertClass),
  startingMaps,
  skills: convertSkills(parseArchetypes('skills.arc', skillList).map(attributesOf), faceNumberOf),
  levels: experienceTable,
  formulas: builtinFormulas,
  deathPenalty: {
    ...{ experiencePercent: 10, ability: 'kept', pointsPercent: 50 },
    food: { below: 500, to: 500 },
  },
  figure(_race, { id }) {
    const name = animationNames.get(id)!
    return (facing, stepping) => {
      const { faces } = facingAnimation(name, facing)
      return faces[stepping ? 1 % faces.length : 0]!
    }
  },
  startingKit: (_race, { id }) => kits.get(id)!,
}
