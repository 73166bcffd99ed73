import { type Command, CommanderError, Help } from 'commander'
import { describeInOneLine, Failure, UsageError } from './failure.ts'
import { handleOutputErrors, type Output, replaceControlCharacters, terminalOutput } from './output.ts'

export const helpWidth = 80

/** The settings that all programs share. */
export function configureProgram(command: Command, version: string, output: Output): Command {
  return command
    .version(version)
    .exitOverride()
    .configureHelp({
      helpWidth,
      minWidthToWrap: 20,
      // The word `[options]` is left out, because every subcommand has options and the descriptions need the space.
      subcommandTerm: (subcommand) => new Help().subcommandTerm(subcommand).replace(' [options]', ''),
      optionDescription: (option) => new Help().optionDescription(option).replace(' (default: [])', ''),
    })
    .configureOutput({
      writeOut: (text) => output.out(text.trimEnd()),
      writeErr: (text) => output.err(text.trimEnd()),
    })
}

/**
 * `words`: the arguments without node and script. Returns the exit code: 0 for success, 1 for failure, 2 for a usage
 * error.
 */
export async function runProgram(
  words: readonly string[],
  command: () => Command | Promise<Command>,
  output: Output,
): Promise<number> {
  if (output === terminalOutput) handleOutputErrors()
  try {
    const program = await command()
    rejectOptionsTakenByNpm(program, words)
    await program.parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has already printed its message. Commander's exit code is 0 if help or the version was requested.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    output.err(
      error instanceof Failure || error instanceof UsageError
        ? replaceControlCharacters(error.message)
        : bugMessage(error),
    )
    return error instanceof UsageError ? 2 : 1
  }
}

/**
 * npm takes `--port` in `npm start --port 9000` as a setting of its own. npm starts the command without it, and passes
 * the setting in the environment. npm's warning about this is off in this project (.npmrc).
 */
function rejectOptionsTakenByNpm(program: Command, words: readonly string[]): void {
  const script = process.env.npm_lifecycle_event
  if (script !== 'start' && script !== 'packetboat') return
  let command: Command | undefined = program
  for (const word of words) {
    command = command?.commands.find((one) => one.name() === word || one.aliases().includes(word))
    const taken = command?.options.find(
      ({ long }) => long && !npmOptions.has(long) && !words.includes(long) && isSetInNpm(long),
    )
    if (taken)
      throw new UsageError(
        `npm has taken the option ${taken.long} for itself. Put -- before the options: ` +
          `${script === 'start' ? 'npm start' : 'npm run packetboat'} -- …`,
      )
  }
}

/**
 * Options of commands that the user may also have set for npm itself. They only change how a command asks or prints.
 */
const npmOptions: ReadonlySet<string> = new Set(['--json', '--yes'])

const isSetInNpm = (long: string) => !!process.env[`npm_config_${long.slice(2).replaceAll('-', '_')}`]

/** One line, or the whole stack if the environment variable DEBUG is set. */
function bugMessage(error: unknown): string {
  return process.env.DEBUG && error instanceof Error
    ? (error.stack ?? error.message)
    : replaceControlCharacters(describeInOneLine(error))
}

/**
 * Creates the action of a command, which loads a module and calls its function `name` with the command's arguments, the
 * flags and the output.
 */
export function commandAction<Module>(load: () => Promise<Module>, name: keyof Module, output: Output) {
  return async (...given: readonly unknown[]): Promise<void> => {
    const run = (await load())[name] as (...args: readonly unknown[]) => Promise<void>
    // Commander's last argument is the command itself.
    await run(...given.slice(0, -1), output)
  }
}
