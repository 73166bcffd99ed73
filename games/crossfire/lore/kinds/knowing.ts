// What the owner of an unidentified item does not know: its full name and value. [CF-25.1]
import type { Archetype, Name, Unknown } from '../../scene/archetype.ts'
import type { LoreObject } from '../objects.ts'
import { spellKey } from './casters.ts'
import type { Said } from './said.ts'

/** Crossfire's own key. The value 0 in an id means not identified. */
const knownKey = 'identified'
/** What a player has found out about an unidentified item. */
export const sensedKeys: { readonly [what in keyof Unknown]-?: string } = {
  magic: 'known_magical',
  curse: 'known_cursed',
}
/** Keys of an id that describe what is known about the item, and not the item. */
export const knowingKeys: readonly string[] = [knownKey, ...Object.values(sensedKeys)]

/** [CF-25.1] Types to identify: rods, potions, arrows, bows, weapons, worn items, spellbooks, wands, scrolls. */
const hidden: ReadonlySet<number> = new Set([
  3, 5, 13, 14, 15, 16, 33, 34, 39, 70, 85, 87, 99, 100, 104, 109, 111, 113, 130,
])
const [ring, amulet] = [70, 39] as const

/** [CF-25.1] Whether the item needs identification, by its type or because it is an artifact. */
function hides(said: Said): boolean {
  return hidden.has(said.type) || said.text('title') !== undefined
}

/** [CF-25.1] The object as it lies on a map: unidentified if its type requires it and no attribute says otherwise. */
export function notKnown<Of extends Pick<LoreObject, 'arch' | 'says'>>(object: Of, said: Said): Of {
  const plain = said.is(knownKey) || said.is('unpaid') || said.is('no_pick') || said.isMonster
  if (plain || !hides(said)) return object
  return { ...object, says: new Map([...object.says, [knownKey, '0']]) }
}

/** Undefined: it is identified. */
export function unknownOf(said: Said): Unknown | undefined {
  if (!said.isOwn(knownKey) || said.is(knownKey)) return undefined
  return {
    ...(said.is(sensedKeys.magic) && { magic: true as const }),
    ...(said.is(sensedKeys.curse) && { curse: true as const }),
  }
}

export function curseOf(said: Said): Archetype['curse'] {
  return said.is('damned') ? 'damned' : said.is('cursed') ? 'cursed' : undefined
}

/**
 * [CF-25.2] `sword of Ease +2`; for an unidentified item only the first word. [CF-22.9] A wand of fire bolt is named
 * after its spell unless its map names it.
 */
export function nameOf(said: Said): Name {
  if (unknownOf(said)) return called(said, '')
  const { one, many } = called(said, hides(said) && !said.isOwn('name') ? 'identified_' : '')
  const more = `${ofWhat(said)}${plus(said)}`
  return { one: `${one}${more}`, many: `${many}${more}` }
}

/** [CF-25.1] The archetype's name, or its name once identified, such as "scroll" and "scroll of literacy". */
function called(said: Said, known: '' | 'identified_'): Name {
  const one = said.text(`${known}name`) ?? said.name
  return { one, many: said.text(`${known}name_pl`) ?? said.text('name_pl') ?? one }
}

function ofWhat(said: Said): string {
  const title = said.text('title')
  if (title !== undefined) return ` ${title}`
  const spell = said.isOwn('name') ? undefined : said.other(said.text(spellKey) ?? '')
  return spell ? ` of ${spell.name}` : ''
}

/** A ring or amulet without a title lists its bonuses. */
function plus(said: Said): string {
  if (said.type === ring || said.type === amulet)
    return said.text('title') === undefined && said.isAnyOwn(bonusKeys) ? ` ${bonuses(said)}` : ''
  const magic = hides(said) ? said.within('magic', -99, 99) : 0
  return magic === 0 ? '' : ` ${signed(magic)}`
}

/** Bonuses listed in the names of rings and amulets. */
const bonusKeys: readonly string[] = [
  ...['Str', 'Dex', 'Con', 'Int', 'Wis', 'Pow', 'Cha', 'ac', 'wc', 'dam'],
  ...['resist_physical', 'resist_magic', 'resist_fire', 'resist_cold', 'resist_poison'],
]

function bonuses(said: Said): string {
  return bonusKeys
    .filter((key) => said.is(key))
    .map((key) => `(${key.replace(/^resist_(.+)/, 'resist $1 ')}${signed(said.within(key, -100, 100))})`)
    .join('')
}

function signed(number: number): string {
  return number > 0 ? `+${number}` : `${number}`
}

/** [CF-25.10] An unidentified item has its archetype's price. Once known, magic raises it and a curse lowers it. */
export function worthOf(said: Said): number {
  const unknown = unknownOf(said) !== undefined
  const own = unknown ? said.ofArchetype('value') * unknownPart : said.within('value', 0, mostValue)
  const magic = unknown || !hides(said) ? 0 : said.within('magic', -10, 10)
  const spell = bySpell.has(said.type) && !unknown && !said.isOwn('value') ? said.text(spellKey) : undefined
  const each = spell === undefined ? 1 : Math.max(1, said.other(spell)?.within('value', 0, mostValue) ?? 1)
  const left = { cursed: 0.8, damned: 0.6, none: 1 }[curseOf(said) ?? 'none']
  return Math.min(mostValue, Math.floor(own * each * plusWorth ** magic * left))
}
const mostValue = 1_000_000_000
const [unknownPart, plusWorth] = [0.7, 1.15] as const
/** Books, wands and scrolls, whose value is a multiple of their spell's value. */
const bySpell: ReadonlySet<number> = new Set([85, 109, 111])
