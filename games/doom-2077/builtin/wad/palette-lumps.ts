// PLAYPAL contains fourteen tinted palettes, and COLORMAP the colours at thirty-two light levels.
import { paletteBytes } from '../../view/art/palette.ts'

type Colour = readonly [red: number, green: number, blue: number]

/** The tint of each palette: none, then eight for wounds, four for pickups, and one for protection. */
const tints: readonly (readonly [colour: Colour, part: number])[] = [
  [[0, 0, 0], 0],
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => [[255, 0, 0] as const, n / 9] as const),
  ...[1, 2, 3, 4].map((n) => [[215, 186, 69] as const, n / 8] as const),
  [[0, 255, 0], 0.125],
]
const lightLevels = 32

export function encodePlaypal(palette = paletteBytes()): Uint8Array {
  const lump = new Uint8Array(tints.length * palette.length)
  for (const [n, [colour, part]] of tints.entries())
    for (const [at, byte] of palette.entries())
      lump[n * palette.length + at] = Math.round(byte + (colour[at % 3]! - byte) * part)
  return lump
}

/** Encodes 32 light levels, brightest first, then inverted grey for an invulnerable player, then all black. */
export function encodeColormap(palette = paletteBytes()): Uint8Array {
  const nearest = nearestColourFinder(palette)
  const lump = new Uint8Array(34 * 256)
  const at = (n: number) => [palette[n * 3]!, palette[n * 3 + 1]!, palette[n * 3 + 2]!] as const
  for (let n = 0; n < 256; n++) {
    const [r, g, b] = at(n)
    for (let light = 0; light < lightLevels; light++) {
      const part = 1 - light / lightLevels
      lump[light * 256 + n] = light === 0 ? n : nearest([r * part, g * part, b * part])
    }
    const grey = 255 - (r * 0.3 + g * 0.59 + b * 0.11)
    lump[lightLevels * 256 + n] = nearest([grey, grey, grey])
  }
  return lump.fill(nearest([0, 0, 0]), (lightLevels + 1) * 256)
}

/** Indexes below `firstNumber` are skipped. */
export function nearestColourFinder(palette: Uint8Array, firstNumber = 0): (colour: Colour) => number {
  return ([r, g, b]) => {
    let [best, least] = [firstNumber, Number.POSITIVE_INFINITY]
    for (let n = firstNumber; n < 256 && least > 0; n++) {
      const [dr, dg, db] = [palette[n * 3]! - r, palette[n * 3 + 1]! - g, palette[n * 3 + 2]! - b]
      const far = dr * dr * 3 + dg * dg * 6 + db * db
      if (far < least) [best, least] = [n, far]
    }
    return best
  }
}
