import type { Codec } from '../../../../wire/codec/codec.ts'
import { throwFieldError } from '../../../../wire/codec/field-error.ts'
import {
  about,
  BE,
  bool,
  decimal,
  latin1,
  presenceBits,
  str,
  struct,
  toEnd,
  u8,
  type ValueOf,
} from '../../../../wire/index.ts'
import { decimalTag, shortString } from './fields.ts'

/** `applied` is a mask of four bits, whose value is an index of `appliedStates`. Each other flag is one bit. */
export const itemFlags = {
  applied: 0xf,
  unidentified: 0x10,
  blessed: 0x100,
  unpaid: 0x200,
  magic: 0x400,
  cursed: 0x800,
  damned: 0x1000,
  open: 0x2000,
  noPick: 0x4000,
  locked: 0x8000,
} as const
export const appliedStates = { none: 0, readied: 1, wielded: 2, worn: 3, active: 4, applied: 5 } as const

const tag = about(BE.u32, 'identifies one thing during its lifetime')
const location = about(BE.u32, '0 for the ground, or the tag of a player or container')
const flags = about(BE.u32, 'lowest four bits: how the thing is applied; each other bit: one flag')
const weight = about(BE.i32, 'grams of one piece; -1: cannot be picked up')
const face = BE.u32
const anim = about(BE.u16, 'number of an animation; 0: none')
const animSpeed = about(u8, 'ticks per face')
const nrof = about(BE.u32, 'count')

const groundItem = { tag, flags, weight, face } as const
const carried = { anim, animSpeed, nrof } as const
const item = struct({ ...groundItem, name: about(shortString, 'name with the count: `three apples`') })
const item1 = struct({ ...groundItem, name: about(shortString, 'singular'), ...carried })
const item2 = struct({
  ...groundItem,
  name: about(twoParts(), 'singular, NUL, plural'),
  ...carried,
  itemType: about(BE.u16, 'key by which clients sort things'),
})
export type Item = ValueOf<typeof item>
export type Item1 = ValueOf<typeof item1>
export type Item2 = ValueOf<typeof item2>

/**
 * Joins singular and plural in the form of item2, and of upditem for today's clients. Both names together have at most
 * 254 bytes.
 */
export function joinNames(one: string, many: string): string {
  return `${one}\0${many}`
}

/** Reading and writing reject a text without exactly one NUL. */
function twoParts(): Codec<string> {
  const check = (value: string) =>
    value.split('\0').length === 2
      ? value
      : throwFieldError(`${JSON.stringify(value)} does not have two parts`)
  return {
    ...shortString,
    doc: `two names, ${shortString.doc}`,
    min: 2,
    read: (reader, earlier) => check(shortString.read(reader, earlier)),
    write: (writer, value, whole) => shortString.write(writer, check(value), whole),
    sample: (chance) => joinNames(half.sample(chance, {}), half.sample(chance, {})),
  }
}
const half = str(u8, latin1, { limit: 100 })

const changed = presenceBits(u8, 'location', 'flags', 'weight', 'face', 'name', 'anim', 'animSpeed', 'nrof')

export const fromClient = {
  move: {
    rule: 'CF-7.7',
    about: 'Moves a thing: picks it up, drops it, or puts it into a container.',
    fields: {
      to: about(decimalTag, 'tag of a player or container; 0: the ground'),
      tag: decimalTag,
      nrof: about(decimal(), 'number of pieces; 0: all'),
    },
  },
  examine: { rule: 'CF-7.8', about: 'Requests the description of a thing.', fields: { tag: decimalTag } },
  apply: { rule: 'CF-7.9', about: 'Uses a thing.', fields: { tag: decimalTag } },
  lock: {
    rule: 'CF-7.10',
    about: 'Locks a carried thing, or unlocks it.',
    fields: { locked: bool(u8), tag },
  },
  mark: { rule: 'CF-7.11', about: 'Marks a thing for later commands.', fields: { tag } },
} as const

export const fromServer = {
  item: {
    rule: 'CF-7.1',
    about: 'Things on the ground, for clients of 1997.',
    fields: { location, items: toEnd(item) },
  },
  item1: {
    rule: 'CF-7.2',
    about: 'Contents of a player or container, for clients of 1997.',
    fields: { location, items: toEnd(item1) },
  },
  item2: {
    rule: 'CF-7.3',
    about: "Things at any location, for today's clients.",
    fields: { location, items: toEnd(item2) },
  },
  upditem: {
    rule: 'CF-7.4',
    about: 'The changed fields of one thing.',
    fields: {
      changed,
      tag,
      location: changed.of('location', location),
      flags: changed.of('flags', flags),
      weight: changed.of('weight', weight),
      face: changed.of('face', face),
      name: changed.of('name', about(shortString, "in the same form as in the client's item packets")),
      anim: changed.of('anim', anim),
      animSpeed: changed.of('animSpeed', animSpeed),
      nrof: changed.of('nrof', nrof),
    },
  },
  delitem: { rule: 'CF-7.5', about: "Removes things from the client's lists.", fields: { tags: toEnd(tag) } },
  delinv: {
    rule: 'CF-7.6',
    about: "Removes the contents of a player, of a container or of the ground from the client's lists.",
    fields: { tag: about(decimal(0, 0xffffffff), 'tag of a player or container; 0: the ground') },
  },
  pickup: {
    rule: 'CF-7.12',
    about: 'The automatic pickup mode of the player.',
    fields: { mode: about(BE.u32, '0: nothing; otherwise bits (CF-7.13)') },
  },
} as const
