// Gods and their altars, from archetypes of type 50 and their treasure lists. [CF-24.1]
import type { Role } from '../../scene/archetype.ts'
import type { Gift, God } from '../../scene/god.ts'
import type { TreasureEntry } from '../treasures.ts'
import { mark } from './kind-id.ts'
import type { Said } from './said.ts'
import { givenBy, spellOf } from './spells.ts'

/** Object type of gods; below, the types of a god's list entries that are actions and not gifts. */
export const godType = 50
const [deedType, spellType] = [8, 101] as const
/** Maximum letters of a god's description and messages. */
const longestAbout = 1000

/** [CF-24.2] `other_arch` names the god. An altar without one still allows prayer. */
export function holyAltar(said: Said): Role {
  const god = said.other(said.text('other_arch') ?? '')
  return { role: 'altar', ...(god?.type === godType && { god: god.arch }) }
}

/** Returns undefined if the object is no god. */
export function godOf(said: Said): God | undefined {
  if (said.type !== godType) return undefined
  const forbids = (what: string) => !said.is(`can_use_${what}`)
  const { resists, armour } = givenBy(said) ?? {}
  return {
    name: said.arch,
    about: (said.text('msg') ?? '').trim().slice(0, longestAbout),
    enemy: said.text('title'),
    of: races(said.text('race')),
    hates: races(said.text('slaying')),
    paths: { attuned: bits(said, 'attuned'), repelled: bits(said, 'repelled'), denied: bits(said, 'denied') },
    gives: { ...(resists && { resists }), ...(armour !== undefined && { armour }) },
    regains: {
      hp: said.within('last_heal', -5, 5),
      sp: said.within('last_sp', -5, 5),
      grace: said.within('last_grace', -5, 5),
    },
    forbids: { weapon: forbids('weapon'), armour: forbids('armour'), shield: forbids('shield') },
    gifts: (said.entries(said.text('randomitems') ?? '') ?? []).flatMap((entry) => giftOf(said, entry) ?? []),
  }
}

function bits(said: Said, what: string): number {
  return said.within(`path_${what}`, 0, 0x7fff_ffff)
}

function races(list = ''): string[] {
  return list
    .toLowerCase()
    .split(',')
    .map((race) => race.trim())
    .filter(Boolean)
}

/** Returns undefined for unsupported gifts such as avatars and diseases. */
function giftOf(god: Said, { arch, list, chance }: TreasureEntry): Gift | undefined {
  if (list !== undefined) {
    const ids = (god.listed(list, mostLevel) ?? []).filter((name) => isGoods(god.other(name)))
    return ids.length > 0 ? { chance, gift: 'one', ids: ids.map((name) => `${mark}${name}`) } : undefined
  }
  const said = god.other(arch ?? '')
  if (!said) return undefined
  if (said.type === spellType)
    return spellOf(said) && { chance, gift: 'prayer', spell: `${mark}${said.arch}` }
  if (said.type === deedType && said.is('invisible')) return deedOf(said, chance)
  return isGoods(said) ? { chance, gift: 'thing', id: `${mark}${said.arch}` } : undefined
}

const mostLevel = 115

function isGoods(said: Said | undefined): boolean {
  return said !== undefined && !said.is('invisible') && !said.is('no_pick') && !said.isMonster
}

/** The object's `name` selects the action. */
function deedOf(said: Said, chance: number): Gift | undefined {
  switch (said.name) {
    case 'grace limit':
      return { chance, gift: 'limit', grace: said.within('grace', 0, 30_000) }
    case 'restore grace':
      return { chance, gift: 'grace' }
    case 'restore hitpoints':
      return { chance, gift: 'hp' }
    case 'restore spellpoints':
      return { chance, gift: 'sp', percent: said.within('maxsp', 1, 1000, 100) }
    case 'remove curse':
    case 'remove damnation':
      return { chance, gift: 'freeing', damned: said.name === 'remove damnation' }
    case 'enchant weapon':
      return { chance, gift: 'blessing', levels: said.within('level', 1, 115, 10) }
    case 'heal spell': {
      const spell = said.other(`spell_${(said.text('slaying') ?? '').replaceAll(' ', '_')}`)
      return spell && spellOf(spell) && { chance, gift: 'healing', spell: `${mark}${spell.arch}` }
    }
    case 'message': {
      const text = said.text('msg')?.trim().slice(0, longestAbout)
      return text ? { chance, gift: 'word', text } : undefined
    }
    default:
      return undefined
  }
}
