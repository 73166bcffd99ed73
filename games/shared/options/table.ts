// The options of a game as one table. What a host may set, how it is read and refused, what is shown of it, the forms,
// the command's help, the documents' tables and the API's schemas all follow from it.
import type { Json, Options } from '../../host.ts'
import type { Fields, Open, Shape, ValueOf } from '../shapes/shape.ts'

export type OptionTable = { readonly [name: string]: Option }

export type Option = Exclude<Shape, Fields | Open> & (Lasting | Act)

interface About {
  /** One sentence for hosts, with a full stop. */
  readonly says: string
  /** Shown as true or false. */
  readonly secret?: true
}

/** What is kept, and holds until it is changed. */
interface Lasting extends About {
  readonly usual: Json
  /** Where the usual value comes from elsewhere, in words: `what the seed says, else 10`. */
  readonly usually?: string
  /** Chosen at the founding, and never again. */
  readonly fixed?: true
  readonly act?: undefined
}

/** What asks for something to be done in a room, once, and is kept nowhere. */
interface Act extends About {
  readonly act: true
  readonly fixed?: undefined
}

/** What is in force, and the very JSON that is stored: every option but those that are acts. */
export type OptionsOf<T extends OptionTable> = {
  readonly [name in keyof T as T[name] extends Act ? never : name]: ValueOf<T[name]>
}

/** The names of options that last. */
export function lastingNames(table: OptionTable): string[] {
  return Object.keys(table).filter((name) => !table[name]?.act)
}

/** A room's options as everybody may see them: secrets as true (there is one) or false. */
export function shownOptions(table: OptionTable, options: Options): Options {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, table[name]?.secret ? isSet(value) : value]),
  )
}

function isSet(value: Json): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return value !== null && value !== '' && value !== false
}
