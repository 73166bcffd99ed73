import type { Json, Options } from '../../game-context.ts'
import { isRefusal, type Refusal, refusal } from '../../refusal.ts'
import type { CreateRoomInput } from '../../room-creation.ts'
import { formatPath, isObject, object, parseValue, text, withoutNulls } from '../schema/schema.ts'
import { type OptionsOf, type OptionTable, storedOptionNames } from './table.ts'

/** The schema of a stored secret for `GameContext.verifySecret`: an object, so that no text can pass as hashed. */
export const hashedSecretSchema = () => object({ hashed: text({ max: 1000 }) }, 'hashed')

export function defaultOptionsOf<T extends OptionTable>(table: T): OptionsOf<T> {
  const defaults = Object.entries(table).flatMap(([name, option]) =>
    option.isAction ? [] : [[name, option.defaultValue]],
  )
  return Object.fromEntries(defaults)
}

/**
 * Why an owner's options are refused: an unknown name or an invalid value. Undefined if they are valid. `field`:
 * `options.NAME`. `detail`: a sentence that states the valid values and never quotes the value.
 */
export function findOptionRefusal(table: OptionTable, input: Options): Refusal | undefined {
  return firstRefusal(table, input, 'input')
}

/** Returns a sentence; undefined if the value is valid for the option `name`. */
export function optionError(table: OptionTable, name: string, value: Json): string | undefined {
  return findOptionRefusal(table, { [name]: value })?.refused.detail
}

/**
 * Merges options into `base`. `input`: in stored form, in which secrets are already hashed where the table requires it.
 * Numbered options are merged entry by entry, and null removes an entry. Actions are validated, but left out of the
 * result. Refuses like `findOptionRefusal`.
 */
export function parseOptions<T extends OptionTable>(
  table: T,
  input: Options,
  base: OptionsOf<T> = defaultOptionsOf(table),
): OptionsOf<T> | Refusal {
  return firstRefusal(table, input, 'stored') ?? mergeOptions(table, input, base)
}

/** For games whose rooms take no files: also refuses an uploaded file, by its field. */
export function parseOptionsWithoutFiles<T extends OptionTable>(
  game: string,
  table: T,
  { options, files }: Pick<CreateRoomInput, 'options' | 'files'>,
): OptionsOf<T> | Refusal {
  const parsed = parseOptions(table, options)
  const [field] = files.keys()
  if (isRefusal(parsed) || field === undefined) return parsed
  return refusal(field, `${game} rooms take no ${field}`)
}

/** Refuses changes of create-only options. Otherwise like `parseOptions`. */
export function updateOptions<T extends OptionTable>(
  table: T,
  input: Options,
  current: OptionsOf<T>,
): OptionsOf<T> | Refusal {
  const changed = parseOptions(table, input, current)
  if (isRefusal(changed)) return changed
  const before: Options = current
  const after: Options = changed
  for (const [name, { createOnly }] of Object.entries(table))
    if (createOnly && JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      return refusalFor(name, `${name} can be set only when the room is created`)
  return changed
}

/** Throws if the options are invalid, which is a bug, because they were validated before they were stored. */
export function parseStoredOptions<T extends OptionTable>(table: T, stored: Options): OptionsOf<T> {
  const read = parseOptions(table, stored)
  if (isRefusal(read)) throw new RangeError(read.refused.detail)
  return read
}

function mergeOptions<T extends OptionTable>(table: T, input: Options, base: OptionsOf<T>): OptionsOf<T> {
  const merged: { [name: string]: Json } = { ...base }
  for (const name of storedOptionNames(table)) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined
    if (value === undefined) continue
    // Only numbered options have objects as values.
    merged[name] = isObject(value) ? withoutNulls({ ...Object(merged[name]), ...value }) : value
  }
  return merged as OptionsOf<T>
}

function firstRefusal(table: OptionTable, input: Options, form: 'input' | 'stored'): Refusal | undefined {
  for (const [name, value] of Object.entries(input)) {
    const option = Object.hasOwn(table, name) ? table[name] : undefined
    if (!option) return unknownOption(table, name.slice(0, 80))
    const { fault } = parseValue(option[form], value)
    if (!fault) continue
    // In a refusal, a key is part of the field's name. A position in a list appears only in the sentence.
    const [key] = fault.path
    const field = typeof key === 'string' ? `${name}.${key}` : name
    return refusalFor(field, `${name}${formatPath(fault.path)} ${fault.problem}`)
  }
  return undefined
}

function unknownOption(table: OptionTable, name: string): Refusal {
  const known = Object.keys(table).join(', ') || 'none'
  return refusalFor(name, `there is no option ${name}; there are ${known}`)
}

function refusalFor(name: string, detail: string): Refusal {
  return { refused: { field: `options.${name}`, detail } }
}
