// The options of a game as the fields of a form in a page, and what comes back from it.
import type { Json, Options } from '../../host.ts'
import type { Amount, List, Shape, Text } from '../shapes/shape.ts'
import { isObject } from '../shapes/shape.ts'
import type { Option, OptionTable } from './table.ts'
import { optionWords } from './words.ts'

/** One field. What a browser can check by itself it is told; the rest is refused when it comes back. */
export interface FormField {
  /** Of the option, and of the field. */
  readonly name: string
  /** For people: `max players`. */
  readonly label: string
  readonly says: string
  /** In words, what may be written. */
  readonly takes: string
  /** In words, what holds if it is left alone. */
  readonly usual: string
  /** A secret has no value to show; an empty field leaves it as it is. */
  readonly secret: boolean
  /** It is a secret that is set, and may be taken away. */
  readonly removable: boolean
  /** May be chosen at the founding alone. */
  readonly fixed: boolean
  /** What is done once, when it is asked for. */
  readonly act: boolean
  readonly control: Control
  /** As the control has it; '' is nothing, of a checkbox `true` is that it is set. */
  readonly value: string
}

export type Control =
  | { readonly kind: 'checkbox' }
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
  | { readonly kind: 'select'; readonly choices: readonly string[] }
  /** One a line; `NUMBER TEXT` of an option by number. */
  | { readonly kind: 'lines'; readonly most: number }

/** The form of a room to be founded, or with `now` (its options as they are shown) of one that stands. */
export function formFields(table: OptionTable, now?: Options): FormField[] {
  return optionWords(table)
    .filter(({ name }) => (now ? !table[name]?.fixed : !table[name]?.act))
    .map(({ name, says, takes, usual }) => {
      const option = table[name]!
      const { secret = false, fixed = false, act = false } = option
      const value = now ? now[name] : option.act ? undefined : option.usual
      return {
        ...{ name, label: labelOf(name), says, takes, usual, secret, fixed, act },
        removable: secret && now?.[name] === true && option.type === 'text' && option.nullable === true,
        control: controlOf(option),
        value: secret || value === undefined ? '' : written(value),
      }
    })
}

/** `maxPlayers` and `max_players` are `max players`. */
function labelOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
}

function controlOf(option: Option): Control {
  switch (option.type) {
    case 'boolean':
      return { kind: 'checkbox' }
    case 'whole':
    case 'number':
      return numberControl(option)
    case 'text':
      return textControl(option, option.secret ? 'password' : 'text')
    case 'choice':
      return { kind: 'select', choices: option.choices }
    case 'list':
      return { kind: 'lines', most: option.most }
    case 'by number':
      return { kind: 'lines', most: option.keys.most - option.keys.least + 1 }
  }
}

function numberControl({ type, least, most, unit }: Amount): Control {
  return {
    kind: 'number',
    min: least,
    max: most,
    step: type === 'whole' ? 1 : 'any',
    ...(unit && { unit }),
  }
}

function textControl({ least, most, pattern, nullable }: Text, kind: 'text' | 'password'): Control {
  return {
    kind,
    minLength: nullable ? 0 : least,
    maxLength: most,
    ...(pattern && { pattern: pattern.source }),
  }
}

function written(value: Json): string {
  if (value === null) return ''
  if (Array.isArray(value)) return value.map(written).join('\n')
  if (isObject(value))
    return Object.entries(value)
      .map(([key, one]) => `${key} ${written(one)}`)
      .join('\n')
  return String(value)
}

/**
 * The options that a form sent back, as a host gives them. `sent`: the values by name; of a checkbox that is not set
 * there is none. An empty field says nothing, so that what is usual (or what was) stays; but it empties a text that may
 * be none and is no secret: a secret is taken away by `NAME.none`. What will not do is left as it was written, for the reading to refuse.
 */
export function optionsOfForm(
  table: OptionTable,
  sent: ReadonlyMap<string, string>,
  of: 'a founding' | 'a room that stands' = 'a founding',
): Options {
  const options: { [name: string]: Json } = {}
  for (const [name, option] of Object.entries(table)) {
    const text = sent.get(name)
    // Of what cannot be changed there was no field, and a checkbox that is not there is none that is not set.
    if (option.fixed && of === 'a room that stands' && text === undefined) continue
    if (sent.get(`${name}.none`) === 'true') options[name] = null
    else if (option.type === 'boolean') options[name] = text !== undefined && text !== 'false'
    else if (text !== undefined && text !== '') options[name] = fromText(option, text)
    else if (text === '' && option.type === 'text' && option.nullable && !option.secret) options[name] = null
  }
  return options
}

/** A value as it is typed, on a command line or into a form. */
export function fromText(shape: Shape, text: string): Json {
  switch (shape.type) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'whole':
    case 'number':
      return /^\s*$/.test(text) || Number.isNaN(Number(text)) ? text : Number(text)
    case 'text':
    case 'choice':
      return text
    case 'list':
      return listFrom(shape, text)
    case 'by number':
      return Object.fromEntries(lines(text).map((line) => keyed(line)))
    case 'fields':
    case 'object':
      return text
  }
}

function listFrom({ of }: List, text: string): Json {
  return lines(text).map((line) => fromText(of, line))
}

function lines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '')
}

/** The number, then a space and the text, which may have more of them; a number alone takes away. */
function keyed(line: string): [string, Json] {
  const [, key = '', value = ''] = /^\s*(\S*)\s?(.*)$/.exec(line) ?? []
  return [key, value === '' ? null : value]
}
