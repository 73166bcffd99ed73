// An unidentified item hides its full name and value. [CF-25.1]
import type { Archetype, RevealedProperties, ThingName } from '../../model/definitions/archetype.ts'
import { attackTypeName, attackTypes } from '../../model/definitions/attack-types.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'
import type { ObjectDefinition } from '../format/objects.ts'
import { castingLevel, heldSpellKey } from './magic-items.ts'

/** The value 0 in an id means that the item is unidentified. */
const knownKey = 'identified'
export const revealedKeys: { readonly [what in keyof RevealedProperties]-?: string } = {
  magic: 'known_magical',
  curse: 'known_cursed',
}
/** The keys of an id that say what players know about the item. */
export const identificationKeys: readonly string[] = [knownKey, ...Object.values(revealedKeys)]

/** [CF-25.1] Money, keys and lamps, for example, do not need identification. */
const typesToIdentify: ReadonlySet<number> = new Set([
  3, 5, 6, 7, 8, 13, 14, 15, 16, 33, 34, 39, 54, 60, 70, 72, 73, 74, 85, 87, 99, 100, 104, 109, 111, 113, 122,
  123, 124, 130, 156,
])
const [ring, amulet] = [70, 39] as const

/** [CF-25.1] */
function needsIdentification(attributes: ObjectAttributes): boolean {
  return typesToIdentify.has(attributes.type) || attributes.text('title') !== undefined
}

/**
 * [CF-25.1] The object is unidentified if its type needs identification and no attribute says that it is identified.
 */
export function markIfUnidentified<Of extends Pick<ObjectDefinition, 'arch' | 'attributes'>>(
  object: Of,
  attributes: ObjectAttributes,
): Of {
  const plain =
    attributes.flag(knownKey) ||
    attributes.flag('unpaid') ||
    attributes.flag('no_pick') ||
    attributes.isMonster
  if (plain || !needsIdentification(attributes)) return object
  return { ...object, attributes: new Map([...object.attributes, [knownKey, '0']]) }
}

/** Undefined if the item is identified. */
export function revealedPropertiesOf(attributes: ObjectAttributes): RevealedProperties | undefined {
  if (!attributes.isOwn(knownKey) || attributes.flag(knownKey)) return undefined
  return {
    ...(attributes.flag(revealedKeys.magic) && { magic: true as const }),
    ...(attributes.flag(revealedKeys.curse) && { curse: true as const }),
  }
}

export function curseOf(attributes: ObjectAttributes): Archetype['curse'] {
  return attributes.flag('damned') ? 'damned' : attributes.flag('cursed') ? 'cursed' : undefined
}

/**
 * [CF-25.2] The item's full name, such as `sword of Ease +2`. An unidentified item has only its plain name, such as
 * `sword`. [CF-22.9] A wand is named after its spell unless the map names it.
 */
export function nameOf(attributes: ObjectAttributes): ThingName {
  if (revealedPropertiesOf(attributes)) return displayName(attributes, '')
  const { one, many } = displayName(
    attributes,
    needsIdentification(attributes) && !attributes.isOwn('name') ? 'identified_' : '',
  )
  const more = `${nameSuffix(attributes)}${bonusSuffix(attributes)}`
  return { one: `${one}${more}`, many: `${many}${more}` }
}

/** [CF-25.1] The item's name before or after identification, such as "scroll" or "scroll of literacy". */
function displayName(attributes: ObjectAttributes, known: '' | 'identified_'): ThingName {
  const one = attributes.text(`${known}name`) ?? attributes.name
  return { one, many: attributes.text(`${known}name_pl`) ?? attributes.text('name_pl') ?? one }
}

function nameSuffix(attributes: ObjectAttributes): string {
  const title = attributes.text('title')
  if (title !== undefined) return ` ${title}`
  const spell = attributes.isOwn('name') ? undefined : attributes.other(attributes.text(heldSpellKey) ?? '')
  if (!spell) return ''
  return ` of ${spell.name}${levelled.has(attributes.type) ? ` (lvl ${castingLevel(attributes, spell.level)})` : ''}`
}
/** Types (rods, wands and scrolls) whose names contain the level at which the item casts. */
const levelled: ReadonlySet<number> = new Set([3, 109, 111])

/** [CF-25.4] A ring or amulet without properties is named an adornment. */
function bonusSuffix(attributes: ObjectAttributes): string {
  if (attributes.type === ring || attributes.type === amulet) {
    if (attributes.text('title') !== undefined) return ''
    if (attributes.isAnyOwn(namedProperties.map(([key]) => key))) return ` ${propertiesOf(attributes)}`
    return attributes.name === 'ring' || attributes.name === 'amulet' ? ' of adornment' : ''
  }
  const magic = needsIdentification(attributes) ? attributes.intWithin('magic', -99, 99) : 0
  return magic === 0 ? '' : ` ${signed(magic)}`
}

/** Properties that names of items list, in Crossfire's order. */
const namedProperties: readonly (readonly [key: string, name: string])[] = [
  ...['Str', 'Dex', 'Con', 'Wis', 'Cha', 'Int', 'Pow'].map((key) => [key, key] as const),
  ...([
    ['exp', 'speed '],
    ['wc', 'wc'],
    ['dam', 'dam'],
    ['ac', 'ac'],
  ] as const),
  ...attackTypes.map(
    (type) =>
      [`resist_${type}`, type === 'physical' ? 'armour ' : `resist ${attackTypeName(type)} `] as const,
  ),
  ...([
    ['food', 'sustenance'],
    ['hp', 'regeneration'],
    ['sp', 'magic'],
  ] as const),
]

function propertiesOf(attributes: ObjectAttributes): string {
  return namedProperties
    .filter(([key]) => attributes.flag(key))
    .map(([key, name]) => `(${name}${signed(attributes.intWithin(key, -100, 100))})`)
    .join('')
}

function signed(number: number): string {
  return number > 0 ? `+${number}` : `${number}`
}

/**
 * [CF-25.10] An unidentified item has seven tenths of its archetype's value. Magic raises the value of identified
 * items, and curses lower every value.
 */
export function itemValueOf(attributes: ObjectAttributes): number {
  const unknown = revealedPropertiesOf(attributes) !== undefined
  const own = unknown
    ? attributes.archetypeInt('value') * unknownPart
    : attributes.intWithin('value', 0, maxItemValue)
  // The archetype's value already includes the value of the archetype's magic.
  const magic =
    unknown || !needsIdentification(attributes)
      ? 0
      : attributes.intWithin('magic', -10, 10) - attributes.archetypeInt('magic')
  const spell =
    bySpell.has(attributes.type) && !unknown && !attributes.isOwn('value')
      ? attributes.text(heldSpellKey)
      : undefined
  const each =
    spell === undefined ? 1 : Math.max(1, attributes.other(spell)?.intWithin('value', 0, maxItemValue) ?? 1)
  const left = { cursed: 0.8, damned: 0.6, none: 1 }[curseOf(attributes) ?? 'none']
  return Math.min(maxItemValue, Math.floor(own * each * plusWorth ** magic * left))
}
const maxItemValue = 1_000_000_000
const [unknownPart, plusWorth] = [0.7, 1.15] as const
/** Books, wands and scrolls. Their value is a multiple of the value of their spell. */
const bySpell: ReadonlySet<number> = new Set([85, 109, 111])
