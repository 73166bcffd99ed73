// The output of commands. Results go to stdout, all other lines to stderr. Tests replace the output.
import { describeInOneLine } from './failure.ts'

export interface Output {
  out(line: string): void
  err(line: string): void
  /** Asks the user on stderr. Absent if the command has no terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined
}

export const terminalOutput: Output = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  get ask() {
    return process.stdin.isTTY ? askUser : undefined
  },
}

async function askUser(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl-D closes the input without an answer, which counts as an empty answer.
  const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  try {
    return await Promise.race([lines.question(question), closed])
  } finally {
    lines.close()
  }
}

/**
 * If the output cannot be written, stops the command in the same way as a signal. The reader may have closed the pipe,
 * like `| head`, or the disk may be full. Errors of stderr are ignored: a site must not end because its log cannot be
 * written.
 */
export function handleOutputErrors(): void {
  let ended = false
  process.stderr.on('error', () => {})
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (ended) return
    ended = true
    if (error.code !== 'EPIPE') terminalOutput.err(`cannot write the output: ${describeInOneLine(error)}`)
    process.kill(process.pid, 'SIGTERM')
  })
}

/**
 * Ends the process when all output has been received, even if the reader of a pipe is slow. Does not wait for idle
 * sockets, which keep the event loop running.
 */
export function exitWhenWritten(): void {
  process.stdout.write('', () => setTimeout(() => process.exit(), 200).unref())
}

/**
 * Replaces the control characters in untrusted text, which a terminal would execute. DEL and the C1 characters, which
 * JSON may contain unescaped, become JSON escapes, so that a line of JSON keeps its value.
 */
export function replaceControlCharacters(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters on purpose
      .replace(/[\u0000-\u001f]/g, '·')
      .replace(/[\u007f-\u009f]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
  )
}

/** The output of a command whose lines can contain text of servers and players: the terminal executes none of it. */
export function printableOutput(output: Output): Output {
  return {
    out: (line) => output.out(replaceControlCharacters(line)),
    err: (line) => output.err(replaceControlCharacters(line)),
    get ask() {
      const { ask } = output
      return ask && ((question: string) => ask(replaceControlCharacters(question)))
    },
  }
}

/** Such as `1 room` or `2 rooms`. */
export const formatCount = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const width = (at: number) => Math.max(...rows.map((row) => row[at]?.length ?? 0))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(width(at)))
      .join('  ')
      .trimEnd(),
  )
}
