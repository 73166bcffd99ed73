import type { Json, Options } from '../../game-context.ts'
import { type JsonSchema, toJsonSchema } from '../schema/json-schema.ts'
import { choicesOf, isObject, type Schema } from '../schema/schema.ts'
import { describeOptions, type OptionDescription } from './describe.ts'
import type { Option, OptionTable } from './table.ts'

/** A form field for an option. Invalid values that HTML cannot detect are refused when the form is submitted. */
export interface FormField extends OptionDescription {
  /** The label, as in `max players`. */
  readonly label: string
  /** Sentences with the description, the default, and the accepted values unless the control shows them. */
  readonly help: string
  readonly removable: boolean
  readonly control: Control
  /** The current value; '' if the option has none, if none is chosen yet, or if the value is secret. */
  readonly value: string
  /** The default in the form of the control's value; '' for secrets. */
  readonly placeholder: string
}

type Control =
  | {
      readonly kind: 'select'
      readonly choices: readonly { readonly value: string; readonly label: string }[]
    }
  /** A text area with one value per line. A line of a numbered option is `NUMBER TEXT`. */
  | { readonly kind: 'lines' }
  | { readonly kind: 'input'; readonly attributes: { readonly [attribute: string]: string | number } }

/** `current`: the public options of an existing room. Without it, the form is for a new room and has no values. */
export function formFields(table: OptionTable, current?: Options): FormField[] {
  return describeOptions(table)
    .filter(({ name }) => (current ? !table[name]?.createOnly : !table[name]?.isAction))
    .map((description) => {
      const { name } = description
      const option = table[name]!
      const value = current?.[name]
      const control = controlOf(option)
      const defaultText = shownDefault(description.defaultText)
      return {
        ...description,
        defaultText,
        label: labelOf(name),
        help: helpOf({ ...description, summary: summaryOf(option), defaultText }, control),
        removable: option.secret === true && value === true && isNullable(option.input),
        control,
        value: option.secret || value === undefined ? '' : toFormText(value),
        placeholder: option.secret || option.isAction ? '' : toFormText(option.defaultValue),
      }
    })
}

/** Turns `maxPlayers` and `max_players` into `max players`. */
function labelOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
}

const shownDefault = (text: string) => text.replace(/\btrue$/, 'on').replace(/\bfalse$/, 'off')

/** The description without the note about secrets, because a form never shows the value of a secret. */
const summaryOf = ({ description, createOnly, isAction }: Option) =>
  `${description}${createOnly ? ' You cannot change it later.' : ''}${isAction ? ' Runs once, when you save.' : ''}`

function helpOf({ summary, accepts, defaultText }: OptionDescription, { kind }: Control): string {
  // In a form, an empty field means null.
  const accepted = accepts.replace(/, or null for none$/, '')
  const values = kind === 'select' ? '' : ` ${accepted.charAt(0).toUpperCase()}${accepted.slice(1)}.`
  const byDefault = defaultText === '' ? '' : ` Default: ${defaultText}.`
  // Rule ids are removed, because they are only for readers of PROTOCOL.md.
  const text = summary.replace(/ \((?:[A-Z]{2,3}-[\d.]+(?:, )?)+\)/g, '')
  return `${text}${values}${byDefault}`
}

const isNullable = ({ type }: Schema) => type === 'nullable'

function valueSchema(schema: Schema): JsonSchema {
  const { anyOf, ...keywords } = toJsonSchema(schema)
  return Array.isArray(anyOf) ? anyOf[0] : keywords
}

function controlOf({ input, secret }: Option): Control {
  const choices = choicesOf(input)
  if (choices) return { kind: 'select', choices: choices.map((value) => ({ value, label: value })) }
  const { type, minimum, maximum, maxLength } = valueSchema(input)
  switch (type) {
    case 'boolean':
      return { kind: 'select', choices: onOrOff }
    case 'array':
    case 'object':
      return { kind: 'lines' }
    case 'integer':
    case 'number': {
      const limits = { min: Number(minimum), max: Number(maximum), step: type === 'integer' ? 1 : 'any' }
      return { kind: 'input', attributes: { type: 'number', ...limits } }
    }
    default: {
      const kind = secret ? { type: 'password', autocomplete: 'new-password' } : plainText
      return { kind: 'input', attributes: { ...kind, maxlength: Number(maxLength) } }
    }
  }
}

const onOrOff = [
  { value: 'true', label: 'on' },
  { value: 'false', label: 'off' },
] as const
const plainText = { type: 'text', autocomplete: 'off' } as const

function toFormText(value: Json): string {
  if (value === null) return ''
  if (Array.isArray(value)) return value.map(toFormText).join('\n')
  if (isObject(value))
    return Object.entries(value)
      .map(([key, one]) => `${key} ${toFormText(one)}`)
      .join('\n')
  return String(value)
}

/**
 * The options that a submitted form changes. `submitted`: the values by name. `NAME.was` is the value that the form
 * showed: a field with this value is not changed, so that it keeps a newer value. `NAME.none` removes a secret. A field
 * that stayed empty changes nothing. A field that was emptied removes the value of a nullable option and all items of a
 * list, and resets other options to their default, except that an emptied field of a secret changes nothing. Invalid
 * values stay texts, which are refused when the options are validated.
 */
export function parseOptionsForm(
  table: OptionTable,
  submitted: ReadonlyMap<string, string>,
  mode: 'create' | 'update' = 'create',
): Options {
  const options: { [name: string]: Json } = {}
  for (const [name, option] of Object.entries(table)) {
    const { input, secret } = option
    const text = submitted.get(name)
    const was = submitted.get(`${name}.was`)
    if (submitted.get(`${name}.none`) === 'true') options[name] = null
    else if (text === undefined || isSameFormText(text, was)) continue
    else if (text !== '') options[name] = parseOptionText(valueSchema(input), text)
    else if (mode === 'create' || secret) continue
    else if (isNullable(input)) options[name] = null
    else if (was !== undefined) options[name] = emptiedValue(option)
  }
  return options
}

/** A default that is computed elsewhere is not known here, so the empty text is refused. */
function emptiedValue(option: Option): Json {
  if (valueSchema(option.input).type === 'array') return []
  return option.isAction || option.defaultDescription !== undefined ? '' : option.defaultValue
}

/** Browsers send line ends as CRLF. */
export function isSameFormText(text: string, shown: string | undefined): boolean {
  const normalized = (one: string) => one.replaceAll('\r\n', '\n').trim()
  return shown !== undefined && normalized(text) === normalized(shown)
}

function parseOptionText({ type, items }: JsonSchema, text: string): Json {
  switch (type) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'integer':
    case 'number':
      return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text)
    case 'array':
      return lines(text).map((line) => parseOptionText(items as JsonSchema, line))
    case 'object':
      return Object.fromEntries(lines(text).map(parseNumberedLine))
    default:
      return text
  }
}

function lines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '')
}

/** A text after the number and one space may contain spaces. A number alone removes its entry. */
function parseNumberedLine(line: string): [string, Json] {
  const [, key = '', value = ''] = /^\s*(\S*)\s?(.*)$/.exec(line) ?? []
  return [key, value === '' ? null : value]
}
