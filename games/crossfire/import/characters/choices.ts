// Races are objects of type 1, classes of type 37, starting maps of type 22. [CF-4.14]
import { type BodyPartCounts, bodyParts } from '../../model/definitions/archetype.ts'
import { type Ability, abilityNames } from '../../model/definitions/character.ts'
import type {
  CharacterClass,
  Race,
  StartingMap,
  UnusableEquipment,
} from '../../model/definitions/character-rules.ts'
import { parseResistances } from '../attributes/attack-types.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'
import { resolveMapPath } from '../format/map-paths.ts'

export const [raceType, classType, mapType] = [1, 37, 22] as const
const startingMapSubtype = 3
/** In characters. A description must fit a packet, with two bytes per character. */
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
    resists: parseResistances(attributes),
    body: bodyOf(attributes),
    unusable: {
      weapon: attributes.int('can_use_weapon', 1) === 0,
      armour: attributes.int('can_use_armour', 1) === 0,
      shield: attributes.int('can_use_shield', 1) === 0,
    },
    paths: {
      attuned: attributes.intWithin('path_attuned', 0, 0x3fff_ffff),
      repelled: attributes.intWithin('path_repelled', 0, 0x3fff_ffff),
      denied: attributes.intWithin('path_denied', 0, 0x3fff_ffff),
    },
  }
}

/** [CF-7.15] The body of a race whose archetype names no parts of the body. */
const usualBody: BodyPartCounts = {
  ...{ arm: 2, torso: 1, head: 1, neck: 1, finger: 2, shoulder: 1 },
  ...{ foot: 2, hand: 2, wrist: 2, waist: 1, leg: 2, range: 1, skill: 1 },
}

function bodyOf(attributes: ObjectAttributes): BodyPartCounts {
  const parts = bodyParts
    .map((part) => [part, attributes.intWithin(`body_${part}`, 0, 20)] as const)
    .filter(([, count]) => count > 0)
  return parts.length > 0 ? Object.fromEntries(parts) : usualBody
}

/** A class with a `can_use_…` key cannot use equipment of that kind. */
export function convertClass(attributes: ObjectAttributes): CharacterClass {
  const unusable: UnusableEquipment = {
    weapon: attributes.flag('can_use_weapon'),
    armour: attributes.flag('can_use_armour'),
    shield: attributes.flag('can_use_shield'),
  }
  return { ...choiceOf(attributes), unusable }
}

/** Undefined if the object names no map or is not a starting map. */
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
