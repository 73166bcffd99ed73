// Where it is drawn to: pixels as canvases have them, and the palette in every light.
import { paletteBytes } from '../art/palette.ts'

export interface Frame {
  readonly width: number
  readonly height: number
  /** Row by row; red in the lowest byte, then green, blue, and 255. */
  readonly pixels: Uint32Array
}

export function frameOf(width: number, height: number): Frame {
  return { width, height, pixels: new Uint32Array(width * height) }
}

/** Lights by which a sector's 0 to 255 is told apart. */
export const lights = 32
export const brightest = lights - 1

/** How far one palette begins behind another in a table of several. */
export const ofPalette = lights * 256

/** What lies over everything for a moment: `part` of 0 to 1 of a colour. */
export interface Tint {
  readonly colour: readonly [red: number, green: number, blue: number]
  readonly part: number
}

/** Palettes, one behind the other. */
export function lightTables(palettes: readonly Uint8Array[], tint?: Tint): Uint32Array {
  const table = new Uint32Array(palettes.length * ofPalette)
  for (const [n, palette] of palettes.entries()) table.set(lightTable(palette, tint), n * ofPalette)
  return table
}

/** A palette as `Frame` has pixels, by light and number: `table[light * 256 + number]`. */
export function lightTable(palette: Uint8Array = paletteBytes(), tint?: Tint): Uint32Array {
  const table = new Uint32Array(ofPalette)
  for (let light = 0; light < lights; light++)
    for (let number = 0; number < 256; number++) {
      const parts = [0, 1, 2].map((part) => {
        const lit = (palette[number * 3 + part]! * (light + 1)) / lights
        return Math.round(tint ? lit + (tint.colour[part]! - lit) * tint.part : lit)
      })
      table[light * 256 + number] = (255 * 2 ** 24 + parts[2]! * 65536 + parts[1]! * 256 + parts[0]!) >>> 0
    }
  return table
}
