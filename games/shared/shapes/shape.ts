// What a value written by somebody outside may be, as data: an option of a room, a field of a request. fault.ts says
// what is wrong with one, schema.ts tells programs the same in JSON Schema.
import type { Json } from '../../host.ts'

export type Shape = Flag | Amount | Text | Choice | List | ByNumber | Fields | Open

export interface Flag {
  readonly type: 'boolean'
}

export interface Amount {
  readonly type: 'whole' | 'number'
  readonly least: number
  readonly most: number
  /** `s`: seconds, `/s`: a second, `/min`: a minute, `%`. */
  readonly unit?: 's' | '/s' | '/min' | '%'
  /** What 0 stands for, if it is no amount: `no limit`. */
  readonly zero?: string
}

/** Well-formed, its length in characters (code points). */
export interface Text {
  readonly type: 'text'
  readonly least: number
  readonly most: number
  /** With `^`, `$` and the flag u, and no other: so its source is a JSON Schema's, too. */
  readonly pattern?: RegExp
  /** In words, where length does not say it all: `the name of a map, like MAP01`. */
  readonly wanted?: string
  /** Null is taken: there is none. */
  readonly nullable?: true
  /** What is kept of it is its hash, and whoever hands it on has hashed it. */
  readonly hashed?: true
}

export interface Choice {
  readonly type: 'choice'
  readonly choices: readonly string[]
  /** Taken too, and offered to nobody: other spellings. */
  readonly also?: readonly string[]
}

export interface List {
  readonly type: 'list'
  readonly least: number
  readonly most: number
  readonly of: Shape
  /** In words, many of them: `names of maps`. */
  readonly named: string
}

/** Texts by whole numbers, these in decimal. In what is given null takes one away. */
export interface ByNumber {
  readonly type: 'by number'
  readonly keys: { readonly least: number; readonly most: number; readonly named: string }
  readonly of: Text
  /** In words, many of them: `passwords by player id`. */
  readonly named: string
}

/** An object of these and no other fields. */
export interface Fields {
  readonly type: 'fields'
  readonly fields: FieldTable
}
export type FieldTable = { readonly [name: string]: Field }
export type Field = Shape & { readonly optional?: true /** One sentence. */; readonly says?: string }

/** An object of whatever there is to be: somebody else knows its fields. */
export interface Open {
  readonly type: 'object'
}

/** An object, so that no text can be taken for it; `hashed` is what `Host.matches` takes. */
export type Hashed = { readonly hashed: string }

/** Of a shape, as it is kept and in force. */
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
