// Options as they are read by a game's table: at the founding, at every change, and when a room is opened again.
import type { Json, Options } from '../../host.ts'
import { isRefused, type Refused } from '../../refused.ts'
import { type Fault, faultIn, placeOf, type Written } from '../shapes/fault.ts'
import { isObject } from '../shapes/shape.ts'
import { lastingNames, type Option, type OptionsOf, type OptionTable } from './table.ts'

/** What holds where nobody has said anything. */
export function usualOptions<T extends OptionTable>(table: T): OptionsOf<T> {
  return known(
    table,
    Object.fromEntries(
      Object.entries(table).flatMap(([name, option]) => (option.act ? [] : [[name, option.usual]])),
    ),
  )
}

/**
 * What is wrong with options as a host gives them, if anything: an unknown name, a value that will not do. `field` is
 * `options.NAME`, `detail` a sentence that says what would do and quotes nothing.
 */
export function refusalOf(table: OptionTable, given: Options): Refused | undefined {
  return refusalIn(table, given, 'given')
}

/** Why a value will not do for the option `name`, as a sentence; undefined: it will. */
export function faultOf(table: OptionTable, name: string, value: Json): string | undefined {
  return refusalIn(table, { [name]: value }, 'given')?.refused.detail
}

/**
 * `base` with options laid over it that are ready to be kept (their secrets hashed, where the table wants them so). Of
 * an option by number each is laid by itself, and null takes it away. Acts are checked and left out. Refused as by
 * `refusalOf`.
 */
export function readOptions<T extends OptionTable>(
  table: T,
  given: Options,
  base: OptionsOf<T> = usualOptions(table),
): OptionsOf<T> | Refused {
  const refused = refusalIn(table, given, 'hashed')
  if (refused) return refused
  return known(table, laidOver(base, table, given))
}

/** `readOptions` for a room that stands with `now`: what was chosen at its founding stays. */
export function changeOptions<T extends OptionTable>(
  table: T,
  given: Options,
  now: OptionsOf<T>,
): OptionsOf<T> | Refused {
  const changed = readOptions(table, given, now)
  if (isRefused(changed)) return changed
  const before: Options = known(table, now)
  const after: Options = changed
  for (const [name, { fixed }] of Object.entries(table))
    if (fixed && JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      return refused(name, `${name} was chosen when the room was founded, and stays as it is`)
  return changed
}

/** Throws if stored options will not do: they have been read before they were stored, so it is our own fault. */
export function storedOptions<T extends OptionTable>(table: T, stored: Options): OptionsOf<T> {
  const read = readOptions(table, stored)
  if (isRefused(read)) throw new RangeError(read.refused.detail)
  return read
}

function laidOver(base: Options, table: OptionTable, given: Options): Options {
  const laid: { [name: string]: Json } = { ...base }
  for (const name of lastingNames(table)) {
    const value = given[name]
    if (value === undefined || !Object.hasOwn(given, name)) continue
    laid[name] = table[name]?.type === 'by number' ? merged(base[name], value) : value
  }
  return laid
}

function merged(kept: Json | undefined, changed: Json): Json {
  const all = { ...(isObject(kept) ? kept : {}), ...(isObject(changed) ? changed : {}) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}

function refusalIn(table: OptionTable, given: Options, as: Written): Refused | undefined {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(table, name)) return refused(name.slice(0, 80), unknown(table, name.slice(0, 80)))
    const fault = faultIn(table[name]!, value, as)
    if (fault) return refused(`${name}${keyOf(fault)}`, sentence(name, fault))
  }
  return undefined
}

function unknown(table: OptionTable, name: string): string {
  return `there is no option ${name}; there are ${Object.keys(table).join(', ') || 'none'}`
}

/** Keys are part of the field; where in a list it is stands in the sentence. */
function keyOf({ path: [first] }: Fault): string {
  return typeof first === 'string' ? `.${first}` : ''
}

function sentence(name: string, { path, wanted, detail }: Fault): string {
  return detail ?? `${name}${placeOf(path)} is ${wanted}`
}

function refused(name: string, detail: string): Refused {
  return { refused: { field: `options.${name}`, detail } }
}

/** What came of a table is what its type says; throws if not, which is our own fault. */
function known<T extends OptionTable>(table: T, options: Options): OptionsOf<T> {
  if (areOptions(table, options)) return options
  throw new TypeError(`options are not as their table says: ${Object.keys(options).join(', ')}`)
}

function areOptions<T extends OptionTable>(table: T, options: Options): options is OptionsOf<T> {
  return Object.entries(table).every(([name, option]) => option.act || isOption(option, options[name]))
}

/** What is usual may lie where no host could put it: it is what the founding makes of it that is kept. */
function isOption(option: Option, value: Json | undefined): boolean {
  if (value === undefined || option.act) return false
  return !faultIn(option, value, 'hashed') || JSON.stringify(value) === JSON.stringify(option.usual)
}
