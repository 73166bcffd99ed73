import { writeName } from '../../import/wad.ts'

/** The place of a patch in a texture, in pixels. `patch`: the index in PNAMES. */
interface PatchPlacement {
  readonly x: number
  readonly y: number
  readonly patch: number
}
export interface TextureEntry {
  readonly name: string
  readonly width: number
  readonly height: number
  /** The patches in drawing order: later ones cover earlier ones. */
  readonly patches: readonly PatchPlacement[]
}

const [entryBytes, patchEntryBytes] = [22, 10]

export function encodeTextures(textures: readonly TextureEntry[]): Uint8Array {
  const starts = 4 + textures.length * 4
  const sizes = textures.map(({ patches }) => entryBytes + patches.length * patchEntryBytes)
  const lump = new Uint8Array(sizes.reduce((sum, size) => sum + size, starts))
  const view = new DataView(lump.buffer)
  view.setInt32(0, textures.length, true)
  let at = starts
  for (const [n, { name, width, height, patches }] of textures.entries()) {
    view.setInt32(4 + n * 4, at, true)
    writeName(lump, at, name)
    view.setInt16(at + 12, width, true)
    view.setInt16(at + 14, height, true)
    view.setInt16(at + 20, patches.length, true)
    for (const [m, { x, y, patch }] of patches.entries()) {
      const entry = at + entryBytes + m * patchEntryBytes
      view.setInt16(entry, x, true)
      view.setInt16(entry + 2, y, true)
      view.setInt16(entry + 4, patch, true)
    }
    at += sizes[n]!
  }
  return lump
}

export function encodePatchNames(names: readonly string[]): Uint8Array {
  const lump = new Uint8Array(4 + names.length * 8)
  new DataView(lump.buffer).setInt32(0, names.length, true)
  for (const [n, name] of names.entries()) writeName(lump, 4 + n * 8, name)
  return lump
}
