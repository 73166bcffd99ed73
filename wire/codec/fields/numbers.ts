// Each codec of a number has closures of its own, because shared ones are measurably slower.
import type { Codec, NumberCodec } from '../codec.ts'
import { throwFieldError } from '../field-error.ts'
import { type RandomFunction, randomEdgeBiasedInteger, randomItem } from '../random-values.ts'

/** Throws for a number outside the range of the codec that packet tables print as `doc`. */
export function throwOutOfRange(value: unknown, doc: string, low: number, high: number): never {
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return throwFieldError(`${shown} is not a whole number from ${low} to ${high} (${doc})`)
}

/**
 * One unsigned byte.
 * @example health: u8
 */
export const u8: NumberCodec = {
  ...integer('u8', 1, 0, 255),
  read(reader) {
    const at = reader.at
    if (at >= reader.end) reader.failTooShort(1)
    reader.at = at + 1
    return reader.bytes[at]!
  },
  write(writer, value) {
    if ((value & 255) !== value) throwOutOfRange(value, 'u8', 0, 255)
    const at = writer.reserve(1)
    writer.bytes[at] = value
  },
}

/**
 * One signed byte.
 * @example temperature: i8
 */
export const i8: NumberCodec = {
  ...integer('i8', 1, -128, 127),
  read(reader) {
    const at = reader.skip(1)
    return (reader.bytes[at]! << 24) >> 24
  },
  write(writer, value) {
    if ((value << 24) >> 24 !== value) throwOutOfRange(value, 'i8', -128, 127)
    const at = writer.reserve(1)
    writer.bytes[at] = value
  },
}

/**
 * Little-endian numbers.
 * @example x: LE.i16, money: LE.u32
 */
export const LE = numbers(true)
/**
 * Big-endian numbers.
 * @example length: BE.u16, id: BE.u64
 */
export const BE = numbers(false)

function numbers(little: boolean) {
  return {
    u16: u16(little),
    i16: i16(little),
    u32: u32(little),
    i32: i32(little),
    u64: u64(little),
    i64: i64(little),
    f32: f32(little),
    f64: f64(little),
  }
}

function u16(little: boolean): NumberCodec {
  const doc = `u16${little ? 'le' : 'be'}`
  const [low, high] = little ? [0, 1] : [1, 0]
  return {
    ...integer(doc, 2, 0, 65535),
    read(reader) {
      const at = reader.skip(2)
      return reader.bytes[at + low]! | (reader.bytes[at + high]! << 8)
    },
    write(writer, value) {
      if ((value & 65535) !== value) throwOutOfRange(value, doc, 0, 65535)
      const at = writer.reserve(2)
      writer.bytes[at + low] = value
      writer.bytes[at + high] = value >> 8
    },
  }
}

function i16(little: boolean): NumberCodec {
  const doc = `i16${little ? 'le' : 'be'}`
  const [low, high] = little ? [0, 1] : [1, 0]
  return {
    ...integer(doc, 2, -32768, 32767),
    read(reader) {
      const at = reader.skip(2)
      return ((reader.bytes[at + low]! << 16) | (reader.bytes[at + high]! << 24)) >> 16
    },
    write(writer, value) {
      if ((value << 16) >> 16 !== value) throwOutOfRange(value, doc, -32768, 32767)
      const at = writer.reserve(2)
      writer.bytes[at + low] = value
      writer.bytes[at + high] = value >> 8
    },
  }
}

function u32(little: boolean): NumberCodec {
  const doc = `u32${little ? 'le' : 'be'}`
  return {
    ...integer(doc, 4, 0, 0xffffffff),
    read: (reader) => reader.view.getUint32(reader.skip(4), little),
    write(writer, value) {
      if (value >>> 0 !== value) throwOutOfRange(value, doc, 0, 0xffffffff)
      const at = writer.reserve(4)
      writer.view.setUint32(at, value, little)
    },
  }
}

function i32(little: boolean): NumberCodec {
  const doc = `i32${little ? 'le' : 'be'}`
  return {
    ...integer(doc, 4, -0x80000000, 0x7fffffff),
    read: (reader) => reader.view.getInt32(reader.skip(4), little),
    write(writer, value) {
      if ((value | 0) !== value) throwOutOfRange(value, doc, -0x80000000, 0x7fffffff)
      const at = writer.reserve(4)
      writer.view.setInt32(at, value, little)
    },
  }
}

function u64(little: boolean): Codec<bigint> {
  const doc = `u64${little ? 'le' : 'be'}`
  return {
    doc,
    min: 8,
    max: 8,
    read: (reader) => reader.view.getBigUint64(reader.skip(8), little),
    write(writer, value) {
      if (typeof value !== 'bigint' || BigInt.asUintN(64, value) !== value) failBigint(value, doc)
      const at = writer.reserve(8)
      writer.view.setBigUint64(at, value, little)
    },
    sample: (random) => randomItem(random, [randomBigint(random), 0n, 1n, 2n ** 63n, 2n ** 64n - 1n]),
  }
}

function i64(little: boolean): Codec<bigint> {
  const doc = `i64${little ? 'le' : 'be'}`
  return {
    doc,
    min: 8,
    max: 8,
    read: (reader) => reader.view.getBigInt64(reader.skip(8), little),
    write(writer, value) {
      if (typeof value !== 'bigint' || BigInt.asIntN(64, value) !== value) failBigint(value, doc)
      const at = writer.reserve(8)
      writer.view.setBigInt64(at, value, little)
    },
    sample: (random) =>
      BigInt.asIntN(64, randomItem(random, [randomBigint(random), 0n, -1n, 2n ** 63n - 1n, -(2n ** 63n)])),
  }
}

/** Rounds to the nearest f32. Does not preserve the payload of a NaN. */
function f32(little: boolean): Codec<number> {
  return {
    doc: `f32${little ? 'le' : 'be'}`,
    min: 4,
    max: 4,
    read: (reader) => reader.view.getFloat32(reader.skip(4), little),
    write(writer, value) {
      if (typeof value !== 'number') throwFieldError(`${value} is not a number`)
      if (Number.isFinite(value) !== Number.isFinite(Math.fround(value)))
        throwFieldError(`${value} does not fit into an f32`)
      const at = writer.reserve(4)
      writer.view.setFloat32(at, value, little)
    },
    sample: (random) => Math.fround(randomFloat(random, 3.4028234663852886e38)),
  }
}

/** Does not preserve the payload of a NaN. */
function f64(little: boolean): Codec<number> {
  return {
    doc: `f64${little ? 'le' : 'be'}`,
    min: 8,
    max: 8,
    read: (reader) => reader.view.getFloat64(reader.skip(8), little),
    write(writer, value) {
      if (typeof value !== 'number') throwFieldError(`${value} is not a number`)
      const at = writer.reserve(8)
      writer.view.setFloat64(at, value, little)
    },
    sample: (random) => randomFloat(random, Number.MAX_VALUE),
  }
}

function integer(doc: string, size: number, low: number, high: number) {
  return {
    doc,
    min: size,
    max: size,
    low,
    high,
    sample: (random: RandomFunction) => randomEdgeBiasedInteger(random, low, high),
  }
}

function failBigint(value: unknown, doc: string): never {
  return throwFieldError(`${typeof value} ${String(value)} is not a bigint in the range of ${doc}`)
}

function randomBigint(random: RandomFunction): bigint {
  return (BigInt(Math.floor(random() * 2 ** 32)) << 32n) | BigInt(Math.floor(random() * 2 ** 32))
}

function randomFloat(random: RandomFunction, most: number): number {
  return randomItem(random, [random() * 2000 - 1000, 0, -0, 1.5, most, -most, Infinity, -Infinity, NaN])
}
