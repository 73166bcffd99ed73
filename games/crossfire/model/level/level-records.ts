// Cells that differ from the map, and creatures. [CF-16.1] [CF-16.2]
import type { Json, RecordStore } from '../../../game.ts'
import type { ArchetypeRegistry } from '../definitions/archetype.ts'
import type { Direction } from '../definitions/directions.ts'
import type { CellLocation, Level, Thing } from '../state/game-state.ts'
import { isCreature, isTemporary } from '../things/thing.ts'
import { readThing, toThingRecord } from '../things/thing-record.ts'
import type { CellRecord, CellRecordStore } from './cell-records.ts'

// tags/<level>             {first, count}: tags of the map's own things
// cell/<level>/<x>,<y>     {items, turned, held}: items from the bottom up; changed things of the map, such as a
//                          pulled lever; contents of fixed containers, such as a forge
// seed/<level>             number, seed of the map's random draws
// creatures/<level>        {births, living, fallen, taken}; `births` identifies the version of the map

export interface TagRange {
  readonly first: number
  readonly count: number
}

interface CreaturesRecord {
  readonly births: number
  readonly living: readonly CreatureRecord[]
  readonly fallen: readonly (readonly [birth: number, at: number])[]
  readonly taken: readonly (readonly [stock: number, at: number])[]
}
interface CreatureRecord {
  readonly tag: number
  readonly id: string
  readonly x: number
  readonly y: number
  readonly hp: number
  readonly facing: number
  readonly home: readonly [x: number, y: number]
  readonly birth: number
  /** The level on which the creature was born; undefined for the level of this record. */
  readonly from?: string
  /** [CF-14.16] Indexes of the creature's possessions that were stolen. */
  readonly stolen?: readonly number[]
}

export function saveCells(cells: CellRecordStore, level: Level): void {
  for (const index of level.unsavedCells) {
    const [x, y] = [index % level.width, Math.floor(index / level.width)]
    cells.put(cellKey(level, x, y), toCellRecord(level.thingsAt(x, y)))
  }
  level.unsavedCells.clear()
}

export function loadCells(cells: CellRecordStore, level: Level, archetypes: ArchetypeRegistry): void {
  const prefix = cellsKeyPrefix(level.name)
  for (const [key, record] of cells.list(prefix)) {
    const [x, y] = key.slice(prefix.length).split(',').map(Number) as [number, number]
    // Skip cells outside of the map: the map can be smaller than when the cells were stored.
    if (level.has(x, y)) loadCell(level, x, y, record, archetypes)
  }
}

/** Does not store a record equal to the one in `savedTexts`. */
export function saveCreatures(store: RecordStore, level: Level, savedTexts: Map<string, string>): void {
  level.creaturesUnsaved = false
  const key = creaturesKey(level.name)
  const record = toCreaturesRecord(level)
  const text = JSON.stringify(record)
  if (savedTexts.get(key) === text) return
  savedTexts.set(key, text)
  store.put(key, record)
}

/** A record of another version of the map is ignored. */
export function loadCreatures(store: RecordStore, level: Level, archetypes: ArchetypeRegistry): void {
  const record = store.get(creaturesKey(level.name)) as unknown as CreaturesRecord | undefined
  if (record?.births !== level.plan.spawns.length) return
  for (const creature of [...level.creatures]) removeFromLevel(level, creature)
  for (const each of record.living) addCreature(level, each, archetypes)
  for (const [birth, at] of record.fallen) level.respawnTimes.set(birth, at)
  for (const [stock, at] of record.taken) level.restockTimes.set(stock, at)
}

function toCellRecord(things: readonly Thing[]): CellRecord {
  const items = things.filter((thing) => isStoredInCell(thing) && !isTemporary(thing)).map(toThingRecord)
  const turned = things.flatMap(({ fixed, archetype, closedArchetypeId = archetype.id }) =>
    fixed && fixed.id !== closedArchetypeId ? [[fixed.index, closedArchetypeId] as const] : [],
  )
  const held = things.flatMap(({ fixed, archetype, inside }) =>
    fixed && inside && archetype.layer !== 'item' && archetype.traits.role === 'container'
      ? [[fixed.index, inside.map(toThingRecord)] as const]
      : [],
  )
  return { items, ...(turned.length > 0 && { turned }), ...(held.length > 0 && { held }) }
}

function isStoredInCell({ archetype: { layer, built } }: Thing): boolean {
  return layer === 'item' || built === true
}

function loadCell(
  level: Level,
  x: number,
  y: number,
  { items, turned = [], held = [] }: CellRecord,
  archetypes: ArchetypeRegistry,
): void {
  const where: CellLocation = { in: 'cell', level, x, y }
  for (const thing of [...level.thingsAt(x, y)])
    if (thing.archetype.layer === 'item') removeFromLevel(level, thing)
  for (const [place, id] of turned) {
    const thing = level.thingsAt(x, y).find(({ fixed }) => fixed?.index === place)
    if (!thing) continue
    removeFromLevel(level, thing)
    level.add(Object.assign(thing, { archetype: archetypes.get(id), location: where }), x, y)
  }
  for (const [place, things] of held) {
    const container = level.thingsAt(x, y).find(({ fixed }) => fixed?.index === place)
    if (!container?.inside) continue
    const inside = things.map((each) => readThing(each, { in: 'container', container }, archetypes))
    container.inside.splice(0, container.inside.length, ...inside)
  }
  for (const item of items) level.add(readThing(item, where, archetypes), x, y)
}

function toCreaturesRecord(level: Level): Json {
  return {
    births: level.plan.spawns.length,
    // [CF-22.7] [CF-22.11] Summoned creatures and pets do not survive a restart.
    living: [...level.creatures]
      .filter(({ endsAt, life }) => endsAt === undefined && !life?.master)
      .map(toCreatureRecord),
    fallen: [...level.respawnTimes],
    taken: [...level.restockTimes],
  }
}

function toCreatureRecord(creature: Thing): Json {
  const { tag, archetype, location, life } = creature
  if (location?.in !== 'cell' || !life) throw new Error(`creature ${tag} is nowhere`)
  const { hp, facing, home, spawnIndex, spawnLevel, stolen } = life
  return {
    tag,
    id: archetype.id,
    x: location.x,
    y: location.y,
    hp,
    facing,
    home: [home.x, home.y],
    birth: spawnIndex,
    ...(spawnLevel !== undefined && { from: spawnLevel }),
    ...(stolen && { stolen: [...stolen] }),
  }
}

function addCreature(level: Level, record: CreatureRecord, archetypes: ArchetypeRegistry): void {
  const { tag, id, x, y, hp, facing, home, birth, from, stolen } = record
  const life = {
    hp,
    facing: facing as Direction,
    stepping: false,
    actionPoints: 0,
    home: { x: home[0], y: home[1] },
    spawnIndex: birth,
    ...(from !== undefined && { spawnLevel: from }),
    ...(stolen && { stolen: new Set(stolen) }),
  }
  const where: CellLocation = { in: 'cell', level, x, y }
  level.add({ tag, archetype: archetypes.get(id), count: 1, location: where, life }, x, y)
}

function removeFromLevel(level: Level, thing: Thing): void {
  const where = thing.location as CellLocation
  level.delete(thing, where.x, where.y)
  if (isCreature(thing)) thing.location = undefined
}

function cellKey({ name }: Level, x: number, y: number): string {
  return `${cellsKeyPrefix(name)}${x},${y}`
}

/**
 * Key prefix of all cells. The `/` in imported names is replaced, so that the prefix of one map never matches the cells
 * of another.
 */
export function cellsKeyPrefix(name: string): string {
  return `cell/${escapeKey(name)}/`
}

export function creaturesKey(name: string): string {
  return `creatures/${escapeKey(name)}`
}

export function seedKey(name: string): string {
  return `seed/${escapeKey(name)}`
}

export function tagsKey(name: string): string {
  return `tags/${escapeKey(name)}`
}

export function levelNameOfTagsKey(key: string): string {
  return key.slice(tagsKey('').length).replaceAll('|', '/')
}

function escapeKey(name: string): string {
  return name.replaceAll('/', '|')
}
