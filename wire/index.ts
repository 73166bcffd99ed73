// Everything that a game's packets.ts imports to write packet tables. Each definition has an example.

export {
  about,
  type Codec,
  type Count,
  decode,
  encode,
  type NumberCodec,
  type Optional,
  Reader,
  type ValueOf,
  type WireOnlyField,
  Writer,
} from './codec/codec.ts'
export { ascii, type Charset, latin1, shiftJis, utf8 } from './codec/fields/charsets.ts'
export {
  type Condition,
  emptyField,
  hasAnyBit,
  is,
  isBetween,
  isNot,
  optional,
  switchOn,
  when,
} from './codec/fields/conditional-fields.ts'
export { byteLengthOf, constant, count, padding } from './codec/fields/derived-fields.ts'
export { array, bytes, list, rest, toEnd, until } from './codec/fields/lists.ts'
export { BE, i8, LE, u8 } from './codec/fields/numbers.ts'
export { presenceBits } from './codec/fields/optional-bitmask.ts'
export { product } from './codec/fields/sizes.ts'
export { cachedEncoding, type StructOf, struct } from './codec/fields/struct.ts'
export { chars, decimal, line, padded, str, text, word, zstr } from './codec/fields/text.ts'
export {
  bool,
  enumeration,
  flags,
  limited,
  openEnumeration,
  openFlags,
  packed,
  safeInteger,
} from './codec/fields/values.ts'
export type { RandomFunction } from './codec/random-values.ts'
export type { PacketShape } from './packets/packet-shape.ts'
export { body, type PacketCodec, type PacketOf, packets } from './packets/packet-table.ts'
export { WireError } from './util/wire-error.ts'
