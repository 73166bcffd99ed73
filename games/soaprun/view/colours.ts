// Sprites are defined with one letter per pixel.
import type { Colour } from '../../shared/canvas.ts'

/** The index of an entry is its colour number. 0 is transparent. */
const letters: readonly (readonly [letter: string, colour: Colour])[] = [
  ['.', 0x000000],
  ['K', 0x1c1730],
  ['W', 0xfffaf0],
  ['E', 0xd7d3e6],
  ['G', 0x8d8478],
  ['L', 0xc9c3cf],
  ['Y', 0xffd75e],
  ['y', 0xd0902a],
  ['R', 0xe8455c],
  ['r', 0x9a2740],
  ['B', 0x5b8def],
  ['b', 0x2f4fa8],
  ['P', 0xc05fd8],
  ['p', 0x7a3396],
  ['V', 0x4b3a66],
  ['v', 0x33254d],
  ['N', 0x3fae5a],
  ['n', 0x1f7a3f],
  ['O', 0xff7a1f],
  ['o', 0xc04d10],
  ['C', 0x5fd0e6],
  ['c', 0x2b8fb0],
  ['S', 0xe4d6b2],
  ['s', 0xd3c296],
  ['T', 0x9a6b3f],
  ['t', 0x6c4a2c],
  ['M', 0x9a4a63],
  ['H', 0xb5d6b8],
  ['h', 0x97c09d],
  ['A', 0x4f93c9],
  ['a', 0x86bde0],
  ['D', 0x2b2440],
  ['d', 0x5d5284],
  ['k', 0x1c1730],
  ['e', 0x40365f],
  ['F', 0xf2738c],
  ['Q', 0x58b7d8],
  ['U', 0xf5c451],
  ['q', 0xf3ecdc],
]

/** The names of the player colours by number. */
export const playerColourNames = ['green', 'pink', 'blue', 'yellow'] as const

/** A label such as `green (0)`, because players have no names. */
export const playerLabel = ({ color, slot }: { readonly color: number; readonly slot: number }): string =>
  `${playerColourNames[color] ?? 'player'} (${slot})`

/** The player colours by number. Sprites use the letters Z, X and x for the light, the usual and the dark colour. */
const players: readonly (readonly [light: Colour, usual: Colour, dark: Colour])[] = [
  [0xb4f5c0, 0x3fc06a, 0x1f7f45],
  [0xffd6e8, 0xff7fb5, 0xb83c7c],
  [0xbcd6ff, 0x4f86f0, 0x2b4aa6],
  [0xfff3b8, 0xffd23f, 0xb8841a],
]

const lit: readonly Colour[] = [...letters.map(([, colour]) => colour), ...players.flat()]
/** The difference between the number of a colour and the number of its shaded version. */
export const shadedColourOffset = lit.length
/** Colours by colour number. */
export const palette: readonly Colour[] = [...lit, ...lit.map(darker)]

export const playerColours: readonly Colour[] = players.map(([, usual]) => usual)

const numbers: ReadonlyMap<string, number> = new Map(letters.map(([letter], number) => [letter, number]))

function darker(colour: Colour): Colour {
  const part = (shift: number) => Math.round(((colour >> shift) & 0xff) * 0.72) << shift
  return part(16) | part(8) | part(0)
}

/** `player`: number of the player colour, 0 to 3, for the letters Z, X and x. Throws for an unknown letter. */
export function colourNumberOf(letter: string, player = 0): number {
  const own = 'ZXx'.indexOf(letter)
  const found = own < 0 ? numbers.get(letter) : letters.length + player * 3 + own
  if (found === undefined) throw new Error(`unknown colour: ${letter}`)
  return found
}
