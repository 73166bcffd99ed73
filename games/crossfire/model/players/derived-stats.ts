// [CF-8.8]
import type { Armour, Jewellery, Weapon } from '../definitions/archetype.ts'
import { type AttackTypes, attackTypes, type Resistances } from '../definitions/attack-types.ts'
import type { Abilities, Ability, DerivedStats } from '../definitions/character.ts'
import type { SkillUse, StatFormulas } from '../definitions/character-rules.ts'
import { raceOf } from '../definitions/character-rules.ts'
import type { StatBonuses } from '../definitions/spell.ts'
import type { Player, Thing } from '../state/game-state.ts'
import { findSkill } from './characters.ts'
import { combinedSpellPaths, godOf } from './faith.ts'
import { levelAt, levelOf } from './levels.ts'
import { hasSkill, knowsSkill } from './skills.ts'
import { bonusesOf } from './temporary-bonuses.ts'

/** Maximum of an ability with equipment. */
const maxAbility = 30
/** [CF-14.12] */
const protectionAcBonus = 2
/**
 * [CF-8.11] Fraction of the weight limit up to which a load does not slow the player, and the fraction of speed lost at
 * the full limit.
 */
const unburdenedLoad = 0.5
const fullLoadSlowdown = 0.4

/** [CF-8.10] 0 if the player lacks the skill. */
export function skillLevel(
  { skills, characterRules }: Pick<Player, 'skills' | 'characterRules'>,
  skill: string,
): number {
  const experience = skills.get(skill)
  return experience === undefined ? 0 : levelAt(characterRules, experience)
}

/** [CF-8.9] A skill that a tool provides counts as level 1 or more. */
function bestLevel(player: Player, use: SkillUse): number {
  const fitting = player.characterRules.skills.filter(
    (skill) => skill.use === use && hasSkill(player, skill.name),
  )
  return fitting.reduce((best, { name }) => Math.max(best, 1, skillLevel(player, name)), 0)
}

function wieldedWeapon({ inventory }: Pick<Player, 'inventory'>): Weapon | undefined {
  for (const { applied, archetype } of inventory)
    if (applied && archetype.traits.role === 'weapon') return archetype.traits
  return undefined
}

/** [CF-13.3] */
export function meleeSkill(player: Player): string {
  return wieldedWeapon(player)?.skill ?? unarmedSkill(player)
}

/** [CF-13.3] The skill of unarmed fighting that the player has chosen, or else the one with the most damage. */
function unarmedSkill(player: Player): string {
  const { characterRules, unarmedSkill: chosen } = player
  if (chosen !== undefined && knowsSkill(player, chosen)) return chosen
  const fitting = characterRules.skills.filter(
    ({ use, name }) => use === 'fight unarmed' && knowsSkill(player, name),
  )
  return fitting.sort((a, b) => b.damage - a.damage)[0]?.name ?? 'punching'
}

/** [CF-13.5] [CF-13.18] The attack types of the next blow, and the races to which it does triple damage. */
export function meleeAttack(player: Player): Pick<Weapon, 'slaying'> & { readonly attack: AttackTypes } {
  const { attack, slaying } = wieldedWeapon(player) ?? {
    attack: findSkill(player.characterRules, unarmedSkill(player))?.attack,
    slaying: undefined,
  }
  // [CF-22.6]
  const added = bonusesOf(player).flatMap((bonuses) => bonuses.attack ?? [])
  return { attack: [...new Set([...(attack ?? ['physical']), ...added])], ...(slaying && { slaying }) }
}

/** A pure function that does not depend on the time. */
export function deriveStats(player: Player): DerivedStats {
  const worn = player.inventory.filter(({ applied }) => applied)
  const god = godOf(player)
  // [CF-25.3]
  const ofWorn = worn.flatMap(({ archetype: { bonuses } }) => bonuses ?? [])
  const given = [...bonusesOf(player), ...(god ? [god.bonuses] : []), ...ofWorn]
  const abilities = abilitiesWith(player.origin.abilities, worn, given)
  const level = levelOf(player)
  const race = raceOf(player)
  // [CF-21.10]
  const { formulas } = player.characterRules
  const weightLimit = formulas.weightLimit(abilities)
  const freeSpeed = speedWithEffects(
    player,
    given,
    speedUnderLoad(formulas.speed(abilities), player.carriedWeight / weightLimit),
  )
  const speed = Math.min(freeSpeed, ...worn.map(maxSpeedIn))
  return {
    abilities,
    maxHp: formulas.maxHp(abilities, level, race),
    maxSp: formulas.maxSp(abilities, level, bestLevel(player, 'cast'), race),
    maxGrace: formulas.maxGrace(abilities, level, bestLevel(player, 'pray'), race),
    ...meleeStats(player, formulas, abilities, given, freeSpeed),
    ...defenceStats(player, abilities, worn, given),
    paths: combinedSpellPaths(race.paths, god, worn),
    speed,
    weightLimit,
    sustenance: sumBonuses(given, 'sustenance'),
    regeneration: {
      hp: sumBonuses(given, 'hpRegeneration'),
      sp: sumBonuses(given, 'spRegeneration'),
    },
  }
}

function abilitiesWith(own: Abilities, worn: readonly Thing[], given: readonly StatBonuses[]): Abilities {
  const sum: { [name in Ability]: number } = { ...own }
  const added = [
    ...worn.flatMap(({ archetype }) =>
      archetype.traits.role === 'jewel' ? [archetype.traits.abilityBonuses] : [],
    ),
    ...given.flatMap(({ abilities }) => (abilities ? [abilities] : [])),
  ]
  for (const adds of added) for (const [name, more] of Object.entries(adds)) sum[name as Ability] += more
  for (const name of Object.keys(sum)) {
    sum[name as Ability] = Math.min(maxAbility, Math.max(1, sum[name as Ability]))
  }
  return sum
}

/** [CF-8.9] */
function meleeStats(
  player: Player,
  formulas: StatFormulas,
  abilities: Abilities,
  given: readonly StatBonuses[],
  speed: number,
) {
  const weapon = wieldedWeapon(player)
  const used = meleeSkill(player)
  const skill = skillLevel(player, used)
  const {
    damage = 0,
    wc = 0,
    levelsPerWc,
    slowdownPercent = 0,
  } = findSkill(player.characterRules, used) ?? {}
  return {
    wc:
      formulas.wc(abilities, skill, levelsPerWc) -
      wc -
      (weapon?.wc ?? 0) -
      sumBonuses(given, 'wc') +
      cursePenalty(player),
    damage: Math.max(
      1,
      formulas.damage(abilities, skill, weapon?.damage, raceOf(player)) +
        sumBonuses(given, 'damage') +
        damage,
    ),
    weaponSpeed: formulas.attacksPerTick(abilities, skill, weapon?.slowdownPercent ?? slowdownPercent, speed),
  }
}

/** [CF-22.16] */
function cursePenalty({ effects }: Player): number {
  return effects.get('cursed')?.strength ?? 0
}

/** [CF-8.11] Heavy armour limits the speed. */
function maxSpeedIn({ archetype: { traits } }: Thing): number {
  return traits.role === 'armour' ? (traits.maxSpeed ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
}

/** [CF-8.9] */
function defenceStats(
  player: Player,
  abilities: Abilities,
  worn: readonly Thing[],
  given: readonly StatBonuses[],
) {
  const pieces: readonly (Armour | Jewellery)[] = worn.flatMap(({ archetype }) =>
    archetype.traits.role === 'armour' || archetype.traits.role === 'jewel' ? [archetype.traits] : [],
  )
  const protection = player.effects.get('protection')
  const race = raceOf(player)
  const ac = pieces.reduce((sum, piece) => sum + (piece.ac ?? 0), protection ? protectionAcBonus : 0)
  const armours = pieces.flatMap((piece) => (piece.role === 'armour' ? [piece.armour] : []))
  return {
    ac:
      race.ac -
      ac -
      sumBonuses(given, 'ac') -
      player.characterRules.formulas.acBonus(abilities) +
      cursePenalty(player),
    armour: combinePercentages([
      race.armour,
      ...armours,
      protection?.strength ?? 0,
      ...given.map(({ armour = 0 }) => armour),
    ]),
    resists: combineResistances([race, ...given]),
  }
}

type SummedBonus = Exclude<keyof StatBonuses, 'abilities' | 'resists' | 'attack'>

function sumBonuses(given: readonly StatBonuses[], what: SummedBonus): number {
  return given.reduce((sum, each) => sum + (each[what] ?? 0), 0)
}

/** [CF-22.5] [CF-22.6] */
function speedWithEffects({ effects }: Player, given: readonly StatBonuses[], speed: number): number {
  const hasted = Math.max(0.1, speed + sumBonuses(given, 'speed'))
  return effects.has('slow') ? hasted / 2 : hasted
}

function combineResistances(pieces: readonly { readonly resists?: Resistances }[]): Resistances {
  const entries = attackTypes.map(
    (attack) => [attack, combinePercentages(pieces.map(({ resists }) => resists?.[attack] ?? 0))] as const,
  )
  return Object.fromEntries(entries.filter(([, percent]) => percent !== 0))
}

/**
 * [CF-13.5] Combines resistances. Each percentage reduces the damage that remains after the others. Positive and
 * negative percentages are combined separately.
 */
export function combinePercentages(percents: readonly number[]): number {
  const combined = (some: readonly number[]) =>
    some.reduce((sum, percent) => sum + Math.trunc(((100 - sum) * percent) / 100), 0)
  return (
    combined(percents.filter((percent) => percent > 0)) -
    combined(percents.filter((percent) => percent < 0).map((percent) => -percent))
  )
}

/** [CF-8.11] `load`: carried weight as a fraction of the limit. */
function speedUnderLoad(speed: number, load: number): number {
  const over = Math.min(1, Math.max(0, (load - unburdenedLoad) / (1 - unburdenedLoad)))
  return Math.max(0.3, speed * (1 - fullLoadSlowdown * over))
}
