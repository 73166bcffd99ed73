// Everything that a game's packets.ts imports to write packet tables. Each definition has an example.
export { ascii, type Charset, latin1, shiftJis, utf8 } from './charsets.ts'
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
} from './codec.ts'
export { switchOn, hasBits, is, isBetween, isNot, emptyField, optional, type Condition, when } from './conditions.ts'
export { WireError } from './error.ts'
export { constant, count, byteLengthOf, padding } from './hidden.ts'
export { array, bytes, list, rest, toEnd, until } from './lists.ts'
export { BE, i8, LE, u8 } from './numbers.ts'
export { body, type PacketOf, type Packets, packets } from './packets.ts'
export { presenceBits } from './presence.ts'
export { Reader } from './reader.ts'
export type { Random } from './sample.ts'
export type { PacketShape } from './shape.ts'
export { product } from './sizes.ts'
export { type StructOf, struct, cachedEncoding } from './struct.ts'
export { chars, decimal, line, padded, str, text, word, zstr } from './text.ts'
export { bool, enumeration, flags, limited, openEnumeration, openFlags, packed, safeInteger } from './values.ts'
export { Writer } from './writer.ts'
