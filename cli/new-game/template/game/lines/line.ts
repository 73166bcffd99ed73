/** A line of text that a player sent. */
export interface Line {
  /** The number of the line, an unsigned 32-bit number. Lines are numbered from 1. */
  readonly number: number
  readonly text: string
}

/**
 * Maximum bytes in UTF-8: `lineBytes` of a text that a player sends, `nameBytes` of a player's name, and `shownBytes`
 * of a text for a client, such as a line with its player's name.
 */
export const lineBytes = 200
export const nameBytes = 24
export const shownBytes = 1000
