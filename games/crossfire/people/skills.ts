// The skills there are, as data, and who has one. [CF-14.6]
import type { Player } from '../scene/scene.ts'

/** The stat numbers of skills begin here. */
const firstNumber = 140

/** In the order of their numbers; new ones go to the end. */
export const skillNames = [
  'one handed weapons',
  'two handed weapons',
  'punching',
  'missile weapons',
  'throwing',
  'sorcery',
  'evocation',
  'praying',
  'searching',
  'bargaining',
  // [CF-24.7] [CF-25.6]
  'smithery',
  'bowyer',
  'jeweler',
  'thaumaturgy',
  'literacy',
  'alchemy',
  'woodsman',
  'sense magic',
  'sense curse',
] as const

/** Those that everybody has from the beginning. */
export const commonSkills = ['punching', 'throwing', 'searching', 'bargaining'] as const

export interface Skill {
  readonly name: string
  /** Of its stat: 140 and on. */
  readonly number: number
}

export const skills: readonly Skill[] = skillNames.map((name, place) => ({
  name,
  number: firstNumber + place,
}))

/** An unknown name is a fault of ours. */
export function skillNumber(name: string): number {
  const place = (skillNames as readonly string[]).indexOf(name)
  if (place < 0) throw new Error(`there is no skill ${name}`)
  return firstNumber + place
}

/** [CF-14.6] He has learnt it, or has a tool for it at hand. */
export function hasSkill(player: Player, skill: string): boolean {
  if (player.skills.has(skill)) return true
  return player.inventory.some(
    ({ unpaid, kind }) => !unpaid && kind.is.role === 'tool' && kind.is.skill === skill,
  )
}
