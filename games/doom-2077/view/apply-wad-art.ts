// Takes walls, floors and sky from a player's own WAD, and players and weapons if the WAD has complete sets of them.
// Our own art replaces what the WAD lacks.

import type { WadArt } from '../import/art/wad-art.ts'
import { maxPixels, type WadPicture } from '../import/art/wad-picture.ts'
import { readMap } from '../import/map-data.ts'
import { MapError } from '../import/map-error.ts'
import { type MapSurfaces, readSurfaces } from '../import/surfaces.ts'
import { findMaps, type Lump } from '../import/wad.ts'
import { type Geometry, isSameMap } from '../map/geometry.ts'
import type { Bitmap, Sprite } from './art/bitmap.ts'
import { type Pose, poses, sideNames } from './art/diver-sprites.ts'
import { paletteBytes, transparentIndex } from './art/palette.ts'
import { type GameArt, tintedLightTables } from './game-art.ts'

/** Index of the WAD's palette in light tables. Our own palette has index 0. */
const wadPaletteIndex = 1
/** First palette index and number of shades of Doom's green suits, and the first indexes of all four suit ramps. */
const [doomSuitGreen, shades] = [112, 16] as const
const doomSuitRamps = [112, 96, 64, 32] as const
/** Rows of Doom's sky above its horizon. */
const skyHorizon = 100

export interface MapWithArt {
  readonly geometry: Geometry
  readonly art: GameArt
}

/**
 * `wads`: the files that make up `wad`. If the room's map has no surface names, they come from the map of the same name
 * in one of these files. Throws MapError with the name of the lump if a needed lump is damaged.
 */
export function applyWadArt(
  geometry: Geometry,
  ownArt: GameArt,
  wad: WadArt,
  wads: readonly (readonly Lump[])[],
): MapWithArt {
  const surfaces = geometry.surfaces ?? findSurfaces(geometry, wads)
  const paint = new PictureConverter(wad.palette)
  const figures = convertSprites(wad, paint)
  const art: GameArt = {
    ...ownArt,
    ...figures,
    walls: new Map([...ownArt.walls, ...(surfaces ? convertWalls(surfaces, wad, paint) : [])]),
    flats: new Map([...ownArt.flats, ...(surfaces ? convertFlats(surfaces, wad, paint) : [])]),
    sky: convertSky(wad, paint) ?? ownArt.sky,
    lightTables: tintedLightTables([paletteBytes(), wad.palette]),
  }
  return { geometry: surfaces ? { ...geometry, surfaces } : geometry, art }
}

/** Reads the last file that contains the map. */
function findSurfaces(geometry: Geometry, wads: readonly (readonly Lump[])[]): MapSurfaces | undefined {
  for (const lumps of wads.toReversed()) {
    const map = findMaps(lumps).get(geometry.name)
    if (map && isSameMap(readMap(map), geometry)) return { ...readSurfaces(map), roofed: true }
  }
  return undefined
}

/** Index 0 is transparent here, so opaque pixels with index 0 get the most similar other colour. */
class PictureConverter {
  readonly #zero: number

  constructor(palette: Uint8Array) {
    const far = (n: number) =>
      [0, 1, 2].reduce((sum, part) => sum + Math.abs(palette[n * 3 + part]! - palette[part]!), 0)
    let nearest = 1
    for (let n = 2; n < 256; n++) if (far(n) < far(nearest)) nearest = n
    this.#zero = nearest
  }

  bitmap({ width, height, pixels }: Pick<WadPicture, 'width' | 'height' | 'pixels'>): Bitmap {
    const data = Uint8Array.from(pixels, (number) => (number < 0 ? transparentIndex : number || this.#zero))
    return { width, height, data, palette: wadPaletteIndex }
  }

  sprite(picture: WadPicture): Sprite {
    return { ...this.bitmap(picture), left: picture.left, top: picture.top }
  }
}

function* convertWalls(
  { lines }: MapSurfaces,
  wad: WadArt,
  paint: PictureConverter,
): Iterable<readonly [string, Bitmap]> {
  const sides = lines.flatMap((both) => both.filter((side) => side !== undefined))
  for (const name of new Set(sides.flatMap(({ upper, lower, middle }) => [upper, lower, middle]))) {
    const wall = wad.wall(name)
    if (wall) yield [name, paint.bitmap(wall)]
  }
}

function* convertFlats(
  { sectors }: MapSurfaces,
  wad: WadArt,
  paint: PictureConverter,
): Iterable<readonly [string, Bitmap]> {
  for (const name of new Set(sectors.flat())) {
    const flat = wad.flat(name)
    if (flat) yield [name, paint.bitmap({ width: 64, height: 64, pixels: Int16Array.from(flat) })]
  }
}

/** Doom's sky texture repeats four times in a full turn. */
function convertSky(wad: WadArt, paint: PictureConverter): GameArt['sky'] | undefined {
  const found = wad.wall('SKY1')
  if (!found) return undefined
  const { width, height, data, palette } = paint.bitmap(found)
  const times = Math.max(1, Math.floor(1024 / width))
  const wide = new Uint8Array(width * times * height)
  for (let y = 0; y < height; y++)
    for (let n = 0; n < times; n++)
      wide.set(data.subarray(y * width, (y + 1) * width), (y * times + n) * width)
  const horizon = Math.min(height - 1, Math.round((skyHorizon * height) / 128))
  return { width: width * times, height, data: wide, horizon, ...(palette !== undefined && { palette }) }
}

/** Converts players and weapons only together, because their suits must match. */
function convertSprites(
  wad: WadArt,
  paint: PictureConverter,
): Partial<Pick<GameArt, 'divers' | 'deathFrames' | 'hands' | 'suits' | 'healingItems' | 'hitMarks'>> {
  const named = (names: readonly string[]) => {
    const found = names.flatMap((name) => wad.sprite(name) ?? [])
    return found.length === names.length ? found.map((picture) => paint.sprite(picture)) : undefined
  }
  const sides = poses.map((pose) => named(sideNames(pose).map((side) => `PLAY${side}`)))
  const deathFrames = named([...'HIJKLMN'].map((pose) => `PLAY${pose}0`))
  const hands = convertWeapons(wad, paint)
  const [little, some, much, all] = ['BON1A0', 'STIMA0', 'MEDIA0', 'SOULA0'].map((name) => named([name])?.[0])
  const [blood, puff] = [
    named(['BLUDC0', 'BLUDB0', 'BLUDA0']),
    named(['PUFFA0', 'PUFFB0', 'PUFFC0', 'PUFFD0']),
  ]
  return {
    ...(sides.every((five) => five !== undefined) &&
      deathFrames &&
      hands && {
        divers: Object.fromEntries(poses.map((pose, n) => [pose, sides[n]!])) as { [pose in Pose]: Sprite[] },
        deathFrames,
        hands,
        suits: doomSuitRamps.map(createSuitTable),
      }),
    ...(little && some && much && all && { healingItems: { little, some, much, all } }),
    ...(blood && puff && { hitMarks: { blood, puff } }),
  }
}

function createSuitTable(ramp: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, n) =>
    n >= doomSuitGreen && n < doomSuitGreen + shades ? n - doomSuitGreen + ramp : n,
  )
}

/** Picture names of each weapon: at rest, then the firing animation. Flashes (`F`) are drawn over the weapon. */
const weaponFrameNames: readonly (readonly (readonly string[])[])[] = [
  [['PUNGA0'], ['PUNGB0'], ['PUNGC0'], ['PUNGD0']],
  [['PISGA0'], ['PISGB0', 'PISFA0'], ['PISGC0'], ['PISGB0']],
  [['CHGGA0'], ['CHGGA0', 'CHGFA0'], ['CHGGB0', 'CHGFB0']],
  [
    ...[['SHTGA0'], ['SHTGA0', 'SHTFA0'], ['SHTGA0', 'SHTFB0'], ['SHTGB0']],
    ...[['SHTGC0'], ['SHTGD0'], ['SHTGC0']],
  ],
]

function convertWeapons(wad: WadArt, paint: PictureConverter): Sprite[][] | undefined {
  const names = [...new Set(weaponFrameNames.flat(2))]
  const found = new Map(
    names.flatMap((name) => {
      const picture = wad.sprite(name)
      return picture ? [[name, paint.sprite(picture)] as const] : []
    }),
  )
  if (found.size < names.length) return undefined
  return weaponFrameNames.map((pictures) => pictures.map(([held, over]) => composeWeapon(found, held!, over)))
}

/** The offsets of a weapon's picture are its negated position from the upper left corner of Doom's 320 × 200 screen. */
const [screenMiddle, screenHeight] = [160, 200] as const

/** Moves the origin to the middle of the screen's lower edge. */
function composeWeapon(sprites: ReadonlyMap<string, Sprite>, name: string, flash?: string): Sprite {
  const held = sprites.get(name)!
  const over = flash === undefined ? undefined : sprites.get(flash)
  const parts = over ? [held, over] : [held]
  const left = Math.min(...parts.map((part) => -part.left))
  const top = Math.min(...parts.map((part) => -part.top))
  const width = Math.max(...parts.map((part) => part.width - part.left)) - left
  const height = Math.max(...parts.map((part) => part.height - part.top)) - top
  if (width * height > maxPixels) throw new MapError(`the pictures ${name} and ${flash} are too far apart`)
  const data = new Uint8Array(width * height)
  for (const part of parts)
    for (const [at, number] of part.data.entries()) {
      if (number === transparentIndex) continue
      const [x, y] = [(at % part.width) - part.left - left, Math.floor(at / part.width) - part.top - top]
      data[y * width + x] = number
    }
  // The weapon is moved so that it ends at the lower edge, whatever its offset.
  const down = screenHeight - (held.height - held.top)
  return {
    width,
    height,
    data,
    palette: wadPaletteIndex,
    left: screenMiddle - left,
    top: screenHeight - top - down,
  }
}
