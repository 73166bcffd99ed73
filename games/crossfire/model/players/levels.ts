// [CF-8.3] Each world has a table of levels, which the room sends to clients.
import type { CharacterRules } from '../definitions/character-rules.ts'
import type { Player } from '../state/game-state.ts'

type Levels = Pick<CharacterRules, 'levels'>
type Experienced = Pick<Player, 'characterRules' | 'experience'>

/** The level, from 1, that a player with this experience has. */
export function levelAt({ levels }: Levels, experience: number): number {
  let [least, most] = [1, levels.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (levels[middle - 1]! <= experience) least = middle
    else most = middle - 1
  }
  return least
}

export function levelOf({ characterRules, experience }: Experienced): number {
  return levelAt(characterRules, experience)
}

/** Experience at which the player's next level begins; undefined at the last level. */
export function nextLevelAt({ characterRules, experience }: Experienced): number | undefined {
  return characterRules.levels[levelAt(characterRules, experience)]
}

/** [CF-8.3] */
export function maxExperience({ levels }: Levels): number {
  return 2 * levels.at(-1)!
}

export function addExperience(characterRules: Levels, experience: number, more: number): number {
  return Math.min(maxExperience(characterRules), Math.max(0, Math.floor(experience + more)))
}

/**
 * [CF-8.4] Experience for a kill by a player of `level`. Foes of the same level or above have the full value. The value
 * falls by a tenth for each level that the player is above the foe, down to a tenth.
 */
export function experienceForKill(experience: number, foeLevel: number, level: number): number {
  const tenths = Math.max(1, 10 - Math.max(0, level - foeLevel))
  return Math.ceil((experience * tenths) / 10)
}
