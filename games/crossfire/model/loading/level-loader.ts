// The maps of the world, opened on demand: first the author's content, then the stored changes.
import type { GameContext, Json, RecordStore } from '../../../game.ts'
import { dungeonStairs } from '../../builtin/maps/index.ts'
import type { ArchetypeRegistry } from '../definitions/archetype.ts'
import type {
  ContainedThing,
  LevelPlan,
  MapContent,
  MapEdge,
  PlacedThing,
  Spawn,
} from '../definitions/level-plan.ts'
import { CellRecordStore } from '../level/cell-records.ts'
import {
  cellsKeyPrefix,
  creaturesKey,
  levelNameOfTagsKey,
  loadCells,
  loadCreatures,
  saveCells,
  saveCreatures,
  seedKey,
  type TagRange,
  tagsKey,
} from '../level/level-records.ts'
import { LevelState, type StaticGroundThings } from '../level/level-state.ts'
import { newCreatureState } from '../level/spawns.ts'
import type {
  CellLocation,
  CreatureState,
  Level,
  Levels,
  MapThingId,
  Thing,
  ThingLocation,
} from '../state/game-state.ts'
import type { TagAllocator } from '../state/tag-allocator.ts'
import { createThing } from '../things/thing.ts'
import type { Atlas, MapProperties } from './atlas.ts'
import { MapCache } from './map-cache.ts'
import { MapResets } from './map-resets.ts'
import type { WeeklyDungeon } from './weekly-dungeon.ts'

/** [CF-16.7] Steps charged for opening a map. Opening one of Crossfire's largest maps takes about 10 ms. */
const openingCost = { cell: 1, thing: 16 } as const

export class LevelLoader implements Levels {
  readonly #store: RecordStore
  readonly #context: Pick<GameContext, 'random' | 'chargeSteps'>
  readonly #tags: TagAllocator
  readonly #atlas: Atlas
  readonly #dungeon: WeeklyDungeon
  readonly #resets: MapResets
  readonly #cache = new MapCache()
  readonly #cells: CellRecordStore
  /** Maps that were opened since their reset was last scheduled. */
  readonly #enteredLevels = new Set<string>()
  /** The last saved text of each creatures record, by key; a record with an equal text is not saved again. */
  readonly #savedTexts = new Map<string, string>()

  constructor(
    store: RecordStore,
    tags: TagAllocator,
    atlas: Atlas,
    dungeon: WeeklyDungeon,
    context: Pick<GameContext, 'now' | 'random' | 'chargeSteps'>,
  ) {
    this.#cells = new CellRecordStore(store)
    this.#resets = new MapResets(store, () => context.now())
    this.#store = store
    this.#context = context
    this.#tags = tags
    this.#atlas = atlas
    this.#dungeon = dungeon
  }

  has(name: string): boolean {
    return this.#dungeon.has(this.#dungeon.resolveName(name)) || this.#atlas.has(name)
  }

  titleOf(name: string): string {
    return this.#source(name).propertiesOf(name).title
  }

  nameFor(name: string, who: string): string {
    return this.#atlas.ownCopyName?.(name, who) ?? name
  }

  isOwnCopy(name: string): boolean {
    return this.#atlas.ownerOf?.(name) !== undefined
  }

  open(requestedName: string, playerName?: string): Level {
    if (requestedName === dungeonStairs.map) this.#replaceDungeonIfExpired()
    const name = this.#resolveName(requestedName, playerName)
    this.#enteredLevels.add(name)
    const open = this.#cache.get(name)
    if (!open || this.#isDueForReset(open)) return this.#load(name)
    this.#cache.markUsed(name)
    return open
  }

  adjacentLevel({ plan }: Level, way: MapEdge, playerName?: string): Level | undefined {
    const requestedName = plan.adjacentMaps?.[way]
    if (requestedName === undefined) return undefined
    const name = this.#resolveName(requestedName, playerName)
    const open = this.#cache.get(name)
    if (open) this.#cache.markUsed(name)
    return open ?? (this.#cache.hasRoom ? this.#load(name) : undefined)
  }

  #resolveName(requestedName: string, playerName: string | undefined): string {
    return this.#atlas.ownCopyName?.(requestedName, playerName) ?? this.#dungeon.resolveName(requestedName)
  }

  #isDueForReset({ name, players }: Level): boolean {
    return players.size === 0 && this.#resets.isDue(name)
  }

  #load(name: string): Level {
    this.#evict(name)
    if (this.#resets.isDue(name)) this.#reset(name)
    const { level, read } = this.#build(name, this.#ensureSeed(name), (made) => this.#firstTag(name, made))
    const things = countThings(read)
    this.#cache.add(level, read, things, idBytesOf(read))
    this.#context.chargeSteps(openingCost.cell * read.width * read.height + openingCost.thing * things)
    for (const other of this.#cache.evictable((each) => each !== level && this.#isIdle(each)))
      this.#close(other)
    return level
  }

  /**
   * The current state of a map. If the map is not open, it is only read for this call: the map stays closed, and
   * nothing is written.
   */
  levelForSpectator(name: string): Level {
    return this.#cache.get(name) ?? this.#build(name, this.#storedSeed(name) ?? 0, () => 0).level
  }

  #build(
    name: string,
    seed: number,
    firstTag: (read: MapContent) => number,
  ): { level: Level; read: MapContent } {
    const source = this.#source(name)
    const read = source.readContent(name, seed)
    const { archetypes } = this.#atlas
    const first = firstTag(read)
    const { staticGround, count } = createStaticGround(archetypes, read, first)
    const level = new LevelState(
      createLevelPlan(archetypes, name, source.propertiesOf(name), read),
      staticGround,
      this.#cells,
    )
    addMapThings(archetypes, level, read, first + count)
    loadCells(this.#cells, level, archetypes)
    loadCreatures(this.#store, level, archetypes)
    return { level, read }
  }

  /** [CF-20.6] Returns the names in lower case. */
  ownersOfMapsAmong(names: readonly string[]): ReadonlySet<string> {
    const wanted = new Set(names.map((name) => name.toLowerCase()))
    return new Set(this.#ownedMaps().flatMap(({ who }) => (wanted.has(who) ? [who] : [])))
  }

  /** The characters must not be connected. */
  deleteOwnedMaps(names: readonly string[]): void {
    const wanted = new Set(names.map((name) => name.toLowerCase()))
    for (const { level, who } of this.#ownedMaps()) {
      if (!wanted.has(who)) continue
      this.#evict(level)
      this.#reset(level)
    }
  }

  /** Each map that was ever opened has a record of its tags. */
  #ownedMaps(): { readonly level: string; readonly who: string }[] {
    return Array.from(this.#store.list(tagsKey('')), ([key]) => levelNameOfTagsKey(key)).flatMap((level) => {
      const who = this.#atlas.ownerOf?.(level)
      return who === undefined ? [] : [{ level, who }]
    })
  }

  levelsWithPlayers(): Level[] {
    return this.#cache.levels.filter(({ players }) => players.size > 0)
  }

  levelsWithEffects(): Level[] {
    return this.#cache.levels.filter(({ effects }) => effects.size > 0)
  }

  levelsWithPendingWork(): Level[] {
    return this.#cache.levels.filter(({ machinery }) => machinery.hasPendingWork)
  }

  /** [CF-20.6] The map has the author's content when it is opened again. */
  #reset(name: string): void {
    this.#cells.delete(cellsKeyPrefix(name))
    this.#store.delete(creaturesKey(name))
    this.#store.delete(tagsKey(name))
    this.#store.delete(seedKey(name))
    this.#resets.clear(name)
  }

  /**
   * [CF-20.6] [CF-19.6] Schedules the reset of maps that all players have left. Closes empty floors of the dungeon, and
   * replaces the dungeon each week.
   */
  closeUnused(): void {
    for (const level of this.#cache.levels) {
      if (!this.#isIdle(level)) continue
      if (this.#dungeon.has(level.name)) this.#close(level)
      else this.#scheduleReset(level)
    }
    this.#replaceDungeonIfExpired()
  }

  #isIdle({ name, plan, players, effects, machinery }: Level): boolean {
    const mayGo = this.#dungeon.has(name) || plan.resetPolicy !== undefined
    return mayGo && players.size === 0 && effects.size === 0 && !machinery.hasPendingWork
  }

  #scheduleReset(level: Level): void {
    if (this.#enteredLevels.delete(level.name)) this.#resets.schedule(level)
  }

  #replaceDungeonIfExpired(): void {
    if (!this.#dungeon.isExpired || this.levelsWithPlayers().some(({ name }) => this.#dungeon.has(name)))
      return
    for (const name of this.#dungeon.floorNames) this.#evict(name)
    this.#dungeon.replace(this.#cells)
  }

  #close(level: Level): void {
    this.#includeDelayedCells()
    saveCells(this.#cells, level)
    saveCreatures(this.#store, level, this.#savedTexts)
    this.#scheduleReset(level)
    this.#evict(level.name)
  }

  #evict(name: string): void {
    this.#cache.delete(name)
    this.#savedTexts.delete(creaturesKey(name))
  }

  /** [CF-21.1] The seed stays the same until the map resets. */
  #ensureSeed(name: string): number {
    const known = this.#storedSeed(name)
    if (known !== undefined || !this.#source(name).propertiesOf(name).resetPolicy) return known ?? 0
    const seed = Math.floor(this.#context.random() * 2 ** 32)
    this.#store.put(seedKey(name), seed)
    return seed
  }

  #storedSeed(name: string): number | undefined {
    return this.#store.get(seedKey(name)) as number | undefined
  }

  #source(name: string): Pick<Atlas, 'propertiesOf' | 'readContent'> {
    return this.#dungeon.has(name) ? this.#dungeon : this.#atlas
  }

  /** Stores the cells and creatures that must be committed with this transaction. */
  saveRequired(): void {
    // A transport leaves one cell and enters another; storing both in one transaction never loses or duplicates it.
    const hasBoth = ({ unsavedCells, delayedCells }: Level) => unsavedCells.size > 0 && delayedCells.size > 0
    if (this.#cache.levels.some(hasBoth)) this.#includeDelayedCells()
    for (const level of this.#cache.levels) {
      if (level.unsavedCells.size > 0) saveCells(this.#cells, level)
      if (level.creaturesUnsaved) saveCreatures(this.#store, level, this.#savedTexts)
    }
  }

  saveAll(): void {
    this.#includeDelayedCells()
    this.saveRequired()
    for (const level of this.#cache.levels) saveCreatures(this.#store, level, this.#savedTexts)
  }

  #includeDelayedCells(): void {
    for (const { delayedCells, unsavedCells } of this.#cache.levels) {
      for (const cell of delayedCells) unsavedCells.add(cell)
      delayedCells.clear()
    }
  }

  /** [CF-12.4] Tags are allocated when the map is first opened, and again if the number of things has changed. */
  #firstTag(name: string, read: MapContent): number {
    const key = tagsKey(name)
    const count = countThings(read) + (read.ground?.stacks.flat().length ?? 0)
    const given = this.#store.get(key) as TagRange | undefined
    if (given?.count === count) return given.first
    const first = this.#tags.allocateRange(count)
    this.#store.put(key, { first, count } satisfies Json)
    return first
  }
}

function createLevelPlan(
  archetypes: ArchetypeRegistry,
  name: string,
  { title, darkness, song, adjacentMaps, region, resetPolicy, shopPricing }: MapProperties,
  { width, height, things }: MapContent,
): LevelPlan {
  const isBorn = ({ id }: PlacedThing) => archetypes.get(id).layer === 'creature'
  const spawns: Spawn[] = things.filter(isBorn).map(({ id, x, y, returnMinutes, inside }) => ({
    id,
    x,
    y,
    respawnMinutes: returnMinutes,
    ...(inside && { inside }),
  }))
  const restockedThings = things.flatMap((each) =>
    each.returnMinutes !== undefined && !isBorn(each)
      ? [{ placed: each, restockMinutes: each.returnMinutes }]
      : [],
  )
  return {
    name,
    title,
    width,
    height,
    darkness,
    song,
    spawns,
    restockedThings,
    ...(adjacentMaps && { adjacentMaps }),
    ...(region !== undefined && { region }),
    ...(resetPolicy && { resetPolicy }),
    ...(shopPricing && { shopPricing }),
  }
}

/** [CF-20.4] Creates the static things with tags from `first` up, and returns their number as `count`. */
function createStaticGround(
  archetypes: ArchetypeRegistry,
  { ground }: MapContent,
  first: number,
): { staticGround?: StaticGroundThings; count: number } {
  if (!ground) return { count: 0 }
  let tag = first
  const stacks = ground.stacks.map((ids) => ids.map((id) => createThing(tag++, archetypes.get(id))))
  return { staticGround: { stacks, cells: ground.cells }, count: tag - first }
}

function addMapThings(
  archetypes: ArchetypeRegistry,
  level: Level,
  { things }: MapContent,
  first: number,
): void {
  let [tag, birth] = [first, 0]
  for (const each of things) {
    const where: CellLocation = { in: 'cell', level, x: each.x, y: each.y }
    const kind = archetypes.get(each.id)
    const { layer } = kind
    const index = level.thingsAt(each.x, each.y).length
    const fixed = layer === 'item' || layer === 'creature' ? undefined : { index, id: each.id }
    const life = layer === 'creature' ? newCreatureState(kind, birth++, each) : undefined
    // The things that a creature carries are created when it dies.
    const placed = layer === 'creature' ? { ...each, inside: [] } : each
    const thing = createPlacedThing(archetypes, placed, where, tag, { fixed, life })
    level.add(thing, each.x, each.y)
    tag += tagCountOf(placed)
  }
}

export function createPlacedThing(
  archetypes: ArchetypeRegistry,
  placed: ContainedThing & Partial<PlacedThing>,
  where: ThingLocation | undefined,
  tag: number,
  {
    fixed,
    life,
  }: { readonly fixed?: MapThingId | undefined; readonly life?: CreatureState | undefined } = {},
): Thing {
  const { id, count, name, text, face, exit, links, inside = [] } = placed
  const kind = archetypes.get(id)
  const { many } = kind.name
  const thing = createThing(tag, kind, count, {
    ...(fixed && { fixed }),
    ...(name !== undefined && { name: { one: name, many: count > 1 ? name : many } }),
    ...(text !== undefined && { text }),
    ...(face !== undefined && { face }),
    ...(exit && { exit: { level: exit.map, x: exit.x, y: exit.y } }),
    ...(links && { links }),
    ...(life && { life }),
  })
  thing.location = where
  let next = tag + 1
  // A creature inside a machine is a template for the creatures that the machine creates, and has no contents of its
  // own.
  for (const each of thing.inside ? inside : []) {
    thing.inside!.push(createPlacedThing(archetypes, each, { in: 'container', container: thing }, next))
    next += tagCountOf(each)
  }
  return thing
}

function countThings({ things }: MapContent): number {
  return things.reduce((sum, each) => sum + tagCountOf(each), 0)
}

function idBytesOf({ things, ground }: MapContent): number {
  const ids = ground?.stacks.flat() ?? []
  return ids.reduce(
    (sum, id) => sum + id.length,
    things.reduce((sum, each) => sum + idBytesOfThing(each), 0),
  )
}

function idBytesOfThing({ id, inside = [] }: ContainedThing): number {
  return inside.reduce((sum, each) => sum + idBytesOfThing(each), id.length)
}

export function tagCountOf({ inside = [] }: ContainedThing): number {
  return 1 + inside.reduce((sum, each) => sum + tagCountOf(each), 0)
}
