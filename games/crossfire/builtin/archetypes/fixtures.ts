// Fixtures: doors and stairs, trees, furniture.
import type { Archetype, Traits } from '../../model/definitions/archetype.ts'

type More = Partial<Omit<Archetype, 'id' | 'name' | 'traits'>>

const shut = { blocksMovement: true, blocksView: true } as const

export const fixtures: readonly Archetype[] = [
  // ---- Doors and ways to other maps
  fixture('door', 'door', { role: 'door', openArchetype: 'door_open' }, { face: 'door_closed.111', ...shut }),
  fixture('door_open', 'open door', { role: 'scenery' }),
  locked('crypt', 'A heavy lock, and on it a crown of bones.'),
  locked('cellar', 'The lock is bright with use.'),
  secret('wall_dungeon', 'rough wall'),
  secret('wall_stone', 'stone wall'),
  fixture('gate_closed', 'gate', { role: 'gate', otherArchetype: 'gate_open' }, { blocksMovement: true }),
  fixture('gate_open', 'open gate', { role: 'gate', otherArchetype: 'gate_closed' }),
  fixture('lever', 'lever', { role: 'lever', pulled: 'lever_pulled' }, { face: 'lever.111' }),
  fixture('lever_pulled', 'lever', { role: 'lever', pulled: 'lever' }, { face: 'lever.112' }),
  way('entrance', 'door', 'step', 'front_plaster_door.111'),
  way('portal', 'great door', 'step', 'front_stone_door.111'),
  way('way_out', 'way out', 'step', 'door_open.111'),
  way('road', 'road', 'step', 'dirt.111'),
  way('path', 'path', 'step', 'grass.111'),
  way('cave_mouth', 'cave', 'step', 'cave_mouth.111'),
  way('stairs_up', 'stairs up', 'apply', 'stairs_up.111'),
  way('stairs_down', 'stairs down', 'apply', 'stairs_down.111'),
  way('ladder', 'ladder', 'apply', 'ladder.111'),
  way('trapdoor', 'trapdoor', 'apply', 'trapdoor.111'),

  // ---- Outdoors
  scenery('tree', 'tree', { blocksMovement: true, blocksView: true }),
  scenery('pine', 'pine', { face: 'tree.112', blocksMovement: true, blocksView: true }),
  scenery('orchard_tree', 'apple tree', { face: 'tree.111', blocksMovement: true }),
  scenery('bush', 'bush', { blocksMovement: true }),
  scenery('stump', 'stump'),
  scenery('boulder', 'boulder', { blocksMovement: true }),
  scenery('fence', 'fence', { blocksMovement: true }),
  scenery('flowers', 'flowers', { layer: 'decoration' }),
  scenery('reeds', 'reeds', { layer: 'decoration' }),
  scenery('lamp_post', 'lamp', { blocksMovement: true, light: 4 }),
  scenery('statue', 'statue', { blocksMovement: true }),
  scenery('gravestone', 'gravestone', { blocksMovement: true }),
  scenery('bones', 'bones', { layer: 'decoration' }),
  fixture('sign', 'sign', { role: 'sign' }, { type: 25021 }),
  fixture(
    'fountain',
    'fountain',
    { role: 'fountain' },
    { animation: 'fountain', animationTicks: 2, blocksMovement: true },
  ),
  shield('inn', 'sign of the inn'),
  shield('smithy', 'sign of the smithy'),
  shield('shop', 'sign of the shop'),
  shield('temple', 'sign of the temple'),

  // ---- Indoors
  scenery('counter', 'counter', { blocksMovement: true }),
  scenery('table', 'table', { blocksMovement: true }),
  scenery('chair', 'chair'),
  scenery('bookshelf', 'bookshelf', { blocksMovement: true }),
  scenery('anvil', 'anvil', { blocksMovement: true }),
  scenery('barrel', 'barrel', { blocksMovement: true }),
  scenery('crate', 'crate', { blocksMovement: true }),
  scenery('hearth', 'fire', {
    face: 'fire.111',
    animation: 'fire',
    animationTicks: 2,
    blocksMovement: true,
    light: 4,
  }),
  scenery('torch_wall', 'torch', { face: 'torch.111', animation: 'torch', animationTicks: 2, light: 5 }),
  fixture('bed', 'bed', { role: 'bed' }),
  fixture('altar', 'altar', { role: 'altar' }, { blocksMovement: true, light: 2 }),
]

function fixture(id: string, name: string, is: Traits, more: More = {}): Archetype {
  const many = name.endsWith('s') ? name : `${name}s`
  return {
    id,
    name: { one: name, many },
    face: `${id}.111`,
    layer: 'fixture',
    type: 0,
    weight: -1,
    ...more,
    traits: is,
  }
}

function scenery(id: string, name: string, more: More = {}): Archetype {
  return fixture(id, name, { role: 'scenery' }, more)
}

function locked(lock: string, text: string): Archetype {
  return fixture(
    `door_${lock}`,
    'locked door',
    { role: 'door', openArchetype: 'door_open', lock },
    { face: 'door_locked.111', text, ...shut },
  )
}

function secret(joins: 'wall_dungeon' | 'wall_stone', name: string): Archetype {
  const is = { role: 'door', openArchetype: 'door', secret: true, joins } as const
  return fixture(`secret_${joins}`, name, is, { face: `${joins}_0.111`, layer: 'wall', ...shut })
}

function way(id: string, name: string, enters: 'step' | 'apply', face: string): Archetype {
  return fixture(id, name, { role: 'exit', enters }, { face })
}

function shield(trade: string, name: string): Archetype {
  return fixture(`shield_${trade}`, name, { role: 'sign' }, { type: 25021 })
}
