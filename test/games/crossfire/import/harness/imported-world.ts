// The small world as uploaded archives, and a room that is created from them.
import { encode } from 'fast-png'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { createRoom } from '../../../../../games/crossfire/create-room.ts'
import { openImportedAtlas } from '../../../../../games/crossfire/import/world/imported-atlas.ts'
import type { Atlas } from '../../../../../games/crossfire/model/loading/atlas.ts'
import type { CreateRoomResult, Json, RecordValue, Refusal } from '../../../../../games/game.ts'
import { uploadedFile } from '../../../../../games/shared/uploaded-file.ts'
import { concatBytes } from '../../../../../wire/util/concat-bytes.ts'
import { createToEnd } from '../../../../create-game.ts'
import { testContext } from '../../harness/rules-arena.ts'
import { Yard } from '../../harness/small-maps.ts'
import { mapOf } from './object-lines.ts'
import * as world from './small-world.ts'

export const latin1 = (text: string) => strToU8(text, true)

/** A square PNG of one colour, with a side of `cells` cells of 32 pixels each. */
function png(cells: number, colour: number): Uint8Array {
  const side = 32 * cells
  const data = new Uint8Array(side * side * 4).fill(255)
  for (let at = 0; at < data.length; at += 4) data.set([colour >> 16, (colour >> 8) & 255, colour & 255], at)
  return encode({ width: side, height: side, data, channels: 4, depth: 8 })
}

const pictures: readonly (readonly [name: string, png: Uint8Array])[] = [
  ...['meadow.111', 'hedge.111', 'stair.111', 'post.111', 'milk.111', 'crate.111'].map(
    (name, place) => [name, png(1, 0x102030 * (place + 1))] as const,
  ),
  ...['cat.131', 'cat.132', 'cat.171', 'cat.172'].map((name) => [name, png(1, 0xff0000)] as const),
  ['tower.111', png(2, 0x808080)],
  ['tower.112', png(2, 0x909090)],
]

/** [CF-6.16] The face `stray.111` is only in set 1, and `hedge.111` has another size in set 1 than in set 0. */
const classicPictures: typeof pictures = [
  ['meadow.111', png(1, 0x00ff00)],
  ['tower.111', png(2, 0x0000ff)],
  ['hedge.111', png(2, 0x0000ff)],
  ['stray.111', png(1, 0x0000ff)],
]

function collected(all: typeof pictures): Uint8Array {
  const parts = all.flatMap(([name, file]) => [latin1(`IMAGE ${file.length} ./arch/${name}\n`), file])
  return concatBytes(parts)
}

export type Folder = { readonly [path: string]: Uint8Array }

export const archFolder: Folder = {
  'crossfire/archetypes': latin1(world.archetypes),
  'crossfire/animations': latin1(world.animations),
  'crossfire/treasures': latin1(world.treasures),
  'crossfire/artifacts': latin1(world.artifactsFile),
  'crossfire/formulae': latin1(world.formulae),
  'crossfire/faces': latin1(world.faces),
  'crossfire/crossfire.0': collected(pictures),
  'crossfire/crossfire.1': collected(classicPictures),
}

/** The folder with more archetypes. `files`: texts that replace its other files, by file name. */
export function archFolderWith(archetypes: string, files: { readonly [name: string]: string } = {}): Folder {
  const replaced = Object.entries(files).map(([name, text]) => [`crossfire/${name}`, latin1(text)])
  return {
    ...archFolder,
    'crossfire/archetypes': latin1(world.archetypes + archetypes),
    ...Object.fromEntries(replaced),
  }
}

export const mapsFolder: Folder = {
  'maps/regions.reg': latin1(world.regionsFile),
  'maps/README': latin1('Ours, and nobody needs to read it.'),
  'maps/land/hill': latin1(world.hillMap),
  'maps/land/hill_east': latin1(world.hutMap),
  'maps/land/cellar': latin1(world.cellarMap),
  'maps/land/works': latin1(world.machineMap),
}

export function partImporter(
  arch: Folder = archFolder,
  maps: Folder = mapsFolder,
): (since?: Json) => ReturnType<typeof createRoom> {
  const files = Object.entries({ arch, maps }).map(
    ([field, folder]) =>
      [field, uploadedFile(`${field}.zip`, zipSync(packable(folder), { level: 1 }))] as const,
  )
  const host = testContext('brought', () => 0)
  return (since) =>
    createRoom(
      { options: {}, files: new Map(files), ...(since !== undefined && { continuation: since }) },
      host,
    )
}

export function importFolders(arch?: Folder, maps?: Folder): Promise<CreateRoomResult | Refusal> {
  const part = partImporter(arch, maps)
  return createToEnd(({ continuation }) => part(continuation), { options: {}, files: new Map() })
}

/** Empty files are not deflated, because that takes as long as deflating other files. */
function packable(folder: Folder): Zippable {
  return Object.fromEntries(
    Object.entries(folder).map(([path, file]) => [path, file.length > 0 ? file : [file, { level: 0 }]]),
  )
}

export async function importedRecords(arch?: Folder, maps?: Folder): Promise<Map<string, RecordValue>> {
  const created = await importFolders(arch, maps)
  if ('refused' in created) throw new Error(created.refused.detail)
  return new Map(created.records as Iterable<readonly [string, RecordValue]>)
}

export async function importedAtlas(arch?: Folder, maps?: Folder): Promise<Atlas> {
  const kept = await importedRecords(arch, maps)
  return openImportedAtlas({ get: (key) => kept.get(key) })!
}

export async function openImportedYard(arch?: Folder, maps?: Folder): Promise<Yard> {
  return new Yard(await importedAtlas(arch, maps))
}

/** Maps from west to east, each two cells wide. */
export function street(length: number): Folder {
  const maps = Array.from({ length }, (_, place) => {
    const tiles = [
      ...(place + 1 < length ? [`tile_path_2 ${place + 2}\n`] : []),
      ...(place > 0 ? [`tile_path_4 ${place}\n`] : []),
    ]
    return [`maps/street/${place + 1}`, latin1(mapOf([2, 1], [], { header: tiles.join('') }))] as const
  })
  return { 'maps/regions.reg': mapsFolder['maps/regions.reg']!, ...Object.fromEntries(maps) }
}
