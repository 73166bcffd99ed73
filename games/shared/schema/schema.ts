// Valibot infers the types of values from outside, such as options, request fields and answers of the API, and
// validates them. The constructors here also describe in words what a schema accepts, for errors, forms, help and
// documents.
import * as v from 'valibot'
import type { Json } from '../../game-context.ts'

export type Schema<T = unknown> = v.GenericSchema<unknown, T>
export type Fields = { readonly [name: string]: Schema }
export type ValueOf<S extends Schema> = v.InferOutput<S>
export type ValuesOf<F extends Fields> = ValueOf<v.StrictObjectSchema<F, undefined>>

export type JsonObject = { readonly [key: string]: Json }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * `expected`: the accepted values in words, to complete `must be …`. `more`: keywords of JSON Schema that the converter
 * cannot derive, and `offered`.
 */
function inWords<const S extends Schema>(schema: S, expected: string, more: JsonObject = {}): S {
  return v.pipe(schema, v.metadata({ expected, ...more })) as Schema as S
}

/** The accepted values in words, to complete `must be …`: `a whole number from 1 to 63`. */
export function describeExpected(schema: Schema): string {
  const { expected } = v.getMetadata(requiredSchema(schema))
  return typeof expected === 'string' ? expected : 'a valid value'
}

/** Undefined if the schema is not a choice. */
export function choicesOf(schema: Schema): readonly string[] | undefined {
  return v.getMetadata(schema).offered as readonly string[] | undefined
}

/** One sentence. */
export function descriptionOf(schema: Schema): string | undefined {
  return v.getDescription(requiredSchema(schema))
}

export function isOptional(schema: Schema): boolean {
  return schema.type === 'exact_optional'
}

function requiredSchema(schema: Schema): Schema {
  return 'wrapped' in schema && isOptional(schema) ? (schema.wrapped as Schema) : schema
}

// ---- Constructors ------------------------------------------------------------------------------------------------

export const boolean = () => inWords(v.boolean(), 'true or false')

interface NumberWords {
  /** `percent`, `a second`. */
  readonly unit?: string
  /** The meaning of 0, if 0 is not an amount: `no limit`. */
  readonly zero?: string
}

export function integer(min: number, max: number, words: NumberWords = {}) {
  const schema = v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
  return inWords(schema, `a whole number ${rangeText(min, max, words)}`)
}

export function number(min: number, max: number, words: NumberWords = {}) {
  return inWords(
    v.pipe(v.number(), v.minValue(min), v.maxValue(max)),
    `a number ${rangeText(min, max, words)}`,
  )
}

function rangeText(min: number, max: number, { unit, zero }: NumberWords): string {
  return `from ${min} to ${max}${unit ? ` ${unit}` : ''}${zero ? `, 0 for ${zero}` : ''}`
}

interface TextLimits {
  /** Minimum number of characters (code points). Default: 1. */
  readonly min?: number
  readonly max: number
  /** The pattern of accepted texts: with `^`, `$` and only the flag u, so that its source is valid in JSON Schema. */
  readonly pattern?: RegExp
  /** The accepted texts in words, if the length does not suffice: `the name of a map, like MAP01`. */
  readonly expected?: string
}

export function text({
  min = 1,
  max,
  pattern,
  expected = `text of ${min} to ${max} characters`,
}: TextLimits) {
  return inWords(
    v.pipe(
      v.string(),
      v.minCodePoints(min),
      v.maxCodePoints(max),
      v.check((value) => value.isWellFormed() && (pattern?.test(value) ?? true)),
    ),
    expected,
    { minLength: min, maxLength: max, ...(pattern && { pattern: pattern.source }) },
  )
}

/** `also`: further spellings, which are accepted but not offered. */
export function choice<const T extends readonly string[], const A extends readonly string[] = []>(
  choices: T,
  also?: A,
) {
  const all: readonly (T[number] | A[number])[] = [...choices, ...(also ?? [])]
  return inWords(v.picklist(all), `one of ${choices.join(', ')}`, { offered: choices })
}

/** `noun`: the items in the plural, such as `names of maps`. */
export function list<S extends Schema>(
  of: S,
  { min = 0, max, noun }: { readonly min?: number; readonly max: number; readonly noun: string },
) {
  return inWords(
    v.pipe(v.array(strict(of)), v.minLength(min), v.maxLength(max), v.readonly()),
    `a list of ${min === 0 ? 'at most' : `${min} to`} ${max} ${noun}`,
  )
}

interface NumberKeys {
  readonly min: number
  readonly max: number
  /** The meaning of a key, such as `a player id`. */
  readonly key: string
  /** The entries in the plural, such as `passwords by player id`. */
  readonly noun: string
}

/** A schema of objects whose keys are whole numbers in decimal. In input, null removes an entry. */
export function numberedEntries<S extends Schema<Json>>(of: S, { min, max, key, noun }: NumberKeys) {
  const keys = v.pipe(
    v.string(),
    v.check((name) => /^(0|[1-9][0-9]*)$/.test(name) && Number(name) >= min && Number(name) <= max),
    // A pattern can limit only the number of digits, not the value.
    v.metadata({ pattern: `^(0|[1-9][0-9]{0,${String(max).length - 1}})$` }),
  )
  const entries = v.record(
    v.message(keys, `is not ${key}, a whole number from ${min} to ${max}`),
    strict(nullable(of)),
  )
  return inWords(
    v.pipe(
      v.unknown(),
      v.check(isObject),
      // Valibot's `record` ignores these keys, so they are rejected here.
      v.check(
        (value) =>
          !['__proto__', 'prototype', 'constructor'].some((name) => Object.hasOwn(value as object, name)),
      ),
      entries,
      v.transform((given) => withoutNulls(given) as { readonly [key: string]: ValueOf<S> }),
    ),
    `an object of ${noun}, "${min}" to "${max}": ${describeExpected(of)}, or null`,
  )
}

export function withoutNulls(entries: { readonly [key: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(entries).flatMap(([key, value]) => (value == null ? [] : [[key, value]])),
  )
}

/** null means none. */
export function nullable<S extends Schema>(schema: S) {
  return inWords(v.nullable(schema), `${describeExpected(schema)}, or null for none`)
}

export function optional<S extends Schema>(schema: S, description?: string) {
  return v.exactOptional(withDescription(schema, description))
}

/** `description`: one sentence. */
export function withDescription<S extends Schema>(schema: S, description: string | undefined): S {
  return description === undefined ? schema : (v.pipe(schema, v.description(description)) as Schema as S)
}

export function object<F extends Fields>(fields: F, expected = 'an object') {
  return inWords(v.strictObject(strictFields(fields)), expected)
}

/** A schema of objects with at least these fields. Drops further fields, which a newer release may send. */
export function openObject<F extends Fields>(fields: F) {
  return inWords(v.object(strictFields(fields)), 'an object')
}

function strictFields<F extends Fields>(fields: F): F {
  const entries = Object.entries(fields).map(([name, schema]) => [name, strict(schema)])
  return Object.fromEntries(entries) as F
}

/** Other code validates the fields. */
export const anyObject = () =>
  inWords(v.pipe(v.unknown(), v.guard(isObject)), 'an object', { type: 'object' })

// ---- Validation --------------------------------------------------------------------------------------------------

/** `path`: field names and list indexes, outermost first. `problem`: never quotes the value, which may be secret. */
export interface SchemaError {
  readonly path: readonly (string | number)[]
  readonly problem: string
}

/** Returns the valid value or the first fault. */
export function parseValue<S extends Schema>(
  schema: S,
  value: unknown,
):
  | { readonly value: ValueOf<S>; readonly fault?: undefined }
  | { readonly value?: undefined; readonly fault: SchemaError } {
  const { success, output, issues } = v.safeParse(strict(schema), value, { abortEarly: true })
  if (success) return { value: output }
  const [{ path = [], message }] = issues
  const steps = path.map(({ key }) => (typeof key === 'number' ? key : String(key).slice(0, maxNameLength)))
  return { fault: { path: steps, problem: message } }
}

/** A longer name of an unknown field is truncated. */
const maxNameLength = 80

/** The path as it follows the value's name: `[0].port`, `.7`. */
export function formatPath(path: SchemaError['path']): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
}

/** The schema with our error messages, added where a schema is used so that an outer schema can change the words. */
function strict<S extends Schema>(schema: S): S {
  return v.message(schema, (issue) => {
    const [field] = issue.path ?? []
    if (!field || !('entries' in schema)) return `must be ${describeExpected(schema)}`
    const fields = schema.entries as Fields
    const known = fields[String(field.key)]
    return issue.expected !== 'never' && known
      ? `must be ${describeExpected(known)}`
      : `unknown field; known fields: ${Object.keys(fields).join(', ')}`
  })
}
