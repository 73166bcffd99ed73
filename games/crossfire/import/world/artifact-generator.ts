// [CF-25.2]
import type { Random } from '../../../shared/random.ts'
import { type AttackType, attackTypes } from '../../model/definitions/attack-types.ts'
import {
  applyArtifactChange,
  emptyPotionRetries,
  isArtifactAllowed,
  isItemAttribute,
} from '../attributes/artifacts.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'
import type { ArchetypeCatalog } from '../catalog/archetype-catalog.ts'
import { convertPotion, heldSpellKey } from '../converters/magic-items.ts'
import type { Artifact } from '../format/recipes.ts'
import { type StepBudget, spendSteps } from './step-budget.ts'

/** `forShop`: whether the treasure is for a shop, whose wares are never cursed. */
export interface TreasureContext {
  readonly random: Random
  /** Difficulty of the map, from 1. */
  readonly difficulty: number
  /** The `magic` of the entry in the treasure list. */
  readonly magic: number
  readonly forShop: boolean
  readonly budget: StepBudget
}

/**
 * Percentage of items that are magical: `least` at difficulty 0, one more for every `per` points of difficulty, up to
 * `most`.
 */
const magical = { least: 5, per: 5, most: 25 } as const
/** Points of the magic bonus. `most`: their maximum. `more`: percentage chance of each further point. */
const points = { most: 4, more: 25 } as const
/** `magic`: percentage of magical items with a negative bonus. `jewel` and `potion`: percentages that are cursed. */
const bad = { magic: 33, jewel: 33, potion: 50 } as const
/**
 * One in `oneOf` items becomes an artifact, if one of up to `tries` draws fits. A potion without effect always gets up
 * to `triesOfPotion` draws.
 */
const rare = { oneOf: 20, tries: 2, triesOfPotion: emptyPotionRetries } as const
/**
 * [CF-25.3] Maximum number of characters of an artifact's changes. The limit exists because the changes become part of
 * the archetype id. A story that would exceed this limit is left out.
 */
const longest = 1000

const [potionType, ringType] = [5, 70] as const
const bare: ReadonlySet<string> = new Set(['ring', 'amulet'])

type OwnAttributes = Map<string, string>

export class ArtifactGenerator {
  readonly #archetypes: ArchetypeCatalog
  /** Artifacts by object type. */
  readonly #artifacts = new Map<number, Artifact[]>()

  constructor(artifacts: readonly Artifact[], archetypes: ArchetypeCatalog) {
    this.#archetypes = archetypes
    for (const artifact of artifacts) {
      const type = Number(artifact.attributes.get('type') ?? 0)
      const others = this.#artifacts.get(type)
      if (others) others.push(artifact)
      else this.#artifacts.set(type, [artifact])
    }
  }

  /** [CF-25.2] */
  improve(attributes: ObjectAttributes, own: OwnAttributes, drawn: TreasureContext): OwnAttributes {
    const isMagic = attributes.flag('magic')
    const magic = isMagic || bare.has(attributes.arch) ? 0 : magicOf(drawn)
    const charmed = magic === 0 ? own : withMagicBonus(attributes, own, magic)
    const artifact = isMagic ? undefined : this.#artifactFor(attributes, own, magic, drawn)
    if (!artifact && bare.has(attributes.arch)) return withRandomBonuses(attributes, charmed, drawn)
    const made = artifact ? this.#created(attributes, charmed, artifact) : charmed
    const spoils = attributes.type === potionType && !drawn.forShop && drawn.random.below(100) < bad.potion
    return spoils ? new Map([...made, ['cursed', '1']]) : made
  }

  #artifactFor(
    attributes: ObjectAttributes,
    own: OwnAttributes,
    magic: number,
    { random, difficulty, forShop, budget }: TreasureContext,
  ) {
    const all = this.#artifacts.get(attributes.type)
    if (!all) return undefined
    const empty =
      attributes.type === potionType && !own.has(heldSpellKey) && convertPotion(attributes) === undefined
    if (!empty && random.below(rare.oneOf) > 0) return undefined
    for (let tries = empty ? rare.triesOfPotion : rare.tries; tries > 0; tries--) {
      if (!spendSteps(budget, all.length)) return undefined
      const artifact = pickByChance(all, random)
      if (!artifact || artifact.name === 'NONE') return undefined
      const { attributes: changes } = artifact
      const fits =
        Math.abs(magic) >= Math.abs(Number(changes.get('magic') ?? 0)) &&
        difficulty >= Number(changes.get('difficulty') ?? 0) &&
        !(forShop && isCursed(changes)) &&
        isArtifactAllowed(artifact, attributes.arch, attributes.name)
      if (fits) return artifact
    }
    return undefined
  }

  #created(
    attributes: ObjectAttributes,
    own: OwnAttributes,
    { name, attributes: changes }: Artifact,
  ): OwnAttributes {
    const made = applyChanges(attributes, own, changes)
    if (!made.has('title')) made.set('title', `of ${name}`)
    if (changes.has('face') && !changes.has('animation')) made.set('animation', 'NONE')
    // If the artifact names a spell, the item holds that spell.
    const spell = changes.get('other_arch')
    if (spell !== undefined && this.#archetypes.archetype(spell)) made.set(heldSpellKey, spell)
    const magic = Number(made.get('magic') ?? 0)
    if (isCursed(made) && magic > 0) made.set('magic', String(-magic))
    return made
  }
}

/** [CF-25.2] */
function magicOf({ random, difficulty, magic, forShop }: TreasureContext): number {
  const chance = Math.min(magical.most, magical.least + Math.floor(difficulty / magical.per))
  if (!(magic > 0) || random.below(100) >= chance) return 0
  let amount = 1
  while (amount < Math.min(magic, points.most) && random.below(100) < points.more) amount++
  return !forShop && random.below(100) < bad.magic ? -amount : amount
}

/** Each point changes the weight by a tenth. A negative bonus also curses the item. */
function withMagicBonus(attributes: ObjectAttributes, own: OwnAttributes, magic: number): OwnAttributes {
  const weight = Math.round((attributes.int('weight') * (10 - magic)) / 10)
  return new Map([
    ...own,
    ['magic', String(magic)],
    ...(weight > 0 ? [['weight', String(weight)] as const] : []),
    ...(magic < 0 ? [['cursed', '1'] as const] : []),
  ])
}

/** [CF-25.4] Attack types against which rings and amulets never protect. */
const notOfRings: ReadonlySet<AttackType> = new Set([
  ...(['weaponmagic', 'cancellation', 'chaos', 'counterspell', 'godpower', 'internal', 'disease'] as const),
])
const ringResistances: readonly AttackType[] = attackTypes.filter((attack) => !notOfRings.has(attack))
/**
 * [CF-25.4] A resistance in percent is `least` plus the sum of `dice` random numbers, but at most `most`. Each random
 * number is from 0 to 4 plus the size of the bonus.
 */
const resistance = { least: 10, dice: 4, most: 35 } as const
/**
 * [CF-25.4] `two`: percentage of bonuses that have two points. `more`: percentage chance of each further property of a
 * ring.
 */
const jewels = { two: 8, more: 25, maxOnRing: 3 } as const
const abilities = ['Str', 'Dex', 'Con', 'Int', 'Wis', 'Pow', 'Cha'] as const
/**
 * [CF-25.4] The keys of a ring's properties, all equally likely. A negative bonus has one of the first eleven keys. The
 * key `none` adds no property.
 */
const ringProperties: readonly string[] = [
  ...[...abilities, 'dam', 'wc', 'food', 'ac'],
  ...[...Array<string>(9).fill('resist'), 'hp', 'sp', 'exp', 'none', 'none'],
]
const negativeProperties = 11
/** [CF-25.4] Factors of the item's value, by property, and for the first, second and third property. */
const worthOf: { readonly [key: string]: number | undefined } = { hp: 4, sp: 3, exp: 2 / 3 }
const worthOfMore = [1, 3, 5] as const

/** [CF-25.4] */
function withRandomBonuses(
  attributes: ObjectAttributes,
  own: OwnAttributes,
  { random, forShop }: TreasureContext,
): OwnAttributes {
  const cursed = !forShop && random.below(100) < bad.jewel
  const isRing = attributes.type === ringType
  const made = new Map(own)
  let worth = attributes.intWithin('value', 0, 1_000_000)
  for (let place = 0; place < (isRing ? jewels.maxOnRing : 1); place++) {
    if (place > 0 && random.below(100) >= jewels.more) break
    // The second property of a ring is negative with a probability of 1/2, and the third with a probability of 2/3.
    const negative = cursed || (place > 0 && random.below(place + 1) > 0)
    const bonus = (random.below(100) < jewels.two ? 2 : 1) * (negative ? -1 : 1)
    const key = isRing
      ? ringProperties[random.below(negative ? negativeProperties : ringProperties.length)]!
      : random.below(2) === 0
        ? 'ac'
        : 'resist'
    addProperty(made, key, bonus, random)
    worth *= 2 * Math.abs(bonus) * (worthOf[key] ?? 1) * (negative ? 1 : worthOfMore[place]!)
  }
  made.set('value', String(Math.min(100_000_000, Math.floor(cursed ? worth / 3 : worth))))
  return cursed ? made.set('cursed', '1') : made
}

/** Adds nothing if the ring already resists the drawn attack type. */
function addProperty(made: OwnAttributes, key: string, bonus: number, random: Random): void {
  if (key === 'none') return
  if (key !== 'resist') {
    made.set(key, String((Number(made.get(key)) || 0) + bonus))
    return
  }
  const against = `resist_${ringResistances[random.below(ringResistances.length)]}`
  if (made.has(against)) return
  let percent: number = resistance.least
  for (let left = resistance.dice; left > 0; left--) percent += random.below(5 + Math.abs(bonus))
  percent = Math.min(resistance.most, percent)
  made.set(against, String(bonus < 0 ? -2 * percent : percent))
}

function pickByChance(all: readonly Artifact[], random: Random): Artifact | undefined {
  const weights = all.map(({ chance }) => Math.max(0, Math.floor(chance)))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return undefined
  let left = random.below(sum)
  for (const [place, weight] of weights.entries()) {
    left -= weight
    if (left < 0) return all[place]
  }
  return undefined
}

function isCursed(own: ReadonlyMap<string, string>): boolean {
  return [own.get('cursed'), own.get('damned')].some((value) => Number(value ?? 0) !== 0)
}

/** [CF-25.3] */
function applyChanges(
  attributes: ObjectAttributes,
  own: OwnAttributes,
  changes: ReadonlyMap<string, string>,
): OwnAttributes {
  const made = new Map(own)
  let letters = 0
  // The story (`msg`) is sorted last, so that it is the first to be left out at the limit.
  for (const [key, value] of [...changes].sort(([a], [b]) => Number(a === 'msg') - Number(b === 'msg'))) {
    letters += key.length + value.length
    if (!isItemAttribute(key) || key === 'other_arch' || letters > longest) continue
    const before = Number(made.get(key) ?? attributes.int(key))
    made.set(key, applyArtifactChange(key, before, value))
  }
  return made
}
