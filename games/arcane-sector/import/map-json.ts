// A map.json in the original server's format, or a Tiled map. [AS-12.4]

import { decodeUtf8 } from '../../../wire/util/utf8.ts'
import type { Refusal, UploadedFile } from '../../game.ts'
import { defaultStart, type StartPosition } from '../state/player.ts'
import type { WorldMap } from '../state/records.ts'
import { terrainHeight, terrainWidth } from '../terrain/terrain.ts'
import { maxTileKind, unpackTiles } from './compressed-tiles.ts'
import { FieldReader } from './field-reader.ts'
import { MapError } from './map-error.ts'
import type { OnWarning } from './map-objects.ts'
import { type MapParts, mapLimits, toWorldMap } from './map-parts.ts'
import { readTiledMap } from './map-tiled.ts'

/** Maximum number of warnings in a list. Further warnings are only counted. */
const maxWarnings = 20

export interface ImportedMap {
  readonly map: WorldMap
  readonly warnings: readonly string[]
}

export function readMapJson(file: UploadedFile): ImportedMap | Refusal {
  const warnings: string[] = []
  try {
    const warn: OnWarning = (warning) => warnings.push(warning)
    const json = new FieldReader('', parse(file))
    const map = toWorldMap(json.has('layers') ? readTiledMap(json, warn) : partsOf(json, warn), warn)
    return { map, warnings: shortened(warnings) }
  } catch (error) {
    if (!(error instanceof MapError)) throw error
    const { message, unparseable } = error
    return { refused: { field: 'file', detail: message, ...(unparseable && { unparseable }) } }
  }
}

function parse(file: UploadedFile): unknown {
  if (file.size > mapLimits.bytes)
    throw new MapError(`the map has ${file.size} bytes; the maximum is ${mapLimits.bytes}`)
  try {
    return JSON.parse(decodeUtf8(file.read(0, file.size)).replace(/^\ufeff/, ''))
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 100) : 'broken'
    throw new MapError(`not a map.json: ${why}`, { unparseable: true })
  }
}

function partsOf(file: FieldReader, warn: OnWarning): MapParts {
  file.whole('w', terrainWidth, terrainWidth)
  file.whole('h', terrainHeight, terrainHeight)
  const packed = (name: string) => file.text(name, mapLimits.bytes)
  const terrain = unpackTiles('terrain', packed('terrain'), maxTileKind)
  const looks = file.has('looks') ? unpackTiles('looks', packed('looks'), 255) : undefined
  const others = file.names.filter((name) => !topFields.includes(name))
  if (others.length > 0) warn(`skipped unknown fields: ${others.slice(0, 5).join(', ').slice(0, 200)}`)
  const objects = (name: string, most: number) =>
    file.list(name, most).map((value, index) => new FieldReader(`${name}[${index}]`, value))
  return {
    ...{ terrain, looks },
    start: file.has('start') ? readStart(file.object('start')) : undefined,
    items: objects('items', mapLimits.items),
    systemObjects: objects('system_objects', mapLimits.systemObjects),
  }
}

const topFields: readonly string[] = ['w', 'h', 'terrain', 'looks', 'items', 'system_objects', 'start']

/** [AS-12.2] Maps of the original have no `start`, because their start is fixed. */
function readStart(start: FieldReader): StartPosition {
  return {
    x: start.whole('pos_x', 0, terrainWidth - 1),
    y: start.whole('pos_y', 0, terrainHeight - 1),
    facing: start.has('facing') ? start.whole('facing', 0, 3) : defaultStart.facing,
  }
}

function shortened(warnings: readonly string[]): readonly string[] {
  const left = warnings.length - maxWarnings
  return left > 0 ? [...warnings.slice(0, maxWarnings), `and ${left} more`] : warnings
}
