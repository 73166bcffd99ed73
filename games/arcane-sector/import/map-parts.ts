// Creates a world from the parts that both map formats contain. [AS-12.4]

import { maxPileItems } from '../items/ground.ts'
import type { ItemKind } from '../items/items.ts'
import type { Spawner } from '../items/spawner.ts'
import { defaultStart, type StartPosition } from '../state/player.ts'
import type { PlacedItem, WorldMap } from '../state/records.ts'
import type { PlacedTownsperson } from '../state/townsperson.ts'
import { directions, placeInDirection } from '../terrain/directions.ts'
import { Terrain, terrainWidth, tileKinds } from '../terrain/terrain.ts'
import type { FieldReader } from './field-reader.ts'
import { tileVariants } from './map-data.ts'
import { MapError } from './map-error.ts'
import { type ImportedObject, type OnWarning, readItemObject, readSystemObject } from './map-objects.ts'

/** [AS-12.7] */
export const mapLimits = { bytes: 4 * 1024 * 1024, items: 8192, systemObjects: 8192 } as const

/** The objects have the fields of a map.json. */
export interface MapParts {
  readonly terrain: Uint8Array
  /** If absent, the looks follow from the terrain. */
  readonly looks?: Uint8Array | undefined
  readonly items: readonly FieldReader[]
  readonly systemObjects: readonly FieldReader[]
  readonly start?: StartPosition | undefined
}

/** Throws a MapError that names the field. */
export function toWorldMap(parts: MapParts, warn: OnWarning): WorldMap {
  const { terrain, looks, start = defaultStart } = parts
  const items = readItems(parts.items, warn)
  const { spawners, townsfolk } = readSystemObjects(parts.systemObjects, warn)
  const ground = new Terrain(terrain)
  mustBeFree(ground, items, start)
  warnOfPlaces(ground, items, spawners, warn)
  const variants = looks ? fitting(looks, terrain) : tileVariants(terrain)
  return { terrain, variants, items: items.map(placedItem), spawners, townsfolk, start }
}

/** The looks may not fit, because authors can change the kinds of tiles without their looks. */
function fitting(looks: Uint8Array, terrain: Uint8Array): Uint8Array {
  return looks.map((look, cell) => {
    const kind = terrain[cell]
    if (kind === tileKinds.nothing || kind === tileKinds.wall) return 0
    return kind === tileKinds.mountain ? look & highest : look
  })
}

/** [AS-12.3] */
const highest = 127

type Item = ImportedObject<ItemKind> & { readonly path: string }

function readItems(objects: readonly FieldReader[], warn: OnWarning): readonly Item[] {
  const items: Item[] = []
  for (const fields of objects) {
    const item = readItemObject(fields, warn)
    if (item) items.push({ ...item, path: fields.path })
  }
  mustFit(items)
  mustLead(items)
  return items
}

function readSystemObjects(objects: readonly FieldReader[], warn: OnWarning) {
  const spawners: Spawner[] = []
  const townsfolk: PlacedTownsperson[] = []
  for (const fields of objects) {
    const object = readSystemObject(fields, warn)
    if (!object) continue
    const { place, thing } = object
    if (typeof thing === 'string') townsfolk.push({ role: thing, place })
    else spawners.push({ place, ...thing })
  }
  return { spawners, townsfolk }
}

function placedItem({ place, thing }: Item): PlacedItem {
  return { place, item: thing }
}

/** Throws a MapError if a tile has more items than a GRND may contain. */
function mustFit(items: readonly Item[]): void {
  const piles = new Map<number, number>()
  for (const { place, path } of items) {
    const cell = place.x + terrainWidth * place.y
    const pile = (piles.get(cell) ?? 0) + 1
    if (pile > maxPileItems) throw new MapError(`${path}: a tile holds at most ${maxPileItems} items`)
    piles.set(cell, pile)
  }
}

/** Throws a MapError if a door is alone in its group, because it would lead nowhere. */
function mustLead(items: readonly Item[]): void {
  const doors = Map.groupBy(items, ({ thing }) => (thing.type === 'door' ? thing.group : undefined))
  for (const [group, { length, 0: door }] of doors)
    if (group !== undefined && length === 1)
      throw new MapError(`${door!.path}: no other door belongs to the group ${JSON.stringify(group)}`)
}

function mustBeFree(ground: Terrain, items: readonly Item[], { x, y }: StartPosition): void {
  const blocked = items.some(({ place, thing }) => thing.type === 'blocker' && place.x === x && place.y === y)
  if (!ground.blocks(x, y) && !blocked) return
  throw new MapError(
    `start: players cannot stand at ${x},${y}; set another place in the map: "start": {"pos_x": …, "pos_y": …, "facing": 0 to 3}`,
  )
}

function warnOfPlaces(
  ground: Terrain,
  items: readonly Item[],
  spawners: readonly Spawner[],
  warn: OnWarning,
): void {
  const isFree = (x: number, y: number) => !ground.blocks(x, y)
  for (const { place, thing, path } of items) {
    if (thing.type === 'door') {
      const ways = Object.values(directions).map((direction) => placeInDirection(place, direction))
      if (!ways.some(({ x, y }) => isFree(x, y)))
        warn(`${path}: a door without a free side; players cannot leave through it`)
    } else if (!isFree(place.x, place.y)) warn(`${path}: is on a tile where players cannot stand`)
  }
  const lost = spawners.filter(({ place }) => !isFree(place.x, place.y)).length
  if (lost > 0) warn(`system_objects: ${lost} of them create items where players cannot stand`)
}
