// A map that is being played, with the queries that the rules need.

import { type Line, type MapData, readMap } from '../../import/map-data.ts'
import { MapError } from '../../import/map-error.ts'
import { findMaps, type MapLumps, readWad } from '../../import/wad.ts'
import { assignDoorIds, assignLiftIds, type Door, type Lift, type MoversById } from './doors-and-lifts.ts'
import { LineGrid, type Point } from './line-grid.ts'
import { type EyePoint, LineOfSight } from './line-of-sight.ts'
import { type DoorAndLiftPositions, SectorHeights } from './sector-heights.ts'
import { sectorAt } from './sector-lookup.ts'
import { WallSliding } from './sliding.ts'
import { findPickups, findSpawns, type Pickup, type Spawn } from './spawns-and-pickups.ts'
import { WalkChecker } from './walking.ts'

export type { Line } from '../../import/map-data.ts'
export type { Door, Lift } from './doors-and-lifts.ts'
export type { Point } from './line-grid.ts'
export type { EyePoint } from './line-of-sight.ts'
export type { DoorAndLiftPositions } from './sector-heights.ts'
export type { Pickup } from './spawns-and-pickups.ts'

/** Lengths are in map units, angles in degrees clockwise, times in ms. */
export interface Level {
  /** The name of the map as in LMAP, for example MAP01 or E1M1. */
  readonly name: string
  /** The starts of the map, at least one. */
  readonly spawns: readonly Spawn[]
  /** Doors, indexed by their ids in the protocol. */
  readonly doors: readonly Door[]
  readonly lifts: readonly Lift[]
  readonly pickups: readonly Pickup[]
  /** The lines as the map's author drew them, at least one. */
  readonly lines: readonly Line[]
  readonly atRest: DoorAndLiftPositions
  /** Parts that the original client handles differently from the author's intention. */
  readonly warnings: readonly string[]
  /** Lines and grid cells that all queries so far have examined. */
  readonly lineChecks: number
  /** Undefined outside every sector. */
  sectorAt(x: number, y: number): number | undefined
  /** Returns the height of the floor. While a lift moves, this is the lower of its two heights. */
  floor(sector: number, doorsAndLifts: DoorAndLiftPositions): number
  /** Returns the height of the ceiling. While a door moves, this is the higher of its two heights. */
  ceiling(sector: number, doorsAndLifts: DoorAndLiftPositions): number
  /** Whether a player can step straight from one point to the other. */
  isWalkable(from: Point, to: Point, doorsAndLifts: DoorAndLiftPositions): boolean
  /** Like `isWalkable`, but a detour of up to `slack` units is allowed. */
  isReachable(from: Point, to: Point, doorsAndLifts: DoorAndLiftPositions, slack: number): boolean
  /**
   * [DM-9.7] Returns the end of the step for a player who keeps the client's distance from walls and slides along them.
   */
  slideAlongWalls(from: Point, way: Point, doorsAndLifts: DoorAndLiftPositions): Point
  /** Whether the target, which is `beside` units wide to either side, is in sight. */
  isVisible(from: EyePoint, to: EyePoint, doorsAndLifts: DoorAndLiftPositions, beside?: number): boolean
}

/**
 * [DM-9.3] Maximum number of doors, and of lifts. DOST and L_ST contain a byte for each, and must fit into a datagram
 * of 1,024 bytes.
 */
const maxMovers = 1000

/** Throws MapError, with a sentence for the author, if the map cannot be played. */
export function parseLevel(wad: Uint8Array, name: string): Level {
  const map = findMaps(readWad(wad)).get(name)
  if (!map) throw new MapError(`unknown map ${name}`)
  return levelFromLumps(map)
}

export function levelFromLumps(map: MapLumps): Level {
  return levelFromMapData(readMap(map))
}

/** Throws MapError as `parseLevel` does. */
export function levelFromMapData(map: MapData): Level {
  return new MapLevel(map)
}

class MapLevel implements Level {
  readonly name: string
  readonly spawns: readonly Spawn[]
  readonly doors: readonly Door[]
  readonly lifts: readonly Lift[]
  readonly pickups: readonly Pickup[]
  readonly lines: readonly Line[]
  readonly atRest: DoorAndLiftPositions
  readonly warnings: readonly string[]
  readonly #grid: LineGrid
  readonly #heights: SectorHeights
  readonly #walking: WalkChecker
  readonly #sliding: WallSliding
  readonly #sight: LineOfSight

  constructor(map: MapData) {
    const doors = limitMovers(map.name, 'doors', assignDoorIds(map))
    const lifts = limitMovers(map.name, 'lifts', assignLiftIds(map))
    this.name = map.name
    this.lines = map.lines
    this.doors = doors.all
    this.lifts = lifts.all
    this.atRest = {
      door: (id) => (this.doors[id]?.startsOpen ? 'open' : 'closed'),
      lift: (id) => (this.lifts[id]?.startsHigh ? 'high' : 'low'),
    }
    this.#grid = new LineGrid(map.lines)
    this.#heights = new SectorHeights(map.sectors, this.doors, this.lifts)
    this.#walking = new WalkChecker(this.#grid, this.#heights)
    this.#sliding = new WallSliding(this.#grid, this.#heights, this.#walking)
    this.#sight = new LineOfSight(this.#grid, this.#heights)
    const { spawns, starts } = findSpawns(map, (x, y) => this.#roomAt(x, y))
    if (spawns.length === 0) throw new MapError(`${map.name} THINGS: ${noStartsMessage(starts)}`)
    this.spawns = spawns
    this.pickups = findPickups(map, (x, y) => this.#roomAt(x, y))
    this.warnings = [...doors.warnings, ...lifts.warnings, ...omittedStartsWarning(starts - spawns.length)]
  }

  get lineChecks(): number {
    return this.#grid.lineChecks
  }

  sectorAt(x: number, y: number): number | undefined {
    return sectorAt(this.#grid, { x, y })
  }

  floor(sector: number, doorsAndLifts: DoorAndLiftPositions): number {
    return this.#heights.floor(sector, doorsAndLifts)
  }

  ceiling(sector: number, doorsAndLifts: DoorAndLiftPositions): number {
    return this.#heights.ceiling(sector, doorsAndLifts)
  }

  isWalkable(from: Point, to: Point, doorsAndLifts: DoorAndLiftPositions): boolean {
    return this.#walking.isWalkable(from, to, doorsAndLifts)
  }

  isReachable(from: Point, to: Point, doorsAndLifts: DoorAndLiftPositions, slack: number): boolean {
    return this.#walking.isReachable(from, to, doorsAndLifts, slack)
  }

  slideAlongWalls(from: Point, way: Point, doorsAndLifts: DoorAndLiftPositions): Point {
    return this.#sliding.move(from, way, doorsAndLifts)
  }

  isVisible(from: EyePoint, to: EyePoint, doorsAndLifts: DoorAndLiftPositions, beside?: number): boolean {
    return this.#sight.isVisible(from, to, doorsAndLifts, beside)
  }

  #roomAt(x: number, y: number) {
    const sector = this.sectorAt(x, y)
    if (sector === undefined) return undefined
    return { floor: this.floor(sector, this.atRest), ceiling: this.ceiling(sector, this.atRest) }
  }
}

function limitMovers<Mover>(map: string, what: string, numbered: MoversById<Mover>): MoversById<Mover> {
  const count = numbered.all.length
  if (count > maxMovers) throw new MapError(`${map} has ${count} ${what}; the maximum is ${maxMovers}`)
  return numbered
}

function noStartsMessage(starts: number): string {
  if (starts === 0) return 'no deathmatch start (11) and no player start (1 to 4)'
  return `none of the ${starts} starts has enough headroom`
}

function omittedStartsWarning(starts: number): string[] {
  return starts === 0 ? [] : [`${starts} starts lack headroom and are left out`]
}
