// Whether a blow or a shot hits, and how much it hurts: by hand, by tooth, in flight. [CF-13.2]
import type { Monster } from '../scene/archetype.ts'
import type { Attack, Resistance } from '../scene/attack.ts'
import { roll } from '../scene/dice.ts'
import type { Player, Scene } from '../scene/scene.ts'

/** [CF-13.2] A die of twenty: 20 always hits, 1 never, else it has to reach `wc` less `ac`. */
export function hits(scene: Pick<Scene, 'host'>, wc: number, ac: number): boolean {
  const die = roll(scene, 20)
  return die === 20 || (die > 1 && die >= wc - ac)
}

/** [CF-13.4] 1 to `most`, less so many percent; who does not resist wholly loses 1 at least. */
export function hurts(scene: Pick<Scene, 'host'>, most: number, resisted: number): number {
  const damage = roll(scene, Math.max(1, most))
  if (resisted >= 100) return 0
  return Math.max(1, Math.round((damage * (100 - resisted)) / 100))
}

/** [CF-13.5] Percent of an attack that a monster does not feel. */
export function monsterResists({ armour, resists }: Monster, attack: Attack): number {
  return resisted(armour, resists ?? {}, attack)
}

/** [CF-13.5] Percent of an attack that a player does not feel. */
export function playerResists({ figures: { armour, resists } }: Player, attack: Attack): number {
  return resisted(armour, resists, attack)
}

function resisted(armour: number, resists: Resistance, attack: Attack): number {
  return attack === 'physical' ? armour : (resists[attack] ?? 0)
}
