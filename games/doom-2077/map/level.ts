// A map as the rules use it: spawns, moving parts, walking and lines of sight. Read from a WAD.

import { type Line, type MapData, readMap } from '../import/map-data.ts'
import { MapFault } from '../import/map-fault.ts'
import { type MapLumps, mapsOf, readWad } from '../import/wad.ts'
import { Heights, type Movables } from './heights.ts'
import { LineGrid, type Point } from './lines.ts'
import { sectorAt } from './sectors.ts'
import { Sight, type Spot } from './sight.ts'
import { Sliding } from './sliding.ts'
import { type Door, type Lift, type Numbered, numberDoors, numberLifts } from './specials.ts'
import { type Pickup, pickupsOf, type Spawn, spawnsOf } from './things.ts'
import { Walking } from './walking.ts'

export type { Line } from '../import/map-data.ts'
export type { DoorPosition, LiftPosition, Movables } from './heights.ts'
export type { Point } from './lines.ts'
export type { Spot } from './sight.ts'
export type { Door, Lift } from './specials.ts'
export type { Pickup, Spawn } from './things.ts'

/** Lengths in map units, angles in degrees clockwise, times in ms. */
export interface Level {
  /** As in LMAP: MAP01, E1M1. */
  readonly name: string
  /** At least one. */
  readonly spawns: readonly Spawn[]
  /** By protocol id. */
  readonly doors: readonly Door[]
  readonly lifts: readonly Lift[]
  readonly pickups: readonly Pickup[]
  /** At least one, as the map's author drew them. */
  readonly lines: readonly Line[]
  /** Doors and lifts in their initial positions. */
  readonly atRest: Movables
  /** Sentences about what the original client handles differently from what the author intended. */
  readonly troubles: readonly string[]
  /** Number of lines and cells that all queries so far have examined. */
  readonly looks: number
  /** Undefined outside every sector. */
  sectorAt(x: number, y: number): number | undefined
  /** The lower height while a lift moves. */
  floor(sector: number, movables: Movables): number
  /** The higher height while a door moves. */
  ceiling(sector: number, movables: Movables): number
  /** Whether a player can step straight from one point to the other. */
  walkable(from: Point, to: Point, movables: Movables): boolean
  /** The same, also with a detour of at most `slack` extra units. */
  reaches(from: Point, to: Point, movables: Movables, slack: number): boolean
  /** [DM-9.7] Where the client ends up after this movement: it keeps off walls and slides along them. */
  slide(from: Point, way: Point, movables: Movables): Point
  /** Whether nothing blocks the view between two pairs of eyes. The target is `beside` units wide to either side. */
  sees(from: Spot, to: Spot, movables: Movables, beside?: number): boolean
}

/** [DM-9.3] DOST and L_ST have a byte for each, and each must fit into one datagram of 1,024 bytes. */
const mostMovers = 1000

/** Reads a map by name. Throws MapFault, with a sentence for the author, if it cannot be played. */
export function readLevel(wad: Uint8Array, name: string): Level {
  const map = mapsOf(readWad(wad)).get(name)
  if (!map) throw new MapFault(`there is no map ${name}`)
  return levelOf(map)
}

/** Builds a level from these lumps. */
export function levelOf(map: MapLumps): Level {
  return levelFrom(readMap(map))
}

/** Builds a level from a parsed map. Throws MapFault as `readLevel` does. */
export function levelFrom(map: MapData): Level {
  return new MapLevel(map)
}

class MapLevel implements Level {
  readonly name: string
  readonly spawns: readonly Spawn[]
  readonly doors: readonly Door[]
  readonly lifts: readonly Lift[]
  readonly pickups: readonly Pickup[]
  readonly lines: readonly Line[]
  readonly atRest: Movables
  readonly troubles: readonly string[]
  readonly #grid: LineGrid
  readonly #heights: Heights
  readonly #walking: Walking
  readonly #sliding: Sliding
  readonly #sight: Sight

  constructor(map: MapData) {
    const doors = bounded(map.name, 'doors', numberDoors(map))
    const lifts = bounded(map.name, 'lifts', numberLifts(map))
    this.name = map.name
    this.lines = map.lines
    this.doors = doors.movers
    this.lifts = lifts.movers
    this.atRest = {
      door: (id) => (this.doors[id]?.startsOpen ? 'open' : 'closed'),
      lift: (id) => (this.lifts[id]?.startsHigh ? 'high' : 'low'),
    }
    this.#grid = new LineGrid(map.lines)
    this.#heights = new Heights(map.sectors, this.doors, this.lifts)
    this.#walking = new Walking(this.#grid, this.#heights)
    this.#sliding = new Sliding(this.#grid, this.#heights, this.#walking)
    this.#sight = new Sight(this.#grid, this.#heights)
    const { spawns, starts } = spawnsOf(map, (x, y) => this.#roomAt(x, y))
    if (spawns.length === 0) throw new MapFault(`${map.name} THINGS: ${noStarts(starts)}`)
    this.spawns = spawns
    this.pickups = pickupsOf(map, (x, y) => this.#roomAt(x, y))
    this.troubles = [...doors.troubles, ...lifts.troubles, ...leftOut(starts - spawns.length)]
  }

  get looks(): number {
    return this.#grid.looks
  }

  sectorAt(x: number, y: number): number | undefined {
    return sectorAt(this.#grid, { x, y })
  }

  floor(sector: number, movables: Movables): number {
    return this.#heights.floor(sector, movables)
  }

  ceiling(sector: number, movables: Movables): number {
    return this.#heights.ceiling(sector, movables)
  }

  walkable(from: Point, to: Point, movables: Movables): boolean {
    return this.#walking.isWalkable(from, to, movables)
  }

  reaches(from: Point, to: Point, movables: Movables, slack: number): boolean {
    return this.#walking.reaches(from, to, movables, slack)
  }

  slide(from: Point, way: Point, movables: Movables): Point {
    return this.#sliding.slide(from, way, movables)
  }

  sees(from: Spot, to: Spot, movables: Movables, beside?: number): boolean {
    return this.#sight.sees(from, to, movables, beside)
  }

  #roomAt(x: number, y: number) {
    const sector = this.sectorAt(x, y)
    if (sector === undefined) return undefined
    return { floor: this.floor(sector, this.atRest), ceiling: this.ceiling(sector, this.atRest) }
  }
}

function bounded<Mover>(map: string, what: string, numbered: Numbered<Mover>): Numbered<Mover> {
  const count = numbered.movers.length
  if (count > mostMovers) throw new MapFault(`${map} has ${count} ${what}; ${mostMovers} are played at most`)
  return numbered
}

function noStarts(starts: number): string {
  if (starts === 0) return 'no deathmatch start (11) and no player start (1 to 4)'
  return `none of the ${starts} starts has room to stand`
}

function leftOut(starts: number): string[] {
  return starts === 0 ? [] : [`${starts} starts have no room to stand and are left out`]
}
