// Fields that hang on earlier ones: there or not, or laid out one way or another.
import type { Codec, Fields, Inside, Optional, ValueOf } from './codec.ts'
import { fail } from './field-error.ts'
import type { AnyCodec } from './struct.ts'

/** A question to an earlier field, with its words for the printed table. */
export interface Test {
  readonly doc: string
  holds(value: unknown): boolean
}

type Plain = string | number | bigint | boolean

export function is(...values: Plain[]): Test {
  return { doc: `is ${values.join(' or ')}`, holds: (value) => values.includes(value as Plain) }
}

export function isNot(...values: Plain[]): Test {
  return { doc: `is not ${values.join(' or ')}`, holds: (value) => !values.includes(value as Plain) }
}

/** Any of these bits of a number. */
export function has(mask: number): Test {
  return { doc: `has 0x${mask.toString(16)}`, holds: (value) => ((value as number) & mask) !== 0 }
}

const isSet: Test = { doc: 'is set', holds: Boolean }

/**
 * A field that is there when an earlier one (`visible`, `flags.weather`) passes the test; without a test, when
 * it is neither 0 nor false. Writing one that should not be there, or not writing one that should, is refused.
 */
export function when<T>(field: string, codec: Codec<T>): Optional<T>
export function when<T>(field: string, test: Test, codec: Codec<T>): Optional<T>
export function when<T>(field: string, ...[test, second]: [Codec<T>] | [Test, Codec<T>]): Optional<T> {
  const codec = second ?? (test as Codec<T>)
  const { doc, holds } = second ? (test as Test) : isSet
  const look = lookUp(field)
  return {
    optional: true,
    doc: `${codec.doc} if ${field} ${doc}`,
    min: 0,
    max: codec.max,
    needs: needing(field, codec),
    ...(codec.inside && { inside: codec.inside }),
    read: (reader, earlier) => (holds(look(earlier)) ? codec.read(reader, earlier) : undefined),
    write(writer, value, whole) {
      if (holds(look(whole))) codec.write(writer, value as T, whole)
      else if (value !== undefined) fail(`not carried unless ${field} ${doc}`)
    },
    sample: (chance, earlier) => (holds(look(earlier)) ? codec.sample(chance, earlier) : undefined),
  }
}

type Cases = { readonly [value: string]: AnyCodec }

/**
 * A field laid out as an earlier one (`stat`, `flags.big`) says: `by('stat', { 1: BE.i16, 20: str(u8) })`.
 * Any other value is laid out as `otherwise`; without that it is a WireError.
 */
export function by<const C extends Cases>(field: string, cases: C): Codec<ValueOf<C[keyof C]>>
export function by<const C extends Cases, O>(
  field: string,
  cases: C,
  otherwise: Codec<O>,
): Codec<ValueOf<C[keyof C]> | O>
export function by(field: string, cases: Cases, otherwise?: AnyCodec): AnyCodec {
  const rows = new Map(Object.entries(cases))
  const all = [...rows.values(), ...(otherwise ? [otherwise] : [])]
  const look = lookUp(field)
  const layout = (fields: Fields) => {
    const value = look(fields)
    return rows.get(String(value)) ?? otherwise ?? fail(`no layout for ${field} ${String(value)}`)
  }
  const inside: Inside[] = [...rows].map(([value, codec]) => ({ step: ` (${field} ${value})`, codec }))
  if (otherwise) inside.push({ step: ' (otherwise)', codec: otherwise })
  return {
    doc: `by ${field}`,
    min: Math.min(...all.map((codec) => codec.min)),
    max: Math.max(...all.map((codec) => codec.max)),
    needs: needing(field, ...all),
    inside,
    read: (reader, earlier) => layout(earlier).read(reader, earlier),
    write: (writer, value, whole) => layout(whole).write(writer, value, whole),
    sample: (chance, earlier) => layout(earlier).sample(chance, earlier),
  }
}

/** No bytes at all: a case of `by` that carries nothing. */
export const nothing: Codec<undefined> = {
  doc: 'nothing',
  min: 0,
  max: 0,
  read: () => undefined,
  write(_, value) {
    if (value !== undefined) fail('nothing is carried here')
  },
  sample: () => undefined,
}

function needing(field: string, ...codecs: readonly AnyCodec[]) {
  return [field.split('.')[0]!, ...codecs.flatMap((codec) => codec.needs ?? [])]
}

/** The value at a dotted path. */
export function lookUp(path: string): (fields: Fields) => unknown {
  const [head, ...rest] = path.split('.') as [string, ...string[]]
  if (!rest.length) return (fields) => fields[head]
  const inner = lookUp(rest.join('.'))
  return (fields) => inner((fields[head] ?? {}) as Fields)
}
