import type { Json, RecordStore, RecordValue } from '../../game.ts'
import { requireRecord } from '../../shared/require-record.ts'
import { groundKey } from '../items/ground.ts'
import { type ItemKind, itemRecord } from '../items/items.ts'
import type { Spawner } from '../items/spawner.ts'
import type { Place } from '../terrain/terrain.ts'
import { defaultStart, type StartPosition } from './player.ts'
import type { PlacedTownsperson } from './townsperson.ts'

// terrain        the kinds of 393,216 tiles, by x + 512 y
// variants       the looks of 393,216 tiles, used only for the client's map
// ground/<x>,<y> the items on a tile in order of arrival; a tile without items has no record
// start          {x, y, facing} of a new character
// spawners       Spawner[]
// townsfolk      PlacedTownsperson[]
// counter        the next id of items and selections
// spawned        {at, last}: time of the last check of all spawners, and of the last item of each (see spawners.ts)
// player/<id>    a character (see player.ts)
// password/<id>  hash of the password that the character's player chose
// monsters       the state of all monsters (see monsters.ts)

export interface WorldMap {
  /** Kinds and looks of tiles, indexed by x + 512 y, 393,216 bytes each. */
  readonly terrain: Uint8Array
  readonly variants: Uint8Array
  /** Item ids are assigned in this order, from 0 on. */
  readonly items: readonly PlacedItem[]
  readonly spawners: readonly Spawner[]
  readonly townsfolk?: readonly PlacedTownsperson[]
  readonly start?: StartPosition
}

export interface PlacedItem {
  readonly place: Place
  readonly item: ItemKind
}

export function* initialRecords(map: WorldMap): Iterable<[key: string, value: RecordValue]> {
  const { x, y, facing } = map.start ?? defaultStart
  yield ['terrain', map.terrain]
  yield ['variants', map.variants]
  yield ['start', { x, y, facing }]
  yield ['spawners', map.spawners.map(spawnerRecord)]
  yield ['townsfolk', (map.townsfolk ?? []).map(({ role, place: { x, y } }) => ({ role, place: { x, y } }))]
  yield ['counter', map.items.length]
  const piles = new Map<string, Json[]>()
  map.items.forEach(({ place, item }, id) => {
    const key = groundKey(place)
    piles.set(key, [...(piles.get(key) ?? []), itemRecord({ id, ...item })])
  })
  yield* piles
}

export function readStart(store: RecordStore): StartPosition {
  return requireRecord(store, 'start') as unknown as StartPosition
}

export function readSpawners(store: RecordStore): readonly Spawner[] {
  return requireRecord(store, 'spawners') as unknown as readonly Spawner[]
}

export function readTownsfolk(store: RecordStore): readonly PlacedTownsperson[] {
  return requireRecord(store, 'townsfolk') as unknown as readonly PlacedTownsperson[]
}

export function readTiles(store: RecordStore, key: 'terrain' | 'variants'): Uint8Array {
  return requireRecord(store, key) as Uint8Array
}

export function playerKey(id: number): string {
  return `player/${id}`
}

export function passwordKey(id: number): string {
  return `password/${id}`
}

function spawnerRecord({ place, class: made, cooldown }: Spawner): Json {
  return { place: { x: place.x, y: place.y }, class: made, cooldown }
}
