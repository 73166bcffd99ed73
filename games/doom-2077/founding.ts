// Creates a DOOM-2077 room from an uploaded WAD or the built-in arena, with the options of its host.
import type { CreateRoomResult, CreateRoomInput, UploadedFile, GameContext, Json, Options, UploadPreview, Refusal } from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { uploadedFile } from '../shared/uploaded-file.ts'
import { MapFault } from './import/map-fault.ts'
import { type LumpPlace, lumpPlaces, type MapLumps, mapLumpNames, mapsOf, readLumps } from './import/wad.ts'
import { arenaName, arenaWad } from './made/arena/arena.ts'
import { levelOf } from './map/level.ts'
import { mapRecords, storedBytes, storedMap } from './map/records.ts'
import { defaultOptions, mostMaps, readOptionsFor } from './options.ts'

/** [DM-10.2] Maximum bytes stored for all maps together: some 40 large ones. */
const mostBytes = 16 * 1024 * 1024
/** Maximum bytes of one map with all its lumps. Its 16-bit indexes allow no larger map. */
const mostMapBytes = 16 * 1024 * 1024
/** Warnings per map; the rest is counted. */
const mostTroubles = 3
/** Lumps that the original client needs and the server does not read. */
const drawnLumps = ['SEGS', 'SSECTORS', 'NODES', 'BLOCKMAP'] as const

interface Maps {
  readonly wads: ReadonlyMap<string, Uint8Array>
  readonly warnings: readonly string[]
}

/**
 * Returns what to store of a new room. `file` is a WAD with maps in Doom's format; the option `maps` names those to
 * play (default: all). Without a file the room plays the arena. A refusal names the option (`options.NAME`), the WAD
 * (`file`) or any other part.
 */
export async function found(input: CreateRoomInput, _context: GameContext): Promise<CreateRoomResult | Refusal> {
  const wad = wadOf(input)
  if (!wad) return foundArena(input.options)
  return isRefusal(wad) ? wad : foundUpload(wad, input.options)
}

function wadOf({ files }: CreateRoomInput): UploadedFile | Refusal | undefined {
  for (const field of files.keys())
    if (field !== 'file') return refused(field, `a doom-2077 room takes a WAD as file, and no ${field}`)
  return files.get('file')
}

function foundArena(given: Options): CreateRoomResult | Refusal {
  const options = readOptionsFor([arenaName], given, { ...defaultOptions, maps: [arenaName] })
  if (isRefusal(options)) return options
  return { options, records: mapRecords(new Map([[arenaName, arenaWad()]]), true), warnings: [] }
}

function foundUpload(file: UploadedFile, given: Options): CreateRoomResult | Refusal {
  const maps = readUpload(file)
  if (isRefusal(maps)) return maps
  const names = [...maps.keys()]
  if (names.length > mostMaps && given.maps === undefined)
    return refused(
      'file',
      `the WAD has ${names.length} maps; options.maps may name ${mostMaps} of them to play`,
    )
  const options = readOptionsFor(names, given, { ...defaultOptions, maps: names })
  if (isRefusal(options)) return options
  const chosen = names.filter((name) => options.maps.includes(name))
  const read = orRefused(() =>
    readMaps(
      file,
      chosen.map((name) => maps.get(name)!),
    ),
  )
  if (isRefusal(read)) return read
  return { options, records: mapRecords(read.wads, false), warnings: read.warnings }
}

/** Maps by name, at least one. */
function readUpload(file: UploadedFile): ReadonlyMap<string, MapLumps<LumpPlace>> | Refusal {
  const maps = orRefused(() => mapsOf(lumpPlaces(file)))
  if (isRefusal(maps) || maps.size > 0) return maps
  return refused('file', 'the WAD has no map: no lump is named like MAP01 or E1M1')
}

/**
 * Lists the maps of the WAD (of the arena without one) in order, each with its size and player starts, or why it cannot
 * be played. Only the first `mostMaps`, up to `mostBytes`, are parsed.
 */
export async function preview(input: CreateRoomInput): Promise<UploadPreview | Refusal> {
  const wad = wadOf(input)
  if (wad && isRefusal(wad)) return wad
  const file = wad ?? uploadedFile('arena.wad', arenaWad())
  const maps = readUpload(file)
  if (isRefusal(maps)) return maps
  let left = mostBytes
  const listed = [...maps.values()].map((map, place) => {
    const bytes = storedBytes(map)
    left -= bytes
    return { name: map.name, bytes, ...(place < mostMaps && left >= 0 && lookedInto(file, map)) }
  })
  return { maps: listed }
}

function lookedInto(file: UploadedFile, places: MapLumps<LumpPlace>): { readonly [field: string]: Json } {
  const read = orRefused(() => {
    const map = readMap(file, places)
    return { map, level: levelOf(map) }
  })
  if (isRefusal(read)) return { fault: read.refused.detail }
  const { map, level } = read
  return { starts: level.spawns.length, warnings: warningsOf(map, level.troubles) }
}

function readMap(file: UploadedFile, places: MapLumps<LumpPlace>): MapLumps {
  const bytes = places.lumps.reduce((sum, { size }) => sum + size, 0)
  if (bytes <= mostMapBytes) return readLumps(file, places)
  throw new MapFault(`${places.name} has over ${mostMapBytes / 1024 / 1024} MiB`)
}

/** The maps as stored, each parsed first as it will be for play. */
function readMaps(file: UploadedFile, maps: readonly MapLumps<LumpPlace>[]): Maps {
  const wads = new Map<string, Uint8Array>()
  const warnings: string[] = []
  let bytes = 0
  for (const places of maps) {
    const map = readMap(file, places)
    const { troubles } = levelOf(map)
    bytes += storedBytes(places)
    if (bytes > mostBytes)
      throw new MapFault(
        `the maps to play have over ${mostBytes / 1024 / 1024} MiB; options.maps may name fewer`,
      )
    const wad = storedMap(map)
    wads.set(map.name, wad)
    warnings.push(...warningsOf(map, troubles))
  }
  return { wads, warnings }
}

/** [DM-9.10] Problems that the original client will have with the map. The map is accepted all the same. */
function warningsOf(map: MapLumps, troubles: readonly string[]): string[] {
  const said = [...lumpTroubles(map), ...troubles.slice(0, mostTroubles)]
  if (troubles.length > mostTroubles) said.push(`${troubles.length - mostTroubles} more of the kind`)
  return said.map((sentence) => `${map.name}: ${sentence}`)
}

function lumpTroubles({ lumps }: MapLumps): string[] {
  const filled = new Set(lumps.filter(({ bytes }) => bytes.length > 0).map(({ name }) => name))
  const missing = drawnLumps.filter((lump) => !filled.has(lump))
  if (missing.length > 0) return [`it has no ${missing.join(', ')}, without which the original client stops`]
  const inOrder = mapLumpNames.every((wanted, place) => lumps[place]?.name === wanted)
  return inOrder ? [] : ['its lumps are not in the order that the original client wants']
}

function orRefused<T extends object>(read: () => T): T | Refusal {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof MapFault)) throw error
    return { refused: { field: 'file', detail: error.message, unparseable: error.unparseable } }
  }
}

function refused(field: string, detail: string): Refusal {
  return { refused: { field, detail } }
}
