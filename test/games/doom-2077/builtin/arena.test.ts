// [DM-9.12] The built-in arena: every Doom can open it, and it is playable.
import { describe, expect, it } from 'vitest'
import { arenaMap, arenaWad } from '../../../../games/doom-2077/builtin/arena/arena.ts'
import { mapLumpNames, readWad } from '../../../../games/doom-2077/import/wad.ts'
import {
  type DoorAndLiftPositions,
  type Level,
  type Point,
  parseLevel,
} from '../../../../games/doom-2077/map/level/level.ts'

const arena = parseLevel(arenaWad(), arenaMap)
const lumps = new Map(readWad(arenaWad()).map(({ name, bytes }) => [name, bytes]))
/** The arena's grid of cells, whose middle is at 0, 0. `cellSize` is in map units. */
const [columns, rows, cellSize] = [80, 60, 32]

/** Splits a lump into records of this many bytes, each a list of u16 values. */
function records(name: string, bytes: number): number[][] {
  const lump = lumps.get(name)!
  const view = new DataView(lump.buffer, lump.byteOffset, lump.length)
  expect(lump.length % bytes).toBe(0)
  return Array.from({ length: lump.length / bytes }, (_, at) =>
    Array.from({ length: bytes / 2 }, (_, field) => view.getUint16(at * bytes + field * 2, true)),
  )
}

function middle(column: number, row: number): Point {
  return { x: (column + 0.5 - columns / 2) * cellSize, y: (rows / 2 - row - 0.5) * cellSize }
}

function cellOf({ x, y }: Point): [column: number, row: number] {
  return [Math.floor(x / cellSize + columns / 2), Math.floor(rows / 2 - y / cellSize)]
}

/** Cells whose centres can be reached by steps to adjacent cells. */
function reached(level: Level, doorsAndLifts: DoorAndLiftPositions): Set<string> {
  const cells = [cellOf(level.spawns[0]!)]
  const seen = new Set(cells.map(String))
  for (const [column, row] of cells) {
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const next: [number, number] = [column + dx, row + dy]
      if (seen.has(`${next}`) || !level.isWalkable(middle(column, row), middle(...next), doorsAndLifts))
        continue
      seen.add(`${next}`)
      cells.push(next)
    }
  }
  return seen
}

describe('[DM-9.12] the WAD', () => {
  it('has one map with all its lumps in order and no art', () => {
    expect([...lumps.keys()]).toEqual(['MAP01', ...mapLumpNames])
    expect(arenaWad().length).toBeLessThan(64 * 1024)
  })

  it('has valid nodes', () => {
    const [segs, leaves, nodes] = [records('SEGS', 12), records('SSECTORS', 4), records('NODES', 28)]
    const [vertexes, lines] = [lumps.get('VERTEXES')!.length / 4, lumps.get('LINEDEFS')!.length / 14]
    for (const [v1, v2, , line] of segs) {
      expect([v1! < vertexes, v2! < vertexes, line! < lines]).toEqual([true, true, true])
    }
    let next = 0
    for (const [count, first] of leaves) {
      expect([first, count! > 0]).toEqual([next, true])
      next += count!
    }
    expect(next).toBe(segs.length)
    // Each leaf and each node except the last one (the root) is the child of exactly one node.
    const children = nodes.flatMap((node) => node.slice(12)).toSorted((a, b) => a - b)
    const wanted = [...Array(nodes.length - 1).keys(), ...leaves.map((_, at) => at | 0x8000)]
    expect(children).toEqual(wanted)
  })

  it('has a reject table and a block map for the whole map', () => {
    const sectors = lumps.get('SECTORS')!.length / 26
    expect(lumps.get('REJECT')!.length).toBe(Math.ceil(sectors ** 2 / 8))
    const [, , width, height] = records('BLOCKMAP', 2).flat()
    expect(width! * 128).toBeGreaterThanOrEqual(76 * cellSize)
    expect(height! * 128).toBeGreaterThanOrEqual(55 * cellSize)
  })
})

describe('[DM-9.12] the arena in play', () => {
  it('has a door that closes, a door that stays open, and a lift, without warnings for the original client', () => {
    expect(arena.doors).toMatchObject([
      { closed: 0, open: 128, startsOpen: false, waitMs: 4000, neverReturns: false },
      { closed: 0, open: 128, startsOpen: false, neverReturns: true },
    ])
    expect(arena.lifts).toMatchObject([
      { low: 0, high: 96, startsHigh: true, waitMs: 3000, neverReturns: false },
    ])
    expect(arena.warnings).toEqual([])
  })

  it('has at least 16 starts, each with 48 units of free space around it and over 96 units from the others', () => {
    expect(arena.spawns.length).toBeGreaterThanOrEqual(16)
    for (const [index, start] of arena.spawns.entries()) {
      const floor = arena.floor(arena.sectorAt(start.x, start.y)!, arena.atRest)
      expect(start.z).toBe(floor + 41)
      for (let degrees = 0; degrees < 360; degrees += 10) {
        const angle = (degrees * Math.PI) / 180
        const around = { x: start.x + 48 * Math.cos(angle), y: start.y + 48 * Math.sin(angle) }
        expect(arena.isWalkable(start, around, arena.atRest)).toBe(true)
        expect(arena.floor(arena.sectorAt(around.x, around.y)!, arena.atRest)).toBe(floor)
      }
      for (const other of arena.spawns.slice(index + 1))
        expect(Math.hypot(other.x - start.x, other.y - start.y)).toBeGreaterThan(96)
    }
  })

  it('connects all starts even with all doors closed, and connects the vault when its door is open', () => {
    const cells = reached(arena, arena.atRest)
    for (const start of arena.spawns) expect(cells.has(`${cellOf(start)}`)).toBe(true)
    expect(cells.has('31,13')).toBe(false)
    const opened: DoorAndLiftPositions = { door: () => 'open', lift: () => 'low' }
    expect(reached(arena, opened).has('31,13')).toBe(true)
    // Nobody can climb onto the crates, which are cover, or through the gallery's windows.
    for (const cell of ['4,29', '30,3', '36,45', '53,22'])
      expect(reached(arena, opened).has(cell)).toBe(false)
  })

  it('hides two starts from each other in over 70 percent of the pairs of starts', () => {
    const pairs = arena.spawns.flatMap((a) => arena.spawns.filter((b) => b !== a).map((b) => [a, b] as const))
    const seen = pairs.filter(([a, b]) => arena.isVisible(a, b, arena.atRest)).length
    expect(seen / pairs.length).toBeLessThan(0.3)
  })

  it('has reachable healing pickups, one of them in the vault', () => {
    const cells = reached(arena, { door: () => 'open', lift: () => 'low' })
    expect(arena.pickups.length).toBe(16)
    for (const pickup of arena.pickups) expect(cells.has(`${cellOf(pickup)}`)).toBe(true)
    expect(arena.pickups.filter(({ max }) => max === 200)).toHaveLength(9)
  })
})
