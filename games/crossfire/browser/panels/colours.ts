// Colours of texts. What a server names is shown by a tone of our own that can be read on light and dark; which one is in
// the stylesheet, by its number.

/** By the names that servers write, as the thirteen of the protocol. [CF-10.3] */
const named: { readonly [name: string]: number } = {
  black: 0,
  white: 1,
  navy: 2,
  blue: 2,
  red: 3,
  orange: 4,
  dodgerblue: 5,
  darkorange: 6,
  darkorange2: 6,
  seagreen: 7,
  green: 7,
  darkseagreen: 8,
  grey: 9,
  gray: 9,
  sienna: 10,
  brown: 10,
  gold: 11,
  yellow: 11,
  khaki: 12,
}
/** Red, green, blue of those that a number can be near to. */
const tones: readonly (readonly [colour: number, red: number, green: number, blue: number])[] = [
  [0, 0, 0, 0],
  [1, 255, 255, 255],
  [2, 0, 0, 160],
  [3, 230, 0, 0],
  [4, 255, 165, 0],
  [5, 30, 144, 255],
  [7, 46, 139, 87],
  [9, 128, 128, 128],
  [10, 160, 82, 45],
  [11, 255, 215, 0],
]

/** The colour of a mark: a name, or `#ff0000` as the one that is nearest to it; undefined: none that is known. */
export function colourOf(mark: string): number | undefined {
  const name = mark.toLowerCase()
  if (Object.hasOwn(named, name)) return named[name]
  const digits = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/.exec(name)
  if (!digits) return undefined
  const [red = 0, green = 0, blue = 0] = digits.slice(1).map((part) => Number.parseInt(part, 16))
  const far = ([, r, g, b]: (typeof tones)[number]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
  return tones.reduce((near, one) => (far(one) < far(near) ? one : near))[0]
}
