// Text colours. A colour that a server names maps to one of our own tones, readable in light and dark mode; the
// stylesheet has the tones by number.
import { textColours } from '../../protocol/events/message-types.ts'

/** Protocol colour numbers by the names that servers use. [CF-10.3] */
const named = new Map(
  Object.entries({
    ...{
      ...textColours,
      blue: textColours.navy,
      darkorange2: textColours.darkOrange,
      green: textColours.seaGreen,
    },
    ...{ gray: textColours.grey, brown: textColours.sienna, yellow: textColours.gold },
  }).map(([name, colour]) => [name.toLowerCase(), colour]),
)
/** Candidates for the nearest match of a hex colour. */
const tones = Object.entries({
  ...{ 0: '#000000', 1: '#ffffff', 2: '#0000a0', 3: '#e60000', 4: '#ffa500' },
  ...{ 5: '#1e90ff', 7: '#2e8b57', 9: '#808080', 10: '#a0522d', 11: '#ffd700' },
})

/** The colour of a style mark: a name, or `#ff0000` mapped to the nearest tone. Undefined if unknown. */
export function textToneOf(mark: string): number | undefined {
  const name = mark.toLowerCase()
  if (named.has(name)) return named.get(name)
  if (!/^#[\da-f]{6}$/.test(name)) return undefined
  const wanted = partsOf(name)
  const far = ([, tone]: (typeof tones)[number]) =>
    partsOf(tone).reduce((sum, part, n) => sum + (part - wanted[n]!) ** 2, 0)
  return Number(tones.reduce((near, one) => (far(one) < far(near) ? one : near))[0])
}

/** Red, green and blue. */
const partsOf = (tone: string) => [1, 3, 5].map((at) => Number.parseInt(tone.slice(at, at + 2), 16))
