// The table of a game's options. Parsing, validation, display, forms, command help, document tables and API schemas are
// generated from it.
import type { Json, Options } from '../../host.ts'
import type { Fields, Open, Shape, ValueOf } from '../shapes/shape.ts'

/**
 * The options of a game by name.
 * @example games/soaprun/options.ts
 */
export type OptionTable = { readonly [name: string]: Option }

export type Option = Exclude<Shape, Fields | Open> & (Lasting | Act)

interface About {
  /** One sentence for owners, with a full stop. */
  readonly says: string
  /** Shown only as true or false. */
  readonly secret?: true
}

/** A stored option, in force until it is changed. */
interface Lasting extends About {
  readonly usual: Json
  /** Describes a default that is computed elsewhere: `what the seed says, else 10`. */
  readonly usually?: string
  /** Can be set only when the room is created. */
  readonly fixed?: true
  readonly act?: undefined
}

/** An action that runs once in a room and is not stored. */
interface Act extends About {
  readonly act: true
  readonly fixed?: undefined
}

/** The options in force, exactly the JSON that is stored: all options but acts. */
export type OptionsOf<T extends OptionTable> = {
  readonly [name in keyof T as T[name] extends Act ? never : name]: ValueOf<T[name]>
}

/** The names of stored options. */
export function lastingNames(table: OptionTable): string[] {
  return Object.keys(table).filter((name) => !table[name]?.act)
}

/** A room's options as the public sees them. Secrets are true (set) or false. */
export function shownOptions(table: OptionTable, options: Options): Options {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, table[name]?.secret ? isSet(value) : value]),
  )
}

function isSet(value: Json): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return value !== null && value !== '' && value !== false
}
