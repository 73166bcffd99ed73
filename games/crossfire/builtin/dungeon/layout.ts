// A floor has four by four sectors, each with a room around its middle or with a crossing. Corridors run along the
// edges between sectors, so that none crosses another or a room. [CF-19.2]
import type { Random } from '../../../shared/random.ts'
import type { Position } from '../../model/definitions/level-plan.ts'

const across = 4
const down = 4
/** Corridors run in the first column and the first row of each sector; its second column and row are walls. */
const sector = { width: 12, height: 10 } as const
export const layoutWidth = across * sector.width + 1
export const layoutHeight = down * sector.height + 1
/** Maximum extent of a room from the middle of its sector, in cells. */
const reach = { x: 4, y: 3 } as const
/** Percentages: sectors with a room, connections with a door, and unneeded connections that are added. */
const chances = { room: 80, door: 60, moreWays: 25 } as const

/** A room without its walls. The edges are inclusive. A crossing is a room of one cell. */
export interface DungeonRoom {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** The cell where the corridors of the room meet; never a corner of the room. */
  readonly middle: Position
}

export interface DungeonLayout {
  /** `#` rock, `.` floor, `+` door, `%` secret door. */
  readonly cells: readonly string[][]
  /** The room of each sector. */
  readonly rooms: readonly DungeonRoom[]
  readonly sectors: SpecialSectors
}

/** The sectors of the stairs up, of the stairs down and of the vault, which is behind a secret door. */
interface SpecialSectors {
  readonly up: number
  readonly down: number
  readonly vault: number
}

/** The stairs of a sector, if any, are in this cell. */
export function middleOfSector(place: number): Position {
  const [column, row] = [place % across, Math.floor(place / across)]
  return {
    x: column * sector.width + sector.width / 2,
    y: row * sector.height + sector.height / 2,
  }
}

/** A random sector at a distance of two or more from `place`. */
export function distantSector(random: Random, place: number): number {
  return random.pick(places.filter((each) => distance(each, place) >= 2))
}

/** `up` and `down`: the sectors of the stairs. */
export function generateDungeonLayout(random: Random, up: number, down: number): DungeonLayout {
  const vault = random.pick(places.filter((place) => place !== up && place !== down))
  const special = { up, down, vault }
  const rooms = places.map((place) => roomIn(random, place, special))
  const cells = Array.from({ length: layoutHeight }, () => Array.from({ length: layoutWidth }, () => '#'))
  for (const room of rooms) digRoom(cells, room)
  for (const pair of connectSectors(random, vault)) digCorridor(random, cells, rooms, pair, special)
  return { cells, rooms, sectors: special }
}

const places: readonly number[] = Array.from({ length: across * down }, (_, place) => place)

type Pair = readonly [place: number, next: number]

/** Adjacent sectors; the second is east or south of the first. */
const neighbours: readonly Pair[] = places.flatMap((place) => {
  const east: Pair[] = place % across < across - 1 ? [[place, place + 1]] : []
  const south: Pair[] = place + across < across * down ? [[place, place + across]] : []
  return [...east, ...south]
})

function distance(a: number, b: number): number {
  return Math.abs((a % across) - (b % across)) + Math.abs(Math.floor(a / across) - Math.floor(b / across))
}

function roomIn(random: Random, place: number, { up, down, vault }: SpecialSectors): DungeonRoom {
  const { x, y } = middleOfSector(place)
  const isStairs = place === up || place === down
  if (!isStairs && place !== vault && random.below(100) >= chances.room) {
    return { left: x, right: x, top: y, bottom: y, middle: { x, y } }
  }
  const [left, right] = [x - random.between(1, reach.x), x + random.between(1, reach.x)]
  const [top, bottom] = [y - random.between(1, reach.y), y + random.between(1, reach.y)]
  const elsewhere = { x: random.between(left + 1, right - 1), y: random.between(top + 1, bottom - 1) }
  return { left, right, top, bottom, middle: isStairs ? { x, y } : elsewhere }
}

function digRoom(cells: string[][], { left, right, top, bottom }: DungeonRoom): void {
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) cells[y]![x] = '.'
}

/** A spanning tree of all sectors except the vault, some additional connections, and one to the vault. */
function connectSectors(random: Random, vault: number): Pair[] {
  const isOfVault = ([a, b]: Pair) => a === vault || b === vault
  const open = neighbours.filter((pair) => !isOfVault(pair))
  const first = places.find((place) => place !== vault)!
  const joined = new Set([first])
  const ways: Pair[] = []
  // All other sectors are connected even without the vault, so a next pair always exists.
  while (joined.size < places.length - 1) {
    const pair = random.pick(open.filter(([a, b]) => joined.has(a) !== joined.has(b)))
    for (const place of pair) joined.add(place)
    ways.push(pair)
  }
  const more = open.filter((pair) => !ways.includes(pair) && random.below(100) < chances.moreWays)
  return [...ways, ...more, random.pick(neighbours.filter(isOfVault))]
}

/** The corridor runs straight from each of two rooms to the edge between their sectors, and along that edge. */
function digCorridor(
  random: Random,
  cells: string[][],
  rooms: readonly DungeonRoom[],
  [a, b]: Pair,
  special: SpecialSectors,
): void {
  const [from, to] = [rooms[a]!, rooms[b]!]
  const [start, end] = [from.middle, to.middle]
  if (b === a + 1) {
    const edge = (b % across) * sector.width
    digRoom(cells, { left: start.x, right: edge, top: start.y, bottom: start.y, middle: start })
    digRoom(cells, {
      ...{ left: edge, right: edge, top: Math.min(start.y, end.y), bottom: Math.max(start.y, end.y) },
      middle: start,
    })
    digRoom(cells, { left: edge, right: end.x, top: end.y, bottom: end.y, middle: end })
    placeDoor(random, cells, { x: from.right + 1, y: start.y }, a, special)
    placeDoor(random, cells, { x: to.left - 1, y: end.y }, b, special)
  } else {
    const edge = Math.floor(b / across) * sector.height
    digRoom(cells, { left: start.x, right: start.x, top: start.y, bottom: edge, middle: start })
    digRoom(cells, {
      ...{ left: Math.min(start.x, end.x), right: Math.max(start.x, end.x), top: edge, bottom: edge },
      middle: start,
    })
    digRoom(cells, { left: end.x, right: end.x, top: edge, bottom: end.y, middle: end })
    placeDoor(random, cells, { x: start.x, y: from.bottom + 1 }, a, special)
    placeDoor(random, cells, { x: end.x, y: to.top - 1 }, b, special)
  }
}

/** The room of the stairs up always gets doors, so that arriving players are safe. */
function placeDoor(
  random: Random,
  cells: string[][],
  { x, y }: Position,
  place: number,
  { up, vault }: SpecialSectors,
): void {
  const hasDoor = random.below(100) < chances.door
  if (place === vault) cells[y]![x] = '%'
  else if (hasDoor || place === up) cells[y]![x] = '+'
}
