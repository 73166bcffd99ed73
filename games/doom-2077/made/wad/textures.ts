// TEXTURE1 and PNAMES: the patches that make up each wall.
import { putName } from '../../import/wad.ts'

/** Position of a patch on a texture, in pixels. `patch` is its index in PNAMES. */
export interface Laid {
  readonly x: number
  readonly y: number
  readonly patch: number
}
export interface TextureEntry {
  readonly name: string
  readonly width: number
  readonly height: number
  /** From bottom to top. */
  readonly laid: readonly Laid[]
}

const [entryBytes, laidBytes] = [22, 10]

export function textureLump(textures: readonly TextureEntry[]): Uint8Array {
  const starts = 4 + textures.length * 4
  const sizes = textures.map(({ laid }) => entryBytes + laid.length * laidBytes)
  const lump = new Uint8Array(sizes.reduce((sum, size) => sum + size, starts))
  const view = new DataView(lump.buffer)
  view.setInt32(0, textures.length, true)
  let at = starts
  for (const [n, { name, width, height, laid }] of textures.entries()) {
    view.setInt32(4 + n * 4, at, true)
    putName(lump, at, name)
    view.setInt16(at + 12, width, true)
    view.setInt16(at + 14, height, true)
    view.setInt16(at + 20, laid.length, true)
    for (const [m, { x, y, patch }] of laid.entries()) {
      const entry = at + entryBytes + m * laidBytes
      view.setInt16(entry, x, true)
      view.setInt16(entry + 2, y, true)
      view.setInt16(entry + 4, patch, true)
    }
    at += sizes[n]!
  }
  return lump
}

export function patchNames(names: readonly string[]): Uint8Array {
  const lump = new Uint8Array(4 + names.length * 8)
  new DataView(lump.buffer).setInt32(0, names.length, true)
  for (const [n, name] of names.entries()) putName(lump, 4 + n * 8, name)
  return lump
}
