import type { Client } from '../../room/clients.ts'
import { type MessageType, plainMessage } from '../../room/messages.ts'
import type { Multiworld } from '../../world.ts'
import type { CommandLine } from './command-line.ts'

export interface Command<C extends CommandContext = CommandContext> {
  readonly name: string
  /** The command's name until 0.3.8, which is still accepted but not listed. */
  readonly formerName?: string
  /**
   * Whether the original server lacks the command. The answer to an unknown command does not list such commands, so
   * that the answer equals the original server's answer.
   */
  readonly isAddition?: true
  /** The parameters as the help text shows them after the name. Default: none. */
  readonly parameters?: string
  readonly help: string
  /**
   * Whether the arguments are valid. Invalid arguments are answered with the usage of the command. By default, a
   * command takes no arguments.
   */
  readonly accepts?: (line: CommandLine) => boolean
  run(call: C, line: CommandLine): void
}

export interface CommandTable<C extends CommandContext = CommandContext> {
  readonly marker: '!' | '/'
  /** The `type` of the PrintJSON packets that answer the commands. */
  readonly replyType: MessageType
  /** The commands in the order of the help text. */
  readonly commands: readonly Command<C>[]
}

export interface CommandContext {
  readonly world: Multiworld
  readonly table: CommandDescriptions
  /** Sends each text as a message to the caller only. */
  reply(...texts: readonly string[]): void
}

export interface PlayerCommandContext extends CommandContext {
  readonly client: Client
}

export interface CommandDescriptions {
  readonly marker: '!' | '/'
  readonly commands: readonly Pick<Command, 'name' | 'parameters' | 'help' | 'isAddition'>[]
}

const takesNoArguments = ({ words }: CommandLine): boolean => words.length === 0
export const takesAnyArguments = (): boolean => true
export const takesSomeArguments = ({ rest }: CommandLine): boolean => rest !== undefined
export const hasWordCount =
  (min: number, max = Number.POSITIVE_INFINITY) =>
  ({ words: { length } }: CommandLine): boolean =>
    length >= min && length <= max

export function runCommand<C extends CommandContext>(
  call: C,
  table: CommandTable<C>,
  line: CommandLine,
): void {
  const command = table.commands.find(
    ({ name, formerName }) => line.name === name || line.name === formerName,
  )
  if (!command) call.reply(unknownCommand(table, line))
  else if (!(command.accepts ?? takesNoArguments)(line)) call.reply(formatUsage(table, command))
  else command.run(call, line)
}

export function createCommandContext(
  world: Multiworld,
  client: Client,
  table: CommandDescriptions & Pick<CommandTable, 'replyType'>,
): PlayerCommandContext {
  return {
    ...{ world, client, table },
    reply: (...texts) => world.send(client, ...texts.map((text) => plainMessage(text, table.replyType))),
  }
}

export function formatHelp({ marker, commands }: CommandDescriptions): string {
  const entries = commands.map(({ name, parameters = '', help }) => {
    const lines = [
      `${marker}${name} ${parameters}`.trimEnd(),
      ...help.split('\n').map((line) => `    ${line}`),
    ]
    return lines.join('\n')
  })
  return entries.join('\n')
}

function unknownCommand({ commands }: CommandDescriptions, { typedName }: CommandLine): string {
  const known = commands
    .filter(({ isAddition }) => !isAddition)
    .map(({ name }) => name)
    .join(', ')
  return `Could not find command ${shortenInput(typedName)}. Known commands: ${known}`
}

function formatUsage(
  { marker }: CommandDescriptions,
  { name, parameters = '' }: Pick<Command, 'name' | 'parameters'>,
): string {
  const command = marker + name
  return parameters === '' ? `${command} takes no arguments.` : `Usage: ${command} ${parameters}`
}

/** In characters. */
const maxEchoedLength = 128

export function shortenInput(text: string): string {
  return text.length <= maxEchoedLength
    ? text
    : `${[...text.slice(0, 2 * maxEchoedLength)].slice(0, maxEchoedLength).join('')}…`
}
