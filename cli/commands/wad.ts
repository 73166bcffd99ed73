// `packetboat wad`: writes the WAD from which DOOM-2077's original client loads maps, pictures and sounds. The WAD can
// contain the host's own art.

import { basename, resolve } from 'node:path'
import { artForMaps } from '../../games/doom-2077/builtin/wad/art-for-maps.ts'
import { buildNetWad } from '../../games/doom-2077/builtin/wad/net-wad.ts'
import { WadArt } from '../../games/doom-2077/import/art/wad-art.ts'
import { readMap } from '../../games/doom-2077/import/map-data.ts'
import { MapError } from '../../games/doom-2077/import/map-error.ts'
import { findMaps, type MapLumps, readWad } from '../../games/doom-2077/import/wad.ts'
import { type Geometry, isSameMap } from '../../games/doom-2077/map/geometry.ts'
import type { Json } from '../../games/game.ts'
import { systemErrorCode } from '../../sidecar/util/system-error-code.ts'
import { ApiClient, ApiFailure } from '../api/api-client.ts'
import { readBoundedFile } from '../api/upload.ts'
import { writeWholeFile } from '../api/whole-file.ts'
import { describeInOneLine, Failure, UsageError } from '../terminal/failure.ts'
import type { Output } from '../terminal/output.ts'
import { parseWorkerUrl } from './room.ts'

const game = 'doom-2077'
/** Ten times the size of the largest known WAD. */
const maxFileBytes = 512 * 1024 * 1024
const maxNamed = 6

export interface WadCommandFlags {
  readonly url: string
  /**
   * `art` and `maps`: paths of WADs. The default of `art` is the built-in art, and the default of `maps` is the WAD
   * that the room serves.
   */
  readonly art?: string
  readonly maps?: string
  readonly out: string
  readonly json?: boolean
}

export async function makeWad(name: string, flags: WadCommandFlags, { out, err }: Output): Promise<void> {
  if (!name.startsWith(`${game}/`)) throw new UsageError(`packetboat wad works only for ${game} rooms`)
  const input = [flags.art, flags.maps].find(
    (path) => path !== undefined && resolve(path) === resolve(flags.out),
  )
  if (input !== undefined) throw new UsageError(`--out would replace ${input}: pass another path with --out`)
  const client = new ApiClient(parseWorkerUrl(flags.url))
  const maps = await mapsFor(client, name, flags)
  const art = flags.art === undefined ? undefined : await readInput(flags.art)
  const { wad, ours } = withFileName(flags.art ?? flags.maps ?? name, () => buildWad(maps, art))
  await writeWholeFile(flags.out, wad)
  if (flags.json) return out(JSON.stringify({ file: flags.out, bytes: wad.length, ours }))
  out(`${flags.out}  ${wad.length} bytes, ${maps.map((map) => map.name).join(', ')}`)
  if (art && ours.length > 0) err(`missing in ${basename(flags.art!)}, built-in art used: ${listSome(ours)}`)
}

function buildWad(maps: readonly MapLumps[], file: Uint8Array | undefined) {
  const { art, ownNames } = artForMaps(maps, file && new WadArt([readWad(file)]))
  return { wad: buildNetWad(maps, art), ours: ownNames }
}

/** The maps come from the host's file, or from the room if the room plays the built-in map. */
async function mapsFor(
  client: ApiClient,
  name: string,
  { maps: path }: WadCommandFlags,
): Promise<readonly MapLumps[]> {
  const { options } = await client.room(name)
  const wanted = [...new Set(mapNames(options.maps))]
  const file = path === undefined ? await servedMap(client, name) : await readInput(path)
  const available = withFileName(path ?? name, () => findMaps(readWad(file)))
  const maps = wanted.map((map) => {
    const lumps = available.get(map)
    if (!lumps) throw new Failure(`${path ?? name} has no map ${map}, which ${name} plays`)
    return lumps
  })
  if (path !== undefined) await requirePlayedMap(client, name, maps, path)
  return maps
}

async function servedMap(client: ApiClient, name: string): Promise<Uint8Array> {
  try {
    return await client.downloadFile(name, 'arena.wad')
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 404) throw error
    throw new Failure(
      `${name} was created from its owner’s maps, which it does not serve: pass that file with --maps`,
    )
  }
}

/**
 * Throws Failure if a map differs from the room's map of the same name. The room serves only the geometry of the map
 * that it plays, so other maps are not compared.
 */
async function requirePlayedMap(client: ApiClient, name: string, maps: readonly MapLumps[], path: string) {
  for (const map of maps) {
    const played = await client.readEndpoint(name, `geometry/${map.name}`)
    if (played === undefined) continue
    const own = withFileName(path, () => readMap(map))
    if (!isSameMap(played as unknown as Geometry, own))
      throw new Failure(`map ${map.name} in ${path} differs from the one that ${name} plays`)
  }
}

function mapNames(maps: Json | undefined): readonly string[] {
  return Array.isArray(maps) ? maps.filter((name) => typeof name === 'string') : []
}

async function readInput(path: string): Promise<Uint8Array> {
  try {
    return await readBoundedFile(path, maxFileBytes)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`cannot read ${path}: ${systemErrorCode(error) ?? describeInOneLine(error)}`)
  }
}

function withFileName<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof MapError)) throw error
    throw new Failure(`${path}: ${error.message}`)
  }
}

function listSome(names: readonly string[]): string {
  const more = names.length - maxNamed
  return `${names.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
