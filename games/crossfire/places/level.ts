// One map of the world: its cells, and who and what is in them. Every change gets the next stamp, so that who looks
// can ask what is new. [CF-12.5]

import type { Placed } from '../made/maps/index.ts'
import type { Player } from '../people/player.ts'
import { isCreature, isFleeting, isPortable, type Thing } from '../things/thing.ts'
import type { Light } from '../time/day.ts'
import { type Shown, stackOf } from './stack.ts'

/** [CF-16.4] Piles that a cell takes, of what can be picked up. */
export const mostPiles = 50

/** A creature that the map has. */
export interface Birth {
  readonly id: string
  readonly x: number
  readonly y: number
  /** Minutes of the world's clock after which it comes again when it has fallen; undefined: never. */
  readonly returns: number | undefined
}

/** [CF-12.13] What lies in the map and comes again when it was taken. */
export interface Stock {
  readonly placed: Placed
  /** Minutes of the world's clock. */
  readonly returns: number
}

/** What a level is made of, before its things are put in. */
export interface LevelPlan {
  readonly name: string
  readonly title: string
  readonly width: number
  readonly height: number
  /** 0 to 4, always the same; undefined: under the open sky, as the hour is. */
  readonly darkness: number | undefined
  readonly births: readonly Birth[]
  readonly stock: readonly Stock[]
}

interface Cell {
  /** From below: by layer, and in a layer by their coming. */
  readonly things: Thing[]
  readonly players: Player[]
  stamp: number
  /** What follows from the above, until it changes. */
  seen: Seen | undefined
}
interface Seen {
  readonly stack: readonly Shown[]
  readonly stops: boolean
  readonly hides: boolean
}

const layers = ['floor', 'decoration', 'wall', 'fixture', 'item', 'creature', 'effect'] as const
const outside: Seen = { stack: [], stops: true, hides: true }

export class Level {
  readonly plan: LevelPlan
  /** Who is in it. */
  readonly players = new Set<Player>()
  /** Monsters and persons, in the order of their coming. */
  readonly creatures = new Set<Thing>()
  /** What flies, burns and bursts. */
  readonly effects = new Set<Thing>()
  /** By birth: the world's clock, in milliseconds, at which the fallen comes again. */
  readonly fallen = new Map<number, number>()
  /** By the number of its stock: the world's clock, in milliseconds, at which what was taken comes again. */
  readonly taken = new Map<number, number>()
  /** Doors that will close by themselves. */
  readonly openDoors = new Set<Thing>()
  /** Cells, by x + width y, whose records are to be written when the turn ends. */
  readonly unkept = new Set<number>()
  /** The creatures' record is to be written when the turn ends: one has died, or one has come. */
  creaturesUnkept = false
  /** Of the latest change. */
  stamp = 0
  readonly #cells: readonly Cell[]
  /** Things that shine. */
  readonly #lamps = new Set<Thing>()

  constructor(plan: LevelPlan) {
    this.plan = plan
    this.#cells = Array.from({ length: plan.width * plan.height }, () => ({
      things: [],
      players: [],
      stamp: 0,
      seen: undefined,
    }))
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

  // ---- What there is -----------------------------------------------------------------------------------------------

  /** From below: floor, decoration, wall, fixtures, items, creatures, effects. Empty outside the map. */
  things(x: number, y: number): readonly Thing[] {
    return this.#at(x, y)?.things ?? []
  }

  playersAt(x: number, y: number): readonly Player[] {
    return this.#at(x, y)?.players ?? []
  }

  /** The monster or person there. */
  creatureAt(x: number, y: number): Thing | undefined {
    return this.things(x, y).findLast(isCreature)
  }

  /** The topmost that has the role. */
  withRole(x: number, y: number, role: Thing['kind']['is']['role']): Thing | undefined {
    return this.things(x, y).findLast(({ kind }) => kind.is.role === role)
  }

  /** Nobody walks there: a wall, a closed door, the edge of the map. Says nothing of who stands there. */
  stops(x: number, y: number): boolean {
    return this.#see(x, y).stops
  }

  /** Nobody sees past it. */
  hides(x: number, y: number): boolean {
    return this.#see(x, y).hides
  }

  /** [CF-15.5] A shop's floor. */
  isShop(x: number, y: number): boolean {
    const ground = this.withRole(x, y, 'ground')
    return ground?.kind.is.role === 'ground' && ground.kind.is.shop === true
  }

  /** Neither stopped nor taken by a player or a creature. */
  isFree(x: number, y: number): boolean {
    return !this.stops(x, y) && this.playersAt(x, y).length === 0 && !this.creatureAt(x, y)
  }

  /** Whether one more pile can be laid there. */
  hasRoom(x: number, y: number): boolean {
    return this.things(x, y).filter(isPortable).length < mostPiles
  }

  /** What is seen of the cell, topmost first: at most one for each layer of a view. The same object until it changes. */
  stack(x: number, y: number): readonly Shown[] {
    return this.#see(x, y).stack
  }

  /** The stamp of the cell's latest change; 0: as the map has it. */
  stampAt(x: number, y: number): number {
    return this.#at(x, y)?.stamp ?? 0
  }

  /** All that shines: lamps that stand about, and what players carry. */
  lights(): readonly Light[] {
    const lamps = [...this.#lamps].map(({ kind, where }) => {
      const { x, y } = where as { x: number; y: number }
      return { x, y, strength: kind.light! }
    })
    const carried = [...this.players].flatMap(({ x, y, light }) =>
      light > 0 ? [{ x, y, strength: light }] : [],
    )
    return [...lamps, ...carried]
  }

  // ---- Changes: called by things/contents.ts and moving.ts alone ----------------------------------------------------

  /** Puts it on top of its layer. */
  add(thing: Thing, x: number, y: number): void {
    this.#lay(thing, x, y)
    this.#setOf(thing)?.add(thing)
    if (thing.closesAt !== undefined) this.openDoors.add(thing)
    if (shines(thing)) this.#lamps.add(thing)
  }

  delete(thing: Thing, x: number, y: number): void {
    const { things } = this.#cell(x, y)
    things.splice(things.indexOf(thing), 1)
    this.#setOf(thing)?.delete(thing)
    this.openDoors.delete(thing)
    this.#lamps.delete(thing)
  }

  /** Moves a creature to another cell; unlike a coming, that keeps its place among the creatures. */
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
    this.changed(player.x, player.y)
  }

  leave(player: Player): void {
    this.players.delete(player)
    const { players } = this.#cell(player.x, player.y)
    players.splice(players.indexOf(player), 1)
    this.changed(player.x, player.y)
  }

  /** `what` there is not as it was; nothing: only who stands there. */
  changed(x: number, y: number, what?: Thing): void {
    const cell = this.#cell(x, y)
    cell.stamp = ++this.stamp
    cell.seen = undefined
    if (what && !isFleeting(what)) this.unkept.add(x + this.width * y)
  }

  #lay(thing: Thing, x: number, y: number): void {
    const { things } = this.#cell(x, y)
    const order = orderOf(thing)
    const above = things.findIndex((each) => orderOf(each) > order)
    things.splice(above < 0 ? things.length : above, 0, thing)
  }

  #at(x: number, y: number): Cell | undefined {
    return this.has(x, y) ? this.#cells[x + this.width * y] : undefined
  }

  #cell(x: number, y: number): Cell {
    const cell = this.#at(x, y)
    if (!cell) throw new Error(`${this.name} has no cell ${x},${y}`)
    return cell
  }

  #see(x: number, y: number): Seen {
    const cell = this.#at(x, y)
    if (!cell) return outside
    cell.seen ??= {
      stack: stackOf(cell.things, cell.players),
      stops: isVoid(cell) || cell.things.some(({ kind }) => kind.stops === true && kind.layer !== 'creature'),
      hides: isVoid(cell) || cell.things.some(({ kind }) => kind.hides === true),
    }
    return cell.seen
  }

  #setOf(thing: Thing): Set<Thing> | undefined {
    if (isCreature(thing)) return this.creatures
    return thing.kind.layer === 'effect' ? this.effects : undefined
  }
}

/** No ground: it only fills the map's rows. */
function isVoid({ things }: Cell): boolean {
  return things[0]?.kind.layer !== 'floor'
}

function orderOf({ kind }: Thing): number {
  return layers.indexOf(kind.layer)
}

/** A torch shines only while somebody carries it lit. */
function shines({ kind }: Thing): boolean {
  return (kind.light ?? 0) > 0 && kind.is.role !== 'torch'
}
