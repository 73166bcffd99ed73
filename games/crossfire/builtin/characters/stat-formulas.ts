// [CF-8.9]

import type { Ability } from '../../model/definitions/character.ts'
import type { Points, StatFormulas } from '../../model/definitions/character-rules.ts'
import { abilityBonus, attacksPerTick } from '../../model/players/ability-bonus.ts'

/** [CF-8.9] Values of a character with average abilities at level 0. */
const baseValues = { wc: 19, speed: 0.75, fist: 2 } as const
/** [CF-8.9] Added to `wc` without the skill. */
const unskilledWc = 3
/**
 * [CF-15.3] Points regenerated in a thousand ticks: a base value, plus amounts for each level and each point of the
 * ability's bonus, at least `min`, plus an amount for each jewel of regeneration.
 */
const regeneration = {
  base: { hp: 9, sp: 18, grace: 10 },
  perLevel: 1,
  perBonus: 3,
  perJewel: 16,
  min: 4,
} as const
const regeneratingAbility: { readonly [kind in Points]: Ability } = { hp: 'Con', sp: 'Pow', grace: 'Wis' }

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
  shotWc: ({ Dex }, skill) =>
    baseValues.wc -
    Math.floor(abilityBonus(Dex) / 2) -
    Math.floor(skill / 2) +
    (skill === 0 ? unskilledWc : 0),
  shotDamage: (_, skill) => Math.floor(skill / 4),
  throwTicks: (abilities, skill) => 1 / attacksPerTick(abilities, skill, 0),
  gracePerPrayer: ({ Wis }) => 1 + Math.max(0, abilityBonus(Wis)),
  wandTicks: (speed) => 1 / speed,
  weightLimit: ({ Str }) => 20_000 + 4000 * Str,
  pointsPer1000Ticks(kind, abilities, level, _most, jewels) {
    const { base, perLevel, perBonus, perJewel, min } = regeneration
    const usual =
      base[kind] + perLevel * level + perBonus * abilityBonus(abilities[regeneratingAbility[kind]])
    return Math.max(0, Math.max(min, usual) + perJewel * jewels)
  },
  regeneratedGrace: 1,
  // [CF-15.1]
  foodPer1000Ticks: 12,
  pointsPerFood: 2,
  foodPerHp: Number.POSITIVE_INFINITY,
}
