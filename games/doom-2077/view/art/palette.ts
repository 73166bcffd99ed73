// Sixteen ramps of sixteen shades, dark to light. Pixels are palette indexes as in Doom, so light levels and suit
// colours are table lookups.

/** The darkest, the middle and the lightest colour of each ramp, as 0xRRGGBB. */
const ramps = {
  steel: [0x0d1218, 0x58656f, 0xd6e0e6],
  stone: [0x191712, 0x8d8470, 0xf2e9d2],
  wood: [0x170d08, 0x75492a, 0xd9a66c],
  hull: [0x06171b, 0x21666b, 0x8fd6cf],
  navy: [0x060a18, 0x26427c, 0x94b9ea],
  brass: [0x1c1004, 0x9a6b1e, 0xffe9a3],
  orange: [0x240a02, 0xc4531a, 0xffc07d],
  red: [0x1c0306, 0xa91f2c, 0xff9a92],
  green: [0x0a1608, 0x4c7d3a, 0xbfe39a],
  white: [0x3a4654, 0xa9b6bd, 0xffffff],
  dusk: [0x1c2350, 0xc0707e, 0xffe7bd],
  sea: [0x07202c, 0x2a7d8c, 0xd4f3e6],
  rubber: [0x05070a, 0x242c35, 0x77848f],
  violet: [0x140a26, 0x6d48a8, 0xd9bcff],
  pink: [0x260718, 0xc24488, 0xffc4e2],
  lime: [0x0c1a04, 0x79a81c, 0xeaff9c],
} as const
export type RampName = keyof typeof ramps

const shadesPerRamp = 16
const rampNames: readonly RampName[] = Object.keys(ramps) as RampName[]
/** The index of the darkest colour of each ramp. */
const firstIndex = Object.fromEntries(rampNames.map((name, n) => [name, n * shadesPerRamp])) as {
  readonly [ramp in RampName]: number
}
/** The darkest steel has the index 0, too, but `colourIndex` never returns it. */
export const transparentIndex = 0

/** The shade is clamped to the range from 0 (dark) to 15 (light). */
export function colourIndex(ramp: RampName, shade: number): number {
  const bounded = shade < 0 ? 0 : shade > shadesPerRamp - 1 ? shadesPerRamp - 1 : shade | 0
  return firstIndex[ramp] + bounded || 1
}

export function rampColours(ramp: RampName): readonly number[] {
  return Array.from({ length: shadesPerRamp }, (_, shade) => colourIndex(ramp, shade))
}

/** Returns three bytes for each index of the palette: red, green and blue. */
export function paletteBytes(): Uint8Array {
  const bytes = new Uint8Array(rampNames.length * shadesPerRamp * 3)
  for (const [n, name] of rampNames.entries())
    for (let shade = 0; shade < shadesPerRamp; shade++)
      for (let part = 0; part < 3; part++)
        bytes[(n * shadesPerRamp + shade) * 3 + part] = mixChannels(ramps[name], shade, part)
  return bytes
}

function mixChannels(
  [dark, middle, light]: readonly [number, number, number],
  shade: number,
  part: number,
): number {
  const byte = (of: number) => (of >> (16 - 8 * part)) & 255
  const half = (shadesPerRamp - 1) / 2
  const [a, b, along] = shade < half ? [dark, middle, shade / half] : [middle, light, shade / half - 1]
  return Math.round(byte(a) + (byte(b) - byte(a)) * along)
}

/** The colours of diving suits, indexed by player id. Each replaces the colours of the ramp `lime`. */
export const suitRamps: readonly RampName[] = [
  'brass',
  'sea',
  'pink',
  'lime',
  'orange',
  'violet',
  'white',
  'navy',
]
