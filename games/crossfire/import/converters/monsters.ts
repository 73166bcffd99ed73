import type { Monster, Traits } from '../../model/definitions/archetype.ts'
import { archetypePrefix } from '../attributes/archetype-id.ts'
import { parseAttacks, parseResistances, parseSlaying } from '../attributes/attack-types.ts'
import { type ParsedReplies, parseReplies } from '../attributes/dialogue-replies.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'

/** A key of our own for creatures that serve a player as pets. */
export const tamePetKey = 'packetboat_tame'
/** Percentage of its actions in which a creature casts. */
const castPercent = 15

/** A friendly or peaceful creature becomes a person who answers the keywords in the `@match` lines of its `msg`. */
export function convertMonster(attributes: ObjectAttributes): Traits {
  // [CF-22.11]
  if (attributes.flag(tamePetKey)) return { role: 'person', replies: [], pet: monsterOf(attributes) }
  if (attributes.flag('friendly') || attributes.flag('unaggressive'))
    return { role: 'person', replies: repliesOf(attributes.text('msg') ?? '') }
  return monsterOf(attributes)
}

function monsterOf(attributes: ObjectAttributes): Monster {
  return {
    role: 'monster',
    level: attributes.level,
    hp: attributes.intWithin('hp', 1, 30_000, 1),
    ac: attributes.intWithin('ac', -40, 40),
    wc: attributes.intWithin('wc', -40, 40),
    damage: attributes.intWithin('dam', 0, 500),
    armour: attributes.intWithin('resist_physical', -100, 100),
    speed: Math.abs(attributes.decimal('speed', -2, 2)),
    // [CF-20.19] A sleeping creature wakes when a player is next to it. [CF-20.21] A nest does not move or attack.
    sightRange: !attributes.flag('monster')
      ? 0
      : attributes.flag('sleep')
        ? 1
        : attributes.intWithin('Wis', 1, 12, 6),
    experience: attributes.intWithin('exp', 0, 10_000_000),
    attack: parseAttacks(attributes.int('attacktype', 1)),
    ...resistsOf(attributes),
    ...parseSlaying(attributes),
    ...(attributes.flag('undead') && { undead: true }),
    // [CF-20.25]
    ...(attributes.flag('Con') && { hpPer100Ticks: 25 * attributes.intWithin('Con', 0, 100) }),
    ...(attributes.flag('run_away') && { fleeBelowPercent: attributes.intWithin('run_away', 0, 100) }),
    // [CF-22.9]
    ...(attributes.flag('can_cast_spell') && { casts: { spell: undefined, chance: castPercent } }),
    ...breedingOf(attributes),
    drops: [],
    roaming:
      attributes.flag('stand_still') || attributes.flag('sleep') || !attributes.flag('monster')
        ? 'never'
        : attributes.flag('random_move')
          ? 'often'
          : 'seldom',
  }
}

function resistsOf(attributes: ObjectAttributes): Pick<Monster, 'resists'> {
  const resists = parseResistances(attributes)
  return Object.keys(resists).length > 0 ? { resists } : {}
}

/** A `msg` without `@match` is the answer to any speech. */
function repliesOf(msg: string): ParsedReplies {
  if (msg.includes('@match')) return parseReplies(msg)
  return msg ? [['', msg]] : []
}

/** [CF-20.21] Default of `generator_limit`. */
const defaultBreeding = 20

function breedingOf(attributes: ObjectAttributes): Pick<Monster, 'breeds'> {
  const child = attributes.text('other_arch')
  if (!attributes.flag('generator') || !child) return {}
  const limit = attributes.intWithin('generator_limit', 0, 200)
  const most = limit > 0 ? { each: limit } : { all: defaultBreeding }
  return {
    breeds: { id: `${archetypePrefix}${child}`, oneIn: attributes.intWithin('maxsp', 1, 100_000, 1), most },
  }
}
