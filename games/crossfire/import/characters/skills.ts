// Skills are objects of type 43. [CF-14.6]
import { type Skill, type SkillUse, skillUses } from '../../model/definitions/character-rules.ts'
import { parseAttacks } from '../attributes/attack-types.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'

export const skillObjectType = 43
/** [CF-14.6] */
const [firstSkillNumber, maxSkills] = [140, 50] as const
/** In characters. The names of all skills must fit a packet. */
const maxNameLength = 60

/** Ignores skills with an unknown `subtype` or a missing, repeated or too long name, and skills after the first 50. */
export function convertSkills(
  objects: readonly ObjectAttributes[],
  faceNumberOf: (face: string) => number,
): readonly Skill[] {
  const byName = new Map<string, Omit<Skill, 'number'>>()
  for (const attributes of objects) {
    const use = skillUses[attributes.int('subtype') as keyof typeof skillUses] as SkillUse | undefined
    const name = attributes.text('skill')
    if (
      attributes.type !== skillObjectType ||
      use === undefined ||
      !name ||
      name.length > maxNameLength ||
      byName.has(name)
    )
      continue
    byName.set(name, {
      name,
      use,
      description: (attributes.text('msg') ?? '').trim().slice(0, 2000),
      face: faceNumberOf(attributes.text('face') ?? ''),
      experience: Math.round(
        (attributes.intWithin('exp', 0, 10_000) * attributes.intWithin('level', 1, 1000, 100)) / 100,
      ),
      experiencePercent: attributes.intWithin('level', 1, 1000, 100),
      damage: attributes.intWithin('dam', 0, 100),
      ...(attributes.flag('wc') && { wc: attributes.intWithin('wc', -30, 30) }),
      ...(attributes.flag('wc_increase_rate') && {
        levelsPerWc: attributes.intWithin('wc_increase_rate', 1, 100),
      }),
      // [CF-21.10] The key slows attacks, like the `last_sp` of a weapon.
      ...(attributes.int('last_sp') > 0 && {
        slowdownPercent: 5 * attributes.intWithin('last_sp', 0, 60),
      }),
      attack: parseAttacks(attributes.int('attacktype', 1)),
    })
  }
  return [...byName.values()]
    .slice(0, maxSkills)
    .map((skill, place) => ({ ...skill, number: firstSkillNumber + place }))
}
