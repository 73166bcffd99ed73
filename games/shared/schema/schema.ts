// Schemas of values from outside, as data: a room's option, a field of a request. validate.ts validates values,
// json-schema.ts converts schemas to JSON Schema.
import type { Json } from '../../game-context.ts'

export type Schema =
  | BooleanSchema
  | NumberSchema
  | TextSchema
  | ChoiceSchema
  | ListSchema
  | NumberKeyedSchema
  | ObjectSchema
  | AnyObjectSchema

interface BooleanSchema {
  readonly type: 'boolean'
}

export interface NumberSchema {
  readonly type: 'integer' | 'number'
  readonly min: number
  readonly max: number
  /** `s`: seconds, `/s`: per second, `/min`: per minute, `%`: percent. */
  readonly unit?: 's' | '/s' | '/min' | '%'
  /** The meaning of 0 if it is not an amount: `no limit`. */
  readonly zero?: string
}

/** Well-formed text. Lengths are in characters (code points). */
export interface TextSchema {
  readonly type: 'text'
  readonly min: number
  readonly max: number
  /** With `^`, `$` and only the flag u, so that its source is valid in JSON Schema. */
  readonly pattern?: RegExp
  /** A description, if the length is not enough: `the name of a map, like MAP01`. */
  readonly expected?: string
  /** Null is accepted and means none. */
  readonly nullable?: true
  /** Only its hash is stored; the caller hashes it before passing it on. */
  readonly hashed?: true
}

interface ChoiceSchema {
  readonly type: 'choice'
  readonly choices: readonly string[]
  /** Also accepted but not offered: other spellings. */
  readonly also?: readonly string[]
}

export interface ListSchema {
  readonly type: 'list'
  readonly min: number
  readonly max: number
  readonly of: Schema
  /** A plural noun phrase: `names of maps`. */
  readonly noun: string
}

/** Texts by whole number, with decimal keys. In input, null removes an entry. */
export interface NumberKeyedSchema {
  readonly type: 'numbered'
  readonly keys: { readonly min: number; readonly max: number; readonly noun: string }
  readonly of: TextSchema
  /** A plural noun phrase: `passwords by player id`. */
  readonly noun: string
}

/** An object with exactly these fields. */
export interface ObjectSchema {
  readonly type: 'object'
  readonly fields: ObjectFields
}
export type ObjectFields = { readonly [name: string]: FieldSchema }
export type FieldSchema = Schema & {
  readonly optional?: true /** One sentence. */
  readonly description?: string
}

/** An object with any fields, which other code validates. */
export interface AnyObjectSchema {
  readonly type: 'any object'
}

/** An object, so that it cannot be mistaken for a text. `hashed` is what `GameContext.verifySecret` takes. */
export type HashedSecret = { readonly hashed: string }

/** The type of a schema's stored value. */
export type ValueOf<S> = S extends BooleanSchema
  ? boolean
  : S extends NumberSchema
    ? number
    : S extends TextSchema
      ? TextOf<S>
      : S extends ChoiceSchema
        ? S['choices'][number] | (S extends { readonly also: readonly (infer A)[] } ? A : never)
        : S extends ListSchema
          ? readonly ValueOf<S['of']>[]
          : S extends NumberKeyedSchema
            ? { readonly [key: string]: Exclude<TextOf<S['of']>, null> }
            : S extends ObjectSchema
              ? FieldsOf<S['fields']>
              : S extends AnyObjectSchema
                ? JsonObject
                : never

type TextOf<S> =
  | (S extends { readonly hashed: true } ? HashedSecret : string)
  | (S extends { readonly nullable: true } ? null : never)

type Optional<T extends ObjectFields> = {
  [name in keyof T]: T[name] extends { readonly optional: true } ? name : never
}[keyof T]

export type FieldsOf<T extends ObjectFields> = {
  readonly [name in Exclude<keyof T, Optional<T>>]: ValueOf<T[name]>
} & { readonly [name in Optional<T>]?: ValueOf<T[name]> }

export type JsonObject = { readonly [key: string]: Json }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
