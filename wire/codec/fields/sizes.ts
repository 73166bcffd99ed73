import type { Count, DecodedFields, NumberCodec, Reader, Writer } from '../codec.ts'
import { throwFieldError } from '../field-error.ts'
import { type RandomFunction, randomLength } from '../random-values.ts'
import { pathGetter } from './conditional-fields.ts'
import { lengthOf } from './derived-fields.ts'

export interface ComputedSize {
  readonly doc: string
  readonly needs: readonly string[]
  of(earlier: DecodedFields): number
}

/**
 * The size of a list or of bytes: a length prefix, an earlier `count`, a size computed from earlier fields, or a fixed
 * number.
 */
export type FieldSize = number | NumberCodec | Count | ComputedSize

/**
 * A size that is the product of earlier fields.
 * @example width: u8, height: u8, tiles: list(u8, product('width', 'height'))
 */
export function product(...fields: string[]): ComputedSize {
  const getters = fields.map(pathGetter)
  return {
    doc: fields.join(' × '),
    needs: fields,
    of: (earlier) => getters.reduce((n, get) => n * Number(get(earlier)), 1),
  }
}

/** `min` and `max`: the range of its prefix in bytes. `least` and `most`: the range of the size itself. */
export interface SizeCodec {
  readonly doc: string
  readonly min: number
  readonly max: number
  readonly least: number
  readonly most: number
  readonly needs: readonly (string | Count)[]
  /** Throws WireError for a size over the limit. */
  read(reader: Reader, earlier: DecodedFields): number
  /** Throws WireError for a size that is over the limit or differs from the earlier field that determines it. */
  write(writer: Writer, size: number, whole: DecodedFields): void
  sample(random: RandomFunction, earlier: DecodedFields): number
}

export function sizeCodec(size: FieldSize, limit: number): SizeCodec {
  if (typeof size === 'number')
    return computedSize({ doc: String(size), needs: [], of: () => size }, size, size)
  if ('of' in size) return computedSize(size, 0, limit)
  return 'target' in size ? countedSize(size, limit) : prefixedSize(size, limit)
}

function prefixedSize(size: NumberCodec, limit: number): SizeCodec {
  const most = Math.min(limit, size.high)
  return {
    doc: size.doc + limitText(limit),
    min: size.min,
    max: size.max,
    least: Math.max(0, size.low),
    most,
    needs: [],
    read: (reader, earlier) => checkLimit(size.read(reader, earlier), most),
    write: (writer, n, whole) => size.write(writer, checkLimit(n, most), whole),
    sample: (random) => randomLength(random, Math.max(0, size.low), most),
  }
}

function countedSize(size: Count, limit: number): SizeCodec {
  const most = Math.min(limit, size.high)
  return {
    doc: `counted${limitText(limit)}`,
    min: 0,
    max: 0,
    least: Math.max(0, size.low),
    most,
    needs: [size],
    read: (reader) => checkLimit(reader.storedValue(size.mark), most),
    // Several lists may share a count. They must then have the same length.
    write: (_, n, whole) =>
      checkEqual(checkLimit(n, most), lengthOf(whole[size.target]), `${size.target} has`),
    sample: (random, earlier) =>
      size.target in earlier
        ? lengthOf(earlier[size.target])
        : randomLength(random, Math.max(0, size.low), most),
  }
}

function computedSize(size: ComputedSize, least: number, most: number): SizeCodec {
  return {
    doc: size.doc,
    min: 0,
    max: 0,
    least,
    most,
    needs: size.needs,
    read: (_, earlier) => checkLimit(Math.trunc(size.of(earlier)), most),
    write: (_, n, whole) => checkEqual(checkLimit(n, most), size.of(whole), `${size.doc} is`),
    sample: (_, earlier) => checkLimit(size.of(earlier), most),
  }
}

function checkLimit(n: number, most: number): number {
  return n >= 0 && n <= most ? n : throwFieldError(`${n} is ${n < 0 ? 'negative' : `over ${most}`}`)
}

function checkEqual(n: number, wanted: number, why: string): void {
  if (n !== wanted) throwFieldError(`${n} items, but ${why} ${wanted}`)
}

function limitText(limit: number): string {
  return limit === Infinity ? '' : ` to ${limit}`
}
