// A command line from its words to its exit code, for each of our programs.
import { type Command, CommanderError } from 'commander'
import { Failure, oneLine, Usage } from './failure.ts'
import { endWithReader, type Output, plain, terminal } from './output.ts'

/** What each has, before it has words of its own. */
export function programOf(command: Command, version: string, output: Output): Command {
  return command
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.out(text.trimEnd()),
      writeErr: (text) => output.err(text.trimEnd()),
    })
}

/** Runs one command line (without node and script). The exit code: 0, 1 it failed, 2 it makes no sense. */
export async function runProgram(
  words: readonly string[],
  command: () => Command | Promise<Command>,
  output: Output,
): Promise<number> {
  if (output === terminal) endWithReader()
  try {
    await (await command()).parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has written what it has to say: 0 for help and version, which were asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    output.err(error instanceof Failure || error instanceof Usage ? plain(error.message) : bug(error))
    return error instanceof Usage ? 2 : 1
  }
}

/** What is shown of a fault of ours: one line, or with DEBUG in the environment the whole stack. */
function bug(error: unknown): string {
  return process.env.DEBUG && error instanceof Error ? (error.stack ?? error.message) : plain(oneLine(error))
}
