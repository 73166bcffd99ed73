// Shapes of values from outside, as data: a room's option, a field of a request. fault.ts validates values, schema.ts
// converts shapes to JSON Schema.
import type { Json } from '../../host.ts'

export type Shape = Flag | Amount | Text | Choice | List | ByNumber | Fields | Open

export interface Flag {
  readonly type: 'boolean'
}

export interface Amount {
  readonly type: 'whole' | 'number'
  readonly least: number
  readonly most: number
  /** `s`: seconds, `/s`: per second, `/min`: per minute, `%`: percent. */
  readonly unit?: 's' | '/s' | '/min' | '%'
  /** The meaning of 0 if it is not an amount: `no limit`. */
  readonly zero?: string
}

/** Well-formed text. Lengths are in characters (code points). */
export interface Text {
  readonly type: 'text'
  readonly least: number
  readonly most: number
  /** With `^`, `$` and only the flag u, so that its source is valid in JSON Schema. */
  readonly pattern?: RegExp
  /** A description, if the length is not enough: `the name of a map, like MAP01`. */
  readonly wanted?: string
  /** Null is accepted and means none. */
  readonly nullable?: true
  /** Only its hash is stored; the caller hashes it before passing it on. */
  readonly hashed?: true
}

export interface Choice {
  readonly type: 'choice'
  readonly choices: readonly string[]
  /** Also accepted but not offered: other spellings. */
  readonly also?: readonly string[]
}

export interface List {
  readonly type: 'list'
  readonly least: number
  readonly most: number
  readonly of: Shape
  /** A plural noun phrase: `names of maps`. */
  readonly named: string
}

/** Texts by whole number, with decimal keys. In input, null removes an entry. */
export interface ByNumber {
  readonly type: 'by number'
  readonly keys: { readonly least: number; readonly most: number; readonly named: string }
  readonly of: Text
  /** A plural noun phrase: `passwords by player id`. */
  readonly named: string
}

/** An object with exactly these fields. */
export interface Fields {
  readonly type: 'fields'
  readonly fields: FieldTable
}
export type FieldTable = { readonly [name: string]: Field }
export type Field = Shape & { readonly optional?: true /** One sentence. */; readonly says?: string }

/** An object with any fields, which other code validates. */
export interface Open {
  readonly type: 'object'
}

/** An object, so that it cannot be mistaken for a text. `hashed` is what `Host.matches` takes. */
export type Hashed = { readonly hashed: string }

/** The type of a shape's stored value. */
export type ValueOf<S> = S extends Flag
  ? boolean
  : S extends Amount
    ? number
    : S extends Text
      ? TextOf<S>
      : S extends Choice
        ? S['choices'][number] | (S extends { readonly also: readonly (infer A)[] } ? A : never)
        : S extends List
          ? readonly ValueOf<S['of']>[]
          : S extends ByNumber
            ? { readonly [key: string]: Exclude<TextOf<S['of']>, null> }
            : S extends Fields
              ? FieldsOf<S['fields']>
              : S extends Open
                ? JsonObject
                : never

type TextOf<S> =
  | (S extends { readonly hashed: true } ? Hashed : string)
  | (S extends { readonly nullable: true } ? null : never)

type Optional<T extends FieldTable> = {
  [name in keyof T]: T[name] extends { readonly optional: true } ? name : never
}[keyof T]

export type FieldsOf<T extends FieldTable> = {
  readonly [name in Exclude<keyof T, Optional<T>>]: ValueOf<T[name]>
} & { readonly [name in Optional<T>]?: ValueOf<T[name]> }

export type JsonObject = { readonly [key: string]: Json }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
