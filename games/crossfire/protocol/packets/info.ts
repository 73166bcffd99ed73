// Requests for information before and during play: requestinfo, and the many forms of replyinfo.
import type { Codec } from '../../../../wire/codec/codec.ts'
import { throwFieldError } from '../../../../wire/codec/field-error.ts'
import { type RandomFunction, randomItem } from '../../../../wire/codec/random-values.ts'
import {
  about,
  BE,
  decimal,
  enumeration,
  is,
  latin1,
  line,
  optional,
  rest,
  safeInteger,
  str,
  struct,
  switchOn,
  text,
  toEnd,
  u8,
  until,
  type ValueOf,
  word,
  zstr,
} from '../../../../wire/index.ts'
import { nulTerminatedString, omitIfEmpty, prefixedByByte, shortString } from './fields.ts'
import { type StatField, statCodec } from './stats.ts'

const infoTypes = [
  'image_info',
  'image_sums',
  'exp_table',
  'skill_info',
  'spell_paths',
  'knowledge_info',
  'motd',
  'news',
  'rules',
  'race_list',
  'class_list',
  'race_info',
  'class_info',
  'newcharinfo',
  'startingmap',
] as const
const space = 32
const lineFeed = 10

/** A word up to a space or line feed. This separator belongs to the data that follow [CF-3.3]. */
const infoType: Codec<string> = {
  doc: 'a word up to a space or line feed',
  min: 1,
  max: Infinity,
  read(reader) {
    const from = reader.at
    while (reader.left && !isEnd(reader.bytes[reader.at]!)) reader.at++
    if (reader.at === from) throwFieldError('a kind of information')
    return latin1.decode(reader.bytes.subarray(from, reader.at))
  },
  write(writer, value) {
    const bytes = latin1.encode(value)
    if (!bytes.length || bytes.some(isEnd))
      throwFieldError(`${JSON.stringify(value)} is not a kind of information`)
    writer.put(bytes)
  },
  sample: (chance) => (chance() < 0.1 ? word.sample(chance, {}) : randomItem(chance, infoTypes)),
}

/** A line feed is refused, because replyinfo could not repeat it. */
const requestedType: Codec<string> = {
  ...word,
  read(reader, earlier) {
    const value = word.read(reader, earlier)
    return value.includes('\n')
      ? throwFieldError(`${JSON.stringify(value)} is not a kind of information`)
      : value
  },
}

function isEnd(byte: number): boolean {
  return byte === space || byte === lineFeed
}

const numberLine: Codec<number> = {
  ...line(),
  doc: 'decimal line',
  read(reader, earlier) {
    const digits = line(latin1, 16).read(reader, earlier)
    return /^-?\d{1,15}$/.test(digits)
      ? Number(digits) || 0
      : throwFieldError(`${JSON.stringify(digits)} is not a number`)
  },
  write(writer, value, whole) {
    if (!Number.isSafeInteger(value)) throwFieldError(`${value} is not a whole number`)
    line(latin1, 16).write(writer, String(value), whole)
  },
  sample: (chance) => decimal().sample(chance, {}),
}

const textArticle = optional(zstr()) as Codec<string | undefined>

/** Each item follows a `|`. */
const barSeparatedList: Codec<readonly string[]> = {
  doc: '| text[to the end]',
  min: 0,
  max: Infinity,
  read(reader) {
    const at = reader.skip(reader.left)
    const [first, ...items] = latin1.decode(reader.bytes.subarray(at, reader.at)).split('|')
    return first === '' ? items : throwFieldError('a list does not begin with |')
  },
  write(writer, value) {
    if (value.some((one) => one.includes('|'))) throwFieldError('an item has a | in it')
    writer.put(latin1.encode(value.map((one) => `|${one}`).join('')))
  },
  sample: (chance) =>
    toEnd(word)
      .sample(chance, {})
      .map((one) => one.replaceAll('|', '/')),
}

const imageInfo = struct({
  last: about(numberLine, 'the highest face'),
  checksum: about(numberLine, 'changes with any face (CF-3.6)'),
  sets: about(toEnd(line()), 'one line per face set: number:short:name:fallback set:size:extension:text'),
})

const imageSums = struct({
  start: decimal(),
  stop: decimal(),
  faces: omitIfEmpty(
    toEnd(
      struct({
        face: BE.u16,
        checksum: BE.u32,
        set: u8,
        name: about(nulTerminatedString, 'name of the face; its length counts the NUL'),
      }),
    ),
  ),
})

const level = safeInteger(BE.u64)
/**
 * The experience of each level from level 1. In the packet a count precedes the list: the number of levels plus one
 * [CF-3.4].
 */
const expTable: Codec<readonly number[]> = {
  ...toEnd(level),
  doc: `u16be = number of levels + 1, ${level.doc}[to the end]; or nothing`,
  max: 2 + 65_534 * 8,
  read(reader, earlier) {
    if (!reader.left) return []
    const count = BE.u16.read(reader, earlier)
    if (reader.left !== (count - 1) * 8)
      throwFieldError(`count is ${count}, but ${reader.left} bytes are left`)
    return toEnd(level).read(reader, earlier)
  },
  write(writer, value, whole) {
    if (!value.length) return
    BE.u16.write(writer, value.length + 1, whole)
    toEnd(level).write(writer, value, whole)
  },
}

const option = struct({ archetype: shortString, description: shortString })
const choice = struct({ name: shortString, description: shortString, options: until(0, option) })

/** The parts come in any order. */
export type InfoPart =
  | { key: 'name' | 'msg'; value: string }
  | { key: 'stats'; value: readonly StatField[] }
  | { key: 'choice'; value: ValueOf<typeof choice> }

const parts = {
  name: about(shortString, 'display name'),
  msg: about(str(BE.u16), 'description'),
  stats: about(until(0, { ...statCodec, nested: [] }), 'the bonus to each stat, encoded as in `stats`'),
  choice: about(choice, 'a choice that the player makes'),
} as const
const infoPart = struct({
  key: { ...word, sample: (chance: RandomFunction) => randomItem(chance, Object.keys(parts)) },
  value: switchOn('key', parts),
}) as Codec<InfoPart>

const archetypeInfo = struct({
  name: about(line(), 'the requested archetype'),
  parts: toEnd(infoPart),
})
export type ArchetypeInfo = ValueOf<typeof archetypeInfo>

const startingMap = struct({
  kind: enumeration(u8, { archetype: 1, name: 2, description: 3 }),
  value: str(BE.u16),
})

/** Codecs of the data by type of information, each with the separator in front. */
const layouts = [
  [is('image_info'), prefixedByByte(lineFeed, imageInfo)],
  [is('image_sums'), prefixedByByte(space, imageSums)],
  [is('exp_table'), prefixedByByte(lineFeed, expTable)],
  [is('skill_info', 'spell_paths', 'knowledge_info'), prefixedByByte(lineFeed, toEnd(line()))],
  [is('motd', 'news', 'rules'), prefixedByByte(lineFeed, textArticle)],
  [is('race_list', 'class_list'), prefixedByByte(space, barSeparatedList)],
  [is('race_info', 'class_info'), prefixedByByte(space, archetypeInfo)],
  [
    is('newcharinfo'),
    prefixedByByte(lineFeed, about(toEnd(nulTerminatedString), '`V points 84`, `R race requestinfo`')),
  ],
  [is('startingmap'), prefixedByByte(lineFeed, toEnd(startingMap))],
] as const
const unknownInfo = optional(prefixedByByte(lineFeed, rest)) as Codec<Uint8Array | undefined>
const data = about(
  { ...switchOn('info', layouts, unknownInfo), optional: true as const },
  'the layout depends on the kind of information',
)

export const fromClient = {
  requestinfo: {
    rule: 'CF-3.2',
    about: 'Requests information.',
    fields: {
      info: about(requestedType, 'kind of information'),
      options: about(optional(text()), 'image_sums: two numbers; race_info and class_info: a name'),
    },
  },
} as const

export const fromServer = {
  replyinfo: {
    rule: 'CF-3.3',
    about: 'The requested information. Empty for an unknown kind.',
    fields: { info: infoType, data },
  },
} as const
