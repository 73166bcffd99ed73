// The maps of the world, opened on demand: first the author's content, then the stored changes.
import type { GameContext, Json, RecordStore } from '../../game.ts'
import { wayDown } from '../made/maps/barrow.ts'
import type { Kinds } from '../scene/archetype.ts'
import type { Birth, Held, LevelPlan, MapRead, Placed, Way } from '../scene/level-plan.ts'
import type { CellOf, Fixed, Level, Levels, Life, Thing, Where } from '../scene/scene.ts'
import type { Tags } from '../scene/tags.ts'
import { makeThing } from '../things/thing.ts'
import type { Atlas, AtlasPlan } from './atlas.ts'
import { lifeOf } from './births.ts'
import { CellRecords } from './cell-records.ts'
import type { Deep } from './deep.ts'
import { type LaidGround, LevelState } from './level.ts'
import {
  cellsKey,
  creaturesKey,
  keepCells,
  keepCreatures,
  levelOfTags,
  type Mark,
  readCells,
  readCreatures,
  seedKey,
  tagsKey,
} from './level-records.ts'
import { Opened } from './opened.ts'
import { Resets } from './resets.ts'

type LevelsHost = Pick<GameContext, 'now' | 'random' | 'chargeSteps'>

/** [CF-16.7] Work charged for opening a map, by content: 10 ms for one of Crossfire's largest. */
const openingSteps = { cell: 1, thing: 16 } as const

export class OpenLevels implements Levels {
  readonly #store: RecordStore
  readonly #host: Pick<GameContext, 'random' | 'chargeSteps'>
  readonly #tags: Tags
  readonly #atlas: Atlas
  readonly #deep: Deep
  readonly #resets: Resets
  readonly #opened = new Opened()
  readonly #cells: CellRecords
  /** Maps that players may have entered, and whose leaving has not been reported to `#resets`. */
  readonly #visited = new Set<string>()
  /** Last stored text of records that may roll back, by key. */
  readonly #kept = new Map<string, string>()

  constructor(store: RecordStore, tags: Tags, atlas: Atlas, deep: Deep, host: LevelsHost) {
    this.#cells = new CellRecords(store)
    this.#resets = new Resets(store, () => host.now())
    this.#store = store
    this.#host = host
    this.#tags = tags
    this.#atlas = atlas
    this.#deep = deep
  }

  has(name: string): boolean {
    return this.#deep.has(this.#deep.meant(name)) || this.#atlas.has(name)
  }

  titleOf(name: string): string {
    return this.#source(name).plan(name).title
  }

  open(meant: string, who?: string): Level {
    if (meant === wayDown.map) this.#turnOver()
    const name = this.#nameOf(meant, who)
    this.#visited.add(name)
    const open = this.#opened.get(name)
    if (!open || this.#isOver(open)) return this.#opening(name)
    this.#opened.asked(name)
    return open
  }

  beside({ plan }: Level, way: Way, who?: string): Level | undefined {
    const meant = plan.tiles?.[way]
    if (meant === undefined || !this.has(meant)) return undefined
    const name = this.#nameOf(meant, who)
    const open = this.#opened.get(name)
    if (open) this.#opened.asked(name)
    return open ?? (this.#opened.hasRoom ? this.#opening(name) : undefined)
  }

  #nameOf(meant: string, who: string | undefined): string {
    return this.#atlas.meant?.(meant, who) ?? this.#deep.meant(meant)
  }

  /** Whether the map is empty and due to reset. */
  #isOver({ name, players }: Level): boolean {
    return players.size === 0 && this.#resets.isDue(name)
  }

  #opening(name: string): Level {
    this.#forget(name)
    if (this.#resets.isDue(name)) this.#begin(name)
    const { level, read } = this.#made(name, this.#seedOf(name), (made) => this.#firstTag(name, made))
    this.#opened.add(level, read)
    this.#host.chargeSteps(openingSteps.cell * read.width * read.height + openingSteps.thing * read.placed.length)
    for (const other of this.#opened.surplus((each) => each !== level && this.#rests(each)))
      this.#close(other)
    return level
  }

  /** The current state for a spectator: a map that is not open is neither kept open nor written. */
  seen(name: string): Level {
    return this.#opened.get(name) ?? this.#made(name, this.#drawnBy(name) ?? 0, () => 0).level
  }

  #made(name: string, seed: number, firstTag: (read: MapRead) => number): { level: Level; read: MapRead } {
    const source = this.#source(name)
    const read = source.read(name, seed)
    const { kinds } = this.#atlas
    const first = firstTag(read)
    const { laid, count } = layGround(kinds, read, first)
    const level = new LevelState(planOf(kinds, name, source.plan(name), read), laid, this.#cells)
    fill(kinds, level, read, first + count)
    readCells(this.#cells, level, this.#atlas.kinds)
    readCreatures(this.#store, level, this.#atlas.kinds)
    return { level, read }
  }

  /** [CF-20.6] Those of the names, in lower case, that own a map. */
  ownersAmong(names: readonly string[]): ReadonlySet<string> {
    const wanted = new Set(names.map((name) => name.toLowerCase()))
    return new Set(this.#own().flatMap(({ who }) => (wanted.has(who) ? [who] : [])))
  }

  /** Deletes all stored maps of these characters, who must not be connected. */
  deleteOwn(names: readonly string[]): void {
    const wanted = new Set(names.map((name) => name.toLowerCase()))
    for (const { level, who } of this.#own()) {
      if (!wanted.has(who)) continue
      this.#forget(level)
      this.#begin(level)
    }
  }

  /** Every map that was ever opened has a record of its tags. */
  #own(): { readonly level: string; readonly who: string }[] {
    return Array.from(this.#store.list(tagsKey('')), ([key]) => levelOfTags(key)).flatMap((level) => {
      const who = this.#atlas.ownerOf?.(level)
      return who === undefined ? [] : [{ level, who }]
    })
  }

  peopled(): Level[] {
    return this.#opened.levels.filter(({ players }) => players.size > 0)
  }

  touched(): Level[] {
    return this.#opened.levels.filter(({ machinery }) => machinery.isTouched)
  }

  /** [CF-20.6] Resets a map: its next opening has the author's content. */
  #begin(name: string): void {
    this.#cells.delete(cellsKey(name))
    this.#store.delete(creaturesKey(name))
    this.#store.delete(tagsKey(name))
    this.#store.delete(seedKey(name))
    this.#resets.done(name)
  }

  /** [CF-20.6] [CF-19.6] Schedules resets of left maps, closes empty floors of the deep, and replaces it each week. */
  tidy(): void {
    for (const level of this.#opened.levels) {
      if (!this.#rests(level)) continue
      if (this.#deep.has(level.name)) this.#close(level)
      else this.#left(level)
    }
    this.#turnOver()
  }

  /** Whether the map is empty and nothing is in flight; missiles on a left map continue at the next visit. */
  #rests({ name, plan, players, effects, machinery }: Level): boolean {
    const mayGo = this.#deep.has(name) || plan.resets !== undefined
    return mayGo && players.size === 0 && effects.size === 0 && !machinery.isTouched
  }

  #left(level: Level): void {
    if (this.#visited.delete(level.name)) this.#resets.left(level)
  }

  #turnOver(): void {
    if (!this.#deep.isOver || this.peopled().some(({ name }) => this.#deep.has(name))) return
    for (const name of this.#deep.names) this.#forget(name)
    this.#deep.turnOver(this.#cells)
  }

  #close(level: Level): void {
    keepCells(this.#cells, level)
    keepCreatures(this.#store, level, this.#kept)
    this.#left(level)
    this.#forget(level.name)
  }

  #forget(name: string): void {
    this.#opened.delete(name)
    this.#kept.delete(creaturesKey(name))
  }

  /** [CF-21.1] Seed of the map's random draws, the same for every opening until the reset. */
  #seedOf(name: string): number {
    const known = this.#drawnBy(name)
    if (known !== undefined || !this.#source(name).plan(name).resets) return known ?? 0
    const seed = Math.floor(this.#host.random() * 2 ** 32)
    this.#store.put(seedKey(name), seed)
    return seed
  }

  #drawnBy(name: string): number | undefined {
    return this.#store.get(seedKey(name)) as number | undefined
  }

  #source(name: string): Pick<Atlas, 'plan' | 'read'> {
    return this.#deep.has(name) ? this.#deep : this.#atlas
  }

  /** Stores what must be committed with the turn. */
  keep(): void {
    for (const level of this.#opened.levels) {
      keepCells(this.#cells, level)
      if (level.creaturesUnkept) keepCreatures(this.#store, level, this.#kept)
    }
  }

  /** Stores what may roll back, if it differs from the store. */
  save(): void {
    for (const level of this.#opened.levels) keepCreatures(this.#store, level, this.#kept)
  }

  /**
   * [CF-12.4] The first tag of the map's own things. The first opening allocates them; if the number of things
   * changes, new ones are allocated.
   */
  #firstTag(name: string, { placed, ground }: MapRead): number {
    const key = tagsKey(name)
    const still = ground?.stacks.flat().length ?? 0
    const count = placed.reduce((sum, each) => sum + countOf(each), still)
    const given = this.#store.get(key) as Mark | undefined
    if (given?.count === count) return given.first
    const first = this.#tags.range(count)
    this.#store.put(key, { first, count } satisfies Json)
    return first
  }
}

function planOf(
  kinds: Kinds,
  name: string,
  { title, darkness, song, tiles, resets, market }: AtlasPlan,
  { width, height, placed }: MapRead,
): LevelPlan {
  const isBorn = ({ id }: Placed) => kinds.named(id).layer === 'creature'
  const births: Birth[] = placed
    .filter(isBorn)
    .map(({ id, x, y, returns, inside }) => ({ id, x, y, returns, ...(inside && { inside }) }))
  const stock = placed.flatMap((each) =>
    each.returns !== undefined && !isBorn(each) ? [{ placed: each, returns: each.returns }] : [],
  )
  return {
    name,
    title,
    width,
    height,
    darkness,
    song,
    births,
    stock,
    ...(tiles && { tiles }),
    ...(resets && { resets }),
    ...(market && { market }),
  }
}

/** [CF-20.4] Creates the things of all ground stacks, tagged from `first`. `count`: tags used. */
function layGround(kinds: Kinds, { ground }: MapRead, first: number): { laid?: LaidGround; count: number } {
  if (!ground) return { count: 0 }
  let tag = first
  const stacks = ground.stacks.map((ids) => ids.map((id) => makeThing(tag++, kinds.named(id))))
  return { laid: { stacks, cells: ground.cells }, count: tag - first }
}

/** Adds the author's things, tagged in order. */
function fill(kinds: Kinds, level: Level, { placed }: MapRead, first: number): void {
  let [tag, birth] = [first, 0]
  for (const each of placed) {
    const where: CellOf = { in: 'cell', level, x: each.x, y: each.y }
    const kind = kinds.named(each.id)
    const { layer } = kind
    const place = level.things(each.x, each.y).length
    const fixed = layer === 'item' || layer === 'creature' ? undefined : { place, id: each.id }
    const life = layer === 'creature' ? lifeOf(kind, birth++, each) : undefined
    // What a creature carries is created when it dies.
    const placed = layer === 'creature' ? { ...each, inside: [] } : each
    const thing = makePlaced(kinds, placed, where, tag, { fixed, life })
    level.add(thing, each.x, each.y)
    tag += countOf(placed)
  }
}

/** Creates a thing of the map with its contents. */
export function makePlaced(
  kinds: Kinds,
  placed: Held & Partial<Placed>,
  where: Where | undefined,
  tag: number,
  { fixed, life }: { readonly fixed?: Fixed | undefined; readonly life?: Life | undefined } = {},
): Thing {
  const { id, count, name, text, face, exit, links, inside = [] } = placed
  const kind = kinds.named(id)
  const { many } = kind.name
  const thing = makeThing(tag, kind, count, {
    ...(fixed && { fixed }),
    ...(name !== undefined && { name: { one: name, many: count > 1 ? name : many } }),
    ...(text !== undefined && { text }),
    ...(face !== undefined && { face }),
    ...(exit && { exit: { level: exit.map, x: exit.x, y: exit.y } }),
    ...(links && { links }),
    ...(life && { life }),
  })
  thing.where = where
  let next = tag + 1
  for (const each of inside) {
    thing.inside!.push(makePlaced(kinds, each, { in: 'container', container: thing }, next))
    next += countOf(each)
  }
  return thing
}

/** Number of tags for a thing with its contents. */
export function countOf({ inside = [] }: Held): number {
  return 1 + inside.reduce((sum, each) => sum + countOf(each), 0)
}
