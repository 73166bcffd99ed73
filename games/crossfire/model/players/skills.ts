// [CF-14.6]
import type { GameState, Player, Thing } from '../state/game-state.ts'
import { toggleEquipped } from '../things/equipment.ts'
import { identifyAndReport, isUnidentified } from '../things/identification.ts'
import { equipRefusal } from './equipment-limits.ts'

/** [CF-21.9] Whether the player has the skill itself and not only a tool for it. */
export function knowsSkill({ skills, skillsByTool }: Player, skill: string): boolean {
  return skills.has(skill) && !skillsByTool.has(skill)
}

export function hasSkill(player: Player, skill: string): boolean {
  return knowsSkill(player, skill) || toolsFor(player, skill).length > 0
}

function toolsFor({ inventory }: Player, skill: string): Thing[] {
  return inventory.filter(
    ({ unpaid, archetype: { traits } }) => !unpaid && traits.role === 'tool' && traits.skill === skill,
  )
}

/**
 * [CF-21.9] Applies the tool of a skill that the player is about to use, unless one is applied. If the player
 * may not apply the tool, it still gives its skill.
 */
export function applyToolOf(game: Pick<GameState, 'tags'>, player: Player, skill: string | undefined): void {
  if (skill === undefined || knowsSkill(player, skill)) return
  const tools = toolsFor(player, skill)
  if (tools.some(({ applied }) => applied)) return
  const tool = tools.find((each) => equipRefusal(player, each) === undefined)
  if (!tool) return
  const { readied } = player
  // [CF-25.5]
  toggleEquipped(game, player, isUnidentified(tool) ? identifyAndReport(player, tool) : tool)
  // Applying the tool must not change what the player has readied for `fire`.
  player.readied = readied
}
