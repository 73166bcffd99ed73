// Fields whose presence or layout depends on earlier fields.
import {
  type Codec,
  type DecodedFields,
  type NestedCodec,
  type Optional,
  type ValueOf,
  Writer,
} from '../codec.ts'
import { throwFieldError } from '../field-error.ts'
import type { AnyCodec } from './struct.ts'

/**
 * A condition on an earlier field, and its text for the printed table.
 * @example const isItem: Condition = isBetween(140, 189)
 */
export interface Condition {
  readonly doc: string
  holds(value: unknown): boolean
}

type Plain = string | number | bigint | boolean

/**
 * Equal to one of these values.
 * @example score: when('kind', is('player', 'bot'), LE.u32)
 */
export function is(...values: Plain[]): Condition {
  return { doc: `is ${values.join(' or ')}`, holds: (value) => values.includes(value as Plain) }
}

/**
 * Different from all of these values.
 * @example target: when('action', isNot(0), LE.u16)
 */
export function isNot(...values: Plain[]): Condition {
  return { doc: `is not ${values.join(' or ')}`, holds: (value) => !values.includes(value as Plain) }
}

/**
 * A number from `low` to `high`, inclusive.
 * @example skill: when('stat', isBetween(140, 189), u8)
 */
export function isBetween(low: number, high: number): Condition {
  return {
    doc: `is ${low} to ${high}`,
    holds: (value) => typeof value === 'number' && value >= low && value <= high,
  }
}

/**
 * A number with at least one of these bits set.
 * @example face: when('flags', hasAnyBit(0x04), BE.u32)
 */
export function hasAnyBit(mask: number): Condition {
  return { doc: `has 0x${mask.toString(16)}`, holds: (value) => ((value as number) & mask) !== 0 }
}

const isSet: Condition = { doc: 'is set', holds: Boolean }

/**
 * A field that is present if an earlier field (`visible`, `flags.weather`) meets the condition or, without a
 * condition, if that field is truthy. `write` rejects a value if the condition is not met, and a missing value if it is
 * met.
 * @example wind: when('flags.weather', u8)
 */
export function when<T>(field: string, codec: Codec<T>): Optional<T>
export function when<T>(field: string, condition: Condition, codec: Codec<T>): Optional<T>
export function when<T>(field: string, ...[first, second]: [Codec<T>] | [Condition, Codec<T>]): Optional<T> {
  const codec = second ?? (first as Codec<T>)
  const { doc, holds } = second ? (first as Condition) : isSet
  const get = pathGetter(field)
  return {
    optional: true,
    doc: `${codec.doc} if ${field} ${doc}`,
    min: 0,
    max: codec.max,
    needs: dependenciesOf(field, codec),
    ...(codec.nested && { nested: codec.nested }),
    read: (reader, earlier) => (holds(get(earlier)) ? codec.read(reader, earlier) : undefined),
    write(writer, value, whole) {
      if (holds(get(whole))) codec.write(writer, value as T, whole)
      else if (value !== undefined) throwFieldError(`allowed only if ${field} ${doc}`)
    },
    sample: (random, earlier) => (holds(get(earlier)) ? codec.sample(random, earlier) : undefined),
  }
}

/**
 * A trailing field that may be missing: it is present if any bytes are left. `after` names another optional field that
 * must be present too. `write` rejects a value of zero bytes, because it would read as missing.
 * @example reason: optional(zstr()), detail: optional(zstr(), 'reason')
 */
export function optional<T>(codec: Codec<T>, after?: string): Optional<T> {
  const size = (value: T, whole: DecodedFields, writer = new Writer()) => {
    const from = writer.at
    codec.write(writer, value, whole)
    return writer.at - from
  }
  const follows = (fields: DecodedFields) => after === undefined || fields[after] !== undefined
  return {
    optional: true,
    doc: `${codec.doc}, or nothing`,
    min: 0,
    max: codec.max,
    needs: [...(after === undefined ? [] : [after]), ...(codec.needs ?? [])],
    ...(codec.nested && { nested: codec.nested }),
    read: (reader, earlier) => (reader.left ? codec.read(reader, earlier) : undefined),
    write(writer, value, whole) {
      if (value === undefined) return
      if (!follows(whole)) throwFieldError(`allowed only with ${after}`)
      if (!size(value, whole, writer)) throwFieldError('a value of zero bytes would read as missing')
    },
    sample(random, earlier) {
      if (!follows(earlier) || random() < 0.3) return undefined
      const value = codec.sample(random, earlier)
      return size(value, earlier) ? value : undefined
    },
  }
}

type Cases = { readonly [value: string]: AnyCodec }
type ConditionalCases = readonly (readonly [condition: Condition, codec: AnyCodec])[]
type CaseOf<C extends Cases | ConditionalCases> = C extends ConditionalCases
  ? ValueOf<C[number][1]>
  : ValueOf<C[keyof C]>

/**
 * A field whose layout depends on an earlier one (`stat`, `flags.big`). Cases are keyed by value, or are pairs of a
 * condition and a layout, of which the first match applies. Any other value uses `otherwise`, or is a WireError.
 * @example value: switchOn('stat', { 1: BE.i16, 20: str(u8) })
 * @example value: switchOn('stat', [[isBetween(140, 189), skill]], BE.i16)
 */
export function switchOn<const C extends Cases | ConditionalCases>(field: string, cases: C): Codec<CaseOf<C>>
export function switchOn<const C extends Cases | ConditionalCases, O>(
  field: string,
  cases: C,
  otherwise: Codec<O>,
): Codec<CaseOf<C> | O>
export function switchOn(field: string, cases: Cases | ConditionalCases, otherwise?: AnyCodec): AnyCodec {
  const { codecs, find, nested } = hasConditions(cases)
    ? conditionalLayouts(field, cases)
    : keyedLayouts(field, cases)
  const all = [...codecs, ...(otherwise ? [otherwise] : [])]
  const get = pathGetter(field)
  const layout = (fields: DecodedFields) => {
    const value = get(fields)
    return find(value) ?? otherwise ?? throwFieldError(`no layout for ${field} ${String(value)}`)
  }
  if (otherwise) nested.push({ step: ' (otherwise)', codec: otherwise })
  return {
    doc: `by ${field}`,
    min: Math.min(...all.map((codec) => codec.min)),
    max: Math.max(...all.map((codec) => codec.max)),
    needs: dependenciesOf(field, ...all),
    nested,
    read: (reader, earlier) => layout(earlier).read(reader, earlier),
    write: (writer, value, whole) => layout(whole).write(writer, value, whole),
    sample: (random, earlier) => layout(earlier).sample(random, earlier),
  }
}

interface CaseLayouts {
  readonly codecs: readonly AnyCodec[]
  readonly nested: NestedCodec[]
  find(value: unknown): AnyCodec | undefined
}

function hasConditions(cases: Cases | ConditionalCases): cases is ConditionalCases {
  return Array.isArray(cases)
}

function keyedLayouts(field: string, cases: Cases): CaseLayouts {
  const rows = new Map(Object.entries(cases))
  return {
    codecs: [...rows.values()],
    nested: [...rows].map(([value, codec]) => ({ step: ` (${field} ${value})`, codec })),
    find: (value) => rows.get(String(value)),
  }
}

function conditionalLayouts(field: string, rows: ConditionalCases): CaseLayouts {
  return {
    codecs: rows.map(([, codec]) => codec),
    nested: rows.map(([{ doc }, codec]) => ({ step: ` (${field} ${doc})`, codec })),
    find: (value) => rows.find(([condition]) => condition.holds(value))?.[1],
  }
}

/**
 * Zero bytes: a case of `switchOn` without content.
 * @example target: switchOn('kind', { 0: emptyField, 1: position })
 */
export const emptyField: Codec<undefined> = {
  doc: 'nothing',
  min: 0,
  max: 0,
  read: () => undefined,
  write(_, value) {
    if (value !== undefined) throwFieldError('this case has no value')
  },
  sample: () => undefined,
}

function dependenciesOf(field: string, ...codecs: readonly AnyCodec[]) {
  return [field.split('.')[0]!, ...codecs.flatMap((codec) => codec.needs ?? [])]
}

/** The value at a dotted path. */
export function pathGetter(path: string): (fields: DecodedFields) => unknown {
  const [head, ...rest] = path.split('.') as [string, ...string[]]
  if (!rest.length) return (fields) => fields[head]
  const inner = pathGetter(rest.join('.'))
  return (fields) => inner((fields[head] ?? {}) as DecodedFields)
}
