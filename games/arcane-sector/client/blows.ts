// From which side somebody strikes, or comes: the room tells it in words [AS-11.10] [AS-11.16], which are to be seen, too.

export type Side = 'front' | 'behind' | 'left' | 'right'

/** Milliseconds for which it is shown. */
export const blowMs = 2500

export interface Blow {
  readonly side: Side
  readonly at: number
}

/** What people say is in other colours. */
const red = '\x11'
const told = /^The .* (?:hits|comes at) you from (?:the )?(front|behind|left|right)(?: for \d+)?\.$/s

/** The side that a TEXT tells of; undefined: of none. */
export function sideOfBlow(text: string): Side | undefined {
  return text.startsWith(red) ? (told.exec(text.slice(1))?.[1] as Side | undefined) : undefined
}
