// A game's options as HTML form fields, and the parser of submitted forms.
import type { Json, Options } from '../../game-context.ts'
import type { ListSchema, NumberSchema, Schema, TextSchema } from '../schema/schema.ts'
import { isObject } from '../schema/schema.ts'
import { describeOptions } from './describe.ts'
import type { Option, OptionTable } from './table.ts'

/** One form field. The browser checks what it can; the rest is refused after submission. */
export interface FormField {
  /** Name of the option and of the field. */
  readonly name: string
  /** Label: `max players`. */
  readonly label: string
  readonly description: string
  /** The accepted values, in words. */
  readonly accepts: string
  /** The default, in words. */
  readonly defaultText: string
  /** A secret's value is never shown. An empty field leaves it unchanged. */
  readonly secret: boolean
  /** A secret that is set and can be removed. */
  readonly removable: boolean
  /** Can be set only when the room is created. */
  readonly createOnly: boolean
  /** An action that runs once on request. */
  readonly isAction: boolean
  readonly control: Control
  /** The current value; '': none, or none is chosen yet. */
  readonly value: string
  /** The default, as the control has it; '' for secrets. */
  readonly placeholder: string
}

type Control =
  | {
      readonly kind: 'number'
      readonly min: number
      readonly max: number
      readonly step: number | 'any'
      readonly unit?: string
    }
  | {
      readonly kind: 'text' | 'password'
      readonly minLength: number
      readonly maxLength: number
      readonly pattern?: string
    }
  | {
      readonly kind: 'select'
      readonly choices: readonly { readonly value: string; readonly label: string }[]
    }
  /** One per line; `NUMBER TEXT` for an option by number. */
  | { readonly kind: 'lines'; readonly max: number }

/**
 * The form for a new room, in which nothing is chosen, or, with `current` (its public options), for an existing one.
 */
export function formFields(table: OptionTable, current?: Options): FormField[] {
  return describeOptions(table)
    .filter(({ name }) => (current ? !table[name]?.createOnly : !table[name]?.isAction))
    .map(({ name, summary, accepts, defaultText }) => {
      const option = table[name]!
      const { secret = false, createOnly = false, isAction = false } = option
      const value = current?.[name]
      return {
        ...{
          name,
          label: labelOf(name),
          description: summary,
          accepts,
          defaultText,
          secret,
          createOnly,
          isAction,
        },
        removable: secret && current?.[name] === true && option.type === 'text' && option.nullable === true,
        control: controlOf(option),
        value: secret || value === undefined ? '' : toFormText(value),
        placeholder: secret || option.isAction ? '' : toFormText(option.defaultValue),
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

function controlOf(option: Option): Control {
  switch (option.type) {
    case 'boolean':
      return {
        kind: 'select',
        choices: [
          { value: 'true', label: 'on' },
          { value: 'false', label: 'off' },
        ],
      }
    case 'integer':
    case 'number':
      return numberControl(option)
    case 'text':
      return textControl(option, option.secret ? 'password' : 'text')
    case 'choice':
      return { kind: 'select', choices: option.choices.map((choice) => ({ value: choice, label: choice })) }
    case 'list':
      return { kind: 'lines', max: option.max }
    case 'numbered':
      return { kind: 'lines', max: option.keys.max - option.keys.min + 1 }
  }
}

function numberControl({ type, min, max, unit }: NumberSchema): Control {
  return {
    kind: 'number',
    min,
    max,
    step: type === 'integer' ? 1 : 'any',
    ...(unit && { unit }),
  }
}

function textControl({ min, max, pattern, nullable }: TextSchema, kind: 'text' | 'password'): Control {
  return {
    kind,
    minLength: nullable ? 0 : min,
    maxLength: max,
    ...(pattern && { pattern: pattern.source }),
  }
}

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
 * The options that a submitted form changes. `submitted`: the values by name; `NAME.was` is the value that the form
 * showed, so that what was not changed here keeps a newer value. An empty field leaves the default or the current value,
 * except that it clears a nullable text that is not secret; `NAME.none` removes a secret. Keeps invalid values as text,
 * so that reading the options refuses them.
 */
export function parseOptionsForm(
  table: OptionTable,
  submitted: ReadonlyMap<string, string>,
  mode: 'create' | 'update' = 'create',
): Options {
  const options: { [name: string]: Json } = {}
  for (const [name, option] of Object.entries(table)) {
    const text = submitted.get(name)
    if (submitted.get(`${name}.none`) === 'true') options[name] = null
    else if (text === undefined || isSameText(text, submitted.get(`${name}.was`))) continue
    else if (text !== '') options[name] = parseOptionText(option, text)
    else if (mode === 'update' && option.type === 'text' && option.nullable && !option.secret)
      options[name] = null
  }
  return options
}

/** Whether a field has the value that the form showed. Browsers send lines with CRLF. */
export function isSameText(text: string, shown: string | undefined): boolean {
  const normalized = (one: string) => one.replaceAll('\r\n', '\n').trim()
  return shown !== undefined && normalized(text) === normalized(shown)
}

/** Parses a value typed on a command line or into a form. */
function parseOptionText(shape: Schema, text: string): Json {
  switch (shape.type) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'integer':
    case 'number':
      return /^\s*$/.test(text) || Number.isNaN(Number(text)) ? text : Number(text)
    case 'text':
    case 'choice':
      return text
    case 'list':
      return parseList(shape, text)
    case 'numbered':
      return Object.fromEntries(lines(text).map((line) => parseNumberedLine(line)))
    case 'object':
    case 'any object':
      return text
  }
}

function parseList({ of }: ListSchema, text: string): Json {
  return lines(text).map((line) => parseOptionText(of, line))
}

function lines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '')
}

/**
 * Splits a line into a number and, after one space, a text that may contain spaces. A number alone removes its entry.
 */
function parseNumberedLine(line: string): [string, Json] {
  const [, key = '', value = ''] = /^\s*(\S*)\s?(.*)$/.exec(line) ?? []
  return [key, value === '' ? null : value]
}
