// Things that a player carries, wears or stands on.
import type { Codec } from '../../../../wire/codec/codec.ts'
import { fail } from '../../../../wire/codec/field-error.ts'
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
import { shortString, decimalTag } from './fields.ts'

/** Flags of an item: `applied` is a mask for one of `appliedStates`; the others are bits. */
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

const tag = about(BE.u32, 'of one thing, as long as it lives')
const location = about(BE.u32, 'where they are: 0 the ground, or the tag of a player or container')
const flags = about(BE.u32, 'the lowest four bits how it is applied, others one by one')
const weight = about(BE.i32, 'of one, grams; -1: cannot be picked up')
const face = BE.u32
const anim = about(BE.u16, '0: none')
const animSpeed = about(u8, 'ticks from face to face')
const nrof = about(BE.u32, 'how many')

const groundItem = { tag, flags, weight, face } as const
const carried = { anim, animSpeed, nrof } as const
const item = struct({ ...groundItem, name: about(shortString, 'with its number: `three apples`') })
const item1 = struct({ ...groundItem, name: about(shortString, 'of one'), ...carried })
const item2 = struct({
  ...groundItem,
  name: about(twoParts(), 'of one, NUL, of many'),
  ...carried,
  itemType: about(BE.u16, 'for sorting'),
})
export type Item = ValueOf<typeof item>
export type Item1 = ValueOf<typeof item1>
export type Item2 = ValueOf<typeof item2>

/** Both names as in item2 and, for today's clients, in upditem. Together at most 254 bytes. */
export function joinNames(one: string, many: string): string {
  return `${one}\0${many}`
}

/** Text with exactly one NUL; reading and writing reject any other number. */
function twoParts(): Codec<string> {
  const check = (value: string) =>
    value.split('\0').length === 2 ? value : fail(`${JSON.stringify(value)} has not two parts`)
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
    about: 'Moves a thing: picks it up, drops it, puts it into something.',
    fields: {
      to: about(decimalTag, 'a player or container; 0: the ground'),
      tag: decimalTag,
      nrof: about(decimal(), 'how many; 0: all'),
    },
  },
  examine: { rule: 'CF-7.8', about: 'Looks at a thing closely.', fields: { tag: decimalTag } },
  apply: { rule: 'CF-7.9', about: 'Uses a thing.', fields: { tag: decimalTag } },
  lock: {
    rule: 'CF-7.10',
    about: 'Locks a thing into the inventory, or unlocks it.',
    fields: { locked: bool(u8), tag },
  },
  mark: { rule: 'CF-7.11', about: 'Marks a thing for what is done next.', fields: { tag } },
} as const

export const fromServer = {
  item: {
    rule: 'CF-7.1',
    about: 'What lies on the ground, to clients of 1997.',
    fields: { location, items: toEnd(item) },
  },
  item1: {
    rule: 'CF-7.2',
    about: 'What somebody or something has, to clients of 1997.',
    fields: { location, items: toEnd(item1) },
  },
  item2: {
    rule: 'CF-7.3',
    about: "Things, wherever they are, to today's clients.",
    fields: { location, items: toEnd(item2) },
  },
  upditem: {
    rule: 'CF-7.4',
    about: 'What has changed about one thing.',
    fields: {
      changed,
      tag,
      location: changed.of('location', location),
      flags: changed.of('flags', flags),
      weight: changed.of('weight', weight),
      face: changed.of('face', face),
      name: changed.of('name', about(shortString, "as the client's item packets have it")),
      anim: changed.of('anim', anim),
      animSpeed: changed.of('animSpeed', animSpeed),
      nrof: changed.of('nrof', nrof),
    },
  },
  delitem: { rule: 'CF-7.5', about: 'Things are gone.', fields: { tags: toEnd(tag) } },
  delinv: {
    rule: 'CF-7.6',
    about: 'All that is in a thing is gone.',
    fields: { tag: about(decimal(0, 0xffffffff), 'of a player or container; 0: the ground') },
  },
  pickup: {
    rule: 'CF-7.12',
    about: 'What the player picks up by walking over it.',
    fields: { mode: about(BE.u32, '0 nothing, 1 one thing') },
  },
} as const
