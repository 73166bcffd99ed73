// Lists and byte fields have a size, or end at a terminator or at the end of the packet.
import { type Codec, type DecodedFields, formatByteCount, type Reader, Writer } from '../codec.ts'
import { addPathStep, throwFieldError } from '../field-error.ts'
import { type RandomFunction, randomBytes, randomLength } from '../random-values.ts'
import { lengthOf } from './derived-fields.ts'
import { type FieldSize, sizeCodec } from './sizes.ts'
import { traceRead } from './struct.ts'

/**
 * A list of `size` items. Reading and writing reject more than `limit` items. A list whose items may take zero bytes
 * needs a limit.
 * @example units: list(unit, u8)
 */
export function list<T>(item: Codec<T>, size: FieldSize, limit = Infinity): Codec<readonly T[]> {
  const number = sizeCodec(size, limit)
  if (item.min === 0 && number.most > 65535) {
    throw new Error(`a list of ${item.doc}, which may be empty, needs a limit`)
  }
  return {
    doc: `${itemDoc(item)}[${number.doc}]`,
    min: number.min + number.least * item.min,
    max: number.max + multiplySize(number.most, item.max),
    needs: [...number.needs, ...(item.needs ?? [])],
    nested: [{ step: '[]', codec: item }],
    read(reader, earlier) {
      const wanted = number.read(reader, earlier)
      if (wanted * item.min > reader.left) {
        throwFieldError(`${wanted} × ${formatByteCount(item.min)} expected, ${reader.left} left`)
      }
      const items: T[] = []
      while (items.length < wanted) readItem(reader, item, items, earlier)
      return items
    },
    write(writer, value, whole) {
      number.write(writer, lengthOf(value), whole)
      writeItems(writer, item, value, whole)
    },
    sample: (random, earlier) => randomItems(random, item, number.sample(random, earlier), earlier),
  }
}

/**
 * Exactly `size` items.
 * @example tiles: array(u8, 64)
 */
export function array<T>(item: Codec<T>, size: number): Codec<readonly T[]> {
  return list(item, size)
}

/**
 * A list of items that ends at the end of the packet.
 * @example scores: toEnd(LE.u32)
 */
export function toEnd<T>(item: Codec<T>, limit = Infinity): Codec<readonly T[]> {
  return {
    ...endedList(item, limit, 'to the end'),
    min: 0,
    max: multiplySize(limit, item.max),
    read(reader, earlier) {
      const items: T[] = []
      while (reader.left) readItem(reader, item, checkRoom(items, limit), earlier)
      return items
    },
    write(writer, value, whole) {
      writer.afterOptionalSpace = -1
      lengthOf(value)
      writeItems(writer, item, checkCount(value, limit), whole)
    },
  }
}

/**
 * A list of items that ends at the byte `terminator`, with which no item may start.
 * @example moves: until(0xff, move)
 */
export function until<T>(terminator: number, item: Codec<T>, limit = Infinity): Codec<readonly T[]> {
  const startsWithTerminator = (value: T, whole: DecodedFields) =>
    firstByte(item, value, whole) === terminator
  const shape = endedList(item, limit, `until ${terminator}`)
  return {
    ...shape,
    min: 1,
    max: multiplySize(limit, item.max) + 1,
    read(reader, earlier) {
      const items: T[] = []
      for (;;) {
        if (!reader.left) reader.failTooShort(1)
        if (reader.bytes[reader.at] === terminator) break
        readItem(reader, item, checkRoom(items, limit), earlier)
      }
      reader.at++
      return items
    },
    write(writer, value, whole) {
      lengthOf(value)
      const wrong = checkCount(value, limit).findIndex((one) => startsWithTerminator(one, whole))
      if (wrong >= 0) throwFieldError(`item ${wrong} starts with ${terminator}, which ends the list`)
      writeItems(writer, item, value, whole)
      writer.byte(terminator)
    },
    sample: (random, earlier) =>
      shape.sample(random, earlier).filter((one) => !startsWithTerminator(one, earlier)),
  }
}

/**
 * A field of `size` bytes. They are copied, so that the value does not keep the received buffer in memory.
 * @example map: bytes(LE.u16, 4096)
 */
export function bytes(size: FieldSize, limit = Infinity): Codec<Uint8Array> {
  const number = sizeCodec(size, limit)
  return {
    doc: `bytes[${number.doc}]`,
    min: number.min + number.least,
    max: number.max + number.most,
    needs: number.needs,
    read: (reader, earlier) => copyBytes(reader, number.read(reader, earlier)),
    write(writer, value, whole) {
      number.write(writer, requireBytes(value).length, whole)
      writer.put(value)
    },
    sample: (random, earlier) => randomBytes(random, number.sample(random, earlier)),
  }
}

/**
 * Bytes to the end of the packet.
 * @example payload: rest
 */
export const rest: Codec<Uint8Array> = {
  doc: 'bytes[to the end]',
  min: 0,
  max: Infinity,
  read: (reader) => copyBytes(reader, reader.left),
  write(writer, value) {
    writer.afterOptionalSpace = -1
    writer.put(requireBytes(value))
  },
  sample: (random) => randomBytes(random, randomLength(random, 0, 255)),
}

function endedList<T>(item: Codec<T>, limit: number, end: string) {
  if (item.min === 0)
    throw new Error(`an item of a list needs at least one byte, or the list never ends: ${item.doc}`)
  return {
    doc: `${itemDoc(item)}[${end}${limit === Infinity ? '' : `, to ${limit}`}]`,
    needs: item.needs ?? [],
    nested: [{ step: '[]', codec: item }],
    sample: (random: RandomFunction, earlier: DecodedFields) =>
      randomItems(random, item, randomLength(random, 0, Math.min(limit, 40)), earlier),
  }
}

/** In parentheses if a bracket after it would seem to belong to its last word only. */
function itemDoc({ doc }: Codec<unknown>): string {
  return /\s/.test(doc.replace(/\{.*\}|\(.*\)|\[.*\]/g, '')) ? `(${doc})` : doc
}

function readItem<T>(reader: Reader, item: Codec<T>, items: T[], earlier: DecodedFields): void {
  if (reader.trace) {
    items.push(traceRead(reader, `[${items.length}]`, () => item.read(reader, earlier)))
    return
  }
  try {
    items.push(item.read(reader, earlier))
  } catch (error) {
    throw addPathStep(error, `[${items.length}]`)
  }
}

function writeItems<T>(writer: Writer, item: Codec<T>, items: readonly T[], whole: DecodedFields): void {
  const { write } = item
  let i = 0
  try {
    for (; i < items.length; i++) write(writer, items[i]!, whole)
  } catch (error) {
    throw addPathStep(error, `[${i}]`)
  }
}

function randomItems<T>(random: RandomFunction, item: Codec<T>, size: number, earlier: DecodedFields): T[] {
  return Array.from({ length: size }, () => item.sample(random, earlier))
}

function checkRoom<T>(items: T[], limit: number): T[] {
  return items.length < limit ? items : throwFieldError(`more than ${limit} items`)
}

function checkCount<T>(items: readonly T[], limit: number): readonly T[] {
  return items.length <= limit ? items : throwFieldError(`${items.length} items, but the limit is ${limit}`)
}

function firstByte<T>(item: Codec<T>, value: T, whole: DecodedFields): number | undefined {
  const writer = new Writer()
  item.write(writer, value, whole)
  return writer.at ? writer.bytes[0] : undefined
}

function copyBytes(reader: Reader, size: number): Uint8Array {
  const at = reader.skip(size)
  return reader.bytes.slice(at, at + size)
}

function requireBytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : throwFieldError(`${String(value)} is not bytes`)
}

/** 0 × Infinity is 0, because zero items of unlimited size take no bytes. */
function multiplySize(n: number, size: number): number {
  return n && size ? n * size : 0
}
