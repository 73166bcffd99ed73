export interface PixelFrame {
  readonly width: number
  readonly height: number
  /** The pixels are in rows, as in a canvas. Red is in the lowest byte, followed by green, blue and 255. */
  readonly pixels: Uint32Array
}

export function createFrame(width: number, height: number): PixelFrame {
  return { width, height, pixels: new Uint32Array(width * height) }
}

export const lightLevelCount = 32
export const brightestLevel = lightLevelCount - 1

/** Entries of one palette in a light table of several palettes. */
export const paletteStride = lightLevelCount * 256

/** `part`: the share of the colour, 0 to 1. */
export interface Tint {
  readonly colour: readonly [red: number, green: number, blue: number]
  readonly part: number
}

/** Returns the light tables of the palettes, one after the other. */
export function lightTables(palettes: readonly Uint8Array[], tint?: Tint): Uint32Array {
  const table = new Uint32Array(palettes.length * paletteStride)
  for (const [n, palette] of palettes.entries()) table.set(lightTable(palette, tint), n * paletteStride)
  return table
}

/** Returns pixels in the format of `PixelFrame`: `table[light * 256 + index]`. */
function lightTable(palette: Uint8Array, tint?: Tint): Uint32Array {
  const table = new Uint32Array(paletteStride)
  for (let light = 0; light < lightLevelCount; light++)
    for (let number = 0; number < 256; number++) {
      const parts = [0, 1, 2].map((part) => {
        const lit = (palette[number * 3 + part]! * (light + 1)) / lightLevelCount
        return Math.round(tint ? lit + (tint.colour[part]! - lit) * tint.part : lit)
      })
      table[light * 256 + number] = (255 * 2 ** 24 + parts[2]! * 65536 + parts[1]! * 256 + parts[0]!) >>> 0
    }
  return table
}
