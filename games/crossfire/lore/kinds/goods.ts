// Food, money, keys, tools and other consumable or tradable items.
import { skillNames } from '../../people/skills.ts'
import type { Role } from '../../scene/archetype.ts'
import type { Said } from './said.ts'
import { schools } from './spells.ts'

/** [CF-15.1] A player's food goes up to 999, in Crossfire too. */
const mostFood = 999

export function food(said: Said): Role {
  return { role: 'food', food: said.within('food', 0, mostFood) }
}

export function drink(said: Said): Role {
  return { role: 'food', food: said.within('food', 0, mostFood) }
}

/** [CF-21.7] Looks like food or drink. */
export function poison(said: Said): Role {
  return { role: 'food', food: said.within('food', 0, mostFood), poisons: true }
}

/** `slaying` must equal that of the lock. A key without one opens doors without one. */
export function key(said: Said): Role {
  return { role: 'key', opens: said.text('slaying') ?? '' }
}

export function plain(role: 'money' | 'gem' | 'trophy'): () => Role {
  return () => ({ role })
}

/** [CF-21.9] Undefined for a skill that this world does not have. */
export function tool(said: Said): Role | undefined {
  const skill = knownSkill(said.text('skill'))
  return skill && { role: 'tool', skill }
}

/** [CF-21.9] The same, by `skill` or the skill object inside. */
export function lesson(said: Said): Role | undefined {
  const skill = knownSkill(said.text('skill') ?? said.held?.text('skill'))
  return skill && { role: 'lesson', skill }
}

/** [CF-21.11] Indexed by `sp`. */
const improvements = [
  undefined,
  ...(['ready', 'damage', 'weight', 'magic'] as const),
  ...(['Str', 'Dex', 'Con', 'Wis', 'Cha', 'Int', 'Pow'] as const),
] as const

/** [CF-21.11] */
export function improver(said: Said): Role | undefined {
  const what = improvements[said.number('sp')]
  const takes = said.text('slaying')
  return what && { role: 'improvement', of: 'weapon', what, ...(takes && { takes }) }
}

/** [CF-21.11] */
export function enchanter(): Role {
  return { role: 'improvement', of: 'armour', what: 'magic' }
}

/** [CF-21.12] */
export function lighter(): Role {
  return { role: 'lighter' }
}

/** [CF-21.3] An ability inside a creature. Its effect is already part of the creature's stats. */
export function ability(): Role {
  return { role: 'scenery' }
}

function knownSkill(skill: string | undefined): (typeof skillNames)[number] | undefined {
  return skillNames.find((name) => name === skill) ?? schools[skill ?? '']
}

/** [CF-21.9] */
export function crystal(said: Said): Role {
  return { role: 'crystal', holds: said.within('maxsp', 1, 10_000, 1) }
}

/** Grams: enough for anything that a list draws. */
const chestHolds = 10_000_000

/** [CF-21.1] A chest. It holds what its map puts inside, or what its list gives when it is opened. */
export function hoard(): Role {
  return { role: 'container', holds: chestHolds }
}
