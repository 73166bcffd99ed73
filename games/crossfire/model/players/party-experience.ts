// [CF-18.4]

import { playersNear } from '../state/broadcast.ts'
import type { GameState, Player } from '../state/game-state.ts'
import { gainExperience } from './gain-experience.ts'
import { levelOf } from './levels.ts'

/**
 * [CF-18.4] Added to each player's level to compute the shares, so that beginners get a fair share next to veterans.
 */
const baseShares = 4

/** [CF-18.4] Party members nearby share the experience, as on today's servers. */
export function gainSharedExperience(
  game: GameState,
  player: Player,
  experience: number,
  skill?: string,
): void {
  const together = nearbyPartyMembers(game, player)
  const parts = together.reduce((sum, each) => sum + sharesOf(each), 0)
  if (together.length < 2 || parts > experience) return gainExperience(game, player, experience, skill)
  const part = Math.floor(experience / parts)
  for (const each of together) {
    // The remainder goes to the killer.
    const rest = each === player ? experience - part * parts : 0
    gainExperience(game, each, part * sharesOf(each) + rest, skill)
    if (each !== player) each.listener?.onSurroundingsChanged()
  }
}

function nearbyPartyMembers(game: GameState, player: Player): Player[] {
  const party = player.level && game.parties.partyOf(player.name)
  if (!player.level || !party) return []
  return playersNear(player.level, player).filter((each) => game.parties.partyOf(each.name) === party)
}

function sharesOf(player: Player): number {
  return levelOf(player) + baseShares
}
