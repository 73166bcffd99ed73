import type { Refusal, UploadedFile } from '../../game.ts'
import { cellAttributes, type MapData, playerSpawn } from '../board/board.ts'
import { type ImportedMap, MapError, type MapFiles } from './map-error.ts'
import { isOriginalFormat, originalFileNames, readOriginal } from './original-format.ts'
import { isSoapdispenserFile, isSoapdispenserFormat, readSoapdispenser } from './soapdispenser-format.ts'
import { readZip } from './zip.ts'

/**
 * Reads a zip with the files of the original server or of soapdispenser, in any folder. The names of the files show the
 * format. Refuses an unplayable map (field `file`) with the name of the file and the position, and returns warnings
 * about suspicious values.
 */
export function readArchive(zip: UploadedFile): ImportedMap | Refusal {
  try {
    const imported = readMap(mapFiles(zip))
    checkSpawn(imported.map)
    return imported
  } catch (error) {
    if (!(error instanceof MapError)) throw error
    return { refused: { field: 'file', detail: error.message, unparseable: error.unparseable } }
  }
}

function readMap(files: MapFiles): ImportedMap {
  const original = isOriginalFormat(files)
  const soapdispenser = isSoapdispenserFormat(files)
  if (original && soapdispenser)
    throw new MapError('the zip has both map.bin and .room files; it must contain exactly one map')
  if (original) return readOriginal(files)
  if (soapdispenser) return readSoapdispenser(files)
  throw new MapError('the zip has no map: neither map.bin with unit.bin, nor .room files with entities.json')
}

/** The map's files by name without folder. Throws MapError if two files have the same name: the zip has two maps. */
function mapFiles(zip: UploadedFile): MapFiles {
  const files = new Map<string, Uint8Array>()
  const paths = new Map<string, string>()
  for (const [path, content] of readZip(zip)) {
    const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
    if (!originalFileNames.includes(name) && !isSoapdispenserFile(name)) continue
    const other = paths.get(name)
    if (other !== undefined)
      throw new MapError(`the zip has ${other} and ${path}; it must contain exactly one map`)
    paths.set(name, path)
    files.set(name, content())
  }
  return files
}

function checkSpawn({ width, height, tiles, attributes: attributeOf }: MapData): void {
  const at = `${playerSpawn.x},${playerSpawn.y}`
  if (width <= playerSpawn.x || height <= playerSpawn.y) {
    throw new MapError(`the map is ${width}x${height}; players start at ${at}, which is outside it`)
  }
  const tile = tiles[playerSpawn.y * width + playerSpawn.x]!
  const attribute = attributeOf[tile]
  if (attribute === cellAttributes.wall || attribute === cellAttributes.noPlayers) {
    throw new MapError(`players start at ${at}, but tile ${tile} there blocks players`)
  }
}
