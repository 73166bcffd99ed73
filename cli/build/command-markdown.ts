// The command's help as a document, from commander's own tables.
import type { Argument, Command, Option } from 'commander'

/** A section for each command that has an action; groups are expanded. */
export function commandMarkdown(command: Command, before = ''): string {
  const sections = command.commands.flatMap((one) =>
    one.name() === 'help'
      ? []
      : [
          // A group can have an action, too.
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

function optionRow({ flags, description, defaultValue, argChoices }: Option): string {
  const choices = argChoices && `: ${argChoices.map((choice) => `\`${choice}\``).join(', ')}`
  const defaultText =
    defaultValue === undefined || Array.isArray(defaultValue) ? '' : ` (\`${String(defaultValue)}\`)`
  return tableRow(flags, `${description}${choices ?? ''}${defaultText}`)
}

/** Escapes bars, which would end the cell. */
function tableRow(name: string, description: string): string {
  return `| \`${name.replaceAll('|', '\\|')}\` | ${description.replaceAll('|', '\\|')} |`
}
