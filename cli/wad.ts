// `packetboat wad`: writes the file from which DOOM-2077's original client loads maps, pictures and sounds, with a
// host's own art.
import { readFile, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { WadArt } from '../games/doom-2077/import/art/wad-art.ts'
import { readMap } from '../games/doom-2077/import/map-data.ts'
import { MapFault } from '../games/doom-2077/import/map-fault.ts'
import { type MapLumps, mapsOf, readWad } from '../games/doom-2077/import/wad.ts'
import { borrowedArt } from '../games/doom-2077/made/wad/borrowed.ts'
import { netWad } from '../games/doom-2077/made/wad/net-wad.ts'
import { type Geometry, isSameMap } from '../games/doom-2077/map/geometry.ts'
import type { Json } from '../games/game.ts'
import { Api, ApiFailure } from './api/api.ts'
import { Failure, oneLine, systemCode, Usage } from './terminal/failure.ts'
import { type Output, plain } from './terminal/output.ts'

const game = 'doom-2077'
/** Limit of a file in bytes: ten times the largest known one. */
const most = 512 * 1024 * 1024
/** How many of our lumps are named in the output. */
const mostNamed = 6

export interface WadRequest {
  readonly url: string
  /** Paths of files. Default of `art`: ours; of `maps`: the room's own map, as it serves it. */
  readonly art?: string
  readonly maps?: string
  readonly out: string
  readonly json?: boolean
}

/** Writes the file `out`: the maps of this room, and art for them. */
export async function makeWad(name: string, asked: WadRequest, { out, err }: Output): Promise<void> {
  if (!name.startsWith(`${game}/`)) throw new Usage(`only rooms of ${game} have a WAD`)
  const worker = new Api(new URL(asked.url))
  const maps = await mapsFor(worker, name, asked)
  const art = asked.art === undefined ? undefined : await readFrom(asked.art)
  const { wad, ours } = inFile(asked.art ?? asked.maps ?? name, () => made(maps, art))
  await write(asked.out, wad)
  if (asked.json) return out(JSON.stringify({ file: asked.out, bytes: wad.length, ours }))
  out(`${plain(asked.out)}  ${wad.length} bytes, ${maps.map((map) => map.name).join(', ')}`)
  if (art && ours.length > 0) err(`not in ${plain(basename(asked.art!))}, and so ours: ${someOf(ours)}`)
}

function made(maps: readonly MapLumps[], file: Uint8Array | undefined) {
  const { art, ours } = borrowedArt(maps, file && new WadArt([readWad(file)]))
  return { wad: netWad(maps, art), ours }
}

/** The maps that the room plays, from the host's file or, if it plays the built-in one, from the room. */
async function mapsFor(worker: Api, name: string, { maps: path }: WadRequest): Promise<readonly MapLumps[]> {
  const { options } = await worker.room(name)
  const wanted = [...new Set(namesOf(options.maps))]
  const file = path === undefined ? await servedMap(worker, name) : await readFrom(path)
  const there = inFile(path ?? name, () => mapsOf(readWad(file)))
  const maps = wanted.map((map) => {
    const lumps = there.get(map)
    if (!lumps) throw new Failure(`${plain(path ?? name)} has no ${plain(map)}, which ${name} plays`)
    return lumps
  })
  if (path !== undefined) await mustBePlayed(worker, name, maps, path)
  return maps
}

async function servedMap(worker: Api, name: string): Promise<Uint8Array> {
  try {
    return await worker.file(name, 'arena.wad')
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 404) throw error
    throw new Failure(`${name} has maps of its host, which it serves to nobody: --maps names their file`)
  }
}

/** Checks the file against the current map, the only one whose geometry the room serves. */
async function mustBePlayed(worker: Api, name: string, maps: readonly MapLumps[], path: string) {
  for (const map of maps) {
    const played = await worker.reading(name, `geometry/${map.name}`)
    if (
      played === undefined ||
      isSameMap(
        played as unknown as Geometry,
        inFile(path, () => readMap(map)),
      )
    )
      continue
    throw new Failure(`the ${map.name} of ${plain(path)} is another than the one that ${name} plays`)
  }
}

function namesOf(maps: Json | undefined): readonly string[] {
  return Array.isArray(maps) ? maps.filter((name) => typeof name === 'string') : []
}

async function readFrom(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path)
    if (size > most) throw new Failure(`${plain(path)} has over ${most / 1024 / 1024} MiB`)
    return await readFile(path)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`cannot read ${plain(path)}: ${systemCode(error) ?? oneLine(error)}`)
  }
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(path, bytes)
  } catch (error) {
    throw new Failure(`cannot write ${plain(path)}: ${systemCode(error) ?? oneLine(error)}`)
  }
}

/** Adds the file's path to its errors. */
function inFile<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof MapFault)) throw error
    throw new Failure(`${plain(path)}: ${plain(error.message)}`)
  }
}

function someOf(names: readonly string[]): string {
  const more = names.length - mostNamed
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
