// Options in words, for the table of each PROTOCOL.md and for the command's help.
import type { Json } from '../../host.ts'
import { amountOf, wantedOf } from '../shapes/fault.ts'
import type { Shape } from '../shapes/shape.ts'
import type { Option, OptionTable } from './table.ts'

/** One option in words. */
export interface OptionWords {
  readonly name: string
  /** The accepted values: `a whole number from 1 to 63`. */
  readonly takes: string
  /** The default; '' for an act. */
  readonly usual: string
  readonly says: string
  /** Special properties, one phrase each. */
  readonly marks: readonly string[]
}

export function optionWords(table: OptionTable): OptionWords[] {
  return Object.entries(table).map(([name, option]) => ({
    name,
    takes: takenBy(option),
    usual: usualOf(option),
    says: option.says,
    marks: marksOf(option),
  }))
}

/** A Markdown table, or a sentence if there are no options. */
export function optionMarkdown(table: OptionTable): string {
  const rows = optionWords(table).map(({ name, takes, usual, says, marks }) =>
    [`\`${name}\``, takes, usual, [says, ...marks.map((mark) => `(${mark})`)].join(' ')].map(cell),
  )
  if (rows.length === 0) return 'There are none.'
  const lines = [['option', 'takes', 'usually', ''], ['---', '---', '---', '---'], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

/** The accepted values: `a number from 0 to 10 seconds`; for a list, its length and item type. */
function takenBy(shape: Shape): string {
  if (shape.type === 'list') {
    const many = shape.least === 0 ? `at most ${shape.most}` : `${shape.least} to ${shape.most}`
    return `a list of ${many} ${shape.named}`
  }
  if (shape.type === 'by number')
    return `an object of ${shape.named}, "${shape.keys.least}" to "${shape.keys.most}": ${wantedOf(shape.of)}, or null`
  if ('unit' in shape && shape.unit) return amountOf(shape, units[shape.unit])
  return wantedOf(shape)
}

const units = { s: 'seconds', '/s': 'a second', '/min': 'a minute', '%': 'percent' } as const

function usualOf(option: Option): string {
  if (option.act) return ''
  return option.usually ?? valueText(option.usual)
}

/** A value as an owner would type it; empty values and null are `none`. */
function valueText(value: Json): string {
  if (value === null || (typeof value === 'object' && Object.keys(value).length === 0)) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function marksOf({ secret, fixed, act }: Option): string[] {
  return [
    ...(secret ? ['a secret: shown as true or false'] : []),
    ...(fixed ? ['chosen at the founding, and never again'] : []),
    ...(act ? ['done once when it is asked for, and not kept'] : []),
  ]
}
