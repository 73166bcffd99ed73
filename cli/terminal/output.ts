// The output of commands: results on stdout, everything else on stderr. Tests replace it.

export interface Output {
  /** One line on stdout. */
  out(line: string): void
  /** One line on stderr. */
  err(line: string): void
  /** Asks the user on stderr; absent: nobody can answer. */
  readonly ask?: ((question: string) => Promise<string>) | undefined
}

export const terminal: Output = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  get ask() {
    return process.stdin.isTTY ? askUser : undefined
  },
}

async function askUser(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl-D gives no answer.
  const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  try {
    return await Promise.race([lines.question(question), closed])
  } finally {
    lines.close()
  }
}

/** When the reader of a pipe closes it, like `| head`, the command stops in order, as on a signal. */
export function stopOnClosedPipe(): void {
  let ended = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    if (!ended) process.kill(process.pid, 'SIGTERM')
    ended = true
  })
}

/** Untrusted text without control characters of a terminal. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters on purpose
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '·')
}

/** Rows in columns two spaces apart. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const width = (at: number) => Math.max(...rows.map((row) => row[at]?.length ?? 0))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(width(at)))
      .join('  ')
      .trimEnd(),
  )
}
