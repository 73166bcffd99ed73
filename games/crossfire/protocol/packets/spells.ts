import { type Codec, Reader } from '../../../../wire/codec/codec.ts'
import { about, BE, presenceBits, str, struct, toEnd, u8, type ValueOf } from '../../../../wire/index.ts'
import { undefinedIfMalformed } from '../../../../wire/util/wire-error.ts'
import { shortString } from './fields.ts'

const tag = about(BE.u32, 'identifies the spell in `cast`')
const mana = about(BE.i16, 'spell points that a cast costs')
const grace = about(BE.i16, 'grace that a cast costs')
const damage = BE.i16

const basicFields = {
  tag,
  level: BE.i16,
  castingTime: about(BE.i16, 'ticks'),
  mana,
  grace,
  damage,
  skill: about(u8, 'stat number of the skill of the spell; 0: none'),
  path: about(BE.u32, 'bits, as in spell_paths'),
  face: BE.u32,
  name: shortString,
  message: about(str(BE.u16), 'description'),
} as const
const basicSpell = struct(basicFields)
const fullSpells = toEnd(
  struct({
    ...basicFields,
    usage: about(
      u8,
      'argument that the spell takes: 0 none, 1 a spell, 2 an optional text, 3 a required text',
    ),
    requirements: about(shortString, 'items that a cast consumes, separated by commas'),
  }),
)

/** Clients receive `usage` and `requirements` only with `spellmon 2`. */
export type SpellEntry = ValueOf<typeof basicSpell> & { usage?: number; requirements?: string }

/**
 * Either any number of spells with all fields, or a single spell without the last two fields, because clients could not
 * separate several such spells [CF-14.1].
 */
const spells: Codec<readonly SpellEntry[]> = {
  ...(fullSpells as Codec<readonly SpellEntry[]>),
  read(reader, earlier) {
    if (!isFull(reader)) return [basicSpell.read(reader, earlier)]
    return fullSpells.read(reader, earlier)
  },
  write(writer, value, whole) {
    const [only] = value
    if (value.length === 1 && only!.usage === undefined && only!.requirements === undefined) {
      basicSpell.write(writer, only!, whole)
    } else (fullSpells as Codec<readonly SpellEntry[]>).write(writer, value, whole)
  },
  sample: (chance, earlier) =>
    chance() < 0.3 ? [basicSpell.sample(chance, earlier)] : fullSpells.sample(chance, earlier),
}

function isFull({ bytes, at, end }: Reader): boolean {
  return undefinedIfMalformed(() => fullSpells.read(new Reader(bytes.subarray(at, end)), {})) !== undefined
}

const changed = presenceBits(u8, 'mana', 'grace', 'damage')

export const fromClient = {
  inscribe: {
    rule: 'CF-14.4',
    about: 'Writes a spell on a scroll.',
    fields: { version: about(u8, '0'), spell: BE.u32, scroll: BE.u32 },
  },
} as const

export const fromServer = {
  addspell: { rule: 'CF-14.1', about: 'Spells that the player now knows.', fields: { spells } },
  updspell: {
    rule: 'CF-14.2',
    about: 'The changed fields of one spell.',
    fields: {
      changed,
      tag,
      mana: changed.of('mana', mana),
      grace: changed.of('grace', grace),
      damage: changed.of('damage', damage),
    },
  },
  delspell: { rule: 'CF-14.3', about: 'Removes a spell from the player.', fields: { tag } },
} as const
