// Options in words, for the table of each PROTOCOL.md and for the command's help.
import type { Json } from '../../game-context.ts'
import type { Schema } from '../schema/schema.ts'
import { describeExpected, describeNumber } from '../schema/validate.ts'
import type { Option, OptionTable } from './table.ts'

/** One option in words. */
export interface OptionDescription {
  readonly name: string
  /** The accepted values: `a whole number from 1 to 63`. */
  readonly accepts: string
  /** The default; '' for an action. */
  readonly defaultText: string
  readonly summary: string
  /** Special properties, one phrase each. */
  readonly notes: readonly string[]
}

export function describeOptions(table: OptionTable): OptionDescription[] {
  return Object.entries(table).map(([name, option]) => ({
    name,
    accepts: acceptedValues(option),
    defaultText: defaultTextOf(option),
    summary: option.description,
    notes: notesOf(option),
  }))
}

/** A Markdown table, or a sentence if there are no options. */
export function optionsMarkdown(table: OptionTable): string {
  const rows = describeOptions(table).map(({ name, accepts, defaultText, summary, notes }) =>
    [`\`${name}\``, accepts, defaultText, [summary, ...notes.map((note) => `(${note})`)].join(' ')].map(cell),
  )
  if (rows.length === 0) return 'There are none.'
  const lines = [['option', 'values', 'default', 'description'], ['---', '---', '---', '---'], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

/** The accepted values: `a number from 0 to 10 seconds`; for a list, its length and item type. */
function acceptedValues(shape: Schema): string {
  if (shape.type === 'list') {
    const many = shape.min === 0 ? `at most ${shape.max}` : `${shape.min} to ${shape.max}`
    return `a list of ${many} ${shape.noun}`
  }
  if (shape.type === 'numbered')
    return `an object of ${shape.noun}, "${shape.keys.min}" to "${shape.keys.max}": ${describeExpected(shape.of)}, or null`
  if ('unit' in shape && shape.unit) return describeNumber(shape, units[shape.unit])
  return describeExpected(shape)
}

const units = { s: 'seconds', '/s': 'a second', '/min': 'a minute', '%': 'percent' } as const

function defaultTextOf(option: Option): string {
  if (option.isAction) return ''
  return option.defaultDescription ?? valueText(option.defaultValue)
}

/** A value as an owner would type it; empty values and null are `none`. */
function valueText(value: Json): string {
  if (value === null || (typeof value === 'object' && Object.keys(value).length === 0)) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function notesOf({ secret, createOnly, isAction }: Option): string[] {
  return [
    ...(secret ? ['secret: shown as true or false'] : []),
    ...(createOnly ? ['can be set only when the room is created'] : []),
    ...(isAction ? ['runs once, not stored'] : []),
  ]
}
