/** A line of text that a player sent. */
export interface Line {
  /** From 1, in order; an unsigned 32-bit number. */
  readonly number: number
  readonly text: string
}

/** Limits of what a player says, of a player's name, and of a line, in bytes of UTF-8. */
export const lineBytes = 200
export const nameBytes = 24
export const shownBytes = 1000
