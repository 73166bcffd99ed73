// Tables of commands: names and arguments, help, and the lookup of a typed line. Used by the players' and the admin's
// table. Knows no specific command.
import type { Client } from '../room/clients.ts'
import { type MessageType, plain } from '../room/texts.ts'
import type { Multiworld } from '../world.ts'
import type { CommandLine } from './command-line.ts'

export interface Command<C extends Call = Call> {
  readonly name: string
  /** The command's name until 0.3.8: still accepted, no longer listed. */
  readonly formerly?: string
  /** The parameters in help, after the name. */
  readonly parameters: string
  /** The description for players: one or more lines. */
  readonly help: string
  /** Whether the arguments are valid; if not, the caller gets the usage. */
  readonly takes: (line: CommandLine) => boolean
  run(call: C, line: CommandLine): void
}

export interface Table<C extends Call = Call> {
  readonly marker: '!' | '/'
  /** The message type of the answers. */
  readonly answers: MessageType
  /** In the order of help. */
  readonly commands: readonly Command<C>[]
}

/** One use of a command. */
export interface Call {
  readonly world: Multiworld
  readonly table: Described
  /** Sends texts to the caller alone, one message each. */
  reply(...texts: readonly string[]): void
}

/** A player's use of a command. */
export interface PlayerCall extends Call {
  readonly client: Client
}

/** The parts of a table that help needs. */
export interface Described {
  readonly marker: '!' | '/'
  readonly commands: readonly Pick<Command, 'name' | 'parameters' | 'help'>[]
}

export const nothing = ({ words }: CommandLine): boolean => words.length === 0
export const anything = (): boolean => true
export const something = ({ rest }: CommandLine): boolean => rest !== undefined
/** Accepts `least` to `most` words. */
export const words =
  (least: number, most = Number.POSITIVE_INFINITY) =>
  ({ words: { length } }: CommandLine): boolean =>
    length >= least && length <= most

/** Runs a line of this table's marker. Errors are answered with a sentence. */
export function runLine<C extends Call>(call: C, table: Table<C>, line: CommandLine): void {
  const command = table.commands.find(({ name, formerly }) => line.name === name || line.name === formerly)
  if (!command) call.reply(unknown(table, line))
  else if (!command.takes(line)) call.reply(usage(table, command))
  else command.run(call, line)
}

/** A call from a client, with answers of the table's type. */
export function callOf(
  world: Multiworld,
  client: Client,
  table: Described & Pick<Table, 'answers'>,
): PlayerCall {
  return {
    ...{ world, client, table },
    reply: (...texts) => world.tell(client, ...texts.map((text) => plain(text, table.answers))),
  }
}

/** For every command `!name parameters`, then its indented description. */
export function helpText({ marker, commands }: Described): string {
  const entries = commands.map(({ name, parameters, help }) => {
    const lines = [
      `${marker}${name} ${parameters}`.trimEnd(),
      ...help.split('\n').map((line) => `    ${line}`),
    ]
    return lines.join('\n')
  })
  return entries.join('\n')
}

function unknown({ commands }: Described, { typed }: CommandLine): string {
  const known = commands.map(({ name }) => name).join(', ')
  return `Could not find command ${clipped(typed)}. Known commands: ${known}`
}

function usage({ marker }: Described, { name, parameters }: Pick<Command, 'name' | 'parameters'>): string {
  const command = marker + name
  return parameters === '' ? `${command} takes no arguments.` : `Usage: ${command} ${parameters}`
}

/** Maximum characters of the player's input that an answer repeats. */
const repeated = 128

/** The player's input, cut for use in an answer. */
export function clipped(text: string): string {
  return text.length <= repeated ? text : `${[...text.slice(0, 2 * repeated)].slice(0, repeated).join('')}…`
}
