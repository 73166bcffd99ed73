// What is wrong with a file of a host's world, by file and line, so that he finds it.

export class LoreFault extends Error {
  override name = 'LoreFault'

  /** `line` counts from 1; undefined: it is about the file as a whole. */
  constructor(file: string, line: number | undefined, why: string) {
    super(`${shown(file)}${line === undefined ? '' : ` line ${line}`}: ${why}`)
  }
}

/** Names and words of strangers stand in messages: short, and without controls. */
export function shown(text: string): string {
  const plain = text.replace(/[^ -~]/g, '?')
  return plain.length > mostShown ? `${plain.slice(0, mostShown)}…` : plain
}
const mostShown = 120
