// Creates the reference of the command in Markdown, from commander's tables.
import type { Argument, Command, Option } from 'commander'

/** The commands of a group have sections of their own. */
export function commandMarkdown(command: Command, before = ''): string {
  const sections = command.commands.flatMap((one) =>
    one.name() === 'help'
      ? []
      : [
          // A group has a section only if it also has an action.
          ...(one.commands.length === 0 || one.registeredArguments.length > 0 ? [section(one, before)] : []),
          ...(one.commands.length > 0 ? [commandMarkdown(one, pathOf(one, before))] : []),
        ],
  )
  return sections.join('\n\n')
}

function pathOf(command: Command, before: string): string {
  return `${before} ${command.name()}`.trim()
}

function section(command: Command, before: string): string {
  const words = command.registeredArguments.map(argumentName)
  const usage = ['packetboat', pathOf(command, before), ...words].join(' ')
  const rows = [
    ...command.registeredArguments.filter(({ description }) => description).map(argumentRow),
    ...command.options.map(optionRow),
  ]
  const table = rows.length ? `\n\n| | |\n| --- | --- |\n${rows.join('\n')}` : ''
  return `## ${pathOf(command, before)}\n\n\`${usage}\`: ${command.description()}.${table}`
}

function argumentName(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '…' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}

function argumentRow(argument: Argument): string {
  return tableRow(argumentName(argument), argument.description)
}

function optionRow(option: Option): string {
  const { flags, description, argChoices } = option
  const values = argChoices && `Values: ${argChoices.map((choice) => `\`${choice}\``).join(', ')}.`
  const sentences = [values, defaultSentence(option)].filter((sentence) => sentence !== undefined)
  return tableRow(flags, sentences.length ? `${description}. ${sentences.join(' ')}` : description)
}

function defaultSentence({ defaultValue, defaultValueDescription }: Option): string | undefined {
  if (defaultValueDescription) return `Default: ${defaultValueDescription}.`
  if (defaultValue === undefined || Array.isArray(defaultValue)) return undefined
  return `Default: \`${String(defaultValue)}\`.`
}

/** Vertical bars are escaped, because they would end the cell. */
function tableRow(name: string, description: string): string {
  return `| \`${name.replaceAll('|', '\\|')}\` | ${description.replaceAll('|', '\\|')} |`
}
