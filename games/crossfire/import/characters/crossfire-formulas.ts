// Stats of characters as Crossfire's server computes them. Crossfire's monsters are balanced for these stats.
// [CF-21.10] The points that a level adds are averages; on Crossfire's server they are random.
import type { Abilities } from '../../model/definitions/character.ts'
import type { Points, StatFormulas } from '../../model/definitions/character-rules.ts'
import { defaultStatTables, type StatTable } from './stat-tables.ts'

const firstLevels = 10
/** Points gained: `first` at level 1, `early` at each of levels 2 to 10, `late` at each later level. */
const points = {
  hp: { first: 9, early: 6.5, late: 2 },
  sp: { first: 6, early: 4.5, late: 2 },
  grace: { first: 3, early: 2.5, late: 2 },
} as const
/** Spell points of a character without a skill of magic, and grace of a character without a skill of prayer. */
const pointsWithoutSkill = 1
const baseWc = 21
const baseSpeed = 0.75
const unskilledWc = 3
const baseShotWc = 20
const actionsPerThrow = 3.2
const wandDelayTicks = 2
/** While the player acts, a point regenerates about every `slowness / maximum` ticks. */
const slowness: { readonly [kind in Points]: number } = { hp: 1200, sp: 2500, grace: 2000 }
const restingRegenerationFactor = 3

/** `tables`: missing tables are replaced by the default tables. */
export function crossfireFormulas(tables: ReadonlyMap<string, StatTable>): StatFormulas {
  const table = (name: string) => tables.get(name) ?? defaultStatTables.get(name)!
  const at = (values: StatTable, ability: number) =>
    values[Math.min(values.length - 1, Math.max(0, ability))]!
  const conHp = table('con_hp_bonus')
  const [powSp, wisGrace] = [table('pow_int_sp_bonus'), table('wis_pow_grace_bonus')]
  const [dexBonus, dexSpeed] = [table('dex_bonus'), table('dex_speed_bonus')]
  const [strDamage, strHit, strWeight] = [
    table('str_damage_bonus'),
    table('str_hit_bonus'),
    table('str_weight_limit'),
  ]
  const learnChance = table('int_wis_learn_spell')
  return {
    maxHp({ Con }, level, race) {
      const bonus = at(conHp, Con)
      return Math.max(1, Math.round(race.hp + pointsOf(points.hp, level, bonus, bonus)))
    },
    maxSp({ Pow, Int }, _level, skill, race) {
      if (skill === 0) return pointsWithoutSkill
      const bonus = (2 * at(powSp, Pow) + at(powSp, Int)) / 3
      return Math.max(1, Math.floor(race.sp + pointsOf(points.sp, skill, 2 * bonus, bonus)))
    },
    maxGrace({ Wis, Pow }, _level, skill, race) {
      if (skill === 0) return pointsWithoutSkill
      const bonus = (2 * at(wisGrace, Wis) + at(wisGrace, Pow)) / 3
      return Math.max(1, Math.floor(race.grace + pointsOf(points.grace, skill, 2 * bonus, bonus)))
    },
    wc: ({ Str }, skill, levelsPerPoint = 5) =>
      baseWc -
      at(strHit, Str) -
      Math.floor(Math.max(0, skill - 1) / levelsPerPoint) +
      (skill === 0 ? unskilledWc : 0),
    acBonus: ({ Dex }) => at(dexBonus, Dex),
    damage: ({ Str }, skill, weapon = 0, race) =>
      race.damage + weapon + at(strDamage, Str) + Math.floor(skill / 3),
    speed: ({ Dex }: Abilities) => baseSpeed + at(dexSpeed, Dex),
    attacksPerTick: (_, skill, slows, speed) =>
      Math.min(2, Math.max(0.05, speed + 0.25 + 0.005 * skill - slows / 100)),
    shotWc: ({ Dex, Str }, skill) =>
      baseShotWc - at(dexBonus, Dex) - at(strHit, Str) - skill + (skill === 0 ? unskilledWc : 0),
    shotDamage: ({ Str }, _, ignoresStrength) => (ignoresStrength ? 0 : at(strDamage, Str)),
    throwTicks: (_, __, speed) => actionsPerThrow / speed,
    gracePerPrayer: () => 2,
    actionsPerSkillUse: 2,
    wandTicks: (speed) => 1 / speed + wandDelayTicks,
    weightLimit: ({ Str }) => Math.max(1, at(strWeight, Str)),
    pointsPer1000Ticks(kind, _abilities, _level, most, jewels, isResting) {
      const quick = 10 + Math.max(20, most * (1 + Math.max(0, jewels)))
      const slow = slowness[kind] * (1 + Math.max(0, -jewels) / 2)
      return 1000 / (1 + Math.floor(slow / quick / (isResting ? restingRegenerationFactor : 1)))
    },
    regeneratedGrace: 0.5,
    foodPer1000Ticks: 0,
    pointsPerFood: 1,
    foodPerHp: 50,
    learnPercent: (ability) => at(learnChance, ability),
  }
}

/** Each level adds at least one point. */
function pointsOf(
  { first, early, late }: { readonly first: number; readonly early: number; readonly late: number },
  level: number,
  firstBonus: number,
  bonus: number,
): number {
  const grown = Math.min(level, firstLevels) - 1
  return first + firstBonus + grown * Math.max(1, early + bonus) + late * Math.max(0, level - firstLevels)
}
