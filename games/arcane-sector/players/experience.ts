// [AS-15.8]

import { experienceForRank, type Player } from '../state/player.ts'
import type { WorldState } from '../state/world-state.ts'

/** [AS-15.9] Fraction of the experience above the rank's minimum that a death removes. */
const lost = 0.25

/** Announces a new rank, and adds its hp and mana immediately. */
export function gainExperience(state: WorldState, player: Player, experience: number): void {
  const { rank, hpMax, manaMax } = player
  player.experience += experience
  if (player.rank > rank) {
    player.hp += player.hpMax - hpMax
    player.mana += player.manaMax - manaMax
    player.sendText(`\x12You have grown. You are of rank ${player.rank} now.`)
    player.showVitals()
    const counts = { [player.name]: { levels: player.rank - rank } }
    state.context.announce({ kind: 'level', text: `${player.name} is of rank ${player.rank}`, counts })
  }
  state.saveCharacter(player)
}

/** [AS-15.9] The player never loses a rank. Sends and stores nothing. */
export function loseExperience(player: Player): void {
  const above = player.experience - experienceForRank(player.rank)
  player.experience -= Math.floor(above * lost)
}

export function describeRank({ rank, experience }: Player): string {
  const next = experienceForRank(rank + 1)
  const more =
    next === Number.POSITIVE_INFINITY ? 'There is none above it.' : `${next - experience} more to the next.`
  return `You are of rank ${rank}, with ${experience} of experience. ${more}`
}
