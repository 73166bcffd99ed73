// [CF-22.15]
import type { Traits } from '../../model/definitions/archetype.ts'
import { abilityNames } from '../../model/definitions/character.ts'
import type { Disease } from '../../model/definitions/disease.ts'
import { archetypePrefix } from '../attributes/archetype-id.ts'
import { parseAttacks } from '../attributes/attack-types.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'

export const diseaseObjectType = 158
/** A disease with this `wc` always infects. */
const certainContagion = 127

export function convertDisease(attributes: ObjectAttributes): Traits {
  const abilities = abilityNames.flatMap((name) => {
    const change = attributes.intWithin(name, -20, 20)
    return change === 0 ? [] : [[name, change] as const]
  })
  const actions = attributes.intWithin('maxgrace', -1, 10_000)
  const [leaves, text] = [attributes.text('other_arch'), attributes.text('msg')?.trim()]
  const disease: Disease = {
    id: `${archetypePrefix}${attributes.arch}`,
    name: attributes.name,
    level: attributes.level,
    races: (attributes.text('race') ?? '*').toLowerCase().split(','),
    contagionPercent: (100 * attributes.intWithin('wc', 0, certainContagion)) / certainContagion,
    range: Math.abs(attributes.intWithin('magic', -10, 10)),
    speed: Math.min(1, Math.max(0.0001, Math.abs(attributes.decimal('speed', -1, 1)))),
    actions: actions < 0 ? undefined : Math.max(1, actions),
    damage: attributes.intWithin('dam', -100, 500),
    attack: parseAttacks(attributes.int('attacktype', 1)),
    sp: attributes.intWithin('maxsp', 0, 100),
    food: attributes.intWithin('last_eat', 0, 100),
    slows: attributes.flag('last_sp'),
    abilities: Object.fromEntries(abilities),
    progressPercent: attributes.intWithin('ac', 0, 100),
    ...(leaves !== undefined && attributes.other(leaves) && { leaves: `${archetypePrefix}${leaves}` }),
    ...(text && { text }),
    experience: attributes.intWithin('exp', 0, 1_000_000),
  }
  return { role: 'disease', disease }
}
