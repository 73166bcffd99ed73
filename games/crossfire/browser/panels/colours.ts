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
/** Of those that a number can be near to. */
const tones = Object.entries({
  ...{ 0: '#000000', 1: '#ffffff', 2: '#0000a0', 3: '#e60000', 4: '#ffa500' },
  ...{ 5: '#1e90ff', 7: '#2e8b57', 9: '#808080', 10: '#a0522d', 11: '#ffd700' },
})

/** The colour of a mark: a name, or `#ff0000` as the one that is nearest to it; undefined: none that is known. */
export function colourOf(mark: string): number | undefined {
  const name = mark.toLowerCase()
  if (named.has(name)) return named.get(name)
  if (!/^#[\da-f]{6}$/.test(name)) return undefined
  const wanted = partsOf(name)
  const far = ([, tone]: (typeof tones)[number]) =>
    partsOf(tone).reduce((sum, part, n) => sum + (part - wanted[n]!) ** 2, 0)
  return Number(tones.reduce((near, one) => (far(one) < far(near) ? one : near))[0])
}

/** Red, green, blue. */
const partsOf = (tone: string) => [1, 3, 5].map((at) => Number.parseInt(tone.slice(at, at + 2), 16))
