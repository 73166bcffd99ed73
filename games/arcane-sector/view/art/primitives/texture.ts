// A picture with smaller versions for larger distances. Width and height shrink independently, because the view shows
// floors at a flat angle.
import type { Image } from './image.ts'

/** Maximum number of widths, and of heights. Each is half of the one before. */
const most = 8

export class Texture {
  readonly #draw: () => Image
  #image: Image | undefined
  /** Computed on first use, because few are ever needed. */
  readonly #sizes: (Image | undefined)[] = []

  /** `draw`: called on first use, because most places show few grounds and trees. */
  constructor(draw: () => Image) {
    this.#draw = draw
  }

  get image(): Image {
    this.#image ??= this.#draw()
    return this.#image
  }

  /** Returns the version to draw if a screen pixel covers `across` by `along` pixels of the picture. */
  sized(across: number, along: number): Image {
    return this.#sized(halvings(across), halvings(along))
  }

  #sized(across: number, along: number): Image {
    const known = this.#sizes[across * most + along]
    if (known) return known
    const made =
      across > 0
        ? narrowed(this.#sized(across - 1, along))
        : along > 0
          ? flattened(this.#sized(0, along - 1))
          : this.image
    this.#sizes[across * most + along] = made
    return made
  }
}

/**
 * Returns how often to halve the picture, 0 to 7, so that a screen pixel covers about one pixel of the result.
 * `texels`: pixels of the picture per pixel of the screen. Below 1.5 the picture keeps its size, so that its pixels
 * stay sharp.
 */
function halvings(texels: number): number {
  if (texels < 1.5) return 0
  return Math.min(most - 1, 31 - Math.clz32(texels * 1.4))
}

function narrowed({ width, height, pixels }: Image): Image {
  const half = Math.max(1, width >> 1)
  const made = new Uint32Array(half * height)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < half; x++, at++) {
      const from = y * width + 2 * x
      made[at] = mean(pixels[from]!, pixels[width > 1 ? from + 1 : from]!)
    }
  return { width: half, height, pixels: made }
}

function flattened({ width, height, pixels }: Image): Image {
  const half = Math.max(1, height >> 1)
  const made = new Uint32Array(width * half)
  for (let y = 0, at = 0; y < half; y++)
    for (let x = 0; x < width; x++, at++) {
      const from = 2 * y * width + x
      made[at] = mean(pixels[from]!, pixels[height > 1 ? from + width : from]!)
    }
  return { width, height: half, pixels: made }
}

/** The mean is transparent only if both pixels are transparent. */
function mean(a: number, b: number): number {
  if (a >>> 24 === 0) return b
  if (b >>> 24 === 0) return a
  return ((a & b) + (((a ^ b) & 0xfefefefe) >>> 1)) >>> 0
}
