// Reads options with a game's table: when a room is created, changed or opened.
import type { Json, Options } from '../../host.ts'
import { isRefused, type Refused } from '../../refused.ts'
import { type Fault, faultIn, placeOf, type Written } from '../shapes/fault.ts'
import { isObject } from '../shapes/shape.ts'
import { lastingNames, type Option, type OptionsOf, type OptionTable } from './table.ts'

/** The default options. */
export function usualOptions<T extends OptionTable>(table: T): OptionsOf<T> {
  return known(
    table,
    Object.fromEntries(
      Object.entries(table).flatMap(([name, option]) => (option.act ? [] : [[name, option.usual]])),
    ),
  )
}

/**
 * Why options given by an owner are invalid (an unknown name or a bad value), if they are. `field` is `options.NAME`;
 * `detail` is a sentence that states what is valid and never quotes the value.
 */
export function refusalOf(table: OptionTable, given: Options): Refused | undefined {
  return refusalIn(table, given, 'given')
}

/** Why a value is invalid for the option `name`, as a sentence. Undefined: it is valid. */
export function faultOf(table: OptionTable, name: string, value: Json): string | undefined {
  return refusalIn(table, { [name]: value }, 'given')?.refused.detail
}

/**
 * Merges options that are ready to store (secrets already hashed where the table requires it) over `base`. Merges
 * options by number entry by entry; null removes an entry. Checks acts and leaves them out. Refuses like `refusalOf`.
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

/** `readOptions` for an existing room with the options `now`. Fixed options cannot change. */
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

/** Reads stored options. Throws if they are invalid: they were checked before they were stored, so that is a bug. */
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

/** Keys are part of the field; list positions appear in the sentence. */
function keyOf({ path: [first] }: Fault): string {
  return typeof first === 'string' ? `.${first}` : ''
}

function sentence(name: string, { path, wanted, detail }: Fault): string {
  return detail ?? `${name}${placeOf(path)} is ${wanted}`
}

function refused(name: string, detail: string): Refused {
  return { refused: { field: `options.${name}`, detail } }
}

/** Asserts the type that the table describes. Throws if the options do not match, which is a bug. */
function known<T extends OptionTable>(table: T, options: Options): OptionsOf<T> {
  if (areOptions(table, options)) return options
  throw new TypeError(`options are not as their table says: ${Object.keys(options).join(', ')}`)
}

function areOptions<T extends OptionTable>(table: T, options: Options): options is OptionsOf<T> {
  return Object.entries(table).every(([name, option]) => option.act || isOption(option, options[name]))
}

/** A default may be outside the range that an owner can set, because creation can replace it. */
function isOption(option: Option, value: Json | undefined): boolean {
  if (value === undefined || option.act) return false
  return !faultIn(option, value, 'hashed') || JSON.stringify(value) === JSON.stringify(option.usual)
}
