// Tables of commands: what each is called and takes, how help shows it, and how a typed line finds its command.
// Who uses it: the players' and the admin's table. It knows no single command.
import type { Client } from '../room/clients.ts'
import { type MessageType, plain } from '../room/texts.ts'
import type { Multiworld } from '../world.ts'
import type { CommandLine } from './command-line.ts'

export interface Command<C extends Call = Call> {
  readonly name: string
  /** Its name until 0.3.8: still found, no longer listed. */
  readonly formerly?: string
  /** What stands behind the name in help. */
  readonly parameters: string
  /** What it does, for players: one line or a few. */
  readonly help: string
  /** Whether these arguments will do; if not, the caller is told how it is used. */
  readonly takes: (line: CommandLine) => boolean
  run(call: C, line: CommandLine): void
}

export interface Table<C extends Call = Call> {
  readonly marker: '!' | '/'
  /** Of the answers. */
  readonly answers: MessageType
  /** In the order in which help has them. */
  readonly commands: readonly Command<C>[]
}

/** Somebody gives a command. */
export interface Call {
  readonly world: Multiworld
  readonly table: Described
  /** To the caller alone, a message for each text. */
  reply(...texts: readonly string[]): void
}

/** A player does. */
export interface PlayerCall extends Call {
  readonly client: Client
}

/** As much of a table as help shows. */
export interface Described {
  readonly marker: '!' | '/'
  readonly commands: readonly Pick<Command, 'name' | 'parameters' | 'help'>[]
}

export const nothing = ({ words }: CommandLine): boolean => words.length === 0
export const anything = (): boolean => true
export const something = ({ rest }: CommandLine): boolean => rest !== undefined
/** So many words, or more of them up to `most`. */
export const words =
  (least: number, most = Number.POSITIVE_INFINITY) =>
  ({ words: { length } }: CommandLine): boolean =>
    length >= least && length <= most

/** Runs a line of this table's marker; whatever is wrong with it is answered with a sentence. */
export function runLine<C extends Call>(call: C, table: Table<C>, line: CommandLine): void {
  const command = table.commands.find(({ name, formerly }) => line.name === name || line.name === formerly)
  if (!command) call.reply(unknown(table, line))
  else if (!command.takes(line)) call.reply(usage(table, command))
  else command.run(call, line)
}

/** A call of a client's, who is answered as the table has it. */
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

/** `!name parameters`, then what it does, indented; for every command. */
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

/** Characters of what a player typed that an answer repeats. */
const repeated = 128

/** A typed text as answers repeat it. */
export function clipped(text: string): string {
  return text.length <= repeated ? text : `${[...text.slice(0, 2 * repeated)].slice(0, repeated).join('')}…`
}
