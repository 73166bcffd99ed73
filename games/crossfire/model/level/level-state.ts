// The members are documented in state/game-state.ts. [CF-12.5]
import type { LevelPlan, Position } from '../definitions/level-plan.ts'
import type { Level, LightSource, LineOfSight, Player, Thing, VisibleFace } from '../state/game-state.ts'
import { isCreature, isPortable, isTemporary, maxPilesPerCell } from '../things/thing.ts'
import { ChangeLog } from './change-log.ts'
import { LightingCache } from './lighting.ts'
import { FieldLineOfSight } from './line-of-sight.ts'
import { MachineryIndex } from './machinery-index.ts'
import { visibleFaces } from './visible-faces.ts'

interface Cell {
  /** The cell's things, sorted by layer, and within a layer by arrival. */
  readonly things: Thing[]
  readonly players: Player[]
  stamp: number
  /** Each change of the cell resets these values. */
  derived: DerivedCell | undefined
  blocksView: boolean | undefined
}
interface DerivedCell {
  readonly visibleFaces: readonly VisibleFace[]
  readonly blocksMovement: boolean
}

/** [CF-20.4] Stacks of static things. Many cells share a stack, so its things have no location. */
export interface StaticGroundThings {
  readonly stacks: readonly (readonly Thing[])[]
  /** Index of each cell's stack; undefined if all cells have the first stack. */
  readonly cells: Uint16Array | undefined
}

const layers = ['floor', 'decoration', 'wall', 'fixture', 'item', 'creature', 'effect'] as const
const outsideCell: DerivedCell = { visibleFaces: [], blocksMovement: true }
/** Maximum number of cells whose lines of sight are cached. The lines of sight of a cell need 4 KiB. */
const maxCachedSightlines = 256

export class LevelState implements Level {
  readonly plan: LevelPlan
  readonly players = new Set<Player>()
  readonly creatures = new Set<Thing>()
  readonly effects = new Set<Thing>()
  readonly respawnTimes = new Map<number, number>()
  readonly restockTimes = new Map<number, number>()
  readonly openDoors = new Set<Thing>()
  readonly expiringThings = new Set<Thing>()
  readonly machinery = new MachineryIndex()
  readonly unsavedCells = new Set<number>()
  readonly delayedCells = new Set<number>()
  creaturesUnsaved = false
  extraDarkness = 0
  sightRevision = 0
  readonly #changes = new ChangeLog()
  /** Cells whose content differs from their static ground. */
  readonly #cells: (Cell | undefined)[]
  readonly #staticGround: StaticGroundThings
  readonly #worldCapacity: { readonly isFull: boolean }
  readonly #sharedCells: readonly Cell[]
  readonly #lightSources = new Set<Thing>()
  readonly #lighting = new LightingCache(this)
  /** Cached lines of sight by cell, valid until a thing that blocks the view changes. */
  readonly #sightlines = new Map<number, FieldLineOfSight>()

  /** `worldCapacity`: whether the world has reached its limit of things. */
  constructor(
    plan: LevelPlan,
    ground: StaticGroundThings = { stacks: [[]], cells: undefined },
    worldCapacity: { readonly isFull: boolean } = { isFull: false },
  ) {
    this.plan = plan
    this.#worldCapacity = worldCapacity
    this.#staticGround = ground
    this.#cells = new Array<Cell | undefined>(plan.width * plan.height)
    // Maps of Crossfire can have invisible things below the floor.
    this.#sharedCells = ground.stacks.map((things) => createCell(sortByLayer(things)))
  }

  get name(): string {
    return this.plan.name
  }
  get width(): number {
    return this.plan.width
  }
  get height(): number {
    return this.plan.height
  }

  has(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x < this.width && y < this.height
  }

  thingsAt(x: number, y: number): readonly Thing[] {
    return this.#readCell(x, y)?.things ?? []
  }

  playersAt(x: number, y: number): readonly Player[] {
    return this.#readCell(x, y)?.players ?? []
  }

  creatureAt(x: number, y: number): Thing | undefined {
    return this.thingsAt(x, y).findLast(isCreature)
  }

  topThingWithRole(x: number, y: number, role: Thing['archetype']['traits']['role']): Thing | undefined {
    return this.thingsAt(x, y).findLast(({ archetype }) => archetype.traits.role === role)
  }

  blocksMovement(x: number, y: number): boolean {
    return this.#derive(x, y).blocksMovement
  }

  blocksView(x: number, y: number): boolean {
    const cell = this.#readCell(x, y)
    if (!cell) return true
    cell.blocksView ??= cellBlocksView(cell)
    return cell.blocksView
  }

  lineOfSightFrom({ x, y }: Position): LineOfSight {
    const place = x + this.width * y
    const known = this.#sightlines.get(place)
    if (known) return known
    if (this.#sightlines.size >= maxCachedSightlines) this.#sightlines.clear()
    const line = new FieldLineOfSight(this, { x, y })
    this.#sightlines.set(place, line)
    return line
  }

  get revision(): number {
    return this.#changes.count
  }

  cellsChangedSince(revision: number): readonly number[] | undefined {
    return this.#changes.cellsSince(revision)
  }

  get lightRevision(): number {
    return this.#lighting.lightRevision
  }

  darknessAt(general: number, x: number, y: number): number {
    return this.#lighting.darknessAt(general, x, y)
  }

  isShopFloor(x: number, y: number): boolean {
    const ground = this.topThingWithRole(x, y, 'ground')
    return ground?.archetype.traits.role === 'ground' && ground.archetype.traits.shop === true
  }

  isFree(x: number, y: number): boolean {
    return !this.blocksMovement(x, y) && this.playersAt(x, y).length === 0 && !this.creatureAt(x, y)
  }

  get isWorldFull(): boolean {
    return this.#worldCapacity.isFull
  }

  hasRoomForPile(x: number, y: number): boolean {
    return !this.isWorldFull && this.thingsAt(x, y).filter(isPortable).length < maxPilesPerCell
  }

  visibleFacesAt(x: number, y: number): readonly VisibleFace[] {
    return this.#derive(x, y).visibleFaces
  }

  revisionAt(x: number, y: number): number {
    return this.#readCell(x, y)?.stamp ?? 0
  }

  lights(): readonly LightSource[] {
    const lights: LightSource[] = []
    for (const { archetype, location } of this.#lightSources) {
      const { x, y } = location as Position
      lights.push({ x, y, radius: archetype.light! })
    }
    for (const { x, y, lightRadius } of this.players)
      if (lightRadius > 0) lights.push({ x, y, radius: lightRadius })
    return lights
  }

  add(thing: Thing, x: number, y: number): void {
    this.#insert(thing, x, y)
    this.#indexSetOf(thing)?.add(thing)
    if (thing.closesAt !== undefined) this.openDoors.add(thing)
    if (thing.endsAt !== undefined) this.expiringThings.add(thing)
    if (isLightSource(thing)) this.#lightSources.add(thing)
    const { traits } = thing.archetype
    if (traits.role === 'machine') this.machinery.add(thing, traits, x + this.width * y)
  }

  delete(thing: Thing, x: number, y: number): void {
    const { things } = this.#writableCell(x, y)
    things.splice(things.indexOf(thing), 1)
    this.#indexSetOf(thing)?.delete(thing)
    this.openDoors.delete(thing)
    this.expiringThings.delete(thing)
    this.#lightSources.delete(thing)
    const { traits } = thing.archetype
    if (traits.role === 'machine') this.machinery.delete(thing, traits, x + this.width * y)
  }

  moveCreature(creature: Thing, x: number, y: number): void {
    const { location } = creature
    if (location?.in !== 'cell' || location.level !== this)
      throw new Error(`thing ${creature.tag} is not here`)
    const from = this.#writableCell(location.x, location.y).things
    from.splice(from.indexOf(creature), 1)
    this.markChanged(location.x, location.y)
    creature.location = { in: 'cell', level: this, x, y }
    this.#insert(creature, x, y)
    this.markChanged(x, y)
  }

  addPlayer(player: Player): void {
    this.players.add(player)
    this.#writableCell(player.x, player.y).players.push(player)
    this.machinery.onPlayerEntered(player, player.x + this.width * player.y)
    this.markChanged(player.x, player.y)
  }

  removePlayer(player: Player): void {
    this.players.delete(player)
    const { players } = this.#writableCell(player.x, player.y)
    players.splice(players.indexOf(player), 1)
    this.markChanged(player.x, player.y)
  }

  markChanged(x: number, y: number, what?: Thing): void {
    const cell = this.#writableCell(x, y)
    cell.stamp = this.#changes.add(x + this.width * y)
    cell.derived = undefined
    this.#updateBlocksView(cell)
    this.machinery.markCellChanged(x + this.width * y)
    if (!what || isTemporary(what)) return
    const cells = what.archetype.traits.role === 'transport' ? this.delayedCells : this.unsavedCells
    cells.add(x + this.width * y)
  }

  #updateBlocksView(cell: Cell): void {
    if (cell.blocksView === undefined) return
    const before = cell.blocksView
    cell.blocksView = cellBlocksView(cell)
    if (cell.blocksView === before) return
    this.#sightlines.clear()
    this.sightRevision++
  }

  #insert(thing: Thing, x: number, y: number): void {
    const { things } = this.#writableCell(x, y)
    const order = layerIndex(thing)
    const above = things.findIndex((each) => layerIndex(each) > order)
    things.splice(above < 0 ? things.length : above, 0, thing)
  }

  /** Callers must not change the cell, because several positions can share it. */
  #readCell(x: number, y: number): Cell | undefined {
    if (!this.has(x, y)) return undefined
    const place = x + this.width * y
    return this.#cells[place] ?? this.#sharedCells[this.#staticGround.cells?.[place] ?? 0]
  }

  /** If the position shares a cell with other positions, it first gets a cell of its own. */
  #writableCell(x: number, y: number): Cell {
    const cell = this.#readCell(x, y)
    if (!cell) throw new Error(`${this.name} has no cell ${x},${y}`)
    const place = x + this.width * y
    const own = this.#cells[place] ?? { ...createCell(cell.things), blocksView: cell.blocksView }
    this.#cells[place] = own
    return own
  }

  #derive(x: number, y: number): DerivedCell {
    const cell = this.#readCell(x, y)
    if (!cell) return outsideCell
    cell.derived ??= {
      visibleFaces: visibleFaces(cell.things, cell.players),
      blocksMovement:
        isVoid(cell) ||
        (cell.things.some(
          ({ archetype }) => archetype.blocksMovement === true && archetype.layer !== 'creature',
        ) &&
          !cell.things.some(({ archetype }) => archetype.allowsMovement)),
    }
    return cell.derived
  }

  #indexSetOf(thing: Thing): Set<Thing> | undefined {
    if (isCreature(thing)) return this.creatures
    return thing.archetype.layer === 'effect' ? this.effects : undefined
  }
}

function createCell(things: readonly Thing[]): Cell {
  return { things: [...things], players: [], stamp: 0, derived: undefined, blocksView: undefined }
}

/** Whether the cell has no floor. A cell without a floor blocks walking and the view. */
function isVoid({ things }: Cell): boolean {
  return things[0]?.archetype.layer !== 'floor'
}

function cellBlocksView(cell: Cell): boolean {
  return isVoid(cell) || cell.things.some(({ archetype }) => archetype.blocksView === true)
}

function sortByLayer(things: readonly Thing[]): readonly Thing[] {
  return things.toSorted((a, b) => layerIndex(a) - layerIndex(b))
}

function layerIndex({ archetype }: Thing): number {
  return layers.indexOf(archetype.layer)
}

/** A torch on the map does not shine. Only a lit torch that a player carries does. */
function isLightSource({ archetype }: Thing): boolean {
  return (archetype.light ?? 0) > 0 && archetype.traits.role !== 'torch'
}
