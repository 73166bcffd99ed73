// State of a level: its cells with their players and things. The members are documented in scene/scene.ts. [CF-12.5]
import type { LevelPlan, Spot } from '../scene/level-plan.ts'
import type { Level, Light, LineOfSight, Player, Shown, Thing } from '../scene/scene.ts'
import { isCreature, isFleeting, isPortable, mostPiles } from '../things/thing.ts'
import { Lighting } from './lighting.ts'
import { MachineryState } from './machinery.ts'
import { Sightline } from './sightline.ts'
import { stackOf } from './stack.ts'

interface Cell {
  /** From the bottom up: by layer, then by arrival. */
  readonly things: Thing[]
  readonly players: Player[]
  stamp: number
  /** Derived from the above; reset on changes. */
  seen: Seen | undefined
  /** Whether it blocks the view; undefined: not computed yet. */
  hides: boolean | undefined
}
interface Seen {
  readonly stack: readonly Shown[]
  readonly stops: boolean
}

/** [CF-20.4] Static things, which many cells share and which have no location of their own. */
export interface LaidGround {
  readonly stacks: readonly (readonly Thing[])[]
  /** Stack index by cell; undefined: all cells have the first. */
  readonly cells: Uint16Array | undefined
}

const layers = ['floor', 'decoration', 'wall', 'fixture', 'item', 'creature', 'effect'] as const
const outside: Seen = { stack: [], stops: true }
/** Cache size of lines of sight, of 4 KiB each. */
const mostSightlines = 256

export class LevelState implements Level {
  readonly plan: LevelPlan
  readonly players = new Set<Player>()
  readonly creatures = new Set<Thing>()
  readonly effects = new Set<Thing>()
  readonly fallen = new Map<number, number>()
  readonly taken = new Map<number, number>()
  readonly openDoors = new Set<Thing>()
  readonly passing = new Set<Thing>()
  readonly machinery = new MachineryState()
  readonly unkept = new Set<number>()
  creaturesUnkept = false
  gloom = 0
  stamp = 0
  /** Cells that differ from the ground; others share their stack's cell. */
  readonly #cells: (Cell | undefined)[]
  readonly #ground: LaidGround
  readonly #all: { readonly isFull: boolean }
  readonly #shared: readonly Cell[]
  /** Light sources. */
  readonly #lamps = new Set<Thing>()
  readonly #lighting = new Lighting(this)
  /** Lines of sight by cell, valid until a view-blocking thing changes. */
  readonly #sightlines = new Map<number, Sightline>()

  /** `all`: whether as many things lie about as the world takes. */
  constructor(
    plan: LevelPlan,
    ground: LaidGround = { stacks: [[]], cells: undefined },
    all: { readonly isFull: boolean } = { isFull: false },
  ) {
    this.plan = plan
    this.#all = all
    this.#ground = ground
    this.#cells = new Array<Cell | undefined>(plan.width * plan.height)
    // Maps of Crossfire can have invisible things below the floor.
    this.#shared = ground.stacks.map((things) => cellWith(fromBelow(things)))
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

  things(x: number, y: number): readonly Thing[] {
    return this.#at(x, y)?.things ?? []
  }

  playersAt(x: number, y: number): readonly Player[] {
    return this.#at(x, y)?.players ?? []
  }

  creatureAt(x: number, y: number): Thing | undefined {
    return this.things(x, y).findLast(isCreature)
  }

  withRole(x: number, y: number, role: Thing['kind']['is']['role']): Thing | undefined {
    return this.things(x, y).findLast(({ kind }) => kind.is.role === role)
  }

  stops(x: number, y: number): boolean {
    return this.#see(x, y).stops
  }

  hides(x: number, y: number): boolean {
    const cell = this.#at(x, y)
    if (!cell) return true
    cell.hides ??= isHiding(cell)
    return cell.hides
  }

  sightFrom({ x, y }: Spot): LineOfSight {
    const place = x + this.width * y
    const known = this.#sightlines.get(place)
    if (known) return known
    if (this.#sightlines.size >= mostSightlines) this.#sightlines.clear()
    const line = new Sightline(this, { x, y })
    this.#sightlines.set(place, line)
    return line
  }

  darknessAt(general: number, x: number, y: number): number {
    return this.#lighting.at(general, x, y)
  }

  isShop(x: number, y: number): boolean {
    const ground = this.withRole(x, y, 'ground')
    return ground?.kind.is.role === 'ground' && ground.kind.is.shop === true
  }

  isFree(x: number, y: number): boolean {
    return !this.stops(x, y) && this.playersAt(x, y).length === 0 && !this.creatureAt(x, y)
  }

  get worldIsFull(): boolean {
    return this.#all.isFull
  }

  hasRoom(x: number, y: number): boolean {
    return !this.worldIsFull && this.things(x, y).filter(isPortable).length < mostPiles
  }

  stack(x: number, y: number): readonly Shown[] {
    return this.#see(x, y).stack
  }

  stampAt(x: number, y: number): number {
    return this.#at(x, y)?.stamp ?? 0
  }

  lights(): readonly Light[] {
    const lights: Light[] = []
    for (const { kind, where } of this.#lamps) {
      const { x, y } = where as Spot
      lights.push({ x, y, strength: kind.light! })
    }
    for (const { x, y, light } of this.players) if (light > 0) lights.push({ x, y, strength: light })
    return lights
  }

  add(thing: Thing, x: number, y: number): void {
    this.#lay(thing, x, y)
    this.#setOf(thing)?.add(thing)
    if (thing.closesAt !== undefined) this.openDoors.add(thing)
    if (thing.endsAt !== undefined) this.passing.add(thing)
    if (shines(thing)) this.#lamps.add(thing)
    const { is } = thing.kind
    if (is.role === 'machine') this.machinery.add(thing, is, x + this.width * y)
  }

  delete(thing: Thing, x: number, y: number): void {
    const { things } = this.#cell(x, y)
    things.splice(things.indexOf(thing), 1)
    this.#setOf(thing)?.delete(thing)
    this.openDoors.delete(thing)
    this.passing.delete(thing)
    this.#lamps.delete(thing)
    const { is } = thing.kind
    if (is.role === 'machine') this.machinery.delete(thing, is, x + this.width * y)
  }

  shift(creature: Thing, x: number, y: number): void {
    const { where } = creature
    if (where?.in !== 'cell' || where.level !== this) throw new Error(`thing ${creature.tag} is not here`)
    const from = this.#cell(where.x, where.y).things
    from.splice(from.indexOf(creature), 1)
    this.changed(where.x, where.y)
    creature.where = { in: 'cell', level: this, x, y }
    this.#lay(creature, x, y)
    this.changed(x, y)
  }

  enter(player: Player): void {
    this.players.add(player)
    this.#cell(player.x, player.y).players.push(player)
    this.machinery.came(player, player.x + this.width * player.y)
    this.changed(player.x, player.y)
  }

  leave(player: Player): void {
    this.players.delete(player)
    const { players } = this.#cell(player.x, player.y)
    players.splice(players.indexOf(player), 1)
    this.changed(player.x, player.y)
  }

  changed(x: number, y: number, what?: Thing): void {
    const cell = this.#cell(x, y)
    cell.stamp = ++this.stamp
    cell.seen = undefined
    this.#hidesAnew(cell)
    this.machinery.touch(x + this.width * y)
    if (what && !isFleeting(what)) this.unkept.add(x + this.width * y)
  }

  /** Lines of sight become stale if the cell starts or stops blocking the view. */
  #hidesAnew(cell: Cell): void {
    if (cell.hides === undefined) return
    const before = cell.hides
    cell.hides = isHiding(cell)
    if (cell.hides !== before) this.#sightlines.clear()
  }

  #lay(thing: Thing, x: number, y: number): void {
    const { things } = this.#cell(x, y)
    const order = orderOf(thing)
    const above = things.findIndex((each) => orderOf(each) > order)
    things.splice(above < 0 ? things.length : above, 0, thing)
  }

  /** Read-only: the cell may be shared. */
  #at(x: number, y: number): Cell | undefined {
    if (!this.has(x, y)) return undefined
    const place = x + this.width * y
    return this.#cells[place] ?? this.#shared[this.#ground.cells?.[place] ?? 0]
  }

  /** For writing: gives the place a cell of its own. */
  #cell(x: number, y: number): Cell {
    const cell = this.#at(x, y)
    if (!cell) throw new Error(`${this.name} has no cell ${x},${y}`)
    const place = x + this.width * y
    const own = this.#cells[place] ?? { ...cellWith(cell.things), hides: cell.hides }
    this.#cells[place] = own
    return own
  }

  #see(x: number, y: number): Seen {
    const cell = this.#at(x, y)
    if (!cell) return outside
    cell.seen ??= {
      stack: stackOf(cell.things, cell.players),
      stops: isVoid(cell) || cell.things.some(({ kind }) => kind.stops === true && kind.layer !== 'creature'),
    }
    return cell.seen
  }

  #setOf(thing: Thing): Set<Thing> | undefined {
    if (isCreature(thing)) return this.creatures
    return thing.kind.layer === 'effect' ? this.effects : undefined
  }
}

function cellWith(things: readonly Thing[]): Cell {
  return { things: [...things], players: [], stamp: 0, seen: undefined, hides: undefined }
}

/** Whether the cell has no floor and only pads the map's rows. */
function isVoid({ things }: Cell): boolean {
  return things[0]?.kind.layer !== 'floor'
}

function isHiding(cell: Cell): boolean {
  return isVoid(cell) || cell.things.some(({ kind }) => kind.hides === true)
}

function fromBelow(things: readonly Thing[]): readonly Thing[] {
  return things.toSorted((a, b) => orderOf(a) - orderOf(b))
}

function orderOf({ kind }: Thing): number {
  return layers.indexOf(kind.layer)
}

/** A torch only shines when a player carries it lit. */
function shines({ kind }: Thing): boolean {
  return (kind.light ?? 0) > 0 && kind.is.role !== 'torch'
}
