// What the members of a party who are near win together. [CF-18.4]
import type { Player, Scene } from '../scene/scene.ts'
import { nearTo } from '../scene/telling.ts'
import { levelAt } from './experience.ts'
import { gain } from './growth.ts'

/** [CF-18.4] Added to the level of each when parts are counted: a beginner is to have his part beside a master. */
const leastParts = 4

/**
 * [CF-18.4] Experience for a killing of his, in the skill that he used: shared with those of his party who are near,
 * as the servers of today share it.
 */
export function gainTogether(scene: Scene, player: Player, experience: number, skill?: string): void {
  const together = companions(scene, player)
  const parts = together.reduce((sum, each) => sum + partsOf(each), 0)
  if (together.length < 2 || parts > experience) return gain(player, experience, skill)
  const part = Math.floor(experience / parts)
  for (const each of together) {
    // What cannot be divided is his who killed.
    const rest = each === player ? experience - part * parts : 0
    gain(each, part * partsOf(each) + rest, skill)
    if (each !== player) each.hearing?.stirred()
  }
}

/** Members of his party who are near him on the same map, he among them. */
function companions(scene: Scene, player: Player): Player[] {
  const party = player.level && scene.parties.of(player.name)
  if (!player.level || !party) return []
  return nearTo(player.level, player).filter((each) => scene.parties.of(each.name) === party)
}

function partsOf({ experience }: Player): number {
  return levelAt(experience) + leastParts
}
