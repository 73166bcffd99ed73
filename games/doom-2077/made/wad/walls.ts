// Walls as TEXTURE1 has them, of whole pictures.
import type { Bitmap } from '../../view/art/picture.ts'
import type { Texture } from './net-wad.ts'
import { pictureLump } from './pictures.ts'

/** How high a patch may be: a higher wall is of several, one below the other. */
const patchHeight = 128

/** Without holes: where no patch lies the original's client shows whatever was in its memory. */
export function textureOf(name: string, { width, height, data }: Bitmap): Texture {
  const rows = Array.from({ length: Math.ceil(height / patchHeight) }, (_, n) => n * patchHeight)
  return {
    ...{ name, width, height },
    laid: rows.map((y) => {
      const to = Math.min(height, y + patchHeight)
      const patch = { width, height: to - y, data: data.subarray(y * width, to * width) }
      return { x: 0, y, patch: pictureLump(patch, true) }
    }),
  }
}
