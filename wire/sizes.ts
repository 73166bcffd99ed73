// Sizes of lists and bytes.
import type { Count, Fields, NumberCodec } from './codec.ts'
import { lookUp } from './conditions.ts'
import { fail } from './field-error.ts'
import { sizeOf } from './hidden.ts'
import type { Reader } from './reader.ts'
import { anyLength, type Chance } from './sample.ts'
import type { Writer } from './writer.ts'

/** A size that is computed from earlier fields. */
export interface Derived {
  readonly doc: string
  readonly needs: readonly string[]
  of(earlier: Fields): number
}

/** A length prefix, an earlier `count`, a size computed from earlier fields, or a fixed number. */
export type Size = number | NumberCodec | Count | Derived

/**
 * A size that is the product of earlier fields.
 * @example width: u8, height: u8, tiles: list(u8, product('width', 'height'))
 */
export function product(...fields: string[]): Derived {
  const looks = fields.map(lookUp)
  return {
    doc: fields.join(' × '),
    needs: fields,
    of: (earlier) => looks.reduce((n, look) => n * Number(look(earlier)), 1),
  }
}

/** A size as lists and bytes use it. `min` and `max`: bytes of its prefix. `least` and `most`: the range of sizes. */
export interface Sized {
  readonly doc: string
  readonly min: number
  readonly max: number
  readonly least: number
  readonly most: number
  readonly needs: readonly (string | Count)[]
  /** Throws WireError for a size over the limit. */
  read(reader: Reader, earlier: Fields): number
  /** Throws WireError for a size that is over the limit or differs from the field that determines it. */
  write(writer: Writer, size: number, whole: Fields): void
  sample(chance: Chance, earlier: Fields): number
}

export function sized(size: Size, limit: number): Sized {
  if (typeof size === 'number') return derived({ doc: String(size), needs: [], of: () => size }, size, size)
  if ('of' in size) return derived(size, 0, limit)
  return 'target' in size ? counted(size, limit) : prefixed(size, limit)
}

function prefixed(size: NumberCodec, limit: number): Sized {
  const most = Math.min(limit, size.high)
  return {
    doc: size.doc + upTo(limit),
    min: size.min,
    max: size.max,
    least: Math.max(0, size.low),
    most,
    needs: [],
    read: (reader, earlier) => within(size.read(reader, earlier), most),
    write: (writer, n, whole) => size.write(writer, within(n, most), whole),
    sample: (chance) => anyLength(chance, Math.max(0, size.low), most),
  }
}

function counted(size: Count, limit: number): Sized {
  const most = Math.min(limit, size.high)
  return {
    doc: `counted${upTo(limit)}`,
    min: 0,
    max: 0,
    least: Math.max(0, size.low),
    most,
    needs: [size],
    read: (reader) => within(reader.kept(size.mark), most),
    // Several lists may share a count. They must then have the same length.
    write: (_, n, whole) => same(within(n, most), sizeOf(whole[size.target]), `${size.target} has`),
    sample: (chance, earlier) =>
      size.target in earlier ? sizeOf(earlier[size.target]) : anyLength(chance, Math.max(0, size.low), most),
  }
}

function derived(size: Derived, least: number, most: number): Sized {
  return {
    doc: size.doc,
    min: 0,
    max: 0,
    least,
    most,
    needs: size.needs,
    read: (_, earlier) => within(Math.trunc(size.of(earlier)), most),
    write: (_, n, whole) => same(within(n, most), size.of(whole), `${size.doc} is`),
    sample: (_, earlier) => within(size.of(earlier), most),
  }
}

function within(n: number, most: number): number {
  return n >= 0 && n <= most ? n : fail(`${n} is ${n < 0 ? 'less than none' : `over ${most}`}`)
}

function same(n: number, wanted: number, why: string): void {
  if (n !== wanted) fail(`${n} given, but ${why} ${wanted}`)
}

function upTo(limit: number): string {
  return limit === Infinity ? '' : ` to ${limit}`
}
