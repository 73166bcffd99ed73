// The side from which a monster hits or approaches. The room reports it only in words [AS-11.10] [AS-11.16]; the client
// also shows it.

export type AttackSide = 'front' | 'behind' | 'left' | 'right'

/** Milliseconds for which it is shown. */
export const attackShownMs = 2500

export interface Attack {
  readonly side: AttackSide
  readonly at: number
}

/** Texts of hits are red; players' speech has other colours. */
const red = '\x11'
/** The text of a hit; the group is its direction. */
const attackText = /^The .* (?:hits|comes at) you from (?:the )?(front|behind|left|right)(?: for \d+)?\.$/s

/** The side named in a TEXT; undefined if it names none. */
export function attackSideIn(text: string): AttackSide | undefined {
  return text.startsWith(red) ? (attackText.exec(text.slice(1))?.[1] as AttackSide | undefined) : undefined
}
