// Converts whole wall pictures to TEXTURE1 entries.
import type { Bitmap } from '../../view/art/bitmap.ts'
import type { NetTexture } from './net-wad.ts'
import { encodePicture } from './picture-lumps.ts'

/** Maximum patch height. A higher wall stacks several patches. */
const maxPatchHeight = 128

/** Leaves no gaps: where no patch lies, the original client shows uninitialized memory. */
export function toNetTexture(name: string, { width, height, data }: Bitmap): NetTexture {
  const rows = Array.from({ length: Math.ceil(height / maxPatchHeight) }, (_, n) => n * maxPatchHeight)
  return {
    ...{ name, width, height },
    patches: rows.map((y) => {
      const to = Math.min(height, y + maxPatchHeight)
      const patch = { width, height: to - y, data: data.subarray(y * width, to * width) }
      return { x: 0, y, patch: encodePicture(patch, true) }
    }),
  }
}
