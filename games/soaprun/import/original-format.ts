// A map of the original server consists of map.bin (or its saved state, map(sub).bin), mparts.pxattr and unit.bin.
import { type UnitDefinition, unitTypeNames } from '../board/board.ts'
import { readAttributes, readGrid } from './grid.ts'
import { dropExcessUnits, type ImportedMap, MapError, type MapFiles } from './map-error.ts'

/** The maximum size of a map, as in the original server. */
const maxSize = { width: 320, height: 240 } as const
const tilesFile = 'map.bin'
const savedFile = 'map(sub).bin'
const attributesFile = 'mparts.pxattr'
const unitsFile = 'unit.bin'

export function isOriginalFormat(files: MapFiles): boolean {
  return files.has(tilesFile) || files.has(savedFile)
}

export const originalFileNames: readonly string[] = [tilesFile, savedFile, attributesFile, unitsFile]

/**
 * If both map files exist, uses the saved state, because the original server would also resume from it. Throws
 * MapError.
 */
export function readOriginal(files: MapFiles): ImportedMap {
  const warnings: string[] = []
  const saved = files.get(savedFile)
  const file = saved ? savedFile : tilesFile
  if (saved && files.has(tilesFile))
    warnings.push(`${savedFile}, the saved state, is used as the map; ${tilesFile} is ignored`)
  const { width, height, cells } = readGrid(file, saved ?? requireFile(files, tilesFile), maxSize, warnings)
  if ((width - 1) % 20 || (height - 1) % 15) {
    warnings.push(
      `${file}: ${width}x${height} is not a whole number of rooms; tiles beyond the last room become wall`,
    )
  }
  const attributes = readAttributes(attributesFile, files.get(attributesFile), warnings)
  const units = dropExcessUnits(
    unitsFile,
    readUnits(requireFile(files, unitsFile), width, height, warnings),
    warnings,
  )
  return { map: { width, height, tiles: cells, attributes, units }, warnings }
}

function requireFile(files: MapFiles, file: string): Uint8Array {
  const bytes = files.get(file)
  if (!bytes) throw new MapError(`${file} is missing`)
  return bytes
}

const unitBytes = 7
/** For these types the param has the values 0 to 3. The initial param of other types has no meaning. */
const turns: ReadonlySet<string> = new Set(['Hummer', 'Rounder', 'Cross'])

/** [SR-8.4] */
function readUnits(bytes: Uint8Array, width: number, height: number, warnings: string[]): UnitDefinition[] {
  if (bytes.length < 2) throw new MapError(`${unitsFile}: ${bytes.length} bytes, too short for a count`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = view.getInt16(0, true)
  const end = 2 + count * unitBytes
  if (count < 0) throw new MapError(`${unitsFile}: its count is ${count}`)
  if (bytes.length < end) {
    throw new MapError(`${unitsFile}: ends at byte ${bytes.length}; ${count} units need ${end}`)
  }
  if (bytes.length > end)
    warnings.push(`${unitsFile}: ${bytes.length - end} bytes after its last unit are ignored`)
  const units: UnitDefinition[] = []
  for (let index = 0; index < count; index++) {
    const at = 2 + index * unitBytes
    if (!(view.getUint8(at) & 1)) continue
    const number = view.getUint8(at + 1)
    const type = unitTypeNames[number]
    if (!type)
      throw new MapError(
        `${unitsFile}: unit ${index} has type ${number}; it must be 0 to ${unitTypeNames.length - 1}`,
      )
    const x = view.getInt16(at + 3, true)
    const y = view.getInt16(at + 5, true)
    if (x < 0 || y < 0 || x >= width || y >= height) {
      throw new MapError(
        `${unitsFile}: unit ${index} (${type}) is at ${x},${y}, outside the map of ${width}x${height}`,
      )
    }
    units.push({ type, x, y, param: turns.has(type) ? view.getUint8(at + 2) & 3 : 0 })
  }
  return units
}
