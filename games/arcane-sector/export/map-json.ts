// The format of the design document, and our additional fields. [AS-12.16]
import { packTiles } from '../import/compressed-tiles.ts'
import { defaultStart } from '../state/player.ts'
import type { WorldMap } from '../state/records.ts'
import { terrainHeight, terrainWidth } from '../terrain/terrain.ts'
import { itemObjects, type MapObject, systemObjects } from './objects.ts'

export function toMapJson(map: WorldMap): string {
  const { x, y, facing } = map.start ?? defaultStart
  const items = itemObjects(map)
  return JSON.stringify({
    ...{ w: terrainWidth, h: terrainHeight, terrain: packTiles(map.terrain), looks: packTiles(map.variants) },
    start: { pos_x: x, pos_y: y, facing },
    items: items.map((object, index) => written(object, index + 1)),
    system_objects: systemObjects(map).map((object, index) => written(object, items.length + index + 1)),
  })
}

function written({ type, place, fields }: MapObject, id: number) {
  return { id, type, pos_x: place.x, pos_y: place.y, ...fields }
}
