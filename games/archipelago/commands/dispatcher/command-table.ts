// The form of a command table, the lookup of a typed command, and the help text. Used by the command tables of players
// and of the admin. Contains no specific command.
import type { Client } from '../../room/clients.ts'
import { type MessageType, plainMessage } from '../../room/messages.ts'
import type { Multiworld } from '../../world.ts'
import type { CommandLine } from './command-line.ts'

export interface Command<C extends CommandCall = CommandCall> {
  readonly name: string
  /** The command's name until 0.3.8, which is still accepted but not listed. */
  readonly formerName?: string
  /**
   * Whether the original server lacks the command. The answer to an unknown command does not list it, so that the
   * answer equals the recordings.
   */
  readonly isAddition?: true
  /** The parameters as the help text shows them after the name. */
  readonly parameters: string
  /** The description in the help text, in one or more lines. */
  readonly help: string
  /** Whether the arguments are valid. Invalid arguments are answered with the usage of the command. */
  readonly accepts: (line: CommandLine) => boolean
  run(call: C, line: CommandLine): void
}

export interface CommandTable<C extends CommandCall = CommandCall> {
  readonly marker: '!' | '/'
  /** The `type` of the PrintJSON packets that answer the commands. */
  readonly replyType: MessageType
  /** The commands in the order of the help text. */
  readonly commands: readonly Command<C>[]
}

/** A call of a command by a client or by the host. */
export interface CommandCall {
  readonly world: Multiworld
  readonly table: CommandDescriptions
  /** Sends each text as a message to the caller only. */
  reply(...texts: readonly string[]): void
}

/** A call of a command by a client. */
export interface PlayerCall extends CommandCall {
  readonly client: Client
}

/** The parts of a command table that the help text needs. */
export interface CommandDescriptions {
  readonly marker: '!' | '/'
  readonly commands: readonly Pick<Command, 'name' | 'parameters' | 'help' | 'isAddition'>[]
}

export const noArguments = ({ words }: CommandLine): boolean => words.length === 0
export const anyArguments = (): boolean => true
export const someArguments = ({ rest }: CommandLine): boolean => rest !== undefined
/** Accepts a command line with `min` to `max` arguments. */
export const wordCount =
  (min: number, max = Number.POSITIVE_INFINITY) =>
  ({ words: { length } }: CommandLine): boolean =>
    length >= min && length <= max

/** Runs a command of the table. An unknown command or invalid arguments are answered with a text. */
export function runCommand<C extends CommandCall>(call: C, table: CommandTable<C>, line: CommandLine): void {
  const command = table.commands.find(
    ({ name, formerName }) => line.name === name || line.name === formerName,
  )
  if (!command) call.reply(unknownCommand(table, line))
  else if (!command.accepts(line)) call.reply(formatUsage(table, command))
  else command.run(call, line)
}

/** Creates the call of a command by a client. Answers have the table's `replyType`. */
export function createCall(
  world: Multiworld,
  client: Client,
  table: CommandDescriptions & Pick<CommandTable, 'replyType'>,
): PlayerCall {
  return {
    ...{ world, client, table },
    reply: (...texts) => world.send(client, ...texts.map((text) => plainMessage(text, table.replyType))),
  }
}

/** Returns the help text. Each command has a line `!name parameters`, then its indented description. */
export function formatHelp({ marker, commands }: CommandDescriptions): string {
  const entries = commands.map(({ name, parameters, help }) => {
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
  return `Could not find command ${clipInput(typedName)}. Known commands: ${known}`
}

function formatUsage(
  { marker }: CommandDescriptions,
  { name, parameters }: Pick<Command, 'name' | 'parameters'>,
): string {
  const command = marker + name
  return parameters === '' ? `${command} takes no arguments.` : `Usage: ${command} ${parameters}`
}

/** Maximum length of the player's input in an answer, in characters. */
const maxEchoedLength = 128

/** Returns the player's input, cut to `maxEchoedLength`, for use in an answer. */
export function clipInput(text: string): string {
  return text.length <= maxEchoedLength
    ? text
    : `${[...text.slice(0, 2 * maxEchoedLength)].slice(0, maxEchoedLength).join('')}…`
}
