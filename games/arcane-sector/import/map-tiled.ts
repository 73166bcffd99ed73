// The map of the Tiled editor has a tile layer `terrain`, and object layers `items` and `system_objects`. The objects
// have the types of a map.json, and its fields as properties. [AS-12.15]
import { inflate } from '../../shared/zlib.ts'
import { defaultStart, type StartPosition } from '../state/player.ts'
import { terrainHeight, terrainWidth } from '../terrain/terrain.ts'
import { decodeBase64Field, maxTileKind, unpackTiles } from './compressed-tiles.ts'
import { FieldReader } from './field-reader.ts'
import { MapError } from './map-error.ts'
import type { OnWarning } from './map-objects.ts'
import { type MapParts, mapLimits } from './map-parts.ts'

const cells = terrainWidth * terrainHeight
const limits = { layers: 64, tilesets: 64, properties: 64, tilePixels: 1024, name: 64 } as const
/** Mask that removes the flags for flipped tiles, because our tiles look the same when flipped. */
const tileNumber = 0x0fff_ffff

/** Throws a MapError that names the field. */
export function readTiledMap(file: FieldReader, warn: OnWarning): MapParts {
  file.whole('width', terrainWidth, terrainWidth)
  file.whole('height', terrainHeight, terrainHeight)
  if (file.has('infinite') && file.flag('infinite'))
    throw file.fault('infinite', 'must be false: only maps of a fixed size are supported')
  const layers = listed(file, 'layers', limits.layers)
  warnOfOthers(layers, warn)
  const properties = propertiesOf(file)
  const looks = properties.has('looks') ? properties.text('looks', mapLimits.bytes) : undefined
  return {
    terrain: readTiles(oneCalled(layers, 'terrain'), tilesetsOf(file)),
    looks: looks === undefined ? undefined : unpackTiles(`${properties.path}.looks`, looks, 255),
    start: properties.has('start_x') ? readStart(properties) : undefined,
    items: objectsOf(file, layers, 'items', mapLimits.items),
    systemObjects: objectsOf(file, layers, 'system_objects', mapLimits.systemObjects),
  }
}

const known: readonly string[] = ['terrain', 'items', 'system_objects']

function warnOfOthers(layers: readonly FieldReader[], warn: OnWarning): void {
  for (const layer of layers) {
    const name = layer.text('name', limits.name)
    if (!known.includes(name)) warn(`${layer.path}: skipped the unknown layer ${JSON.stringify(name)}`)
  }
}

function listed(of: FieldReader, name: string, most: number): readonly FieldReader[] {
  const path = of.path === '' ? name : `${of.path}.${name}`
  return of.list(name, most).map((value, index) => new FieldReader(`${path}[${index}]`, value))
}

function called(layers: readonly FieldReader[], name: string): FieldReader | undefined {
  return layers.find((layer) => layer.text('name', limits.name) === name)
}

function oneCalled(layers: readonly FieldReader[], name: string): FieldReader {
  const layer = called(layers, name)
  if (!layer) throw new MapError(`layers: a layer named ${name} is required`)
  return layer
}

/** Ascending. The kind of a tile is its number minus the first number of its tileset. */
function tilesetsOf(file: FieldReader): readonly number[] {
  const sets = listed(file, 'tilesets', limits.tilesets)
  return sets.map((set) => set.whole('firstgid', 1, tileNumber)).toSorted((a, b) => a - b)
}

function readTiles(layer: FieldReader, firsts: readonly number[]): Uint8Array {
  layer.whole('width', terrainWidth, terrainWidth)
  layer.whole('height', terrainHeight, terrainHeight)
  const numbers = layer.has('encoding') ? packedNumbers(layer) : plainNumbers(layer)
  return Uint8Array.from(numbers, (number, cell) => {
    const tile = number & tileNumber
    const first = firsts.findLast((each) => each <= tile)
    const kind = tile === 0 ? 0 : first === undefined ? maxTileKind + 1 : tile - first
    if (kind <= maxTileKind) return kind
    const place = `${cell % terrainWidth},${Math.floor(cell / terrainWidth)}`
    throw layer.fault(
      'data',
      `tile ${tile} at ${place}; only the first ${maxTileKind + 1} tiles of a tileset are supported`,
    )
  })
}

function plainNumbers(layer: FieldReader): readonly number[] {
  const numbers = layer.list('data', cells)
  if (numbers.length !== cells) throw layer.fault('data', `${numbers.length} tiles; ${cells} are required`)
  const odd = numbers.findIndex(
    (each) => !Number.isInteger(each) || Number(each) < 0 || Number(each) > 0xffff_ffff,
  )
  if (odd >= 0) throw layer.fault(`data[${odd}]`, 'must be the number of a tile')
  return numbers as readonly number[]
}

function packedNumbers(layer: FieldReader): Uint32Array {
  if (layer.text('encoding', limits.name) === 'csv') throw layer.fault('data', 'must be a list')
  const bytes = decodeBase64Field(`${layer.path}.data`, layer.text('data', mapLimits.bytes))
  const compression = layer.has('compression') ? layer.text('compression', limits.name) : ''
  if (compression !== 'zlib' && compression !== '') throw layer.fault('compression', 'must be zlib or none')
  const whole = compression === 'zlib' ? inflate(bytes, 4 * cells) : bytes
  if (typeof whole === 'string') throw layer.fault('data', whole)
  if (whole.length !== 4 * cells)
    throw layer.fault('data', `${whole.length / 4} tiles; ${cells} are required`)
  const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength)
  return Uint32Array.from({ length: cells }, (_, cell) => view.getUint32(4 * cell, true))
}

function readStart(properties: FieldReader): StartPosition {
  return {
    x: properties.whole('start_x', 0, terrainWidth - 1),
    y: properties.whole('start_y', 0, terrainHeight - 1),
    facing: properties.has('start_facing') ? properties.whole('start_facing', 0, 3) : defaultStart.facing,
  }
}

/** Ignores the types that Tiled declares for properties. */
function propertiesOf(of: FieldReader): FieldReader {
  const path = of.path === '' ? 'properties' : `${of.path}.properties`
  if (!of.has('properties')) return new FieldReader(path, {})
  const named = listed(of, 'properties', limits.properties).map((property) => [
    property.text('name', limits.name),
    property.value('value'),
  ])
  return new FieldReader(path, Object.fromEntries(named))
}

function objectsOf(
  file: FieldReader,
  layers: readonly FieldReader[],
  name: string,
  most: number,
): readonly FieldReader[] {
  const layer = called(layers, name)
  if (!layer) return []
  const across = file.whole('tilewidth', 1, limits.tilePixels)
  const down = file.whole('tileheight', 1, limits.tilePixels)
  return listed(layer, 'objects', most).map((object) => {
    const properties = propertiesOf(object)
    // Some versions of Tiled call the type `class`.
    const type =
      object.has('type') || !object.has('class')
        ? object.text('type', limits.name)
        : object.text('class', limits.name)
    const x = object.amount('x', 0, across * terrainWidth)
    const bottom = object.amount('y', 0, down * terrainHeight)
    // The position of an object with a picture (`gid`) is its lower left corner.
    const y = object.has('gid') ? bottom - object.amount('height', 0, down * terrainHeight) : bottom
    return properties.with(object.path, { type, pos_x: Math.floor(x / across), pos_y: Math.floor(y / down) })
  })
}
