// A game's option table, from which parsing, forms, command help, document tables and API schemas are generated.
import type { Json, Options } from '../../game-context.ts'
import type { Schema, ValueOf } from '../schema/schema.ts'

/**
 * The options of a game by name.
 * @example games/soaprun/options.ts
 */
export type OptionTable = { readonly [name: string]: Option }

export type Option = StoredOption<Schema<Json>> | ActionOption

interface OptionBase {
  /** The schema of the values that an owner can set. */
  readonly input: Schema<Json>
  /** One sentence for owners that ends with a full stop. */
  readonly description: string
  /** Set if the value is shown only as true or false. */
  readonly secret?: true
}

interface StoredOption<S extends Schema<Json>> extends OptionBase {
  /** The schema of the stored values. It differs from `input` if secrets are hashed before they are stored. */
  readonly stored: S
  readonly defaultValue: ValueOf<S>
  /** Describes a default that is computed elsewhere, in words: `from the seed, else 10`. */
  readonly defaultDescription?: string
  /** Set if the option can be set only when the room is created. */
  readonly createOnly?: true
  readonly isAction?: undefined
}

interface ActionOption extends OptionBase {
  readonly stored: Schema<Json>
  readonly isAction: true
  readonly createOnly?: undefined
}

/** By default stored values have the schema of the input. */
export function option<S extends Schema<Json>>(
  stored: S,
  defaultValue: ValueOf<S>,
  description: string,
  more: Partial<Pick<StoredOption<S>, 'input' | 'secret' | 'defaultDescription' | 'createOnly'>> = {},
): StoredOption<S> {
  return { input: stored, stored, defaultValue, description, ...more }
}

export function actionOption(schema: Schema<Json>, description: string): ActionOption {
  return { input: schema, stored: schema, description, isAction: true }
}

/** Actions are not stored. */
export type OptionsOf<T extends OptionTable> = {
  readonly [name in keyof T as T[name] extends ActionOption ? never : name]: ValueOf<T[name]['stored']>
}

export function storedOptionNames(table: OptionTable): string[] {
  return Object.keys(table).filter((name) => !table[name]?.isAction)
}

/** A secret is shown as true if it is set, and otherwise as false. */
export function publicOptions(table: OptionTable, options: Options): Options {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, table[name]?.secret ? isSet(value) : value]),
  )
}

function isSet(value: Json): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return value !== null && value !== '' && value !== false
}
