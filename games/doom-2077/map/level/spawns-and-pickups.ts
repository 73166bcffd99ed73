// [DM-9.4] [DM-9.9]

import type { MapData, Thing } from '../../import/map-data.ts'
import { MapError } from '../../import/map-error.ts'
import type { EyePoint } from './line-of-sight.ts'
import { eyeHeight } from './sector-heights.ts'

/** `angle`: degrees from 0 to 360, clockwise from the east, as in the protocol. */
export interface Spawn extends EyePoint {
  readonly angle: number
}

/**
 * Adds `gain` health points up to `max`. Positions are in map units. `floor`: floor height of the item's sector at
 * rest.
 */
export interface Pickup {
  readonly x: number
  readonly y: number
  readonly floor: number
  readonly gain: number
  readonly max: number
}

/** Undefined for a point outside every sector. */
export type FindHeights = (
  x: number,
  y: number,
) => { readonly floor: number; readonly ceiling: number } | undefined

const deathmatchStart = 11
const playerStarts: ReadonlySet<number> = new Set([1, 2, 3, 4])
/**
 * Doom's player height. A start needs this much headroom. A step needs only the headroom that the client checks
 * (sector-heights.ts).
 */
const playerHeight = 56

/** Indexed by Doom's thing types. Items with a `max` over 100 also help players with full health. */
const healingItems: ReadonlyMap<number, { readonly gain: number; readonly max: number }> = new Map([
  [2011, { gain: 10, max: 100 }], // stimpack
  [2012, { gain: 25, max: 100 }], // medikit
  [2013, { gain: 100, max: 200 }], // soul sphere
  [2014, { gain: 1, max: 200 }], // health bonus
  [2023, { gain: 100, max: 100 }], // berserk
  [83, { gain: 200, max: 200 }], // mega sphere
])
/** A thing exists only at certain difficulties. Matches use the middle difficulty. */
const mediumDifficultyFlag = 0x0002

/** Maximum number of starts, and of pickups, far more than any known map has. */
const maxThings = 1000

/**
 * Returns the deathmatch starts, or if there are none, the starts of players 1 to 4. Starts that lack headroom are left
 * out. Throws MapError if there are too many.
 */
export function findSpawns(
  { name, things }: MapData,
  roomAt: FindHeights,
): { spawns: Spawn[]; starts: number } {
  const meant = things.filter(({ type }) => type === deathmatchStart)
  const starts = meant.length > 0 ? meant : things.filter(({ type }) => playerStarts.has(type))
  rejectTooMany(name, 'starts', starts)
  const spawns = starts.flatMap(({ x, y, angle }) => {
    const room = roomAt(x, y)
    if (!room || room.ceiling - room.floor < playerHeight) return []
    return [{ x, y, z: room.floor + eyeHeight, angle: toClockwise(angle) }]
  })
  return { spawns, starts: starts.length }
}

/** Items outside every sector are left out. Throws MapError if there are too many. */
export function findPickups({ name, things }: MapData, roomAt: FindHeights): Pickup[] {
  const meant = things.filter(
    ({ type, flags }) => healingItems.has(type) && (flags & mediumDifficultyFlag) !== 0,
  )
  rejectTooMany(name, 'healing items', meant)
  return meant.flatMap(({ x, y, type }) => {
    const room = roomAt(x, y)
    return room ? [{ x, y, floor: room.floor, ...healingItems.get(type)! }] : []
  })
}

/** Whether the thing is a start or heals players. All other things are decoration. */
export function isGameplayThing({ type }: Thing): boolean {
  return type === deathmatchStart || playerStarts.has(type) || healingItems.has(type)
}

function rejectTooMany(map: string, what: string, things: readonly Thing[]): void {
  if (things.length > maxThings)
    throw new MapError(`${map} THINGS has ${things.length} ${what}; the maximum is ${maxThings}`)
}

function toClockwise(degrees: number): number {
  return ((-degrees % 360) + 360) % 360
}
