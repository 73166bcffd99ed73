// Tables of commands: names and arguments, help, and the lookup of a typed line. Used by the players' and the admin's
// table. Contains no specific command.
import type { Client } from '../../room/clients.ts'
import { type MessageType, plainMessage } from '../../room/messages.ts'
import type { Multiworld } from '../../world.ts'
import type { CommandLine } from './command-line.ts'

export interface Command<C extends CommandCall = CommandCall> {
  readonly name: string
  /** The command's name until 0.3.8: still accepted, no longer listed. */
  readonly formerName?: string
  /** Not in the original. The answer to an unknown command, which recordings contain, does not list it. */
  readonly isAddition?: true
  /** The parameters in help, after the name. */
  readonly parameters: string
  /** The description for players: one or more lines. */
  readonly help: string
  /** Whether the arguments are valid; if not, the caller gets the usage. */
  readonly accepts: (line: CommandLine) => boolean
  run(call: C, line: CommandLine): void
}

export interface CommandTable<C extends CommandCall = CommandCall> {
  readonly marker: '!' | '/'
  /** The message type of the answers. */
  readonly replyType: MessageType
  /** In the order of the help text. */
  readonly commands: readonly Command<C>[]
}

/** One use of a command. */
export interface CommandCall {
  readonly world: Multiworld
  readonly table: CommandDescriptions
  /** Sends texts to the caller alone, one message each. */
  reply(...texts: readonly string[]): void
}

/** A player's use of a command. */
export interface PlayerCall extends CommandCall {
  readonly client: Client
}

/** The parts of a table that help needs. */
export interface CommandDescriptions {
  readonly marker: '!' | '/'
  readonly commands: readonly Pick<Command, 'name' | 'parameters' | 'help' | 'isAddition'>[]
}

export const noArguments = ({ words }: CommandLine): boolean => words.length === 0
export const anyArguments = (): boolean => true
export const someArguments = ({ rest }: CommandLine): boolean => rest !== undefined
/** Accepts `min` to `max` words. */
export const wordCount =
  (min: number, max = Number.POSITIVE_INFINITY) =>
  ({ words: { length } }: CommandLine): boolean =>
    length >= min && length <= max

/** Runs a line that starts with this table's marker. Errors are answered with a text. */
export function runCommand<C extends CommandCall>(call: C, table: CommandTable<C>, line: CommandLine): void {
  const command = table.commands.find(
    ({ name, formerName }) => line.name === name || line.name === formerName,
  )
  if (!command) call.reply(unknownCommand(table, line))
  else if (!command.accepts(line)) call.reply(formatUsage(table, command))
  else command.run(call, line)
}

/** A call from a client, with answers of the table's type. */
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

/** For every command `!name parameters`, then its indented description. */
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

/** Maximum characters of the player's input that an answer repeats. */
const maxEchoedLength = 128

/** The player's input, cut for use in an answer. */
export function clipInput(text: string): string {
  return text.length <= maxEchoedLength
    ? text
    : `${[...text.slice(0, 2 * maxEchoedLength)].slice(0, maxEchoedLength).join('')}…`
}
