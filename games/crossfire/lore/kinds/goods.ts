// What is eaten, spent, opened with and sold.
import { skillNames } from '../../people/skills.ts'
import type { Role } from '../../scene/archetype.ts'
import type { Said } from './said.ts'
import { schools } from './spells.ts'

/** [CF-15.1] A player's food goes up to 999 here and there. */
const mostFood = 999

export function food(said: Said): Role {
  return { role: 'food', food: said.within('food', 0, mostFood) }
}

export function drink(said: Said): Role {
  return { role: 'food', food: said.within('food', 0, mostFood) }
}

/** [CF-21.7] It looks like food or drink. */
export function poison(said: Said): Role {
  return { role: 'food', food: said.within('food', 0, mostFood), poisons: true }
}

/** `slaying` is the word that a lock has, too. A key without one fits the doors that have none. */
export function key(said: Said): Role {
  return { role: 'key', opens: said.text('slaying') ?? '' }
}

export function plain(role: 'money' | 'gem' | 'trophy'): () => Role {
  return () => ({ role })
}

/** [CF-21.9] Of a skill that our world has; of another it is mute. */
export function tool(said: Said): Role | undefined {
  const skill = knownSkill(said.text('skill'))
  return skill && { role: 'tool', skill }
}

/** [CF-21.9] The same: `skill`, or the skill that it holds. */
export function lesson(said: Said): Role | undefined {
  const skill = knownSkill(said.text('skill') ?? said.held?.text('skill'))
  return skill && { role: 'lesson', skill }
}

/** [CF-21.11] By `sp`; others there are none. */
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

/** [CF-21.3] Of who has it: what he does with it is in his own figures, and he needs no more. */
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

/** Grams: a chest holds whatever was drawn for it. */
const chestHolds = 10_000_000

/** [CF-21.1] A chest, until it is opened, of what its map puts into it or its list gives; one that is drawn for at once is never seen. */
export function hoard(): Role {
  return { role: 'container', holds: chestHolds }
}
