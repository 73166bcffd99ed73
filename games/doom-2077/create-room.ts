import type {
  CreateRoomInput,
  CreateRoomResult,
  GameContext,
  Json,
  Options,
  Refusal,
  UploadedFile,
  UploadPreview,
} from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { uploadedFile } from '../shared/uploaded-file.ts'
import { arenaMap, arenaWad } from './builtin/arena/arena.ts'
import { readMap as readMapData } from './import/map-data.ts'
import { MapError } from './import/map-error.ts'
import { readSurfaces } from './import/surfaces.ts'
import {
  findMaps,
  type LumpEntry,
  type MapLumps,
  mapLumpNames,
  readLumpEntries,
  readLumps,
} from './import/wad.ts'
import { type Level, levelFromLumps } from './map/level/level.ts'
import { encodeStoredMap, mapRecords, storedMapSize } from './map/map-store.ts'
import { describeMissingTextures } from './map/missing-textures.ts'
import { defaultOptions, maxMaps, parseOptionsForMaps } from './options.ts'

/** [DM-10.2] Maximum size of all maps together, enough for about 40 large maps. */
const maxStoredBytes = 16 * 1024 * 1024
/** Maximum size of one map with all its lumps. A map's 16-bit indexes allow no larger map. */
const maxMapBytes = 16 * 1024 * 1024
/** Maximum number of warnings in a list. Further warnings are only counted. */
const maxWarningsPerMap = 3
/** Lumps that the original client needs and the server does not read. */
const rendererLumps = ['SEGS', 'SSECTORS', 'NODES', 'BLOCKMAP'] as const

interface Maps {
  readonly wads: ReadonlyMap<string, Uint8Array>
  readonly warnings: readonly string[]
}

/**
 * `file` is a WAD with maps in Doom's format; the option `maps` names those to play (default: all). Without a file the
 * room plays the arena. A refusal names the option (`options.NAME`), the WAD (`file`) or an unknown upload.
 */
export async function createRoom(
  input: CreateRoomInput,
  _context: GameContext,
): Promise<CreateRoomResult | Refusal> {
  const wad = uploadedWad(input)
  if (!wad) return createArenaRoom(input.options)
  return isRefusal(wad) ? wad : createUploadRoom(wad, input.options)
}

function uploadedWad({ files }: CreateRoomInput): UploadedFile | Refusal | undefined {
  for (const field of files.keys())
    if (field !== 'file')
      return refusalFor(field, `unknown upload ${field}; a doom-2077 room takes only file, a WAD`)
  return files.get('file')
}

function createArenaRoom(requested: Options): CreateRoomResult | Refusal {
  const options = parseOptionsForMaps([arenaMap], requested, { ...defaultOptions, maps: [arenaMap] })
  if (isRefusal(options)) return options
  return { options, records: mapRecords(new Map([[arenaMap, arenaWad()]]), true), warnings: [] }
}

function createUploadRoom(file: UploadedFile, requested: Options): CreateRoomResult | Refusal {
  const maps = readUpload(file)
  if (isRefusal(maps)) return maps
  const names = [...maps.keys()]
  if (names.length > maxMaps && requested.maps === undefined)
    return refusalFor('file', `the WAD has ${names.length} maps; select up to ${maxMaps} with options.maps`)
  const options = parseOptionsForMaps(names, requested, { ...defaultOptions, maps: names })
  if (isRefusal(options)) return options
  const chosen = names.filter((name) => options.maps.includes(name))
  const read = parseOrRefuse(() =>
    readMaps(
      file,
      chosen.map((name) => maps.get(name)!),
    ),
  )
  if (isRefusal(read)) return read
  return { options, records: mapRecords(read.wads, false), warnings: read.warnings }
}

/** Returns at least one map, indexed by name. */
function readUpload(file: UploadedFile): ReadonlyMap<string, MapLumps<LumpEntry>> | Refusal {
  const maps = parseOrRefuse(() => findMaps(readLumpEntries(file)))
  if (isRefusal(maps) || maps.size > 0) return maps
  return refusalFor('file', 'the WAD has no map; maps are named MAP01 or E1M1, for example')
}

/**
 * If a map cannot be played, the list contains the reason. Parses at most the first `maxMaps` maps, and at most
 * `maxStoredBytes` bytes.
 */
export async function previewUploads(input: CreateRoomInput): Promise<UploadPreview | Refusal> {
  const wad = uploadedWad(input)
  if (wad && isRefusal(wad)) return wad
  const file = wad ?? uploadedFile('arena.wad', arenaWad())
  const maps = readUpload(file)
  if (isRefusal(maps)) return maps
  let left = maxStoredBytes
  const listed = [...maps.values()].map((map, place) => {
    const bytes = storedMapSize(map)
    left -= bytes
    return { name: map.name, bytes, ...(place < maxMaps && left >= 0 && previewMap(file, map)) }
  })
  return { maps: listed }
}

function previewMap(file: UploadedFile, entries: MapLumps<LumpEntry>): { readonly [field: string]: Json } {
  const read = parseOrRefuse(() => {
    const map = readMap(file, entries)
    return { map, level: levelFromLumps(map) }
  })
  if (isRefusal(read)) return { fault: read.refused.detail }
  const { map, level } = read
  return { starts: level.spawns.length, warnings: mapWarnings(map, level) }
}

function readMap(file: UploadedFile, entries: MapLumps<LumpEntry>): MapLumps {
  const bytes = entries.lumps.reduce((sum, { size }) => sum + size, 0)
  if (bytes <= maxMapBytes) return readLumps(file, entries)
  throw new MapError(`${entries.name} exceeds ${maxMapBytes / 1024 / 1024} MiB`)
}

/** Parses each map in the same way as for play, so that an unplayable map is refused before anything is stored. */
function readMaps(file: UploadedFile, maps: readonly MapLumps<LumpEntry>[]): Maps {
  const wads = new Map<string, Uint8Array>()
  const warnings: string[] = []
  let bytes = 0
  for (const entries of maps) {
    const map = readMap(file, entries)
    const level = levelFromLumps(map)
    bytes += storedMapSize(entries)
    if (bytes > maxStoredBytes)
      throw new MapError(
        `the maps exceed ${maxStoredBytes / 1024 / 1024} MiB; select fewer with options.maps`,
      )
    wads.set(map.name, encodeStoredMap(map))
    warnings.push(...mapWarnings(map, level))
  }
  return { wads, warnings }
}

/** [DM-9.10] The server accepts maps with warnings. */
function mapWarnings(map: MapLumps, level: Level): string[] {
  const levelWarnings = level.warnings
  const warnings = [
    ...lumpWarnings(map),
    ...textureWarnings(map, level),
    ...levelWarnings.slice(0, maxWarningsPerMap),
  ]
  if (levelWarnings.length > maxWarningsPerMap)
    warnings.push(`${levelWarnings.length - maxWarningsPerMap} more warnings`)
  return warnings.map((sentence) => `${map.name}: ${sentence}`)
}

/** [DM-9.22] */
function textureWarnings(map: MapLumps, { doors, lifts }: Level): string[] {
  const [first, ...rest] = describeMissingTextures({ map: readMapData(map), doors, lifts }, readSurfaces(map))
  if (first === undefined) return []
  return [`${first}, where players see it${rest.length > 0 ? `, and ${rest.length} more` : ''}`]
}

function lumpWarnings({ lumps }: MapLumps): string[] {
  const filled = new Set(lumps.filter(({ bytes }) => bytes.length > 0).map(({ name }) => name))
  const missing = rendererLumps.filter((lump) => !filled.has(lump))
  if (missing.length > 0)
    return [`lacks ${missing.join(', ')}; the original client crashes when it loads this map`]
  const inOrder = mapLumpNames.every((expected, place) => lumps[place]?.name === expected)
  return inOrder ? [] : ['the lumps are not in the order that the original client needs']
}

function parseOrRefuse<T extends object>(read: () => T): T | Refusal {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof MapError)) throw error
    return { refused: { field: 'file', detail: error.message, unparseable: error.isUnparseable } }
  }
}

function refusalFor(field: string, detail: string): Refusal {
  return { refused: { field, detail } }
}
