// [AS-12.6]

import { herbNames, type ItemKind } from '../items/items.ts'
import type { Spawner } from '../items/spawner.ts'
import { type TownspersonRole, townspersonRoles } from '../state/townsperson.ts'
import { type Place, terrainHeight, terrainWidth } from '../terrain/terrain.ts'
import type { FieldReader } from './field-reader.ts'

const limits = { text: 1024, name: 64, group: 64, cooldown: 31_536_000 } as const
/** The original server shows all herbs of a map file as this kind. */
const usualHerb = 6
/** Fields that every object may have. */
const common = ['id', 'type', 'comment', 'pos_x', 'pos_y'] as const

export interface ImportedObject<T> {
  readonly place: Place
  readonly thing: T
}

export type OnWarning = (warning: string) => void

/** Indexed by type of map object: its own fields, and how it becomes an item. */
const kinds: {
  readonly [type: string]: {
    readonly fields: readonly string[]
    read(fields: FieldReader, warn: OnWarning): ItemKind
  }
} = {
  sign: { fields: ['text'], read: (fields, warn) => ({ type: 'sign', text: shownText(fields, warn) }) },
  scroll: { fields: ['text'], read: (fields, warn) => ({ type: 'scroll', text: shownText(fields, warn) }) },
  flag_sign: {
    fields: ['flag_file'],
    read(fields, warn) {
      warn(`${fields.path}: a flag_sign becomes a sign whose text is unreadable; no file is read`)
      return { type: 'sign', text: 'Too weathered to be read.' }
    },
  },
  door: {
    fields: ['teleport_group', 'locked'],
    read: (fields) => ({
      type: 'door',
      group: group(fields, 'teleport_group'),
      ...(fields.has('locked') && { locked: fields.flag('locked') }),
    }),
  },
  switch: {
    fields: ['switch_group', 'on'],
    read: (fields) => ({ type: 'switch', group: group(fields, 'switch_group'), on: isSet(fields, 'on') }),
  },
  blocker: {
    fields: ['blocker_group', 'open'],
    read: (fields) => ({
      type: 'blocker',
      group: group(fields, 'blocker_group'),
      open: isSet(fields, 'open'),
    }),
  },
  herb: {
    fields: ['index'],
    read: (fields) => ({
      type: 'herb',
      index: fields.has('index') ? fields.whole('index', 0, herbNames.length - 1) : usualHerb,
    }),
  },
  flask: {
    fields: ['herbs'],
    read: (fields) => ({
      type: 'flask',
      herbs: fields.has('herbs') ? fields.whole('herbs', 0, 2 ** herbNames.length - 1) : 0,
    }),
  },
  lamppost: { fields: [], read: () => ({ type: 'lamppost' }) },
  teleport_ring: {
    fields: ['bound_x', 'bound_y'],
    read: (fields) => ({ type: 'teleport_ring', ...(fields.has('bound_x') && { bound: boundTo(fields) }) }),
  },
  dagger: { fields: [], read: () => ({ type: 'dagger' }) },
  gold_key: { fields: [], read: () => ({ type: 'gold_key' }) },
}

/** Returns undefined for unknown types. Throws a MapError that names the field. */
export function readItemObject(fields: FieldReader, warn: OnWarning): ImportedObject<ItemKind> | undefined {
  const type = fields.text('type', limits.name)
  const place = placeOf(fields)
  if (!Object.hasOwn(kinds, type)) {
    warn(`${fields.path}: skipped the unknown type ${quoted(type)}`)
    return undefined
  }
  const kind = kinds[type]!
  warnOfOthers(fields, [...common, 'name', ...kind.fields], warn)
  const item = kind.read(fields, warn)
  return {
    place,
    thing: fields.has('name') ? { name: shown(fields, 'name', limits.name, warn), ...item } : item,
  }
}

const spawnable: readonly string[] = ['herb', 'flask', 'teleport_ring'] satisfies Spawner['class'][]

/** Returns undefined for skipped objects. Throws a MapError that names the field. */
export function readSystemObject(
  fields: FieldReader,
  warn: OnWarning,
): ImportedObject<Omit<Spawner, 'place'> | TownspersonRole> | undefined {
  const type = fields.text('type', limits.name)
  const place = placeOf(fields)
  const role = type === 'spawn' && fields.has('mob_class') ? fields.text('mob_class', limits.name) : undefined
  if (isRole(role)) {
    warnOfOthers(fields, [...common, 'mob_class', 'cooldown'], warn)
    return { place, thing: role }
  }
  if (type !== 'spawn_item') {
    const why = type === 'spawn' ? 'monsters are placed by the game' : `the type ${quoted(type)} is unknown`
    warn(`${fields.path}: skipped: ${why}`)
    return undefined
  }
  const item = fields.text('item_class', limits.name)
  const cooldown = fields.whole('cooldown', 1, limits.cooldown)
  warnOfOthers(fields, [...common, 'item_class', 'cooldown'], warn)
  if (spawnable.includes(item)) return { place, thing: { class: item as Spawner['class'], cooldown } }
  warn(`${fields.path}: skipped: ${quoted(item)} cannot grow; known items: ${spawnable.join(', ')}`)
  return undefined
}

function isRole(name: string | undefined): name is TownspersonRole {
  return townspersonRoles.some((role) => role === name)
}

function placeOf(fields: FieldReader): Place {
  return { x: fields.whole('pos_x', 0, terrainWidth - 1), y: fields.whole('pos_y', 0, terrainHeight - 1) }
}

function boundTo(fields: FieldReader): Place {
  return { x: fields.whole('bound_x', 0, terrainWidth - 1), y: fields.whole('bound_y', 0, terrainHeight - 1) }
}

function isSet(fields: FieldReader, name: string): boolean {
  return fields.has(name) && fields.flag(name)
}

function group(fields: FieldReader, name: string): string {
  return fields.text(name, limits.group)
}

function shownText(fields: FieldReader, warn: OnWarning): string {
  return shown(fields, 'text', limits.text, warn)
}

function shown(fields: FieldReader, name: string, most: number, warn: OnWarning): string {
  const text = fields.text(name, most)
  let drawn = ''
  for (let i = 0; i < text.length; i++) {
    if (text[i] === rune && isByte(text.charCodeAt(i + 1))) drawn += rune + text[++i]
    else drawn += isDrawn(text.charCodeAt(i)) ? text[i] : '?'
  }
  if (drawn !== text) warn(`${fields.path}.${name}: characters that the client cannot draw are shown as ?`)
  return drawn
}

/** The byte that precedes a rune in a text. */
const rune = '\xff'

/** `code` is NaN past the end of a text. */
function isByte(code: number): boolean {
  return code <= 0xff
}

/** Whether the client draws this byte as a letter, a colour or a line end. */
function isDrawn(code: number): boolean {
  return (code >= 0x20 && code <= 0x7d) || (code >= 0x0f && code <= 0x1f) || code === 0x0a
}

function warnOfOthers(fields: FieldReader, known: readonly string[], warn: OnWarning): void {
  const others = fields.names.filter((name) => !known.includes(name))
  if (others.length > 0)
    warn(`${fields.path}: ${others.slice(0, 5).map(quoted).join(', ')} skipped as unknown`)
}

/** Shortens the text to 40 characters. */
function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 40))
}
