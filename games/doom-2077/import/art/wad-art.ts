// A picture is decoded when it is requested.
import { MapError } from '../map-error.ts'
import type { Lump } from '../wad.ts'
import { readWadPicture, type WadPicture } from './wad-picture.ts'
import { composeTexture, readTextures, type WadTexture } from './wad-textures.ts'

const paletteBytes = 768
const flatBytes = 64 * 64
/** For all walls and patches together, enough for about a thousand large walls. */
const maxComposedPixels = 32 * 1024 * 1024

/** Later WADs override earlier ones, so that a map's WAD overrides that of the game. */
export class WadArt {
  readonly #lumps = new Map<string, Lump>()
  readonly #sprites = new Map<string, Lump>()
  readonly #flats = new Map<string, Lump>()
  readonly #textures = new Map<string, WadTexture>()
  readonly #patches = new Map<string, WadPicture | undefined>()
  readonly #walls = new Map<string, WadPicture>()
  #pixelsLeft = maxComposedPixels

  /** Throws MapError if a section has no end marker or a texture list is incomplete. */
  constructor(wads: readonly (readonly Lump[])[]) {
    for (const wad of wads) {
      for (const lump of wad) this.#lumps.set(lump.name, lump)
      for (const lump of lumpsBetweenMarkers(wad, 'S')) this.#sprites.set(lump.name, lump)
      for (const lump of lumpsBetweenMarkers(wad, 'F')) this.#flats.set(lump.name, lump)
      const lists = ['TEXTURE1', 'TEXTURE2'].flatMap(
        (name) => wad.findLast((lump) => lump.name === name) ?? [],
      )
      // A WAD without PNAMES uses the PNAMES of the WAD before it.
      for (const texture of readTextures(lists, this.#lumps.get('PNAMES')).values())
        this.#textures.set(texture.name, texture)
    }
  }

  /** Three bytes for each index: red, green and blue. Throws MapError if there is no palette. */
  get palette(): Uint8Array {
    const lump = this.#lumps.get('PLAYPAL')
    if (!lump || lump.bytes.length < paletteBytes)
      throw new MapError(
        lump ? `PLAYPAL has ${lump.bytes.length} bytes; expected ${paletteBytes}` : 'PLAYPAL is missing',
      )
    return lump.bytes.subarray(0, paletteBytes)
  }

  get hasPalette(): boolean {
    return this.#lumps.has('PLAYPAL')
  }

  lump(name: string): Lump | undefined {
    return this.#lumps.get(name)
  }

  /** Throws MapError if the sprite is incomplete. */
  sprite(name: string): WadPicture | undefined {
    const lump = this.#sprites.get(name)
    return lump && readWadPicture(lump)
  }

  spriteLump(name: string): Lump | undefined {
    return this.#sprites.get(name)
  }

  /** Returns 64 × 64 palette indexes. */
  flat(name: string): Uint8Array | undefined {
    const lump = this.#flats.get(name)
    if (!lump) return undefined
    if (lump.bytes.length < flatBytes)
      throw new MapError(`the flat ${name} has ${lump.bytes.length} bytes; expected ${flatBytes}`)
    return lump.bytes.subarray(0, flatBytes)
  }

  texture(name: string): WadTexture | undefined {
    return this.#textures.get(name)
  }

  /** A patch may be anywhere in the WAD. */
  patchLump(name: string): Lump | undefined {
    return this.#lumps.get(name) ?? this.#sprites.get(name)
  }

  /** Returns the wall's picture, composed of its patches. */
  wall(name: string): WadPicture | undefined {
    const texture = this.#textures.get(name)
    const known = this.#walls.get(name)
    if (!texture || known) return known
    this.#pixelsLeft -= texture.width * texture.height
    if (this.#pixelsLeft < 0) throw new MapError(`the walls up to ${name} exceed ${maxComposedPixels} pixels`)
    const wall = composeTexture(texture, (patch) => this.#patch(patch))
    this.#walls.set(name, wall)
    return wall
  }

  #patch(name: string): WadPicture | undefined {
    if (this.#patches.has(name)) return this.#patches.get(name)
    const lump = this.patchLump(name)
    const picture = lump && readWadPicture(lump)
    this.#pixelsLeft -= picture?.pixels.length ?? 0
    if (this.#pixelsLeft < 0)
      throw new MapError(`the patches up to ${name} exceed ${maxComposedPixels} pixels`)
    this.#patches.set(name, picture)
    return picture
  }
}

/** WADs write the markers with one letter or with two, such as S_START and SS_START. */
function lumpsBetweenMarkers(wad: readonly Lump[], letter: 'S' | 'F'): Lump[] {
  const found: Lump[] = []
  const [starts, ends] = [
    [`${letter}_START`, `${letter}${letter}_START`],
    [`${letter}_END`, `${letter}${letter}_END`],
  ]
  let open: string | undefined
  for (const lump of wad) {
    if (starts.includes(lump.name)) open = lump.name
    else if (ends.includes(lump.name)) open = undefined
    else if (open && lump.bytes.length > 0) found.push(lump)
  }
  if (open) throw new MapError(`${open} has no end`)
  return found
}
