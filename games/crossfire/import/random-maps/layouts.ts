// Generates layouts of dungeons; the same random numbers yield the same layout. [CF-20.20]
import type { Random } from '../../../shared/random.ts'
import type { Position } from '../../model/definitions/level-plan.ts'

export interface Layout {
  readonly width: number
  readonly height: number
  /** `up`: the cell of the entrance. `down`: the cell with the longest path from the entrance. */
  readonly up: Position
  readonly down: Position
  isOpen(x: number, y: number): boolean
  /** Row by row. There is a path between any two open cells. */
  readonly open: readonly Position[]
}

export const layoutStyles = ['maze', 'onion', 'spiral', 'snake', 'rogue'] as const
export type LayoutStyle = (typeof layoutStyles)[number]

class DigGrid {
  readonly width: number
  readonly height: number
  readonly cells: Uint8Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.cells = new Uint8Array(width * height)
  }

  isInside(x: number, y: number): boolean {
    return x > 0 && y > 0 && x < this.width - 1 && y < this.height - 1
  }

  isOpen(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x < this.width && y < this.height && this.cells[x + this.width * y] === 1
  }

  dig(x: number, y: number): void {
    if (this.isInside(x, y)) this.cells[x + this.width * y] = 1
  }

  close(x: number, y: number): void {
    this.cells[x + this.width * y] = 0
  }

  digAll(left: number, top: number, right: number, bottom: number): void {
    for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) this.dig(x, y)
  }
}

/** `wide`: whether passages are two cells wide. `width` and `height`: at least 10 cells. */
export function generateLayout(
  style: LayoutStyle,
  { width, height, wide }: { readonly width: number; readonly height: number; readonly wide: boolean },
  random: Random,
): Layout {
  const rock = wide ? widenCorridors(width, height, style, random) : new DigGrid(width, height)
  if (!wide) layoutGenerators[style](rock, random)
  return reachableLayout(rock, random)
}

function widenCorridors(width: number, height: number, style: LayoutStyle, random: Random): DigGrid {
  const small = new DigGrid(Math.max(7, width >> 1), Math.max(7, height >> 1))
  layoutGenerators[style](small, random)
  const large = new DigGrid(2 * small.width, 2 * small.height)
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++)
      if (small.isOpen(x, y)) large.digAll(2 * x, 2 * y, 2 * x + 1, 2 * y + 1)
  return large
}

const layoutGenerators: { readonly [style in LayoutStyle]: (rock: DigGrid, random: Random) => void } = {
  maze: digMaze,
  onion: digOnion,
  spiral: digSpiral,
  snake: digSnake,
  rogue: digRooms,
}

const ways = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const

/** Digs the maze by a depth-first search over the cells of every other row and column. */
function digMaze(rock: DigGrid, random: Random): void {
  const path: Position[] = [{ x: 1, y: 1 }]
  rock.dig(1, 1)
  for (let at = path.at(-1); at; at = path.at(-1)) {
    const { x, y } = at
    const free = ways.filter(
      ([dx, dy]) => rock.isInside(x + 2 * dx, y + 2 * dy) && !rock.isOpen(x + 2 * dx, y + 2 * dy),
    )
    if (free.length === 0) {
      path.pop()
      continue
    }
    const [dx, dy] = random.pick(free)
    rock.dig(x + dx, y + dy)
    rock.dig(x + 2 * dx, y + 2 * dy)
    path.push({ x: x + 2 * dx, y: y + 2 * dy })
  }
}

/** Concentric walls, each with a gap. */
function digOnion(rock: DigGrid, random: Random): void {
  const { width, height } = rock
  rock.digAll(1, 1, width - 2, height - 2)
  const between = random.between(3, 5)
  for (let ring = between; 2 * ring < Math.min(width, height) - 3; ring += between) {
    const [left, top, right, bottom] = [ring, ring, width - 1 - ring, height - 1 - ring]
    for (let x = left; x <= right; x++) for (const y of [top, bottom]) rock.close(x, y)
    for (let y = top; y <= bottom; y++) for (const x of [left, right]) rock.close(x, y)
    const gap = random.between(left + 1, Math.max(left + 1, right - 1))
    rock.dig(gap, random.below(2) === 0 ? top : bottom)
  }
}

function digSpiral(rock: DigGrid): void {
  let [left, top, right, bottom] = [1, 1, rock.width - 2, rock.height - 2]
  for (let x = left; x <= right; x++) rock.dig(x, top)
  while (right - left > 1 && bottom - top > 1) {
    rock.digAll(right, top, right, bottom)
    rock.digAll(left, bottom, right, bottom)
    top += 2
    rock.digAll(left, top, left, bottom)
    right -= 2
    rock.digAll(left, top, right, top)
    bottom -= 2
    left += 2
  }
}

/** Parallel halls, connected at alternating ends. */
function digSnake(rock: DigGrid, random: Random): void {
  const { width, height } = rock
  rock.digAll(1, 1, width - 2, height - 2)
  const between = random.between(3, 5)
  for (let y = between, atLeft = true; y < height - 2; y += between, atLeft = !atLeft) {
    for (let x = 1; x < width - 1; x++) rock.close(x, y)
    rock.dig(atLeft ? 1 : width - 2, y)
  }
}

/** Rooms, each connected to the previous room. */
function digRooms(rock: DigGrid, random: Random): void {
  const rooms = random.between(5, 5 + Math.floor((rock.width * rock.height) / 250))
  let last: Position | undefined
  for (let room = 0; room < rooms; room++) {
    const [wide, high] = [random.between(3, 8), random.between(3, 6)]
    const left = random.between(1, Math.max(1, rock.width - 2 - wide))
    const top = random.between(1, Math.max(1, rock.height - 2 - high))
    rock.digAll(left, top, left + wide - 1, top + high - 1)
    const middle = { x: left + (wide >> 1), y: top + (high >> 1) }
    if (last) digPassage(rock, last, middle)
    last = middle
  }
}

function digPassage(rock: DigGrid, from: Position, to: Position): void {
  const across = [from.x, to.x].sort((a, b) => a - b) as [number, number]
  const down = [from.y, to.y].sort((a, b) => a - b) as [number, number]
  rock.digAll(across[0], from.y, across[1], from.y)
  rock.digAll(to.x, down[0], to.x, down[1])
}

function reachableLayout(rock: DigGrid, random: Random): Layout {
  const { width, height } = rock
  const first = firstOpen(rock) ?? { x: 1, y: 1 }
  rock.dig(first.x, first.y)
  const all = stepsFrom(rock, first)
  const somewhere = random.pick(all.cells)
  const up = stepsFrom(rock, somewhere).cells.at(-1)!
  const down = stepsFrom(rock, up).cells.at(-1)!
  const open = all.cells.toSorted((a, b) => a.y - b.y || a.x - b.x)
  const isOpen = (x: number, y: number) => x >= 0 && x < width && all.steps.has(x + width * y)
  return { width, height, up, down, open, isOpen }
}

function firstOpen({ cells, width }: DigGrid): Position | undefined {
  const at = cells.indexOf(1)
  return at < 0 ? undefined : { x: at % width, y: Math.floor(at / width) }
}

/** The cells that can be reached from `from`, nearest first. */
function stepsFrom(
  rock: DigGrid,
  from: Position,
): { readonly cells: readonly Position[]; readonly steps: ReadonlySet<number> } {
  const cells: Position[] = [from]
  const steps = new Set([from.x + rock.width * from.y])
  for (const { x, y } of cells)
    for (const [dx, dy] of ways) {
      const at = x + dx + rock.width * (y + dy)
      if (!rock.isOpen(x + dx, y + dy) || steps.has(at)) continue
      steps.add(at)
      cells.push({ x: x + dx, y: y + dy })
    }
  return { cells, steps }
}
