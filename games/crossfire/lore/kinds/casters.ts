// Items that hold a spell (wands, rods, scrolls, books, potions), and machines that cast one. [CF-22.9]
import type { Role } from '../../scene/archetype.ts'
import type { Deed, Given, Spell } from '../../scene/spell.ts'
import { kindId } from './kind-id.ts'
import type { Said } from './said.ts'
import { firstTag, givenBy, spellOf, unknownIlls } from './spells.ts'

/** Private key: the archetype of the spell that an item holds. No Crossfire file has it. */
export const spellKey = 'packetboat_spell'

/** Types that hold one spell, set by the map or drawn at random: wand, rod, scroll, book, potion. */
export const holders: ReadonlySet<number> = new Set([3, 5, 85, 109, 111])

/** [CF-22.9] Attempts to draw a supported spell. */
export const drawingsOfSpell = 8

/** Range of a wand's charges, drawn at its first use. */
const charges = [8, 20] as const
/** Ticks in which a rod regains one charge. */
const rodTicks = 40

/** Returns undefined if there is no spell, or if it is unsupported. */
export function spellHeld(said: Said): Spell | undefined {
  const named = said.text(spellKey)
  const held =
    named === undefined ? (said.spellInside ?? said.held ?? spellOfArtifact(said)) : said.other(named)
  return held && spellOf(held)
}

/** [CF-24.10] */
function spellOfArtifact(said: Said): Said | undefined {
  return said.text('artifact') === undefined ? undefined : said.other(said.text('other_arch') ?? '')
}

/** Whether the spell will be drawn at random, and is not known yet. */
export function isDrawn(said: Said): boolean {
  if (!holders.has(said.type) || said.text(spellKey) !== undefined || said.spellInside || said.held)
    return false
  return said.text('randomitems') !== undefined
}

export function wand(said: Said): Role | undefined {
  const spell = spellHeld(said)
  if (!spell) return isDrawn(said) ? { role: 'trophy' } : undefined
  return { role: 'wand', spell: spell.id, level: levelOf(said, spell), charges }
}

/** A rod is never used up. `maxhp` is its number of casts without a rest. */
export function rod(said: Said): Role | undefined {
  const spell = spellHeld(said)
  if (!spell) return isDrawn(said) ? { role: 'trophy' } : undefined
  const most = said.within('maxhp', 1, 20, 3)
  return {
    role: 'wand',
    spell: spell.id,
    level: levelOf(said, spell),
    charges: [most, most],
    rests: rodTicks,
  }
}

export function scroll(said: Said): Role | undefined {
  const spell = spellHeld(said)
  if (!spell) return isDrawn(said) ? { role: 'trophy' } : undefined
  return { role: 'scroll', spell: spell.id, level: levelOf(said, spell) }
}

export function spellbook(said: Said): Role | undefined {
  const spell = spellHeld(said)
  if (!spell) return isDrawn(said) ? { role: 'trophy' } : undefined
  return { role: 'spellbook', spell: spell.id, level: spell.level }
}

/** [CF-21.8] Casts the spell that it holds, or applies its own attributes for a while. */
export function potion(said: Said): Role | undefined {
  const spell = spellHeld(said)
  if (spell)
    return {
      role: 'potion',
      spell: spell.id,
      food: 0,
      above: Math.max(0, said.within('level', 1, 115, 1) - spell.level),
      ...(isCursed(said) && { spoilt: true }),
    }
  return drunk(said) && { role: 'potion', spell: ownSpell(said), food: 0 }
}

/** A potion without a spell acts as a spell of its own, identified by all attributes that differ from its archetype. */
function ownSpell({ arch, own }: Said): string {
  return kindId({ arch, says: own })
}

/** Duration of a potion's effect, in seconds. */
const potionSeconds = 120

/** [CF-22.6] The spell of a potion that changes or cures the drinker. */
export function drunk(said: Said): Spell | undefined {
  const does = effectOfDrinking(said)
  if (!does) return undefined
  const name = said.text('title')?.replace(/^of /, '') ?? said.name
  return {
    ...{ id: ownSpell(said), tag: firstTag + said.line, name, about: name },
    ...{ skill: undefined, level: 1, mana: 0, grace: 0, ticks: 1, path: 0, face: '' },
    does,
  }
}

function effectOfDrinking(said: Said): Deed | undefined {
  const given = givenBy(said)
  const gives = given && isCursed(said) ? reversed(given) : given
  // [CF-24.11]
  if (gives?.abilities) return { deed: 'raise', abilities: gives.abilities }
  if (gives) return { deed: 'boon', gives, seconds: potionSeconds, longer: 0 }
  const isCure = (said.number('attacktype') & unknownIlls) !== 0
  return isCure ? { deed: 'heal', hp: [0, 0], grows: 0 } : undefined
}

function isCursed(said: Said): boolean {
  return said.is('cursed') || said.is('damned')
}

/** [CF-25.9] A cursed potion reverses every effect. */
function reversed(given: Given): Given {
  const turned = Object.entries(given).map(([what, amount]) => [
    what,
    typeof amount === 'number'
      ? -amount
      : Object.fromEntries(Object.entries(amount).map(([name, each]) => [name, -Number(each)])),
  ])
  return Object.fromEntries(turned) as Given
}

function levelOf(said: Said, spell: Spell): number {
  return Math.max(spell.level, said.within('level', 1, 115, 1))
}

/** [CF-22.9] The spell of a wall or rune: inside it on the map, else in `other_arch`, else inside its archetype. */
export function castBy(said: Said): Spell | undefined {
  const own = said.held && spellOf(said.held)
  const cast = said.spellInside ?? said.other(said.text('other_arch') ?? '')
  return cast ? spellOf(cast) : own
}
