// Experience shared by party members nearby. [CF-18.4]
import type { Player, Scene } from '../scene/scene.ts'
import { nearTo } from '../scene/telling.ts'
import { levelAt } from './experience.ts'
import { gain } from './growth.ts'

/** [CF-18.4] Added to each level when computing shares, so that beginners get a fair share next to veterans. */
const leastParts = 4

/** [CF-18.4] Gives experience for a kill, shared with party members nearby as today's servers do. */
export function gainTogether(scene: Scene, player: Player, experience: number, skill?: string): void {
  const together = companions(scene, player)
  const parts = together.reduce((sum, each) => sum + partsOf(each), 0)
  if (together.length < 2 || parts > experience) return gain(player, experience, skill)
  const part = Math.floor(experience / parts)
  for (const each of together) {
    // The remainder goes to the killer.
    const rest = each === player ? experience - part * parts : 0
    gain(each, part * partsOf(each) + rest, skill)
    if (each !== player) each.hearing?.onSurroundingsChanged()
  }
}

/** Party members near the player on the same map, including the player. */
function companions(scene: Scene, player: Player): Player[] {
  const party = player.level && scene.parties.of(player.name)
  if (!player.level || !party) return []
  return nearTo(player.level, player).filter((each) => scene.parties.of(each.name) === party)
}

function partsOf({ experience }: Player): number {
  return levelAt(experience) + leastParts
}
