// [DM-9.16] DOOM1-NET.WAD, the file from which the original client loads its maps, pictures and sounds.
import { MapError } from '../../import/map-error.ts'
import { type Lump, type MapLumps, mapLumpNames, writeWad } from '../../import/wad.ts'
import { offlineMapName, soundNames, spriteNames } from './lump-names.ts'
import { encodePatchNames, encodeTextures } from './texture-lumps.ts'

export const netWadName = 'DOOM1-NET.WAD'

export interface NetTexture {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly patches: readonly { readonly x: number; readonly y: number; readonly patch: Uint8Array }[]
}

/** Everything in the WAD except maps: lumps by name, including all sprites and sounds of lump-names.ts. */
export interface NetWadLumps {
  readonly playpal: Uint8Array
  readonly colormap: Uint8Array
  readonly sprites: ReadonlyMap<string, Uint8Array>
  readonly flats: ReadonlyMap<string, Uint8Array>
  readonly textures: readonly NetTexture[]
  readonly sounds: ReadonlyMap<string, Uint8Array>
}

/**
 * The first map appears twice: under its own name, and as the map that the client loads if no server answers. Throws
 * MapError if a map lacks a lump that the client needs, and Error if art that it needs is missing.
 */
export function buildNetWad(maps: readonly MapLumps[], art: NetWadLumps): Uint8Array {
  const [first] = maps
  if (!first) throw new Error('a WAD without a map')
  const offlineLumps = maps.some(({ name }) => name === offlineMapName)
    ? []
    : [{ ...first, name: offlineMapName }]
  return writeWad(
    [
      // Maps come first, because the client finds a map's lumps by their offset from the first lump with the map's
      // name.
      ...[...maps, ...offlineLumps].flatMap((map) => [markerLump(map.name), ...orderedMapLumps(map)]),
      { name: 'PLAYPAL', bytes: art.playpal },
      { name: 'COLORMAP', bytes: art.colormap },
      ...textureLumps(art.textures),
      ...requireLumps(art.sounds, soundNames),
      ...betweenMarkers('S', requireLumps(art.sprites, spriteNames)),
      markerLump('F_START'),
      ...betweenMarkers('F1', requireLumps(art.flats, [...art.flats.keys()])),
      markerLump('F_END'),
    ],
    'IWAD',
  )
}

/** [DM-9.2] The client finds a map's lumps by position. */
function orderedMapLumps({ name, lumps }: MapLumps): Lump[] {
  return mapLumpNames.map((expected) => {
    const lump = lumps.find((one) => one.name === expected)
    if (lump && (lump.bytes.length > 0 || expected === 'REJECT')) return lump
    throw new MapError(`${name} has no ${expected}, which the original client needs`)
  })
}

function markerLump(name: string): Lump {
  return { name, bytes: new Uint8Array(0) }
}

function betweenMarkers(letters: string, lumps: readonly Lump[]): Lump[] {
  return [markerLump(`${letters}_START`), ...lumps, markerLump(`${letters}_END`)]
}

function requireLumps(lumps: ReadonlyMap<string, Uint8Array>, names: readonly string[]): Lump[] {
  return names.map((name) => {
    const bytes = lumps.get(name)
    if (!bytes) throw new Error(`${name} is missing`)
    return { name, bytes }
  })
}

/**
 * Patches have generated names, because the client could mistake a sprite or sound with the name of a patch for the
 * patch.
 */
function textureLumps(textures: readonly NetTexture[]): Lump[] {
  const patches = [...new Set(textures.flatMap(({ patches }) => patches.map(({ patch }) => patch)))]
  const numbers = new Map(patches.map((patch, n) => [patch, n]))
  const names = patches.map((_, n) => `WALL${`${n}`.padStart(4, '0')}`)
  const entries = textures.map(({ patches, ...texture }) => ({
    ...texture,
    patches: patches.map(({ x, y, patch }) => ({ x, y, patch: numbers.get(patch)! })),
  }))
  return [
    { name: 'PNAMES', bytes: encodePatchNames(names) },
    { name: 'TEXTURE1', bytes: encodeTextures(entries) },
    ...betweenMarkers(
      'P',
      patches.map((bytes, n) => ({ name: names[n]!, bytes })),
    ),
  ]
}
