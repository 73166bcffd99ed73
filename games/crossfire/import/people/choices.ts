// Races (objects of type 1), classes (type 37) and starting maps (type 22). [CF-4.14]
import { type Ability, abilityNames } from '../../model/definitions/character.ts'
import type { CharacterClass, Race, StartingMap } from '../../model/definitions/people.ts'
import { resistancesOf } from '../attributes/attack-types.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'
import { resolveMapPath } from '../format/map-paths.ts'

/** Object types. */
export const [raceType, classType, mapType] = [1, 37, 22] as const
/** `subtype` of a map on which players can start. */
const startingMapSubtype = 3
/** Limits of texts. A description has to fit a packet, with two bytes per letter. */
const [maxNameLength, maxDescriptionLength] = [60, 4000] as const

export function convertRace(attributes: ObjectAttributes): Race {
  return {
    ...choiceOf(attributes),
    godRaceName: attributes.text('race') ?? attributes.name,
    hp: attributes.intWithin('maxhp', 0, 10_000),
    sp: attributes.intWithin('maxsp', 0, 10_000),
    grace: attributes.intWithin('maxgrace', 0, 10_000),
    ac: attributes.intWithin('ac', -40, 40, 10),
    damage: attributes.intWithin('dam', 0, 500),
    armour: attributes.intWithin('resist_physical', -100, 100),
    resists: resistancesOf(attributes),
    paths: {
      attuned: attributes.intWithin('path_attuned', 0, 0x3fff_ffff),
      repelled: attributes.intWithin('path_repelled', 0, 0x3fff_ffff),
      denied: attributes.intWithin('path_denied', 0, 0x3fff_ffff),
    },
  }
}

export function convertClass(attributes: ObjectAttributes): CharacterClass {
  return choiceOf(attributes)
}

/** Undefined if it names no map, or players do not start there. */
export function convertStartingMap(attributes: ObjectAttributes): StartingMap | undefined {
  const level = resolveMapPath('/', attributes.text('slaying') ?? '')
  if (attributes.int('subtype') !== startingMapSubtype || level === undefined) return undefined
  const position = {
    level,
    x: attributes.intWithin('hp', 0, 10_000),
    y: attributes.intWithin('sp', 0, 10_000),
  }
  const { id, name, description } = choiceOf(attributes)
  return { id, name, description, position, respawn: position }
}

function choiceOf(attributes: ObjectAttributes) {
  const bonuses = abilityNames
    .map((name) => [name, attributes.intWithin(name, -30, 30)] as const)
    .filter(([, bonus]) => bonus !== 0)
  return {
    id: attributes.arch,
    name: attributes.name.slice(0, maxNameLength),
    description: (attributes.text('msg') ?? '').trim().slice(0, maxDescriptionLength),
    abilityBonuses: Object.fromEntries(bonuses) as { readonly [name in Ability]?: number },
  }
}
