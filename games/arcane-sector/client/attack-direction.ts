// Finds the side from which a monster hits or approaches in the text that the room sends [AS-11.10] [AS-11.16].

export type AttackSide = 'front' | 'behind' | 'left' | 'right'

/** How long a view shows the side of an attack, in milliseconds. */
export const attackDisplayMs = 2500

export interface Attack {
  readonly side: AttackSide
  readonly at: number
}

/** The colour byte of texts about attacks. Players' speech has other colours. */
const red = '\x11'
/** Its only capture group is the side. */
const attackText = /^The .* (?:hits|comes at) you from (?:the )?(front|behind|left|right)(?: for \d+)?\.$/s

/** Undefined if the text names no side. */
export function parseAttackSide(text: string): AttackSide | undefined {
  return text.startsWith(red) ? (attackText.exec(text.slice(1))?.[1] as AttackSide | undefined) : undefined
}
