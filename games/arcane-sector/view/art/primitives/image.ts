/** `pixels`: by rows, 32 bits each, with red in the lowest byte and opacity (0 or 255) in the highest. */
export interface Image {
  readonly width: number
  readonly height: number
  readonly pixels: Uint32Array
}

/** A number 0xRRGGBB. */
export type Colour = number

export function opaquePixel(colour: Colour): number {
  return (0xff000000 | ((colour & 0xff) << 16) | (colour & 0xff00) | (colour >>> 16)) >>> 0
}

/** Converts the picture for a canvas: red, green, blue and opacity, one byte each. */
export function toRgbaBytes({ width, height, pixels }: Image): Uint8ClampedArray<ArrayBuffer> {
  const bytes = new Uint8ClampedArray(width * height * 4)
  new Uint32Array(bytes.buffer).set(pixels)
  return bytes
}
