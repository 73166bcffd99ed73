// The units of soapdispenser's entities.json are in the order of their indexes.
import { decodeUtf8 } from '../../../wire/util/utf8.ts'
import { type UnitDefinition, type UnitType, unitTypeNames } from '../board/board.ts'
import { slotCount } from '../players/player.ts'
import { MapError } from './map-error.ts'

interface Size {
  readonly width: number
  readonly height: number
}
type Fields = { readonly [key: string]: unknown }

/** The functions that read the additional fields of types which have some. */
const readFields: {
  readonly [type in UnitType]?: (where: string, fields: Fields, size: Size) => Partial<UnitDefinition>
} = { Hummer: turned, Rounder: turned, Cross: turned, Gate: gate }

/** The open direction of a gate whose entry in entities.json has none. The original server's own default is 0. */
const defaultOpenDirection = 2

/**
 * Like soapdispenser, ignores unknown keys and white space. Throws MapError with the unit's index for an unknown type,
 * a position outside the map, an invalid direction, or a gate without switches.
 */
export function readEntities(file: string, bytes: Uint8Array, size: Size): UnitDefinition[] {
  const list = parse(file, bytes)
  if (!Array.isArray(list)) throw new MapError(`${file}: must be a list of units`)
  return list.map((entry: unknown, index) => readUnit(`${file}: unit ${index}`, entry, size))
}

function parse(file: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeUtf8(bytes).replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new MapError(`${file}: ${error instanceof Error ? error.message : 'not JSON'}`)
  }
}

function readUnit(where: string, entry: unknown, size: Size): UnitDefinition {
  if (!isObject(entry)) throw new MapError(`${where} is not an object`)
  const type = unitTypeNames.find((name) => name === entry.type)
  if (!type)
    throw new MapError(
      `${where} has the unknown type ${shown(entry.type)}; known types: ${unitTypeNames.join(', ')}`,
    )
  const named = `${where} (${type})`
  return { type, ...readPlace(named, entry, size), param: 0, ...readFields[type]?.(named, entry, size) }
}

function readPlace(where: string, { x, y }: Fields, size: Size): { x: number; y: number } {
  if (!Number.isInteger(x) || !Number.isInteger(y)) {
    throw new MapError(`${where} is at ${shown(x)},${shown(y)}; x and y must be whole numbers`)
  }
  const place = { x: x as number, y: y as number }
  if (place.x < 0 || place.y < 0 || place.x >= size.width || place.y >= size.height) {
    throw new MapError(
      `${where} is at ${place.x},${place.y}, outside the map of ${size.width}x${size.height}`,
    )
  }
  return place
}

function turned(where: string, fields: Fields): Partial<UnitDefinition> {
  return { param: readDirection(where, 'direction', fields.direction ?? 0) }
}

function gate(where: string, fields: Fields, size: Size): Partial<UnitDefinition> {
  const openValue = readDirection(where, 'open_direction', fields.open_direction ?? defaultOpenDirection)
  if (!Array.isArray(fields.switches)) throw new MapError(`${where} has no list of switches`)
  const { length } = fields.switches
  if (length > slotCount) throw new MapError(`${where} has ${length} switches; the maximum is ${slotCount}`)
  const switches = fields.switches.map((entry: unknown, index) => {
    const named = `${where}, switch ${index}`
    if (!isObject(entry)) throw new MapError(`${named} is not an object`)
    return readPlace(named, entry, size)
  })
  return { openValue, switches }
}

function readDirection(where: string, key: string, value: unknown): number {
  if (value === 0 || value === 1 || value === 2 || value === 3) return value
  throw new MapError(`${where} has the ${key} ${shown(value)}; it must be 0 to 3`)
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * A value as JSON, cut to 40 characters, for error messages. Abbreviates lists and objects, because they can be nested
 * too deeply for `JSON.stringify`.
 */
function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}'
  return String(JSON.stringify(value)).slice(0, 40)
}
