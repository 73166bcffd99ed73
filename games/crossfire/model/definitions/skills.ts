// Skills as data. [CF-14.6]

/** Stat number of the first skill. */
const firstSkillNumber = 140

/** Order of their numbers; append new ones only. */
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

export interface Skill {
  readonly name: string
  /** Stat number, 140 or more. */
  readonly number: number
}

export const skills: readonly Skill[] = skillNames.map((name, place) => ({
  name,
  number: firstSkillNumber + place,
}))

/** Throws for an unknown name, which is our bug. */
export function skillNumber(name: string): number {
  const place = (skillNames as readonly string[]).indexOf(name)
  if (place < 0) throw new Error(`there is no skill ${name}`)
  return firstSkillNumber + place
}
