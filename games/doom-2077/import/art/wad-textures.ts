import { MapError } from '../map-error.ts'
import { type Lump, readName } from '../wad.ts'
import { maxPixels, maxSide, type WadPicture } from './wad-picture.ts'

export interface WadTexture {
  readonly name: string
  readonly width: number
  readonly height: number
  /** The patches in drawing order: later ones cover earlier ones. */
  readonly patches: readonly { readonly x: number; readonly y: number; readonly patch: string }[]
}

const [entryBytes, patchEntryBytes, nameBytes] = [22, 10, 8]
/** Maximum number of patches of a texture, more than in any known WAD. */
const maxPatches = 1024

/**
 * Throws MapError with the names of the lump and the texture. If two textures have the same name, the first one counts,
 * as in Doom.
 */
export function readTextures(
  textures: readonly Lump[],
  names: Lump | undefined,
): ReadonlyMap<string, WadTexture> {
  const patches = names ? readPatchNames(names) : []
  const found = new Map<string, WadTexture>()
  for (const lump of textures)
    for (const texture of readTextureLump(lump, patches))
      if (!found.has(texture.name)) found.set(texture.name, texture)
  return found
}

function readPatchNames({ name, bytes }: Lump): string[] {
  const view = viewOf(bytes)
  const count = bytes.length < 4 ? -1 : view.getInt32(0, true)
  if (count < 0 || 4 + count * nameBytes > bytes.length)
    throw new MapError(`${name} has ${bytes.length} bytes for ${count} names`)
  return Array.from({ length: count }, (_, n) => readName(view, 4 + n * nameBytes))
}

function readTextureLump({ name, bytes }: Lump, names: readonly string[]): WadTexture[] {
  const view = viewOf(bytes)
  const count = bytes.length < 4 ? -1 : view.getInt32(0, true)
  if (count < 0 || 4 + count * 4 > bytes.length)
    throw new MapError(`${name} has ${bytes.length} bytes for ${count} textures`)
  // Entries must not share bytes, because otherwise a small file could expand into a large one.
  let left = bytes.length
  return Array.from({ length: count }, (_, n) => {
    const at = view.getInt32(4 + n * 4, true)
    if (at < 0 || at + entryBytes > bytes.length)
      throw new MapError(`${name}: texture ${n} is outside the lump`)
    const textureName = readName(view, at)
    const fault = (problem: string) => new MapError(`${name}: the texture ${textureName} ${problem}`)
    const [width, height, patchCount] = [12, 14, 20].map((field) =>
      view.getInt16(at + field, true),
    ) as NumberTriple
    if (width < 1 || height < 1 || width > maxSide || height > maxSide || width * height > maxPixels)
      throw fault(`is ${width} by ${height} pixels`)
    const end = at + entryBytes + patchCount * patchEntryBytes
    if (patchCount < 0 || patchCount > maxPatches || end > bytes.length)
      throw fault(`has ${patchCount} patches`)
    left -= end - at
    if (left < 0) throw fault('shares bytes with other textures')
    return {
      ...{ name: textureName, width, height },
      patches: Array.from({ length: patchCount }, (_, m) => {
        const entry = at + entryBytes + m * patchEntryBytes
        const patch = names[view.getUint16(entry + 4, true)]
        if (patch === undefined) throw fault('has a patch that is not in PNAMES')
        return { x: view.getInt16(entry, true), y: view.getInt16(entry + 2, true), patch }
      }),
    }
  })
}
type NumberTriple = [number, number, number]

/** Skips a patch for which `patch` returns undefined, because even Doom's own files lack some patches. */
export function composeTexture(
  { width, height, patches }: WadTexture,
  patch: (name: string) => WadPicture | undefined,
): WadPicture {
  const pixels = new Int16Array(width * height).fill(-1)
  for (const { x, y, patch: name } of patches) {
    const picture = patch(name)
    if (!picture) continue
    for (let row = Math.max(0, -y); row < Math.min(picture.height, height - y); row++)
      for (let column = Math.max(0, -x); column < Math.min(picture.width, width - x); column++) {
        const number = picture.pixels[row * picture.width + column]!
        if (number >= 0) pixels[(y + row) * width + x + column] = number
      }
  }
  return { width, height, left: 0, top: 0, pixels }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
