// Exports a world as a JSON map (.tmj) of the Tiled editor. [AS-12.15]
import { encode } from 'fast-png'
import { zlibSync } from 'fflate'
import { encodeBase64 } from '../../../wire/util/base64.ts'
import { packTiles } from '../import/compressed-tiles.ts'
import { defaultStart } from '../state/player.ts'
import type { WorldMap } from '../state/records.ts'
import { terrainHeight, terrainWidth, tileKinds } from '../terrain/terrain.ts'
import { itemObjects, type MapObject, systemObjects } from './objects.ts'

/** Tiled expects this file next to the map. */
export const tilesName = 'tiles.png'
/** Width and height of a tile in the tileset, in pixels. */
const side = 16
const kinds: readonly (readonly [name: string, kind: number])[] = Object.entries(tileKinds).toSorted(
  ([, a], [, b]) => a - b,
)
/** 0xRRGGBB for each kind of tile. */
const colours = [
  0x101014, 0x7fae54, 0x4590b8, 0x8f8a86, 0xe6d29a, 0x2f6b45, 0xb3a68f, 0xcaa56d, 0x5c5c64, 0xa8743f,
] as const

export function toTiledMap(map: WorldMap): string {
  const [items, system] = [itemObjects(map), systemObjects(map)]
  const { x, y, facing } = map.start ?? defaultStart
  return JSON.stringify({
    ...{ type: 'map', version: '1.10' },
    ...{ orientation: 'orthogonal', renderorder: 'right-down', infinite: false },
    ...{ width: terrainWidth, height: terrainHeight, tilewidth: side, tileheight: side },
    ...{ nextlayerid: 4, nextobjectid: items.length + system.length + 1 },
    properties: propertiesOf({
      ...{ start_x: x, start_y: y, start_facing: facing },
      looks: packTiles(map.variants),
    }),
    tilesets: [tileset()],
    layers: [
      {
        ...{ id: 1, name: 'terrain', type: 'tilelayer', width: terrainWidth, height: terrainHeight },
        ...{ x: 0, y: 0, opacity: 1, visible: true },
        ...{ encoding: 'base64', compression: 'zlib', data: packNumbers(map.terrain) },
      },
      objectLayer(2, 'items', items, 1),
      objectLayer(3, 'system_objects', system, items.length + 1),
    ],
  })
}

/** A PNG with a row of squares, one for each kind of tile. */
export function drawTiles(): Uint8Array {
  const data = new Uint8Array(side * side * kinds.length * 3)
  for (let pixel = 0; pixel < data.length / 3; pixel++) {
    const colour = colours[Math.floor((pixel % (side * kinds.length)) / side)]!
    data.set([colour >> 16, (colour >> 8) & 0xff, colour & 0xff], pixel * 3)
  }
  return encode({ width: side * kinds.length, height: side, channels: 3, depth: 8, data })
}

function tileset() {
  return {
    ...{ firstgid: 1, name: 'terrain', image: tilesName, imagewidth: side * kinds.length, imageheight: side },
    ...{ tilewidth: side, tileheight: side, tilecount: kinds.length, columns: kinds.length },
    ...{ margin: 0, spacing: 0 },
    tiles: kinds.map(([type, id]) => ({ id, type })),
  }
}

/** The tile numbers of Tiled: a u32 per tile, the kind plus 1. */
function packNumbers(terrain: Uint8Array): string {
  const numbers = new DataView(new ArrayBuffer(4 * terrain.length))
  for (const [cell, kind] of terrain.entries()) numbers.setUint32(4 * cell, kind + 1, true)
  return encodeBase64(zlibSync(new Uint8Array(numbers.buffer)))
}

function objectLayer(id: number, name: string, objects: readonly MapObject[], first: number) {
  return {
    ...{ id, name, type: 'objectgroup', draworder: 'index', x: 0, y: 0, opacity: 1, visible: true },
    objects: objects.map(({ type, place, fields }, index) => ({
      ...{ id: first + index, name: '', type, rotation: 0, visible: true },
      ...{ x: place.x * side, y: place.y * side, width: side, height: side },
      properties: propertiesOf(fields),
    })),
  }
}

function propertiesOf(fields: MapObject['fields']) {
  return Object.entries(fields).map(([name, value]) => ({ name, type: typeOf(value), value }))
}

function typeOf(value: string | number | boolean): 'string' | 'int' | 'bool' {
  if (typeof value === 'string') return 'string'
  return typeof value === 'number' ? 'int' : 'bool'
}
