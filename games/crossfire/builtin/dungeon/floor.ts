// Generates a floor of the dungeon: rows of letters, and a legend with the meaning of each letter. [CF-19.2]
import { Random } from '../../../shared/random.ts'
import type { Position } from '../../model/definitions/level-plan.ts'
import { dungeonBosses, dungeonMonsters } from '../archetypes/dungeon.ts'
import { dungeonTrapdoor } from '../maps/index.ts'
import type { BuiltinMap, MapHeader, MapPlacement } from '../maps/map-source.ts'
import {
  type DungeonLayout,
  type DungeonRoom,
  distantSector,
  generateDungeonLayout,
  layoutHeight,
  layoutWidth,
  middleOfSector,
} from './layout.ts'
import { fillChest, maxChestValue } from './treasure.ts'

export const floorCount = 20
/** [CF-19.4] Floors whose number is a multiple of this have a boss. */
const bossFloors = 5
/** The sector of the first stairs up: players enter every dungeon at the same cell, `dungeonStairs`. */
const firstPlace = 1
/** [CF-19.4] Minutes of play until a monster respawns. Bosses never respawn. */
const returns = 45
/** [CF-19.4] Percentage of the monsters on even floors that have the next strength. */
const stronger = 40
/** Letters of the monsters: six kinds in two strengths. */
const letters = 'abcdefghijkm'

/** The things that each letter of `rows` represents, the lowest first. */
type Legend = { readonly [sign: string]: readonly MapPlacement[] }

export interface DungeonFloor extends MapHeader {
  /** One letter per cell. */
  readonly rows: string
  readonly legend: Legend
}

/** Each combination of seed and week has a dungeon of its own. */
export interface DungeonSeed {
  /** A whole number below 2^32. */
  readonly seed: number
  /** Number of weeks since the first Monday of 1970. */
  readonly week: number
}

/** The map name of a floor, such as `deep-2950-1`, which stored worlds contain. Floors count from 1. */
export function floorName({ week }: Pick<DungeonSeed, 'week'>, floor: number): string {
  return `deep-${week}-${floor}`
}

/** `floor`: 1 to 20. Deterministic. */
export function generateFloor(deep: DungeonSeed, floor: number): DungeonFloor {
  const [up, down] = [stairsUnder(deep, floor - 1), stairsUnder(deep, floor)]
  const random = new Random(deep.seed, `${deep.week}/${floor}`)
  const layout = generateDungeonLayout(random, up, down)
  const cells = layout.cells.map((row) => [...row])
  const legend = populateFloor(random, cells, layout, floor)
  return {
    id: floorName(deep, floor),
    title: `The deep, floor ${floor}`,
    darkness: floor < bossFloors ? 3 : 4,
    song: 'deep',
    rows: cells.map((row) => row.join('')).join('\n'),
    legend: { ...legend, ...stairs(deep, floor) },
  }
}

export function floorMap({ rows, legend, ...header }: DungeonFloor): BuiltinMap {
  const lines = rows.split('\n')
  return {
    ...header,
    width: layoutWidth,
    height: layoutHeight,
    floor: 'floor_dungeon',
    placedAt: (x, y) => legend[lines[y]![x]!]!,
  }
}

/** Sector of the stairs down from a floor. The stairs of floor 0 lead to floor 1. */
function stairsUnder({ seed, week }: DungeonSeed, floor: number): number {
  const random = new Random(seed, `${week}/stairs`)
  let place = firstPlace
  for (let above = 0; above < floor; above++) place = distantSector(random, place)
  return place
}

function stairs(deep: DungeonSeed, floor: number): Legend {
  const up = floor === 1 ? dungeonTrapdoor : { map: floorName(deep, floor - 1), ...spotOf(deep, floor - 1) }
  const down = { map: floorName(deep, floor + 1), ...spotOf(deep, floor) }
  return {
    '<': [{ id: 'stairs_up', exit: up }],
    ...(floor < floorCount && { '>': [{ id: 'stairs_down', exit: down }] }),
  }
}

/** Stairs lead straight down: players arrive at the same coordinates. */
function spotOf(deep: DungeonSeed, floor: number): Position {
  return middleOfSector(stairsUnder(deep, floor))
}

const walls: Legend = {
  '.': [{ id: 'floor_dungeon' }],
  ',': [{ id: 'floor_cracked' }],
  '#': [{ id: 'wall_dungeon' }],
  '+': [{ id: 'door' }],
  '%': [{ id: 'secret_wall_dungeon' }],
  l: [{ id: 'torch_wall' }],
  n: [{ id: 'bones' }],
  B: [{ id: 'barrel' }],
  X: [{ id: 'crate' }],
}

/** Fills the rooms, and returns the legend of the placed letters, except the letters of the stairs. */
function populateFloor(
  random: Random,
  cells: string[][],
  { rooms, sectors }: DungeonLayout,
  floor: number,
): Legend {
  const [up, down, vault] = [rooms[sectors.up]!, rooms[sectors.down]!, rooms[sectors.vault]!]
  set(cells, up.middle, '<')
  // The last floor has a boss in place of the stairs down.
  if (floor < floorCount) set(cells, down.middle, '>')
  const others = rooms.filter((room) => room !== up && room !== vault && room.left < room.right)
  for (const room of rooms) decorateCorners(random, cells, room)
  const ruler = floor % bossFloors === 0 ? placeBoss(random, cells, down, floor) : {}
  const chests = placeTreasure(
    random,
    cells,
    [vault, ...pickSome(random, others, 2 + Math.ceil(floor / 7))],
    floor,
  )
  return { ...walls, ...ruler, ...chests, ...placeMonsters(random, cells, [vault, ...others], floor) }
}

/** No path crosses a corner, so torches, bones, barrels or crates can be there. */
function decorateCorners(random: Random, cells: string[][], { left, right, top, bottom }: DungeonRoom): void {
  if (left === right) return
  for (const y of [top, bottom])
    for (const x of [left, right]) if (random.below(100) < 40) set(cells, { x, y }, random.pick([...'llnBX']))
  for (let cracks = random.below(4); cracks > 0; cracks--) {
    const spot = { x: random.between(left, right), y: random.between(top, bottom) }
    if (isBare(cells, spot)) set(cells, spot, ',')
  }
}

function placeBoss(random: Random, cells: string[][], room: DungeonRoom, floor: number): Legend {
  set(cells, emptyCellIn(random, cells, room)!, 'K')
  return { K: [{ id: dungeonBosses[floor / bossFloors - 1]! }] }
}

/** [CF-19.5] The first room is the vault, whose chest has three times the value. */
function placeTreasure(
  random: Random,
  cells: string[][],
  rooms: readonly DungeonRoom[],
  floor: number,
): Legend {
  const entries = rooms.flatMap((room, number): [string, readonly MapPlacement[]][] => {
    const spot = emptyCellIn(random, cells, room)
    if (!spot) return []
    set(cells, spot, String(number))
    const inside = fillChest(random, maxChestValue(floor) * (number === 0 ? 3 : 1))
    return [[String(number), [{ id: 'chest', inside }]]]
  })
  return Object.fromEntries(entries)
}

/** [CF-19.4] Each monster has the floor's strength or the next one. */
function placeMonsters(
  random: Random,
  cells: string[][],
  rooms: readonly DungeonRoom[],
  floor: number,
): Legend {
  const strength = Math.ceil(floor / 2) - 1
  const next = floor % 2 === 0 ? dungeonMonsters[strength + 1] : undefined
  const ids = [...dungeonMonsters[strength]!, ...(next ?? [])]
  for (let count = 8 + Math.ceil(floor / 2); count > 0; count--) {
    const kinds = next && random.below(100) < stronger ? next : dungeonMonsters[strength]!
    const spot = emptyCellIn(random, cells, random.pick(rooms))
    const letter = letters[ids.indexOf(random.pick(kinds))]!
    if (spot) set(cells, spot, letter)
  }
  return Object.fromEntries(ids.map((id, at) => [letters[at]!, [{ id, returns }]]))
}

function pickSome<T>(random: Random, from: readonly T[], count: number): T[] {
  const left = [...from]
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(random.below(left.length), 1)[0]!,
  )
}

/** A random empty cell of the room; undefined if the room is full. */
function emptyCellIn(
  random: Random,
  cells: string[][],
  { left, right, top, bottom }: DungeonRoom,
): Position | undefined {
  const bare: Position[] = []
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) if (isBare(cells, { x, y })) bare.push({ x, y })
  return bare.length > 0 ? random.pick(bare) : undefined
}

function isBare(cells: string[][], { x, y }: Position): boolean {
  return cells[y]![x] === '.' || cells[y]![x] === ','
}

function set(cells: string[][], { x, y }: Position, sign: string): void {
  cells[y]![x] = sign
}
