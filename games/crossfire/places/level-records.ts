// What the store has of a level: the cells that are not as their map has them, and the creatures. [CF-16.1] [CF-16.2]
import type { Json, Store } from '../../game.ts'
import type { Kinds } from '../scene/archetype.ts'
import type { Direction } from '../scene/directions.ts'
import type { CellOf, Level, Thing } from '../scene/scene.ts'
import { isCreature, isFleeting } from '../things/thing.ts'
import { readThing, thingRecord } from '../things/thing-record.ts'

// tags/<level>             {first, count}: the numbers of the map's own things
// cell/<level>/<x>,<y>     {items, turned, held}: what lies there, from below; which of what the map has there is
//                          something else now, as a lever that was pulled; and what is in what stands there, as a forge
// seed/<level>             a number: of what is drawn by chance when it begins
// creatures/<level>        {births, living, fallen, taken}; `births` tells whether it is of the same map

/** The tags of a map's own things. */
export interface Mark {
  readonly first: number
  readonly count: number
}

interface CellRecord {
  readonly items: readonly Json[]
  readonly turned?: readonly (readonly [place: number, id: string])[]
  readonly held?: readonly (readonly [place: number, things: readonly Json[]])[]
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
  /** The level whose birth that is; undefined: this one. */
  readonly from?: string
}

/** Writes the records of the cells that are marked. */
export function keepCells(store: Store, level: Level): void {
  for (const index of level.unkept) {
    const [x, y] = [index % level.width, Math.floor(index / level.width)]
    store.put(cellKey(level, x, y), cellRecord(level.things(x, y)))
  }
  level.unkept.clear()
}

/** Puts what the records have in place of what the map has. */
export function readCells(store: Store, level: Level, kinds: Kinds): void {
  const prefix = cellsKey(level.name)
  for (const [key, record] of store.list(prefix)) {
    const [x, y] = key.slice(prefix.length).split(',').map(Number) as [number, number]
    // A map that has become smaller has no place for what lay there.
    if (level.has(x, y)) readCell(level, x, y, record as unknown as CellRecord, kinds)
  }
}

/** Writes the creatures' record if it differs from what `kept` has of it. */
export function keepCreatures(store: Store, level: Level, kept: Map<string, string>): void {
  level.creaturesUnkept = false
  const key = creaturesKey(level.name)
  const record = creaturesRecord(level)
  const text = JSON.stringify(record)
  if (kept.get(key) === text) return
  kept.set(key, text)
  store.put(key, record)
}

/** Puts the recorded creatures in place of those that the map has; a record of another map counts for nothing. */
export function readCreatures(store: Store, level: Level, kinds: Kinds): void {
  const record = store.get(creaturesKey(level.name)) as unknown as CreaturesRecord | undefined
  if (record?.births !== level.plan.births.length) return
  for (const creature of [...level.creatures]) takeOut(level, creature)
  for (const each of record.living) bringIn(level, each, kinds)
  for (const [birth, at] of record.fallen) level.fallen.set(birth, at)
  for (const [stock, at] of record.taken) level.taken.set(stock, at)
}

function cellRecord(things: readonly Thing[]): Json {
  const items = things.filter((thing) => isLaid(thing) && !isFleeting(thing)).map(thingRecord)
  const turned = things.flatMap(({ fixed, kind, was = kind.id }) =>
    fixed && fixed.id !== was ? [[fixed.place, was]] : [],
  )
  const held = things.flatMap(({ fixed, kind, inside }) =>
    fixed && inside && kind.layer !== 'item' && kind.is.role === 'container'
      ? [[fixed.place, inside.map(thingRecord)]]
      : [],
  )
  return { items, ...(turned.length > 0 && { turned }), ...(held.length > 0 && { held }) }
}

/** What lies there, or was built. */
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
    // [CF-22.7] Who was called up is gone after a restart.
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

/** Out of a level that nobody has seen yet. */
function takeOut(level: Level, thing: Thing): void {
  const where = thing.where as CellOf
  level.delete(thing, where.x, where.y)
  if (isCreature(thing)) thing.where = undefined
}

function cellKey({ name }: Level, x: number, y: number): string {
  return `${cellsKey(name)}${x},${y}`
}

/** What the keys of all its cells begin with. A host's maps have `/` in their names, and none's keys may begin another's. */
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

/** The level that a key of `tagsKey` is of, as far as other keys are made of it. */
export function levelOfTags(key: string): string {
  return key.slice(tagsKey('').length).replaceAll('|', '/')
}

function keyed(name: string): string {
  return name.replaceAll('/', '|')
}
