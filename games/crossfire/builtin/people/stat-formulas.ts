// [CF-8.9]
import type { StatFormulas } from '../../model/definitions/people.ts'
import { abilityBonus, attacksPerTick } from '../../model/players/ability-bonus.ts'

/** [CF-8.9] With average abilities at level 0. */
const baseValues = { wc: 19, speed: 0.75, fist: 2, regeneration: 9 } as const
/** [CF-8.9] */
const unskilledWc = 3

export const builtinFormulas: StatFormulas = {
  maxHp: ({ Con }, level, race) => Math.max(5, race.hp + Math.max(2, 5 + abilityBonus(Con)) * level),
  maxSp: ({ Int, Pow }, level, _skill, race) =>
    Math.max(
      1,
      race.sp +
        abilityBonus(Pow) +
        abilityBonus(Int) +
        Math.max(1, 2 + Math.floor(abilityBonus(Pow) / 2)) * (level - 1),
    ),
  maxGrace: ({ Wis }, level, _skill, race) =>
    Math.max(
      1,
      race.grace + 2 * abilityBonus(Wis) + Math.max(1, 2 + Math.floor(abilityBonus(Wis) / 2)) * (level - 1),
    ),
  wc: ({ Str }, skill) =>
    baseValues.wc -
    Math.floor(abilityBonus(Str) / 2) -
    Math.floor(skill / 2) +
    (skill === 0 ? unskilledWc : 0),
  acBonus: ({ Dex }) => Math.floor(abilityBonus(Dex) / 2),
  damage: ({ Str }, skill, weapon = baseValues.fist) => weapon + abilityBonus(Str) + Math.floor(skill / 4),
  speed: ({ Dex }) => baseValues.speed + 0.02 * (Dex - 10),
  attacksPerTick,
  weightLimit: ({ Str }) => 20_000 + 4000 * Str,
  // [CF-15.3]
  hpPer1000Ticks: ({ Con }, level) => baseValues.regeneration + level + 3 * abilityBonus(Con),
  // [CF-15.1]
  pointsPerFood: 2,
}
