// Outdoor structures: houses, the entrances of caves, fields, a pier, a ruin and standing stones.

import { Random } from '../../../../shared/random.ts'
import { directions, placeInDirection } from '../../../terrain/directions.ts'
import { isWalkable, type Place, tileKinds } from '../../../terrain/terrain.ts'
import { type IslandDraft, outdoorSize } from '../draft/draft.ts'
import { hiddenValley, hollowHill, sites, startPlace } from '../draft/geography.ts'
import { type DoorFront, placeDoor } from './doors.ts'

const { north, south, west, east } = directions

interface House {
  /** The north-western corner. */
  readonly at: Place
  readonly width: number
  readonly height: number
  /** The side that has the door in its middle. */
  readonly door?: { readonly side: number; readonly group: DoorGroup }
}

/** The doors of a group lead to each other. */
export type DoorGroup =
  | 'inn'
  | 'apothecary'
  | 'school'
  | 'light'
  | 'chapel'
  | 'hermit'
  | 'fleet'
  | 'hollow'
  | 'underway-south'
  | 'underway-north'
  | 'underway-vale'

const house = (
  x: number,
  y: number,
  width: number,
  height: number,
  side?: number,
  group?: DoorGroup,
): House => ({
  at: { x, y },
  width,
  height,
  ...(side !== undefined && group && { door: { side, group } }),
})

const houses: readonly House[] = [
  house(181, 405, 9, 6, south, 'inn'),
  house(163, 421, 6, 5, south, 'apothecary'),
  house(202, 420, 7, 6, south, 'school'),
  house(154, 423, 5, 3),
  house(155, 431, 4, 3),
  house(164, 449, 5, 3),
  house(202, 431, 5, 4),
  house(175, 450, 5, 3),
  house(191, 445, 4, 4),
  house(337, 434, 5, 4, south, 'fleet'),
  house(350, 433, 4, 5),
  house(335, 446, 4, 5),
  house(352, 446, 5, 4),
  house(444, 276, 5, 5, south, 'light'),
  house(222, 86, 7, 5, south, 'chapel'),
  house(90, 248, 5, 4, south, 'hermit'),
]

/** The first and the last column of Hearthwick's street, which runs through the start. */
const street = { west: 156, east: 212 } as const
/** The north-western corners of the fields. */
const fields = [
  [204, 440],
  [157, 438],
] as const
const orchard = { x: 196, y: 404 } as const
/**
 * `length`: in tiles. `south`: the last row that the pier may reach. From there, players cannot see the edge of the
 * world.
 */
const pier = { length: 13, south: outdoorSize.height - 28 } as const

/** Returns the front of each door, by the door's group. */
export function buildPlaces(draft: IslandDraft, seed: number): ReadonlyMap<DoorGroup, DoorFront> {
  const fronts = new Map<DoorGroup, DoorFront>()
  for (const each of houses) buildHouse(draft, each, fronts)
  const open = (group: DoorGroup, door: Place, facing: number) =>
    fronts.set(group, placeDoor(draft, door, facing, { group, threshold: tileKinds.rocky }))
  open('hollow', slopeFoot(draft, hollowHill, south), south)
  open('underway-south', slopeFoot(draft, { x: 228, y: 276 }, south), south)
  open('underway-north', slopeFoot(draft, { x: 266, y: 206 }, north), north)
  open('underway-vale', slope(draft, hiddenValley, south), north)
  layGrounds(draft)
  ruin(draft, new Random(seed, 'ruin'))
  raiseStones(draft)
  return fronts
}

function buildHouse(
  draft: IslandDraft,
  { at, width, height, door }: House,
  fronts: Map<DoorGroup, DoorFront>,
): void {
  const [right, bottom] = [at.x + width - 1, at.y + height - 1]
  draft.fill(at.x, at.y, right, bottom, tileKinds.wall)
  if (!door) return
  const place = {
    x: door.side === west ? at.x : door.side === east ? right : at.x + (width >> 1),
    y: door.side === north ? at.y : door.side === south ? bottom : at.y + (height >> 1),
  }
  fronts.set(
    door.group,
    placeDoor(draft, place, door.side, {
      group: door.group,
      threshold: tileKinds.dirt,
      // [AS-12.11] Only this outdoor door is locked. The door inside is not, so that players can always leave.
      locked: door.group === 'fleet',
    }),
  )
}

/** The last of the mountain tiles that continue from `from` in this direction. */
function slopeFoot(draft: IslandDraft, from: Place, direction: number): Place {
  let place = from
  for (let next = from; isMountain(draft, next); next = placeInDirection(next, direction)) place = next
  return place
}

/** The first mountain tile after `from` in this direction. */
function slope(draft: IslandDraft, from: Place, direction: number): Place {
  let place = from
  while (!isMountain(draft, place)) place = placeInDirection(place, direction)
  return place
}

function isMountain(draft: IslandDraft, { x, y }: Place): boolean {
  return draft.at(x, y) === tileKinds.mountain
}

/** Lays the fields and an orchard only where there is grass. */
function layGrounds(draft: IslandDraft): void {
  draft.fill(street.west, startPlace.y, street.east, startPlace.y, tileKinds.dirt)
  const sow = (x: number, y: number, kind: number) => {
    if (draft.at(x, y) === tileKinds.grass) draft.set(x, y, kind)
  }
  for (const [left, top] of fields)
    for (let row = 0; row < 7; row += 2)
      for (let x = left; x < left + 9; x++) sow(x, top + row, tileKinds.dirt)
  for (let row = 0; row < 4; row++)
    for (let tree = 0; tree < 5; tree++) sow(orchard.x + tree * 2, orchard.y + row * 2, tileKinds.forest)
}

function ruin(draft: IslandDraft, random: Random): void {
  const { x, y } = sites.ruin
  const [left, right, top, bottom] = [x - 7, x + 7, y - 5, y + 5]
  for (let ty = top; ty <= bottom; ty++) {
    for (let tx = left; tx <= right; tx++) {
      const isRim = tx === left || tx === right || ty === top || ty === bottom
      const isGate = tx === x || ty === y
      const isPillar = (tx - x) % 4 === 2 && (ty - y) % 4 === 2
      if (isRim && !isGate && random.unit() < 0.72) draft.set(tx, ty, tileKinds.wall)
      else if (isPillar && random.unit() < 0.8) draft.set(tx, ty, tileKinds.wall)
      else if (!isRim && random.unit() < 0.65) draft.set(tx, ty, tileKinds.rocky)
    }
  }
}

function raiseStones(draft: IslandDraft): void {
  const { x, y } = sites.stones
  const ring = [
    [0, -5],
    [4, -4],
    [5, 0],
    [4, 4],
    [0, 5],
    [-4, 4],
    [-5, 0],
    [-4, -4],
  ] as const
  for (const [dx, dy] of ring) draft.set(x + dx, y + dy, tileKinds.wall)
}

/** The pier leads from Saltmouth southwards into the sea. */
export function buildPier(draft: IslandDraft): { readonly shore: Place; readonly head: Place } {
  const { x } = sites.saltmouth
  let y = sites.saltmouth.y
  while (isWalkable(draft.at(x, y))) y++
  const shore = { x, y: y - 1 }
  const head = { x, y: Math.min(y + pier.length, pier.south) }
  draft.fill(x, y, x + 1, head.y, tileKinds.wood)
  draft.fill(x - 1, head.y - 1, x + 2, head.y, tileKinds.wood)
  return { shore, head }
}
