// Where commands write: results on stdout, everything else on stderr. Tests hand in their own.

export interface Output {
  /** One line on stdout. */
  out(line: string): void
  /** One line on stderr. */
  err(line: string): void
}

export const terminal: Output = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
}

/** Whoever reads no further, as `| head` does, has seen enough: the command ends as by a signal, and what runs in good order. */
export function endWithReader(): void {
  let ended = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    if (!ended) process.kill(process.pid, 'SIGTERM')
    ended = true
  })
}

/** Text that came from elsewhere, without what a terminal would obey. */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
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
