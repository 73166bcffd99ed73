// The art for the original client from an uploaded WAD: all pictures that its maps and the client look up by name. Our
// own art, in the WAD's colours, replaces what is missing.

import type { WadArt } from '../../import/art/wad-art.ts'
import type { WadPicture } from '../../import/art/wad-picture.ts'
import { MapError } from '../../import/map-error.ts'
import { readSurfaces, type SideSurface } from '../../import/surfaces.ts'
import type { Lump, MapLumps } from '../../import/wad.ts'
import type { Bitmap } from '../../view/art/bitmap.ts'
import { drawFlats } from '../../view/art/flats.ts'
import { paletteBytes, transparentIndex } from '../../view/art/palette.ts'
import { drawWalls } from '../../view/art/walls.ts'
import { builtinSounds, builtinSprites } from './builtin-art.ts'
import { soundNames, spriteNames } from './lump-names.ts'
import type { NetWadLumps } from './net-wad.ts'
import { encodeColormap, encodePlaypal, nearestColourFinder } from './palette-lumps.ts'
import { encodePicture } from './picture-lumps.ts'
import { toNetTexture } from './wall-textures.ts'

/** The surfaces for names of a map that neither the WAD nor our own art has. */
const [defaultWall, defaultFlat] = ['STARTAN3', 'FLOOR4_8'] as const
const colormapBytes = 34 * 256
const soundHeader = 8

export interface MapArt {
  readonly art: NetWadLumps
  /** Names of the lumps that come from our own art. */
  readonly ownNames: readonly string[]
}

/** Without `wadArt` all art is our own. Throws MapError with the name of the lump if a needed lump is damaged. */
export function artForMaps(maps: readonly MapLumps[], wadArt?: WadArt): MapArt {
  const ours: string[] = []
  const palette = wadArt?.palette ?? paletteBytes()
  const own = new RecolouredOwnArt(palette)
  const orOwn = <T>(name: string, theirs: T | undefined, instead: () => T): readonly [string, T] => {
    if (theirs !== undefined) return [name, theirs]
    ours.push(name)
    return [name, instead()]
  }
  const named = surfaceNamesOf(maps)
  const art: NetWadLumps = {
    playpal: encodePlaypal(palette),
    colormap: readColormap(palette, wadArt),
    sprites: new Map(
      spriteNames.map((name) => orOwn(name, readSprite(wadArt, name), () => own.sprite(name))),
    ),
    flats: new Map(named.flats.map((name) => orOwn(name, wadArt?.flat(name), () => own.flat(name)))),
    textures: named.walls.map((name) =>
      toNetTexture(...orOwn(name, readWall(wadArt, name), () => own.wall(name))),
    ),
    sounds: new Map(soundNames.map((name) => orOwn(name, readSound(wadArt, name), () => own.sound(name)))),
  }
  return { art, ownNames: ours }
}

class RecolouredOwnArt {
  readonly #numbers: Uint8Array
  // Drawn on first use, because drawing takes time and is often not needed.
  #sprites: ReturnType<typeof builtinSprites> | undefined
  #walls: ReturnType<typeof drawWalls> | undefined
  #flats: ReturnType<typeof drawFlats> | undefined
  #sounds: ReturnType<typeof builtinSounds> | undefined

  constructor(palette: Uint8Array) {
    const mine = paletteBytes()
    // In our own pictures, palette index 0 is transparent.
    const nearest = nearestColourFinder(palette, 1)
    this.#numbers = Uint8Array.from({ length: 256 }, (_, n) =>
      nearest([mine[n * 3]!, mine[n * 3 + 1]!, mine[n * 3 + 2]!]),
    )
  }

  sprite(name: string): Uint8Array {
    this.#sprites ??= builtinSprites()
    const sprite = this.#sprites.get(name)!
    const data = sprite.data.map((number) =>
      number === transparentIndex ? transparentIndex : this.#numbers[number]!,
    )
    return encodePicture({ ...sprite, data })
  }

  wall(name: string): Bitmap {
    this.#walls ??= drawWalls()
    const { width, height, data } = (this.#walls.get(name) ?? this.#walls.get(defaultWall))!
    return { width, height, data: data.map((number) => this.#numbers[number]!) }
  }

  flat(name: string): Uint8Array {
    this.#flats ??= drawFlats()
    return (this.#flats.get(name) ?? this.#flats.get(defaultFlat))!.data.map(
      (number) => this.#numbers[number]!,
    )
  }

  sound(name: string): Uint8Array {
    this.#sounds ??= builtinSounds()
    return this.#sounds.get(name)!
  }
}

/** Returns each name once, without `-`, which means no texture. */
function surfaceNamesOf(maps: readonly MapLumps[]): { walls: readonly string[]; flats: readonly string[] } {
  const all = maps.map((map) => readSurfaces(map))
  const sides = all.flatMap(({ lines }) => lines.flatMap((both) => both.filter((side) => side !== undefined)))
  const names = sides.flatMap(({ upper, lower, middle }: SideSurface) => [upper, lower, middle])
  return {
    walls: [...new Set(names)].filter((name) => name !== '-' && name !== ''),
    flats: [...new Set(all.flatMap(({ sectors }) => sectors.flat()))],
  }
}

function readSprite(from: WadArt | undefined, name: string): Uint8Array | undefined {
  // Decodes the sprite to refuse a damaged one, which would crash the client.
  return from?.sprite(name) && from.spriteLump(name)!.bytes
}

function readWall(from: WadArt | undefined, name: string): Bitmap | undefined {
  const wall: WadPicture | undefined = from?.wall(name)
  if (!wall) return undefined
  const { width, height, pixels } = wall
  return { width, height, data: Uint8Array.from(pixels, (number) => Math.max(0, number)) }
}

function readColormap(palette: Uint8Array, from: WadArt | undefined): Uint8Array {
  const lump = from?.lump('COLORMAP')
  return lump && lump.bytes.length >= colormapBytes ? lump.bytes : encodeColormap(palette)
}

function readSound(from: WadArt | undefined, name: string): Uint8Array | undefined {
  const lump = from?.lump(name)
  if (!lump) return undefined
  const error = soundError(lump)
  if (error) throw new MapError(`the sound ${name} ${error}`)
  return lump.bytes
}

function soundError({ bytes }: Lump): string | undefined {
  if (bytes.length < soundHeader) return `has ${bytes.length} bytes and no header`
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [format, count] = [view.getUint16(0, true), view.getUint32(4, true)]
  if (format !== 3) return `has the format ${format}; expected 3`
  return soundHeader + count > bytes.length ? `has ${bytes.length} bytes for ${count} samples` : undefined
}
