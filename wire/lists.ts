// Lists and bytes, with all the ways in which a protocol marks their end.
import type { Codec, Fields } from './codec.ts'
import { fail, within } from './field-error.ts'
import { sizeOf } from './hidden.ts'
import { byteCount, type Reader } from './reader.ts'
import { anyBytes, anyLength, type Chance } from './sample.ts'
import { type Size, sized } from './sizes.ts'
import { traced } from './struct.ts'
import { Writer } from './writer.ts'

/**
 * A list. Reading and writing reject more than `limit` items. An item that may take zero bytes needs a limit.
 * @example units: list(unit, u8)
 */
export function list<T>(item: Codec<T>, size: Size, limit = Infinity): Codec<readonly T[]> {
  const number = sized(size, limit)
  if (item.min === 0 && number.most > 65535) {
    throw new Error(`a list of ${item.doc}, which may be empty, needs a limit`)
  }
  return {
    doc: `${item.doc}[${number.doc}]`,
    min: number.min + number.least * item.min,
    max: number.max + times(number.most, item.max),
    needs: [...number.needs, ...(item.needs ?? [])],
    inside: [{ step: '[]', codec: item }],
    read(reader, earlier) {
      const wanted = number.read(reader, earlier)
      if (wanted * item.min > reader.left) {
        fail(`${wanted} × ${byteCount(item.min)} wanted, ${reader.left} left`)
      }
      const items: T[] = []
      while (items.length < wanted) readItem(reader, item, items, earlier)
      return items
    },
    write(writer, value, whole) {
      number.write(writer, sizeOf(value), whole)
      writeItems(writer, item, value, whole)
    },
    sample: (chance, earlier) => anyItems(chance, item, number.sample(chance, earlier), earlier),
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
 * Items to the end of the packet.
 * @example scores: toEnd(LE.u32)
 */
export function toEnd<T>(item: Codec<T>, limit = Infinity): Codec<readonly T[]> {
  return {
    ...unsized(item, limit, 'to the end'),
    min: 0,
    max: times(limit, item.max),
    read(reader, earlier) {
      const items: T[] = []
      while (reader.left) readItem(reader, item, roomIn(items, limit), earlier)
      return items
    },
    write(writer, value, whole) {
      writer.gap = -1
      sizeOf(value)
      writeItems(writer, item, atMost(value, limit), whole)
    },
  }
}

/**
 * Items up to the byte `terminator`, which no item may start with.
 * @example moves: until(0xff, move)
 */
export function until<T>(terminator: number, item: Codec<T>, limit = Infinity): Codec<readonly T[]> {
  const begins = (value: T, whole: Fields) => firstByte(item, value, whole) === terminator
  const shape = unsized(item, limit, `until ${terminator}`)
  return {
    ...shape,
    min: 1,
    max: times(limit, item.max) + 1,
    read(reader, earlier) {
      const items: T[] = []
      for (;;) {
        if (!reader.left) reader.short(1)
        if (reader.bytes[reader.at] === terminator) break
        readItem(reader, item, roomIn(items, limit), earlier)
      }
      reader.at++
      return items
    },
    write(writer, value, whole) {
      sizeOf(value)
      const wrong = atMost(value, limit).findIndex((one) => begins(one, whole))
      if (wrong >= 0) fail(`item ${wrong} begins with ${terminator}, which ends the list`)
      writeItems(writer, item, value, whole)
      writer.byte(terminator)
    },
    sample: (chance, earlier) => shape.sample(chance, earlier).filter((one) => !begins(one, earlier)),
  }
}

/**
 * `size` bytes, copied, so that the value does not keep the received buffer in memory.
 * @example map: bytes(LE.u16, 4096)
 */
export function bytes(size: Size, limit = Infinity): Codec<Uint8Array> {
  const number = sized(size, limit)
  return {
    doc: `bytes[${number.doc}]`,
    min: number.min + number.least,
    max: number.max + number.most,
    needs: number.needs,
    read: (reader, earlier) => taken(reader, number.read(reader, earlier)),
    write(writer, value, whole) {
      number.write(writer, bytesIn(value).length, whole)
      writer.put(value)
    },
    sample: (chance, earlier) => anyBytes(chance, number.sample(chance, earlier)),
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
  read: (reader) => taken(reader, reader.left),
  write(writer, value) {
    writer.gap = -1
    writer.put(bytesIn(value))
  },
  sample: (chance) => anyBytes(chance, anyLength(chance, 0, 255)),
}

function unsized<T>(item: Codec<T>, limit: number, end: string) {
  if (item.min === 0) throw new Error(`a list of ${item.doc}, which may be empty, has no end`)
  return {
    doc: `${item.doc}[${end}${limit === Infinity ? '' : `, to ${limit}`}]`,
    needs: item.needs ?? [],
    inside: [{ step: '[]', codec: item }],
    sample: (chance: Chance, earlier: Fields) =>
      anyItems(chance, item, anyLength(chance, 0, Math.min(limit, 40)), earlier),
  }
}

function readItem<T>(reader: Reader, item: Codec<T>, items: T[], earlier: Fields): void {
  if (reader.trace) {
    items.push(traced(reader, `[${items.length}]`, () => item.read(reader, earlier)))
    return
  }
  try {
    items.push(item.read(reader, earlier))
  } catch (error) {
    throw within(error, `[${items.length}]`)
  }
}

function writeItems<T>(writer: Writer, item: Codec<T>, items: readonly T[], whole: Fields): void {
  const { write } = item
  let i = 0
  try {
    for (; i < items.length; i++) write(writer, items[i]!, whole)
  } catch (error) {
    throw within(error, `[${i}]`)
  }
}

function anyItems<T>(chance: Chance, item: Codec<T>, size: number, earlier: Fields): T[] {
  return Array.from({ length: size }, () => item.sample(chance, earlier))
}

function roomIn<T>(items: T[], limit: number): T[] {
  return items.length < limit ? items : fail(`more than ${limit} items`)
}

function atMost<T>(items: readonly T[], limit: number): readonly T[] {
  return items.length <= limit ? items : fail(`${items.length} items are over ${limit}`)
}

function firstByte<T>(item: Codec<T>, value: T, whole: Fields): number | undefined {
  const writer = new Writer()
  item.write(writer, value, whole)
  return writer.at ? writer.bytes[0] : undefined
}

function taken(reader: Reader, size: number): Uint8Array {
  const at = reader.take(size)
  return reader.bytes.slice(at, at + size)
}

function bytesIn(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : fail(`${String(value)} is not bytes`)
}

/** Multiplies, but 0 × Infinity is 0: zero items of unlimited size. */
function times(n: number, size: number): number {
  return n && size ? n * size : 0
}
