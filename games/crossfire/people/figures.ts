// Derived values of a player: combat, defence, speed and so on. [CF-8.8]
import type { Armour, Jewel, Weapon } from '../scene/archetype.ts'
import type { Attack, Resistance } from '../scene/attack.ts'
import type { Abilities, Ability, Figures } from '../scene/character.ts'
import type { Player, Thing } from '../scene/scene.ts'
import type { Given } from '../scene/spell.ts'
import { type Body, bodyOf, bonus } from './bodies.ts'
import { givenTo } from './boons.ts'
import { levelAt } from './experience.ts'
import { godOf, pathsOf } from './faith.ts'

/** Maximum of an ability with equipment. */
const mostAbility = 30
/** [CF-8.9] Values with average abilities, at the first level and without equipment. */
const plain = { ac: 10, sp: 6, grace: 6 } as const
/** [CF-14.12] Reduction of ac by the spell of protection. */
const protectedAc = 2
/** [CF-8.11] Fraction of the weight limit without slowdown, and the loss of speed at the full limit. */
const lightLoad = 0.5
const heavyLoss = 0.4
const attacks: readonly Attack[] = ['physical', 'magic', 'fire', 'cold', 'poison']

/** [CF-8.10] 0 without the skill. */
export function skillLevel(player: Pick<Player, 'skills'>, skill: string): number {
  const experience = player.skills.get(skill)
  return experience === undefined ? 0 : levelAt(experience)
}

/** The wielded weapon; undefined for bare hands. */
export function wielded({ inventory }: Pick<Player, 'inventory'>): Weapon | undefined {
  for (const { applied, kind } of inventory) if (applied && kind.is.role === 'weapon') return kind.is
  return undefined
}

/** [CF-13.3] The skill used and trained by the next blow. */
export function meleeSkill(player: Pick<Player, 'inventory'>): string {
  return wielded(player)?.skill ?? 'punching'
}

/** Pure: depends on the player only, not on the time. */
export function figure(player: Player): Figures {
  const worn = player.inventory.filter(({ applied }) => applied)
  const god = godOf(player)
  // [CF-25.3]
  const ofWorn = worn.flatMap(({ kind: { gives } }) => gives ?? [])
  const given = [...givenTo(player), ...(god ? [god.gives] : []), ...ofWorn]
  const abilities = abilitiesWith(player.origin.abilities, worn, given)
  const level = levelAt(player.experience)
  // [CF-21.10]
  const body = bodyOf(player)
  const weightLimit = body.weightLimit(abilities)
  const speed = hastened(player, given, slowed(body.speed(abilities), player.carried / weightLimit))
  return {
    abilities,
    maxHp: body.maxHp(abilities, level),
    ...mosts(abilities, level),
    ...melee(player, body, abilities, given, speed),
    ...defence(player, abilities, worn, given),
    paths: pathsOf(god, worn),
    speed,
    weightLimit,
  }
}

function abilitiesWith(own: Abilities, worn: readonly Thing[], given: readonly Given[]): Abilities {
  const sum: { [name in Ability]: number } = { ...own }
  const added = [
    ...worn.flatMap(({ kind }) => (kind.is.role === 'jewel' ? [kind.is.adds] : [])),
    ...given.flatMap(({ abilities }) => (abilities ? [abilities] : [])),
  ]
  for (const adds of added) for (const [name, more] of Object.entries(adds)) sum[name as Ability] += more
  for (const name of Object.keys(sum)) {
    sum[name as Ability] = Math.min(mostAbility, Math.max(1, sum[name as Ability]))
  }
  return sum
}

/** [CF-8.9] */
function mosts({ Int, Pow, Wis }: Abilities, level: number) {
  const grown = level - 1
  return {
    maxSp: Math.max(
      1,
      plain.sp + bonus(Pow) + bonus(Int) + Math.max(1, 2 + Math.floor(bonus(Pow) / 2)) * grown,
    ),
    maxGrace: Math.max(1, plain.grace + 2 * bonus(Wis) + Math.max(1, 2 + Math.floor(bonus(Wis) / 2)) * grown),
  }
}

/** [CF-8.9] */
function melee(player: Player, body: Body, abilities: Abilities, given: readonly Given[], speed: number) {
  const weapon = wielded(player)
  const skill = skillLevel(player, meleeSkill(player))
  return {
    wc: body.wc(abilities, skill) - (weapon?.wc ?? 0) - sumOf(given, 'wc'),
    damage: Math.max(1, body.damage(abilities, skill, weapon?.damage) + sumOf(given, 'damage')),
    weaponSpeed: body.blows(abilities, skill, weapon?.slows ?? 0, speed),
  }
}

/** [CF-8.9] */
function defence(player: Player, abilities: Abilities, worn: readonly Thing[], given: readonly Given[]) {
  const pieces: readonly (Armour | Jewel)[] = worn.flatMap(({ kind }) =>
    kind.is.role === 'armour' || kind.is.role === 'jewel' ? [kind.is] : [],
  )
  const protection = player.effects.get('protection')
  const ac = pieces.reduce((sum, piece) => sum + (piece.ac ?? 0), protection ? protectedAc : 0)
  const armours = pieces.flatMap((piece) => (piece.role === 'armour' ? [piece.armour] : []))
  return {
    ac: plain.ac - ac - sumOf(given, 'ac') - Math.floor(bonus(abilities.Dex) / 2),
    armour: together([...armours, protection?.strength ?? 0, ...given.map(({ armour = 0 }) => armour)]),
    resists: resistsOf([...pieces, ...given]),
  }
}

function sumOf(given: readonly Given[], what: 'wc' | 'ac' | 'damage' | 'speed'): number {
  return given.reduce((sum, each) => sum + (each[what] ?? 0), 0)
}

/** [CF-22.5] [CF-22.6] */
function hastened({ effects }: Player, given: readonly Given[], speed: number): number {
  const hasted = Math.max(0.1, speed + sumOf(given, 'speed'))
  return effects.has('slow') ? hasted / 2 : hasted
}

function resistsOf(pieces: readonly { readonly resists?: Resistance }[]): Resistance {
  const entries = attacks.map(
    (attack) => [attack, together(pieces.map(({ resists }) => resists?.[attack] ?? 0))] as const,
  )
  return Object.fromEntries(entries.filter(([, percent]) => percent !== 0))
}

/** [CF-13.5] Combines percentages: each reduces what the others leave. */
export function together(percents: readonly number[]): number {
  const left = percents.reduce((rest, percent) => rest * (1 - percent / 100), 1)
  return Math.round(100 * (1 - left))
}

/** [CF-8.11] `load`: carried weight as a fraction of the limit. */
function slowed(speed: number, load: number): number {
  const over = Math.min(1, Math.max(0, (load - lightLoad) / (1 - lightLoad)))
  return Math.max(0.3, speed * (1 - heavyLoss * over))
}
