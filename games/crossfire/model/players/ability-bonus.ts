// [CF-8.8]
import type { Abilities } from '../definitions/character.ts'

/** [CF-8.8] 0 at 10 and 11; rises by one for every two points above, and falls by one for every two points below. */
export function abilityBonus(ability: number): number {
  return Math.floor((ability - 10) / 2)
}

/** [CF-13.8] Attacks per tick with average abilities and bare hands. */
const baseAttacks = 0.16

/** [CF-13.8] Attacks, shots or throws per tick. `slows`: the weapon's slowdown in percent. */
export function attacksPerTick(abilities: Abilities, skill: number, slows: number): number {
  const blows = (baseAttacks * (100 + 5 * abilityBonus(abilities.Dex) + skill)) / (100 + slows)
  return Math.min(1, Math.max(0.05, blows))
}
