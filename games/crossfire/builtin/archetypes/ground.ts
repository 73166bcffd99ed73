// Ground, walls and roofs.
import type { Archetype, JoinedFaceSet, Traits } from '../../model/definitions/archetype.ts'

export const ground: readonly Archetype[] = [
  floor('grass', 'grass', 'grass.111'),
  floor('grass_tufted', 'grass', 'grass.112'),
  floor('meadow', 'meadow', 'grass.113'),
  floor('flagstone', 'flagstones', 'flagstone.111'),
  floor('flagstone_worn', 'flagstones', 'flagstone.112'),
  floor('floor_wood', 'floor', 'floor_wood.111'),
  floor('dirt', 'road', 'dirt.111'),
  floor('floor_dungeon', 'floor', 'floor_dungeon.111'),
  floor('floor_cracked', 'floor', 'floor_dungeon.112'),
  floor('sand', 'sand', 'sand.111'),
  floor('floor_shop', 'shop floor', 'floor_shop.111', { role: 'ground', shop: true }),
  floor('floor_marble', 'marble floor', 'floor_marble.111', { role: 'ground', holy: true }),
  floor('rug', 'rug', 'rug.111'),
  {
    ...floor('water', 'water', 'water.111', { role: 'ground', swims: true }),
    animation: 'water',
    animationTicks: 6,
    blocksMovement: true,
  },
  wall('wall_stone', 'stone wall', 'wall_stone'),
  wall('wall_wood', 'wooden wall', 'wall_wood'),
  wall('wall_dungeon', 'rough wall', 'wall_dungeon'),
  { ...wall('roof_red', 'roof', 'roof_red'), face: 'roof_red_2.111', blocksView: false },
  { ...wall('roof_slate', 'slate roof', 'roof_slate'), face: 'roof_slate_2.111', blocksView: false },
  front('front_plaster', 'house'),
  front('front_plaster_window', 'window'),
  front('front_stone', 'house'),
  front('front_stone_window', 'window'),
]

function floor(id: string, name: string, face: string, is: Traits = { role: 'ground' }): Archetype {
  return { id, name: { one: name, many: name }, face, layer: 'floor', type: 0, weight: -1, traits: is }
}

function wall(id: string, name: string, joins: JoinedFaceSet): Archetype {
  const face = `${joins}_0.111`
  const common = { id, name: { one: name, many: `${name}s` }, face, type: 0, weight: -1 }
  return { ...common, layer: 'wall', blocksMovement: true, blocksView: true, traits: { role: 'wall', joins } }
}

function front(id: string, name: string): Archetype {
  const common = { id, name: { one: name, many: `${name}s` }, face: `${id}.111`, type: 0, weight: -1 }
  return { ...common, layer: 'wall', blocksMovement: true, traits: { role: 'wall' } }
}
