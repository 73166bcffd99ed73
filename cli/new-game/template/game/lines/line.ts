/** A line of text that a player sent. */
export interface Line {
  /** The number of the line, an unsigned 32-bit number. Lines are numbered from 1. */
  readonly number: number
  readonly text: string
}

/** Maximum bytes in UTF-8 of a text that a player sends, of a player's name, and of a line with its name. */
export const lineBytes = 200
export const nameBytes = 24
export const shownBytes = 1000
