// Formulas from abilities, levels and skills: for our own world [CF-8.9], and for imported worlds, whose monsters are
// balanced for Crossfire's own server [CF-21.10].
import type { Abilities } from '../definitions/character.ts'
import type { Player } from '../state/game-state.ts'

/** Pure functions. `skill`: its level, 0 without it. Lower `wc` is better; `slows` as in Weapon. */
export interface StatFormulas {
  maxHp(abilities: Abilities, level: number): number
  wc(abilities: Abilities, skill: number): number
  /** `weapon`: the weapon's damage; undefined for fists. */
  damage(abilities: Abilities, skill: number, weapon: number | undefined): number
  /** Actions per tick with a light load. */
  speed(abilities: Abilities): number
  /** Attacks per tick. `speed`: actions per tick. */
  attacksPerTick(abilities: Abilities, skill: number, slows: number, speed: number): number
  /** Grams. */
  weightLimit(abilities: Abilities): number
  /** Hp regenerated in a thousand ticks. */
  hpPer1000Ticks(abilities: Abilities, level: number): number
  /** Points of hp and sp regenerated per point of food. */
  readonly pointsPerFood: number
}

/** The formulas of the player's world. */
export function statFormulasOf({ archetypes }: Pick<Player, 'archetypes'>): StatFormulas {
  return archetypes?.usesCrossfireStats ? crossfireFormulas : builtinFormulas
}

/** [CF-8.8] Ability bonus: 0 at 10 and 11, plus one for every two above, minus one for every two below. */
export function abilityBonus(ability: number): number {
  return Math.floor((ability - 10) / 2)
}

/** [CF-8.9] Values with average abilities, at level 0 and with bare hands. */
const baseValues = { wc: 19, hp: 18, speed: 0.75, attacks: 0.16, fist: 2, regeneration: 9 } as const
/** [CF-8.9] Penalty to wc without the weapon's skill. */
const unskilledWc = 3

/** [CF-13.8] Attacks, shots or throws per tick. `slows`: the weapon's slowdown in percent. */
export function attacksPerTick(abilities: Abilities, skill: number, slows: number): number {
  const blows = (baseValues.attacks * (100 + 5 * abilityBonus(abilities.Dex) + skill)) / (100 + slows)
  return Math.min(1, Math.max(0.05, blows))
}

const builtinFormulas: StatFormulas = {
  maxHp: ({ Con }, level) => Math.max(5, baseValues.hp + Math.max(2, 5 + abilityBonus(Con)) * level),
  wc: ({ Str }, skill) =>
    baseValues.wc -
    Math.floor(abilityBonus(Str) / 2) -
    Math.floor(skill / 2) +
    (skill === 0 ? unskilledWc : 0),
  damage: ({ Str }, skill, weapon = baseValues.fist) => weapon + abilityBonus(Str) + Math.floor(skill / 4),
  speed: ({ Dex }) => baseValues.speed + 0.02 * (Dex - 10),
  attacksPerTick: attacksPerTick,
  weightLimit: ({ Str }) => 20_000 + 4000 * Str,
  // [CF-15.3]
  hpPer1000Ticks: ({ Con }, level) => baseValues.regeneration + level + 3 * abilityBonus(Con),
  // [CF-15.1]
  pointsPerFood: 2,
}

/** [CF-21.10] Levels up to this one give more hp than later ones. */
const firstLevels = 10

const crossfireFormulas: StatFormulas = {
  maxHp({ Con }, level) {
    const grown = Math.min(level, firstLevels) - 1
    const later = Math.max(0, level - firstLevels)
    return Math.max(5, Math.round(39 + conHpPerLevel(Con) + grown * (6.5 + conHpPerLevel(Con)) + 2 * later))
  },
  wc({ Str }, skill) {
    const learnt = Math.floor(Math.max(0, skill - 1) / 5)
    return 21 - Math.floor((Str - 8) / 4) - learnt + (skill === 0 ? unskilledWc : 0)
  },
  damage: ({ Str }, skill, weapon = 0) =>
    weapon + 2 + Math.max(0, Math.floor((Str - 9) / 3)) + Math.floor(skill / 3),
  speed({ Dex }) {
    if (Dex >= 14) return 0.84 + 0.01 * (Dex - 14)
    return Math.max(0.6, Dex >= 12 ? 0.84 - 0.02 * (14 - Dex) : 0.8 - 0.025 * (12 - Dex))
  },
  attacksPerTick: (_, skill, slows, speed) =>
    Math.min(2, Math.max(0.05, speed + 0.25 + 0.005 * skill - slows / 100)),
  weightLimit: ({ Str }) => 100_000 * Math.min(15, Str) + 150_000 * Math.max(0, Str - 15),
  hpPer1000Ticks: (abilities, level) => 70 + Math.round(1.6 * crossfireFormulas.maxHp(abilities, level)),
  pointsPerFood: 4,
}

/** Hp that Con adds or subtracts at each of the first levels. */
function conHpPerLevel(Con: number): number {
  if (Con < 7) return (Con - 7) / 2
  return Math.max(0, Con - 10) / 2 + Math.max(0, Con - 20) / 2
}
