// Finds the side from which a monster hits or approaches in the text that the room sends [AS-11.10] [AS-11.16]. The
// client also shows the side as a mark.

export type AttackSide = 'front' | 'behind' | 'left' | 'right'

/** Milliseconds for which the mark of an attack is shown. */
export const attackShownMs = 2500

export interface Attack {
  readonly side: AttackSide
  readonly at: number
}

/** The colour byte of texts about attacks. Players' speech has other colours. */
const red = '\x11'
/** Matches the text of a hit or an approach. The group is the side. */
const attackText = /^The .* (?:hits|comes at) you from (?:the )?(front|behind|left|right)(?: for \d+)?\.$/s

/** Returns the side that the text of a TEXT names, or undefined if it names none. */
export function attackSideIn(text: string): AttackSide | undefined {
  return text.startsWith(red) ? (attackText.exec(text.slice(1))?.[1] as AttackSide | undefined) : undefined
}
