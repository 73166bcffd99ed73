// Hit and damage rolls for blows, bites and missiles. [CF-13.2]
import type { Monster } from '../../model/definitions/archetype.ts'
import type { AttackType, Resistances } from '../../model/definitions/attack-types.ts'
import { rollDie } from '../../model/state/dice.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'

/** [CF-13.2] Rolls 1 to 20: 20 always hits, 1 always misses, others must reach `wc` minus `ac`. */
export function rollHit(game: Pick<GameState, 'context'>, wc: number, ac: number): boolean {
  const die = rollDie(game, 20)
  return die === 20 || (die > 1 && die >= wc - ac)
}

/** [CF-13.4] Rolls 1 to `most`, reduced by the resistance in percent. At least 1, unless the resistance is total. */
export function rollDamage(game: Pick<GameState, 'context'>, most: number, resisted: number): number {
  const damage = rollDie(game, Math.max(1, most))
  if (resisted >= 100) return 0
  return Math.max(1, Math.round((damage * (100 - resisted)) / 100))
}

/** [CF-13.5] A monster's resistance to an attack in percent. */
export function monsterResistance({ armour, resists }: Monster, attack: AttackType): number {
  return resistanceTo(armour, resists ?? {}, attack)
}

/** [CF-13.5] A player's resistance to an attack in percent. */
export function playerResistance({ stats: { armour, resists } }: Player, attack: AttackType): number {
  return resistanceTo(armour, resists, attack)
}

function resistanceTo(armour: number, resists: Resistances, attack: AttackType): number {
  return attack === 'physical' ? armour : (resists[attack] ?? 0)
}
