// Stored state of a level: cells that differ from the map, and creatures. [CF-16.1] [CF-16.2]
import type { Json, RecordStore } from '../../game.ts'
import type { Kinds } from '../scene/archetype.ts'
import type { Direction } from '../scene/directions.ts'
import type { CellOf, Level, Thing } from '../scene/scene.ts'
import { isCreature, isFleeting } from '../things/thing.ts'
import { readThing, thingRecord } from '../things/thing-record.ts'
import type { CellRecord, CellRecords } from './cell-records.ts'

// tags/<level>             {first, count}: tags of the map's own things
// cell/<level>/<x>,<y>     {items, turned, held}: items from the bottom up; changed things of the map, such as a
//                          pulled lever; contents of fixed containers, such as a forge
// seed/<level>             number, seed of the map's random draws
// creatures/<level>        {births, living, fallen, taken}; `births` identifies the version of the map

/** Tags of a map's own things. */
export interface Mark {
  readonly first: number
  readonly count: number
}

interface CreaturesRecord {
  readonly births: number
  readonly living: readonly LivingRecord[]
  readonly fallen: readonly (readonly [birth: number, at: number])[]
  readonly taken: readonly (readonly [stock: number, at: number])[]
}
interface LivingRecord {
  readonly tag: number
  readonly id: string
  readonly x: number
  readonly y: number
  readonly hp: number
  readonly facing: number
  readonly home: readonly [x: number, y: number]
  readonly birth: number
  /** Level of the birth; undefined: this one. */
  readonly from?: string
}

/** Stores the changed cells. */
export function keepCells(cells: CellRecords, level: Level): void {
  for (const index of level.unkept) {
    const [x, y] = [index % level.width, Math.floor(index / level.width)]
    cells.put(cellKey(level, x, y), cellRecord(level.things(x, y)))
  }
  level.unkept.clear()
}

/** Replaces content of the map with the stored cells. */
export function readCells(cells: CellRecords, level: Level, kinds: Kinds): void {
  const prefix = cellsKey(level.name)
  for (const [key, record] of cells.list(prefix)) {
    const [x, y] = key.slice(prefix.length).split(',').map(Number) as [number, number]
    // The map may have become smaller.
    if (level.has(x, y)) readCell(level, x, y, record, kinds)
  }
}

/** Stores the creatures if they differ from `kept`. */
export function keepCreatures(store: RecordStore, level: Level, kept: Map<string, string>): void {
  level.creaturesUnkept = false
  const key = creaturesKey(level.name)
  const record = creaturesRecord(level)
  const text = JSON.stringify(record)
  if (kept.get(key) === text) return
  kept.set(key, text)
  store.put(key, record)
}

/** Replaces the map's creatures with the stored ones. A record of another version of the map is ignored. */
export function readCreatures(store: RecordStore, level: Level, kinds: Kinds): void {
  const record = store.get(creaturesKey(level.name)) as unknown as CreaturesRecord | undefined
  if (record?.births !== level.plan.births.length) return
  for (const creature of [...level.creatures]) takeOut(level, creature)
  for (const each of record.living) bringIn(level, each, kinds)
  for (const [birth, at] of record.fallen) level.fallen.set(birth, at)
  for (const [stock, at] of record.taken) level.taken.set(stock, at)
}

function cellRecord(things: readonly Thing[]): CellRecord {
  const items = things.filter((thing) => isLaid(thing) && !isFleeting(thing)).map(thingRecord)
  const turned = things.flatMap(({ fixed, kind, was = kind.id }) =>
    fixed && fixed.id !== was ? [[fixed.place, was] as const] : [],
  )
  const held = things.flatMap(({ fixed, kind, inside }) =>
    fixed && inside && kind.layer !== 'item' && kind.is.role === 'container'
      ? [[fixed.place, inside.map(thingRecord)] as const]
      : [],
  )
  return { items, ...(turned.length > 0 && { turned }), ...(held.length > 0 && { held }) }
}

/** Whether it is an item, or was built by a player. */
function isLaid({ kind: { layer, built } }: Thing): boolean {
  return layer === 'item' || built === true
}

function readCell(
  level: Level,
  x: number,
  y: number,
  { items, turned = [], held = [] }: CellRecord,
  kinds: Kinds,
): void {
  const where: CellOf = { in: 'cell', level, x, y }
  for (const thing of [...level.things(x, y)]) if (thing.kind.layer === 'item') takeOut(level, thing)
  for (const [place, id] of turned) {
    const thing = level.things(x, y).find(({ fixed }) => fixed?.place === place)
    if (!thing) continue
    takeOut(level, thing)
    level.add(Object.assign(thing, { kind: kinds.named(id), where }), x, y)
  }
  for (const [place, things] of held) {
    const container = level.things(x, y).find(({ fixed }) => fixed?.place === place)
    if (!container?.inside) continue
    const inside = things.map((each) => readThing(each, { in: 'container', container }, kinds))
    container.inside.splice(0, container.inside.length, ...inside)
  }
  for (const item of items) level.add(readThing(item, where, kinds), x, y)
}

function creaturesRecord(level: Level): Json {
  return {
    births: level.plan.births.length,
    // [CF-22.7] Summoned creatures do not survive a restart.
    living: [...level.creatures].filter(({ endsAt }) => endsAt === undefined).map(livingRecord),
    fallen: [...level.fallen],
    taken: [...level.taken],
  }
}

function livingRecord(creature: Thing): Json {
  const { tag, kind, where, life } = creature
  if (where?.in !== 'cell' || !life) throw new Error(`creature ${tag} is nowhere`)
  const { hp, facing, home, birth, bornIn } = life
  const own = { tag, id: kind.id, x: where.x, y: where.y, hp, facing, home: [home.x, home.y], birth }
  return bornIn === undefined ? own : { ...own, from: bornIn }
}

function bringIn(level: Level, record: LivingRecord, kinds: Kinds): void {
  const { tag, id, x, y, hp, facing, home, birth, from } = record
  const life = {
    hp,
    facing: facing as Direction,
    stepping: false,
    acts: 0,
    home: { x: home[0], y: home[1] },
    birth,
    ...(from !== undefined && { bornIn: from }),
  }
  const where: CellOf = { in: 'cell', level, x, y }
  level.add({ tag, kind: kinds.named(id), count: 1, where, life }, x, y)
}

/** Removes a thing from a level that no player has seen yet. */
function takeOut(level: Level, thing: Thing): void {
  const where = thing.where as CellOf
  level.delete(thing, where.x, where.y)
  if (isCreature(thing)) thing.where = undefined
}

function cellKey({ name }: Level, x: number, y: number): string {
  return `${cellsKey(name)}${x},${y}`
}

/** Key prefix of all cells. `/` in imported names is replaced, so that no map's prefix matches another map. */
export function cellsKey(name: string): string {
  return `cell/${keyed(name)}/`
}

export function creaturesKey(name: string): string {
  return `creatures/${keyed(name)}`
}

export function seedKey(name: string): string {
  return `seed/${keyed(name)}`
}

export function tagsKey(name: string): string {
  return `tags/${keyed(name)}`
}

/** The level name in a key of `tagsKey`, with `|` replaced by `/` again. */
export function levelOfTags(key: string): string {
  return key.slice(tagsKey('').length).replaceAll('|', '/')
}

function keyed(name: string): string {
  return name.replaceAll('/', '|')
}
