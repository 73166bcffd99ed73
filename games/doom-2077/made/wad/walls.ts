// Converts whole wall pictures to TEXTURE1 entries.
import type { Bitmap } from '../../view/art/picture.ts'
import type { Texture } from './net-wad.ts'
import { pictureLump } from './pictures.ts'

/** Maximum patch height. A higher wall stacks several patches. */
const patchHeight = 128

/** Leaves no gaps: where no patch lies, the original client shows uninitialized memory. */
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
