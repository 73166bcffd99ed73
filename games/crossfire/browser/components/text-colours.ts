// Maps the colours that servers name to a few tones that are readable in light and dark mode. The stylesheet defines
// each tone by its number.
import { textColours } from '../../protocol/events/message-types.ts'

/** The tone of each colour name that servers use. [CF-10.3] */
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
/** The colour of each tone, with which a hex colour is compared to find the nearest tone. */
const tones = Object.entries({
  ...{ 0: '#000000', 1: '#ffffff', 2: '#0000a0', 3: '#e60000', 4: '#ffa500' },
  ...{ 5: '#1e90ff', 7: '#2e8b57', 9: '#808080', 10: '#a0522d', 11: '#ffd700' },
})

/** The tone of a named colour, or the nearest tone to a hex colour; undefined for an unknown name. */
export function textToneOf(mark: string): number | undefined {
  const name = mark.toLowerCase()
  if (named.has(name)) return named.get(name)
  if (!/^#[\da-f]{6}$/.test(name)) return undefined
  const wanted = partsOf(name)
  const far = ([, tone]: (typeof tones)[number]) =>
    partsOf(tone).reduce((sum, part, n) => sum + (part - wanted[n]!) ** 2, 0)
  return Number(tones.reduce((near, one) => (far(one) < far(near) ? one : near))[0])
}

const partsOf = (tone: string) => [1, 3, 5].map((at) => Number.parseInt(tone.slice(at, at + 2), 16))
