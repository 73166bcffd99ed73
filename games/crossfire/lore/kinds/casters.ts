// What holds a spell: wands, rods, scrolls, books, potions; and the machines that cast one. [CF-22.9]
import type { Role } from '../../scene/archetype.ts'
import type { Deed, Given, Spell } from '../../scene/spell.ts'
import { kindId } from './kind-id.ts'
import type { Said } from './said.ts'
import { firstTag, givenBy, spellOf, unknownIlls } from './spells.ts'

/** A key of ours: the archetype of the spell that is in it. No file of Crossfire's has it. */
export const spellKey = 'packetboat_spell'

/** Types that hold one spell, which a map puts into them, or which is drawn for them: wand, rod, scroll, book, potion. */
export const holders: ReadonlySet<number> = new Set([3, 5, 85, 109, 111])

/** [CF-22.9] So often one is drawn for it, until it is one that does something. */
export const drawingsOfSpell = 8

/** Charges of a wand, drawn when it is first used. */
const charges = [8, 20] as const
/** Ticks in which one charge comes back to a rod. */
const rodTicks = 40

/** Undefined: there is none in it, or it is mute. */
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

/** One whose spell will be drawn, of which nothing is known yet. */
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

/** It is never used up: `maxhp` is what it can do without a rest. */
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

/** [CF-21.8] By the spell in it; or by what it says itself, for a while. */
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

/** A potion is a spell of its own, with all that it says beside its archetype. */
function ownSpell({ arch, own }: Said): string {
  return kindId({ arch, says: own })
}

/** Seconds that a potion's changes stay. */
const potionSeconds = 120

/** [CF-22.6] A potion that changes who drinks it, or cures him, as the spell that it is. */
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

/** [CF-25.9] Of a cursed potion everything is the other way round. */
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

/** [CF-22.9] The spell of a wall or rune: what its map puts into it, else what it names, else what its archetype holds. */
export function castBy(said: Said): Spell | undefined {
  const own = said.held && spellOf(said.held)
  const cast = said.spellInside ?? said.other(said.text('other_arch') ?? '')
  return cast ? spellOf(cast) : own
}
