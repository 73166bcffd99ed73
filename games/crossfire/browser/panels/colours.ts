// Colours of texts. What a server names is shown by a tone of our own that can be read on light and dark; which one is in
// the stylesheet, by its number.
import { colours } from '../../hearing/text-kinds.ts'

/** By the names that servers write, as the thirteen of the protocol. [CF-10.3] */
const named = new Map(
  Object.entries({
    ...{ ...colours, blue: colours.navy, darkorange2: colours.darkOrange, green: colours.seaGreen },
    ...{ gray: colours.grey, brown: colours.sienna, yellow: colours.gold },
  }).map(([name, colour]) => [name.toLowerCase(), colour]),
)
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
  if (named.has(name)) return named.get(name)
  const digits = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/.exec(name)
  if (!digits) return undefined
  const [red = 0, green = 0, blue = 0] = digits.slice(1).map((part) => Number.parseInt(part, 16))
  const far = ([, r, g, b]: (typeof tones)[number]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
  return tones.reduce((near, one) => (far(one) < far(near) ? one : near))[0]
}
