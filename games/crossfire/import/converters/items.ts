import type { Traits } from '../../model/definitions/archetype.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'

/** [CF-15.1] */
const maxFood = 999

export function convertFood(attributes: ObjectAttributes): Traits {
  return { role: 'food', food: attributes.intWithin('food', 0, maxFood) }
}

/** [CF-21.7] A poison looks like food or drink. */
export function convertPoison(attributes: ObjectAttributes): Traits {
  return { role: 'food', food: attributes.intWithin('food', 0, maxFood), poisonous: true }
}

/** [CF-20.23] Plain keys open every door that is not solid. */
export const plainKeyLockWord = ''

/** A special key opens locks with the same `slaying`. Without `slaying` it opens no lock. */
export function convertSpecialKey(attributes: ObjectAttributes): Traits {
  const lock = attributes.text('slaying')
  return lock ? { role: 'key', lock } : { role: 'trophy' }
}

export function convertPlainItem(role: 'money' | 'gem' | 'trophy'): () => Traits {
  return () => ({ role })
}

/** [CF-21.14] */
export function convertTransformer(attributes: ObjectAttributes): Traits {
  const uses = attributes.intWithin('food', 0, 30_000)
  return { role: 'transformer', verb: attributes.text('slaying') ?? 'change', ...(uses > 0 && { uses }) }
}

/** [CF-21.9] */
export function convertTool(attributes: ObjectAttributes): Traits | undefined {
  const skill = attributes.text('skill')
  return skill ? { role: 'tool', skill } : undefined
}

/** [CF-21.9] `skill` names the skill. Without `skill`, the scroll contains the skill as an object. */
export function convertSkillScroll(attributes: ObjectAttributes): Traits | undefined {
  const skill = attributes.text('skill') ?? attributes.held?.text('skill')
  return skill ? { role: 'lesson', skill } : undefined
}

/** [CF-21.11] The improvement for each value of the scroll's `sp`. */
const improvements = [
  undefined,
  ...(['ready', 'damage', 'weight', 'magic'] as const),
  ...(['Str', 'Dex', 'Con', 'Wis', 'Cha', 'Int', 'Pow'] as const),
] as const

/** [CF-21.11] */
export function convertImproveScroll(attributes: ObjectAttributes): Traits | undefined {
  const what = improvements[attributes.int('sp')]
  const takes = attributes.text('slaying')
  return (
    what && {
      role: 'improvement',
      targetRole: 'weapon',
      improves: what,
      ...(takes && { consumedArchetype: takes }),
    }
  )
}

/** [CF-21.11] */
export function convertEnchantScroll(): Traits {
  return { role: 'improvement', targetRole: 'armour', improves: 'magic' }
}

/** [CF-21.12] */
export function convertLighter(): Traits {
  return { role: 'lighter' }
}

/** [CF-21.3] The creature's stats already contain the ability's effect. */
export function convertAbility(): Traits {
  return { role: 'scenery' }
}

/** [CF-21.9] */
export function convertPowerCrystal(attributes: ObjectAttributes): Traits {
  return { role: 'crystal', capacity: attributes.intWithin('maxsp', 1, 10_000, 1) }
}

/** Capacity of a chest in grams: enough for all things that a treasure list can yield. */
const chestHolds = 10_000_000

/** [CF-21.1] A chest contains the objects that the map puts inside, or things drawn from its treasure list. */
export function convertTreasureChest(): Traits {
  return { role: 'container', maxWeight: chestHolds }
}
