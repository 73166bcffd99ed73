/** A line of text that a player sent. */
export interface Line {
  /** From 1, in order; an unsigned 32-bit number. */
  readonly number: number
  readonly text: string
}

/** Limit of a line's text, in bytes of UTF-8. */
export const lineBytes = 200
