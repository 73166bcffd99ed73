// What is said in a room.

export interface Line {
  /** From 1, in the order in which lines were said; an unsigned 32-bit number. */
  readonly number: number
  readonly text: string
}

/** Of a line's text, in UTF-8. */
export const lineBytes = 200
