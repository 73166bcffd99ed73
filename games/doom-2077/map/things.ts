// [DM-9.4] [DM-9.9] Things that matter to a server: player starts and healing items.

import type { MapData, Thing } from '../import/map-data.ts'
import { MapFault } from '../import/map-fault.ts'
import { eyeHeight } from './heights.ts'
import type { Spot } from './sight.ts'

/** A start position. `angle` in degrees, clockwise from the east, 0 to 360, as in the protocol. */
export interface Spawn extends Spot {
  readonly angle: number
}

/** An item that adds `gain` health points up to `max`. Map units; `floor` is the height of its sector at rest. */
export interface Pickup {
  readonly x: number
  readonly y: number
  readonly floor: number
  readonly gain: number
  readonly max: number
}

/** The floor and ceiling at a point, or undefined if it is outside every sector. */
export type RoomAt = (
  x: number,
  y: number,
) => { readonly floor: number; readonly ceiling: number } | undefined

const deathmatchStart = 11
const playerStarts: ReadonlySet<number> = new Set([1, 2, 3, 4])
/** Doom's player height. A start needs this much headroom; a step (heights.ts) only what the client checks. */
const height = 56

/** By Doom's thing types. Items with a `max` over 100 also help healthy players. */
const healing: ReadonlyMap<number, { readonly gain: number; readonly max: number }> = new Map([
  [2011, { gain: 10, max: 100 }], // stimpack
  [2012, { gain: 25, max: 100 }], // medikit
  [2013, { gain: 100, max: 200 }], // soul sphere
  [2014, { gain: 1, max: 200 }], // health bonus
  [2023, { gain: 100, max: 100 }], // berserk
  [83, { gain: 200, max: 200 }], // mega sphere
])
/** Things can be excluded by difficulty. Matches use the middle one. */
const middleDifficulty = 0x0002

/** Limit for starts and for healing items, far more than any known map has. */
const mostThings = 1000

/**
 * Deathmatch starts, or else the starts of players 1 to 4, without those that lack headroom. Throws MapFault if there
 * are too many.
 */
export function spawnsOf({ name, things }: MapData, roomAt: RoomAt): { spawns: Spawn[]; starts: number } {
  const meant = things.filter(({ type }) => type === deathmatchStart)
  const starts = meant.length > 0 ? meant : things.filter(({ type }) => playerStarts.has(type))
  refuseMore(name, 'starts', starts)
  const spawns = starts.flatMap(({ x, y, angle }) => {
    const room = roomAt(x, y)
    if (!room || room.ceiling - room.floor < height) return []
    return [{ x, y, z: room.floor + eyeHeight, angle: clockwise(angle) }]
  })
  return { spawns, starts: starts.length }
}

/** Healing items inside a sector. Throws MapFault if there are too many. */
export function pickupsOf({ name, things }: MapData, roomAt: RoomAt): Pickup[] {
  const meant = things.filter(({ type, flags }) => healing.has(type) && (flags & middleDifficulty) !== 0)
  refuseMore(name, 'things that heal', meant)
  return meant.flatMap(({ x, y, type }) => {
    const room = roomAt(x, y)
    return room ? [{ x, y, floor: room.floor, ...healing.get(type)! }] : []
  })
}

/** Whether play uses it; everything else is decoration. */
export function isPlayed({ type }: Thing): boolean {
  return type === deathmatchStart || playerStarts.has(type) || healing.has(type)
}

function refuseMore(map: string, what: string, things: readonly Thing[]): void {
  if (things.length > mostThings)
    throw new MapFault(`${map} THINGS has ${things.length} ${what}; ${mostThings} are played at most`)
}

function clockwise(degrees: number): number {
  return ((-degrees % 360) + 360) % 360
}
