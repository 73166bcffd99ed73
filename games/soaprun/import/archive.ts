// Reads an uploaded zip of a map in either format, in any folder of the zip.
import type { HandedIn, Refused } from '../../game.ts'
import { attributes, type MapData, spawn } from '../board/board.ts'
import { type Imported, MapFault, type MapFiles } from './map-fault.ts'
import { isOriginal, originalFiles, readOriginal } from './original.ts'
import { isSoapdispenser, isSoapdispenserFile, readSoapdispenser } from './soapdispenser.ts'
import { unzipped } from './zip.ts'

/**
 * Reads a zip with the original's or soapdispenser's files, told apart by name. Refuses anything unplayable as field
 * `file`, naming the file and position; suspicious values are warnings.
 */
export function readArchive(zip: HandedIn): Imported | Refused {
  try {
    const imported = readMap(mapFiles(zip))
    checkSpawn(imported.map)
    return imported
  } catch (error) {
    if (!(error instanceof MapFault)) throw error
    return { refused: { field: 'file', detail: error.message, unparseable: error.unparseable } }
  }
}

function readMap(files: MapFiles): Imported {
  const original = isOriginal(files)
  const soapdispenser = isSoapdispenser(files)
  if (original && soapdispenser)
    throw new MapFault('the zip has both map.bin and .room files; one map is wanted')
  if (original) return readOriginal(files)
  if (soapdispenser) return readSoapdispenser(files)
  throw new MapFault('the zip has no map: neither map.bin with unit.bin, nor .room files with entities.json')
}

/** The files that a reader uses, by name. Two with the same name would be two maps. */
function mapFiles(zip: HandedIn): MapFiles {
  const files = new Map<string, Uint8Array>()
  const paths = new Map<string, string>()
  for (const [path, content] of unzipped(zip)) {
    const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
    if (!originalFiles.includes(name) && !isSoapdispenserFile(name)) continue
    const other = paths.get(name)
    if (other !== undefined) throw new MapFault(`the zip has ${other} and ${path}; one map is wanted`)
    paths.set(name, path)
    files.set(name, content())
  }
  return files
}

function checkSpawn({ width, height, tiles, attributes: attributeOf }: MapData): void {
  const at = `${spawn.x},${spawn.y}`
  if (width <= spawn.x || height <= spawn.y) {
    throw new MapFault(`the map is ${width}x${height}; players begin at ${at}, which is beyond it`)
  }
  const tile = tiles[spawn.y * width + spawn.x]!
  const attribute = attributeOf[tile]
  if (attribute === attributes.wall || attribute === attributes.noPlayers) {
    throw new MapFault(`players begin at ${at}, where tile ${tile} lets no player stand`)
  }
}
