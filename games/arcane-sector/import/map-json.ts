// A host's own world: a map.json as the original server reads it. [AS-12.4]

import { decodeUtf8 } from '../../../wire/utf8.ts'
import type { HandedIn, Refused } from '../../game.ts'
import { directions, stepped } from '../land/directions.ts'
import { height, Terrain, width } from '../land/terrain.ts'
import type { Start } from '../scene/player.ts'
import { defaultStart, type PlacedItem, type WorldMap } from '../scene/records.ts'
import type { PlacedPerson } from '../scene/townsperson.ts'
import { pileLimit } from '../things/ground.ts'
import type { ItemKind } from '../things/items.ts'
import type { Spawner } from '../things/spawner.ts'
import { variantsOf } from './map-data.ts'
import { MapFault } from './map-fault.ts'
import { Fields } from './map-fields.ts'
import { type Placed, readItemObject, readSystemObject, type Warn } from './map-objects.ts'
import { unpackTerrain } from './packed-terrain.ts'

/** [AS-12.7] Of the file in bytes, and of objects of each kind. */
export const mapLimits = { bytes: 4 * 1024 * 1024, items: 8192, systemObjects: 8192 } as const
/** More warnings than a reader wants are counted only. */
const mostWarnings = 20

export interface ReadMap {
  readonly map: WorldMap
  readonly warnings: readonly string[]
}

/** The world of the file, or why it will not do. */
export function readMapJson(file: HandedIn): ReadMap | Refused {
  const warnings: string[] = []
  try {
    const map = readMap(parse(file), (warning) => warnings.push(warning))
    return { map, warnings: shortened(warnings) }
  } catch (error) {
    if (!(error instanceof MapFault)) throw error
    const { message, unparseable } = error
    return { refused: { field: 'file', detail: message, ...(unparseable && { unparseable }) } }
  }
}

function parse(file: HandedIn): unknown {
  if (file.size > mapLimits.bytes)
    throw new MapFault(`a map of ${file.size} bytes; at most ${mapLimits.bytes} are read`)
  try {
    return JSON.parse(decodeUtf8(file.read(0, file.size)).replace(/^\ufeff/, ''))
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 100) : 'broken'
    throw new MapFault(`not a map.json: ${why}`, { unparseable: true })
  }
}

function readMap(json: unknown, warn: Warn): WorldMap {
  const file = new Fields('', json)
  file.whole('w', width, width)
  file.whole('h', height, height)
  const terrain = unpackTerrain(file.text('terrain', mapLimits.bytes))
  const others = file.names.filter((name) => !topFields.includes(name))
  if (others.length > 0)
    warn(`left out, for nothing is known of it: ${others.slice(0, 5).join(', ').slice(0, 200)}`)
  const start = file.has('start') ? readStart(file.object('start')) : defaultStart
  const items = readItems(file, warn)
  const { spawners, townsfolk } = readSystemObjects(file, warn)
  const ground = new Terrain(terrain)
  mustBeFree(ground, items, start)
  warnOfPlaces(ground, items, spawners, warn)
  return { terrain, variants: variantsOf(terrain), items: items.map(placedItem), spawners, townsfolk, start }
}

const topFields: readonly string[] = ['w', 'h', 'terrain', 'items', 'system_objects', 'start']

/** [AS-12.2] The original has none; its maps begin at its own place. */
function readStart(start: Fields): Start {
  return {
    x: start.whole('pos_x', 0, width - 1),
    y: start.whole('pos_y', 0, height - 1),
    facing: start.has('facing') ? start.whole('facing', 0, 3) : defaultStart.facing,
  }
}

type Item = Placed<ItemKind> & { readonly path: string }

function readItems(file: Fields, warn: Warn): readonly Item[] {
  const items: Item[] = []
  for (const [index, value] of file.list('items', mapLimits.items).entries()) {
    const fields = new Fields(`items[${index}]`, value)
    const item = readItemObject(fields, warn)
    if (item) items.push({ ...item, path: fields.path })
  }
  mustFit(items)
  mustLead(items)
  return items
}

function readSystemObjects(file: Fields, warn: Warn) {
  const spawners: Spawner[] = []
  const townsfolk: PlacedPerson[] = []
  for (const [index, value] of file.list('system_objects', mapLimits.systemObjects).entries()) {
    const object = readSystemObject(new Fields(`system_objects[${index}]`, value), warn)
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

/** What a tile takes, and GRND can tell. */
function mustFit(items: readonly Item[]): void {
  const piles = new Map<number, number>()
  for (const { place, path } of items) {
    const cell = place.x + width * place.y
    const pile = (piles.get(cell) ?? 0) + 1
    if (pile > pileLimit) throw new MapFault(`${path}: a tile takes ${pileLimit} items`)
    piles.set(cell, pile)
  }
}

/** A door without another of its group leads nowhere. */
function mustLead(items: readonly Item[]): void {
  const doors = new Map<string, Item[]>()
  for (const item of items) {
    if (item.thing.type !== 'door') continue
    const { group } = item.thing
    doors.set(group, [...(doors.get(group) ?? []), item])
  }
  for (const [group, { length, 0: door }] of doors)
    if (length === 1)
      throw new MapFault(`${door!.path}: no other door is of the group ${JSON.stringify(group)}`)
}

function mustBeFree(ground: Terrain, items: readonly Item[], { x, y }: Start): void {
  const blocked = items.some(({ place, thing }) => thing.type === 'blocker' && place.x === x && place.y === y)
  if (!ground.blocks(x, y) && !blocked) return
  throw new MapFault(
    `start: nobody can stand at ${x},${y}; a map may have another: "start": {"pos_x": …, "pos_y": …, "facing": 0 to 3}`,
  )
}

function warnOfPlaces(
  ground: Terrain,
  items: readonly Item[],
  spawners: readonly Spawner[],
  warn: Warn,
): void {
  const isFree = (x: number, y: number) => !ground.blocks(x, y)
  for (const { place, thing, path } of items) {
    if (thing.type === 'door') {
      const ways = Object.values(directions).map((direction) => stepped(place, direction))
      if (!ways.some(({ x, y }) => isFree(x, y)))
        warn(`${path}: a door with no free side; nobody comes out of it`)
    } else if (!isFree(place.x, place.y)) warn(`${path}: lies where nobody can stand`)
  }
  const lost = spawners.filter(({ place }) => !isFree(place.x, place.y)).length
  if (lost > 0) warn(`system_objects: ${lost} of them make things where nobody can stand`)
}

function shortened(warnings: readonly string[]): readonly string[] {
  const left = warnings.length - mostWarnings
  return left > 0 ? [...warnings.slice(0, mostWarnings), `and ${left} more`] : warnings
}
