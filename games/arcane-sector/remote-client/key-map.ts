import { moveDirections } from '../terrain/directions.ts'

/** Keys of letters, digits and signs have their ASCII codes. */
export const keyCodes = {
  ...{ backspace: 0x08, tab: 0x09, enter: 0x0a, escape: 0x1b, space: 0x20 },
  ...{ up: 0x1000, down: 0x1001, left: 0x1002, right: 0x1003 },
  ...{ shift: 0x1010, control: 0x1020, alt: 0x1030, caps: 0x1040 },
  ...{ pad0: 0x2000, pad9: 0x2009, padEnter: 0x200a },
} as const

const codeOf = (letter: string) => letter.charCodeAt(0)

/** [AS-17.6] The player walks in this direction of MOVE while the key is held. */
export const stepsByKey: ReadonlyMap<number, number> = new Map([
  [keyCodes.up, moveDirections.forward],
  [codeOf('W'), moveDirections.forward],
  [keyCodes.down, moveDirections.backward],
  [codeOf('S'), moveDirections.backward],
  [codeOf('Q'), moveDirections.left],
  [codeOf('E'), moveDirections.right],
])

/** The direction of a quarter turn for each key that turns the player. */
export const turnsByKey: ReadonlyMap<number, typeof moveDirections.left | typeof moveDirections.right> =
  new Map([
    [keyCodes.left, moveDirections.left],
    [codeOf('A'), moveDirections.left],
    [keyCodes.right, moveDirections.right],
    [codeOf('D'), moveDirections.right],
  ])

/** Takes or uses the item on the player's tile. */
export const itemKeyCode = codeOf('F')

/** Returns 0 to 7 for the keys `1` to `8`, and the slot numbers of the hands for `9` and `0`. */
export function slotByKey(code: number): number | undefined {
  const digit = code - codeOf('0')
  if (digit < 0 || digit > 9) return undefined
  return (digit + 9) % 10
}

const unshifted = "`1234567890-=[]\\;',./"
const shifted = '~!@#$%^&*()_+{}|:"<>?'

/** The character that the key types on a US keyboard. */
export function typedCharacter(code: number, isShifted: boolean, isUpper: boolean): string | undefined {
  if (code >= keyCodes.pad0 && code <= keyCodes.pad9) return `${code - keyCodes.pad0}`
  if (code === keyCodes.space) return ' '
  const letter = String.fromCharCode(code)
  if (/^[A-Z]$/.test(letter)) return isUpper ? letter : letter.toLowerCase()
  const at = unshifted.indexOf(letter)
  if (at < 0) return undefined
  return isShifted ? shifted[at] : letter
}

/** Undefined if no key types the character. */
export function keyForCharacter(
  letter: string,
): { readonly code: number; readonly isShifted: boolean } | undefined {
  if (/^[a-zA-Z]$/.test(letter)) return { code: codeOf(letter.toUpperCase()), isShifted: letter < 'a' }
  if (letter === ' ') return { code: keyCodes.space, isShifted: false }
  const [plain, above] = [unshifted.indexOf(letter), shifted.indexOf(letter)]
  if (letter.length !== 1 || (plain < 0 && above < 0)) return undefined
  return { code: codeOf(unshifted[Math.max(plain, above)]!), isShifted: above >= 0 }
}
