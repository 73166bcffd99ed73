// Reads options with a game's table: when a room is created, changed or opened.
import type { Json, Options } from '../../game-context.ts'
import { isRefusal, type Refusal } from '../../refusal.ts'
import { isObject } from '../schema/schema.ts'
import { formatPath, type SecretForm, type ValidationError, validate } from '../schema/validate.ts'
import { type Option, type OptionsOf, type OptionTable, storedOptionNames } from './table.ts'

/** The default options. */
export function defaultOptionsOf<T extends OptionTable>(table: T): OptionsOf<T> {
  return assertOptions(
    table,
    Object.fromEntries(
      Object.entries(table).flatMap(([name, option]) =>
        option.isAction ? [] : [[name, option.defaultValue]],
      ),
    ),
  )
}

/**
 * Why options given by an owner are invalid (an unknown name or a bad value), if they are. `field` is `options.NAME`;
 * `detail` is a sentence that states what is valid and never quotes the value.
 */
export function findRefusal(table: OptionTable, input: Options): Refusal | undefined {
  return firstRefusal(table, input, 'plain')
}

/** Why a value is invalid for the option `name`, as a sentence. Undefined: it is valid. */
export function optionError(table: OptionTable, name: string, value: Json): string | undefined {
  return firstRefusal(table, { [name]: value }, 'plain')?.refused.detail
}

/**
 * Merges options that are ready to store (secrets already hashed where the table requires it) over `base`. Merges
 * numbered options entry by entry; null removes an entry. Checks actions and leaves them out. Refuses like `findRefusal`.
 */
export function parseOptions<T extends OptionTable>(
  table: T,
  input: Options,
  base: OptionsOf<T> = defaultOptionsOf(table),
): OptionsOf<T> | Refusal {
  const refused = firstRefusal(table, input, 'hashed')
  if (refused) return refused
  return assertOptions(table, mergeOptions(base, table, input))
}

/** `parseOptions` for an existing room. Create-only options cannot change. */
export function updateOptions<T extends OptionTable>(
  table: T,
  input: Options,
  current: OptionsOf<T>,
): OptionsOf<T> | Refusal {
  const changed = parseOptions(table, input, current)
  if (isRefusal(changed)) return changed
  const before: Options = assertOptions(table, current)
  const after: Options = changed
  for (const [name, { createOnly }] of Object.entries(table))
    if (createOnly && JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      return refusalFor(name, `${name} can be set only when the room is created`)
  return changed
}

/** Reads stored options. Throws if they are invalid: they were checked before they were stored, so that is a bug. */
export function parseStoredOptions<T extends OptionTable>(table: T, stored: Options): OptionsOf<T> {
  const read = parseOptions(table, stored)
  if (isRefusal(read)) throw new RangeError(read.refused.detail)
  return read
}

function mergeOptions(base: Options, table: OptionTable, input: Options): Options {
  const mergedOptions: { [name: string]: Json } = { ...base }
  for (const name of storedOptionNames(table)) {
    const value = input[name]
    if (value === undefined || !Object.hasOwn(input, name)) continue
    mergedOptions[name] = table[name]?.type === 'numbered' ? mergeEntries(base[name], value) : value
  }
  return mergedOptions
}

function mergeEntries(current: Json | undefined, changed: Json): Json {
  const all = { ...(isObject(current) ? current : {}), ...(isObject(changed) ? changed : {}) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}

function firstRefusal(table: OptionTable, input: Options, as: SecretForm): Refusal | undefined {
  for (const [name, value] of Object.entries(input)) {
    if (!Object.hasOwn(table, name))
      return refusalFor(name.slice(0, 80), unknownOptionMessage(table, name.slice(0, 80)))
    const fault = validate(table[name]!, value, as)
    if (fault) return refusalFor(`${name}${keyOf(fault)}`, errorMessage(name, fault))
  }
  return undefined
}

function unknownOptionMessage(table: OptionTable, name: string): string {
  return `there is no option ${name}; there are ${Object.keys(table).join(', ') || 'none'}`
}

/** Keys are part of the field; list positions appear in the sentence. */
function keyOf({ path: [first] }: ValidationError): string {
  return typeof first === 'string' ? `.${first}` : ''
}

function errorMessage(name: string, { path, expected, detail }: ValidationError): string {
  return detail ?? `${name}${formatPath(path)} is ${expected}`
}

function refusalFor(name: string, detail: string): Refusal {
  return { refused: { field: `options.${name}`, detail } }
}

/** Asserts the type that the table describes. Throws if the options do not match, which is a bug. */
function assertOptions<T extends OptionTable>(table: T, options: Options): OptionsOf<T> {
  if (matchesTable(table, options)) return options
  throw new TypeError(`options do not match their table: ${Object.keys(options).join(', ')}`)
}

function matchesTable<T extends OptionTable>(table: T, options: Options): options is OptionsOf<T> {
  return Object.entries(table).every(
    ([name, option]) => option.isAction || isValidOption(option, options[name]),
  )
}

/** A default may be outside the range that an owner can set, because creation can replace it. */
function isValidOption(option: Option, value: Json | undefined): boolean {
  if (value === undefined || option.isAction) return false
  return !validate(option, value, 'hashed') || JSON.stringify(value) === JSON.stringify(option.defaultValue)
}
