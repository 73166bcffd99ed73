// Whether a player has a skill. [CF-14.6]
import type { Player } from '../state/game-state.ts'

/** [CF-21.9] Whether the player has learnt the skill. Learnt skills need no tool. */
export function knowsSkill({ skills, skillsByTool }: Player, skill: string): boolean {
  return skills.has(skill) && !skillsByTool.has(skill)
}

/** [CF-14.6] Whether the player has learnt the skill or carries a tool for it. */
export function hasSkill(player: Player, skill: string): boolean {
  if (knowsSkill(player, skill)) return true
  return player.inventory.some(
    ({ unpaid, archetype }) =>
      !unpaid && archetype.traits.role === 'tool' && archetype.traits.skill === skill,
  )
}
