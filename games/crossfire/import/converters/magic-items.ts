// Items that hold a spell (wands, rods, scrolls, books, potions), and machines that cast one. [CF-22.9]
import type { Traits } from '../../model/definitions/archetype.ts'
import type { Spell, SpellEffect, StatBonuses } from '../../model/definitions/spell.ts'
import { archetypeIdOf } from '../attributes/archetype-id.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'
import { convertBonuses, cureDiseaseBit, parseCures, unearthlyEffect } from './spells/beneficial-spells.ts'
import { firstImportedSpellTag, parseSpell } from './spells.ts'

/** A key of our own for the archetype of the spell that an item holds. */
export const heldSpellKey = 'packetboat_spell'

/** Types of items whose spell the map sets, or the import draws at random. */
export const spellHolderTypes: ReadonlySet<number> = new Set([3, 5, 85, 109, 111])

/** [CF-22.9] Number of attempts to draw a supported spell. */
export const maxSpellDraws = 8

/** Minimum and maximum number of charges, drawn at the wand's first use. */
const charges = [8, 20] as const
/** Ticks in which a rod regains one charge. */
const rodTicks = 40

/** Undefined if the item holds no spell or an unsupported one. */
function heldSpellOf(attributes: ObjectAttributes): Spell | undefined {
  const named = attributes.text(heldSpellKey)
  const held =
    named === undefined
      ? (attributes.spellInside ?? attributes.held ?? spellOfArtifact(attributes))
      : attributes.other(named)
  // A spell is identified by its archetype, so changes of the spell object inside the item are ignored.
  const spell = held && attributes.other(held.arch)
  return spell && parseSpell(spell)
}

/** [CF-24.10] */
function spellOfArtifact(attributes: ObjectAttributes): ObjectAttributes | undefined {
  return attributes.text('artifact') === undefined
    ? undefined
    : attributes.other(attributes.text('other_arch') ?? '')
}

export function isSpellRandom(attributes: ObjectAttributes): boolean {
  if (
    !spellHolderTypes.has(attributes.type) ||
    attributes.text(heldSpellKey) !== undefined ||
    attributes.spellInside ||
    attributes.held
  )
    return false
  return attributes.text('randomitems') !== undefined
}

export function convertWand(attributes: ObjectAttributes): Traits | undefined {
  const spell = heldSpellOf(attributes)
  if (!spell) return isSpellRandom(attributes) ? { role: 'trophy' } : undefined
  return { role: 'wand', spell: spell.id, level: castingLevel(attributes, spell.level), charges }
}

/** Rods are never used up. `maxhp` is the maximum number of charges. */
export function convertRod(attributes: ObjectAttributes): Traits | undefined {
  const spell = heldSpellOf(attributes)
  if (!spell) return isSpellRandom(attributes) ? { role: 'trophy' } : undefined
  const most = attributes.intWithin('maxhp', 1, 20, 3)
  return {
    role: 'wand',
    spell: spell.id,
    level: castingLevel(attributes, spell.level),
    charges: [most, most],
    rechargeTicks: rodTicks,
  }
}

export function convertScroll(attributes: ObjectAttributes): Traits | undefined {
  const spell = heldSpellOf(attributes)
  if (!spell) return isSpellRandom(attributes) ? { role: 'trophy' } : undefined
  return { role: 'scroll', spell: spell.id, level: castingLevel(attributes, spell.level) }
}

export function convertSpellbook(attributes: ObjectAttributes): Traits | undefined {
  const spell = heldSpellOf(attributes)
  if (!spell) return isSpellRandom(attributes) ? { role: 'trophy' } : undefined
  return { role: 'spellbook', spell: spell.id, level: spell.level }
}

/** [CF-21.8] A potion casts the spell that it holds, or applies its own attributes for a while. */
export function convertPotion(attributes: ObjectAttributes): Traits | undefined {
  const spell = heldSpellOf(attributes)
  if (spell)
    return {
      role: 'potion',
      spell: spell.id,
      food: 0,
      levelsAbove: Math.max(0, attributes.level - spell.level),
      ...(isCursed(attributes) && { harmful: true }),
    }
  return potionSpell(attributes) && { role: 'potion', spell: ownSpell(attributes), food: 0 }
}

function ownSpell({ arch, own }: ObjectAttributes): string {
  return archetypeIdOf({ arch, attributes: own })
}

const potionSeconds = 120

/** A cure of this level cures every disease, because no disease has a higher level. */
const strongestDisease = 115

/** [CF-22.6] */
export function potionSpell(attributes: ObjectAttributes): Spell | undefined {
  const does = effectOfDrinking(attributes)
  if (!does) return undefined
  const name = attributes.text('title')?.replace(/^of /, '') ?? attributes.name
  return {
    ...{ id: ownSpell(attributes), tag: firstImportedSpellTag + attributes.line, name, description: name },
    ...{ skill: undefined, level: 1, mana: 0, grace: 0, ticks: 1, path: 0, face: '' },
    effect: does,
  }
}

function effectOfDrinking(attributes: ObjectAttributes): SpellEffect | undefined {
  const given = convertBonuses(attributes)
  const gives = given && isCursed(attributes) ? reverseBonuses(given) : given
  // [CF-24.11]
  if (gives?.abilities) return { type: 'raise', abilities: gives.abilities }
  if (gives) return { type: 'boon', bonuses: gives, seconds: potionSeconds, secondsPerLevel: 0 }
  const attacktype = attributes.int('attacktype')
  const cures = parseCures(attacktype)
  const isCure = cures.length > 0 || (attacktype & cureDiseaseBit) !== 0
  if (!isCure) return unearthlyEffect(attributes, potionSeconds)
  return {
    ...{ type: 'heal', hp: [0, 0], perLevel: 0 },
    ...(cures.length > 0 && { cures }),
    // [CF-22.15]
    ...((attacktype & cureDiseaseBit) !== 0 && { curesDiseases: { level: strongestDisease } }),
  }
}

function isCursed(attributes: ObjectAttributes): boolean {
  return attributes.flag('cursed') || attributes.flag('damned')
}

/** [CF-25.9] A cursed potion reverses every effect. */
function reverseBonuses(given: StatBonuses): StatBonuses {
  const turned = Object.entries(given).map(([what, amount]) => [
    what,
    typeof amount === 'number'
      ? -amount
      : Object.fromEntries(Object.entries(amount).map(([name, each]) => [name, -Number(each)])),
  ])
  return Object.fromEntries(turned) as StatBonuses
}

/** The item's level, or the spell's level if that is higher. */
export function castingLevel(attributes: ObjectAttributes, spellLevel: number): number {
  return Math.max(spellLevel, attributes.level)
}

/**
 * [CF-22.9] The spell that the map puts inside has precedence, then the spell that `other_arch` names, then the spell
 * inside the archetype.
 */
export function spellCastBy(attributes: ObjectAttributes): Spell | undefined {
  const own = attributes.held && parseSpell(attributes.held)
  const cast = attributes.spellInside ?? attributes.other(attributes.text('other_arch') ?? '')
  return cast ? parseSpell(cast) : own
}
