// [DM-9.4] [DM-9.9] What a server needs of a map's things: where players begin, and what heals them.

import type { MapData, Thing } from '../import/map-data.ts'
import { MapFault } from '../import/map-fault.ts'
import { eyeHeight } from './heights.ts'
import type { Spot } from './sight.ts'

/** A place to begin at; `angle` as on the wire but in degrees: clockwise from the east, 0 to 360. */
export interface Spawn extends Spot {
  readonly angle: number
}

/** Something that gives `gain` points of health, up to `max`. Map units; `floor` is what it lies on at rest. */
export interface Pickup {
  readonly x: number
  readonly y: number
  readonly floor: number
  readonly gain: number
  readonly max: number
}

/** The room that a sector has at a place; undefined: the place is outside. */
export type RoomAt = (
  x: number,
  y: number,
) => { readonly floor: number; readonly ceiling: number } | undefined

const deathmatchStart = 11
const playerStarts: ReadonlySet<number> = new Set([1, 2, 3, 4])
/** A player is 56 high where the game comes from; a start needs that, a step (heights.ts) only what the client asks. */
const height = 56

/** By Doom's own numbers of things. Those with a `max` over 100 are of use to the healthy, too. */
const healing: ReadonlyMap<number, { readonly gain: number; readonly max: number }> = new Map([
  [2011, { gain: 10, max: 100 }], // stimpack
  [2012, { gain: 25, max: 100 }], // medikit
  [2013, { gain: 100, max: 200 }], // soul sphere
  [2014, { gain: 1, max: 200 }], // health bonus
  [2023, { gain: 100, max: 100 }], // berserk
  [83, { gain: 200, max: 200 }], // mega sphere
])
/** Things may be left out by difficulty; matches are played at the middle one. */
const middleDifficulty = 0x0002

/** Of starts and of heals, far above what any map has. */
const mostThings = 1000

/**
 * Deathmatch starts, or else the starts of the players 1 to 4; those without room to stand are left out. Throws
 * MapFault where they are too many.
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

/** Those that lie in a room. Throws MapFault where they are too many. */
export function pickupsOf({ name, things }: MapData, roomAt: RoomAt): Pickup[] {
  const meant = things.filter(({ type, flags }) => healing.has(type) && (flags & middleDifficulty) !== 0)
  refuseMore(name, 'things that heal', meant)
  return meant.flatMap(({ x, y, type }) => {
    const room = roomAt(x, y)
    return room ? [{ x, y, floor: room.floor, ...healing.get(type)! }] : []
  })
}

/** Whether play has a use for it: all else is the art of its map. */
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
