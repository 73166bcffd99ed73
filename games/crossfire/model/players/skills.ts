// [CF-14.6]
import type { Player } from '../state/game-state.ts'

/** [CF-21.9] False for a skill that the player has by a tool only. */
export function knowsSkill({ skills, skillsByTool }: Player, skill: string): boolean {
  return skills.has(skill) && !skillsByTool.has(skill)
}

/** [CF-14.6] */
export function hasSkill(player: Player, skill: string): boolean {
  if (knowsSkill(player, skill)) return true
  return player.inventory.some(
    ({ unpaid, archetype }) =>
      !unpaid && archetype.traits.role === 'tool' && archetype.traits.skill === skill,
  )
}
