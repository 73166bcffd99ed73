// [CF-14.6]
import type { GameState, Player } from '../state/game-state.ts'
import { toggleEquipped } from '../things/equipment.ts'

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

/** [CF-21.9] Applies the tool of a skill that the player is about to use, unless one is applied. */
export function applyToolOf(game: Pick<GameState, 'tags'>, player: Player, skill: string | undefined): void {
  if (skill === undefined || knowsSkill(player, skill)) return
  const tools = player.inventory.filter(
    ({ unpaid, archetype: { traits } }) => !unpaid && traits.role === 'tool' && traits.skill === skill,
  )
  if (!tools[0] || tools.some(({ applied }) => applied)) return
  const { readied } = player
  toggleEquipped(game, player, tools[0])
  // The spell that the player fires stays readied.
  player.readied = readied
}
