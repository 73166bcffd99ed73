// Describes options for the table of each PROTOCOL.md and for the command's help.
import type { Json } from '../../game-context.ts'
import { describeExpected } from '../schema/schema.ts'
import type { Option, OptionTable } from './table.ts'

export interface OptionDescription {
  readonly name: string
  /** The accepted values in words: `a whole number from 1 to 63`. */
  readonly accepts: string
  /** The default in words. Empty for an action, which has no default. */
  readonly defaultText: string
  /** The option's description. Notes in parentheses follow: `(secret: shown as true or false)`. */
  readonly summary: string
}

export function describeOptions(table: OptionTable): OptionDescription[] {
  return Object.entries(table).map(([name, option]) => ({
    name,
    accepts: describeExpected(option.input),
    defaultText: defaultTextOf(option),
    summary: [option.description, ...notesOf(option).map((note) => `(${note})`)].join(' '),
  }))
}

/** Returns a sentence if there are no options. */
export function optionsMarkdown(table: OptionTable): string {
  const rows = describeOptions(table).map(({ name, accepts, defaultText, summary }) =>
    [`\`${name}\``, accepts, defaultText, summary].map((cell) => cell.replaceAll('|', '\\|')),
  )
  if (rows.length === 0) return 'There are none.'
  const lines = [['option', 'values', 'default', 'description'], ['---', '---', '---', '---'], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function defaultTextOf(option: Option): string {
  if (option.isAction) return ''
  return option.defaultDescription ?? valueText(option.defaultValue)
}

/** Empty values and null become `none`. */
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
