// Converts archetypes of type 50 and their treasure lists to gods. [CF-24.1]
import type { Traits } from '../../model/definitions/archetype.ts'
import type { DivineGift, God } from '../../model/definitions/god.ts'
import type { GodServant } from '../../model/definitions/spell.ts'
import { archetypePrefix } from '../attributes/archetype-id.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'
import type { TreasureEntry } from '../format/treasures.ts'
import { convertBonuses } from './spells/beneficial-spells.ts'
import { parseSpell } from './spells.ts'

export const godObjectType = 50
/** Object types in a god's treasure list: books (an invisible book is an action of the god) and prayers. */
const [deedType, spellType] = [8, 101] as const
/** Maximum length of a god's description, and of each message. */
const maxDescriptionLength = 1000

/** [CF-24.2] `other_arch` names the god of the altar. Players can also pray at an altar without a god. */
export function convertHolyAltar(attributes: ObjectAttributes): Traits {
  const god = attributes.other(attributes.text('other_arch') ?? '')
  return { role: 'altar', ...(god?.type === godObjectType && { god: god.arch }) }
}

/** Returns undefined if the object is not a god. */
export function convertGod(attributes: ObjectAttributes): God | undefined {
  if (attributes.type !== godObjectType) return undefined
  const forbids = (what: string) => !attributes.flag(`can_use_${what}`)
  const { resists, armour } = convertBonuses(attributes) ?? {}
  return {
    name: attributes.arch,
    description: (attributes.text('msg') ?? '').trim().slice(0, maxDescriptionLength),
    enemy: attributes.text('title'),
    alliedRaces: races(attributes.text('race')),
    hatedRaces: races(attributes.text('slaying')),
    paths: {
      attuned: bits(attributes, 'attuned'),
      repelled: bits(attributes, 'repelled'),
      denied: bits(attributes, 'denied'),
    },
    bonuses: { ...(resists && { resists }), ...(armour !== undefined && { armour }) },
    regenerationBonus: {
      hp: attributes.intWithin('last_heal', -5, 5),
      sp: attributes.intWithin('last_sp', -5, 5),
      grace: attributes.intWithin('last_grace', -5, 5),
    },
    forbiddenEquipment: { weapon: forbids('weapon'), armour: forbids('armour'), shield: forbids('shield') },
    servants: {
      avatar: servants(attributes, 'avatar'),
      'holy servant': servants(attributes, 'holy servant'),
    },
    gifts: (attributes.entries(attributes.text('randomitems') ?? '') ?? []).flatMap(
      (entry) => parseGift(attributes, entry) ?? [],
    ),
  }
}

function servants(god: ObjectAttributes, rank: GodServant): readonly string[] {
  const gifts = (god.entries(god.text('randomitems') ?? '') ?? []).flatMap(
    ({ arch }) => god.other(arch ?? '') ?? [],
  )
  const calls = gifts.filter((gift) => gift.type === deedType && gift.flag('invisible') && gift.name === rank)
  return calls.flatMap((gift) => {
    const creature = god.other(gift.text('other_arch') ?? '')
    return creature?.isMonster ? [creature.arch] : []
  })
}

function bits(attributes: ObjectAttributes, what: string): number {
  return attributes.intWithin(`path_${what}`, 0, 0x7fff_ffff)
}

function races(list = ''): string[] {
  const named = list.toLowerCase().split(',')
  return [...new Set(named.map((race) => race.trim()))].filter(Boolean)
}

/** Undefined for unsupported gifts, such as avatars and diseases. */
function parseGift(god: ObjectAttributes, { arch, list, chance }: TreasureEntry): DivineGift | undefined {
  if (list !== undefined) {
    const ids = (god.listed(list, maxGoodsLevel) ?? []).filter((name) => isGoods(god.other(name)))
    return ids.length > 0
      ? { chance, type: 'one', ids: ids.map((name) => `${archetypePrefix}${name}`) }
      : undefined
  }
  const gift = god.other(arch ?? '')
  if (!gift) return undefined
  if (gift.type === spellType)
    return parseSpell(gift) && { chance, type: 'prayer', spell: `${archetypePrefix}${gift.arch}` }
  if (gift.type === deedType && gift.flag('invisible')) return parseDivineAction(gift, chance)
  return isGoods(gift) ? { chance, type: 'thing', id: `${archetypePrefix}${gift.arch}` } : undefined
}

const maxGoodsLevel = 115

function isGoods(gift: ObjectAttributes | undefined): boolean {
  return gift !== undefined && !gift.flag('invisible') && !gift.flag('no_pick') && !gift.isMonster
}

/** The object's `name` selects the action. */
function parseDivineAction(attributes: ObjectAttributes, chance: number): DivineGift | undefined {
  switch (attributes.name) {
    case 'grace limit':
      return { chance, type: 'limit', grace: attributes.intWithin('grace', 0, 30_000) }
    case 'restore grace':
      return { chance, type: 'grace' }
    case 'restore hitpoints':
      return { chance, type: 'hp' }
    case 'restore spellpoints':
      return { chance, type: 'sp', percent: attributes.intWithin('maxsp', 1, 1000, 100) }
    case 'remove curse':
    case 'remove damnation':
      return { chance, type: 'freeing', damned: attributes.name === 'remove damnation' }
    case 'enchant weapon':
      return { chance, type: 'blessing', levels: attributes.intWithin('level', 1, 115, 10) }
    case 'heal spell': {
      const spell = attributes.other(`spell_${(attributes.text('slaying') ?? '').replaceAll(' ', '_')}`)
      return (
        spell && parseSpell(spell) && { chance, type: 'healing', spell: `${archetypePrefix}${spell.arch}` }
      )
    }
    case 'message': {
      const text = attributes.text('msg')?.trim().slice(0, maxDescriptionLength)
      return text ? { chance, type: 'word', text } : undefined
    }
    default:
      return undefined
  }
}
