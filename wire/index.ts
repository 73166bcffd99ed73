// Everything that a game's packets.ts imports to write packet tables. Each definition has an example.
export { ascii, type Charset, latin1, shiftJis, utf8 } from './codec/fields/charsets.ts'
export {
  about,
  type Codec,
  type Count,
  decode,
  encode,
  type WireOnlyField,
  type NumberCodec,
  type Optional,
  type ValueOf,
} from './codec/codec.ts'
export { switchOn, hasBits, is, isBetween, isNot, emptyField, optional, type Condition, when } from './codec/fields/conditional-fields.ts'
export { WireError } from './util/wire-error.ts'
export { constant, count, byteLengthOf, padding } from './codec/fields/derived-fields.ts'
export { array, bytes, list, rest, toEnd, until } from './codec/fields/lists.ts'
export { BE, i8, LE, u8 } from './codec/fields/numbers.ts'
export { body, type PacketOf, type Packets, packets } from './packets/packet-table.ts'
export { presenceBits } from './codec/fields/optional-bitmask.ts'
export { Reader } from './codec/reader.ts'
export type { Random } from './codec/random-values.ts'
export type { PacketShape } from './packets/packet-shape.ts'
export { product } from './codec/fields/sizes.ts'
export { type StructOf, struct, cachedEncoding } from './codec/fields/struct.ts'
export { chars, decimal, line, padded, str, text, word, zstr } from './codec/fields/text.ts'
export { bool, enumeration, flags, limited, openEnumeration, openFlags, packed, safeInteger } from './codec/fields/values.ts'
export { Writer } from './codec/writer.ts'
