import type { Bitmap } from '../../view/art/bitmap.ts'
import type { NetTexture } from './net-wad.ts'
import { encodePicture } from './picture-lumps.ts'

/** Maximum height of a patch in pixels. A taller wall consists of several patches above each other. */
const maxPatchHeight = 128

/** The original client shows uninitialized memory in gaps between patches. */
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
