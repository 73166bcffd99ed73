// Generated dungeon floors are walkable for any seed. Monsters and treasure increase with depth.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dungeonBosses } from '../../../../../games/crossfire/builtin/archetypes/dungeon.ts'
import { archetypeById } from '../../../../../games/crossfire/builtin/archetypes/index.ts'
import {
  type DungeonFloor,
  floorCount,
  floorMap,
  generateFloor,
} from '../../../../../games/crossfire/builtin/dungeon/floor.ts'
import { layoutHeight, layoutWidth } from '../../../../../games/crossfire/builtin/dungeon/layout.ts'
import { maxChestValue } from '../../../../../games/crossfire/builtin/dungeon/treasure.ts'
import { dungeonStairs } from '../../../../../games/crossfire/builtin/maps/index.ts'
import type { MapPlacement } from '../../../../../games/crossfire/builtin/maps/map-source.ts'
import { readBuiltinMap } from '../../../../../games/crossfire/model/loading/atlas.ts'
import { readMapContent } from '../../../../../games/crossfire/model/loading/map-reader.ts'
import { assertProperty } from '../../../../property.ts'

const week = 2950

/**
 * The cells reachable from the stairs up by steps in four directions, as `x + layoutWidth * y`. `stops`: the letters of
 * cells that block the way.
 */
function reached(
  cells: string,
  stops: string,
): { readonly has: (cell: number) => boolean; readonly size: number } {
  const isSeen = new Uint8Array(cells.length)
  const found = [cells.indexOf('<')]
  isSeen[found[0]!] = 1
  for (let at = 0; at < found.length; at++) {
    for (const step of [-1, 1, -layoutWidth, layoutWidth]) {
      const next = found[at]! + step
      if (isSeen[next] === 1 || stops.includes(cells[next]!)) continue
      isSeen[next] = 1
      found.push(next)
    }
  }
  return { has: (cell) => isSeen[cell] === 1, size: found.length }
}

function rowsOf({ rows }: DungeonFloor): readonly string[] {
  return rows.split('\n')
}

function cellsOf({ rows }: DungeonFloor): string {
  return rows.replaceAll('\n', '')
}

const drawn = fc
  .tuple(fc.nat(2 ** 32 - 1), fc.integer({ min: 2000, max: 9000 }), fc.integer({ min: 1, max: floorCount }))
  .map(([seed, weekOf, floor]) => ({ floor, plan: generateFloor({ seed, week: weekOf }, floor) }))

describe('[CF-19.2] a generated dungeon floor', () => {
  it('has a fixed size, a closed border and a legend for every sign', () => {
    assertProperty(
      fc.property(drawn, ({ plan }) => {
        const rows = rowsOf(plan)
        expect([rows.length, new Set(rows.map(({ length }) => length))]).toEqual([
          layoutHeight,
          new Set([layoutWidth]),
        ])
        expect(rows[0]! + rows.at(-1)! + rows.map((row) => row[0]! + row.at(-1)!).join('')).toMatch(/^#+$/)
        for (const sign of new Set(plan.rows.replaceAll('\n', ''))) expect(plan.legend).toHaveProperty([sign])
      }),
      { numRuns: 300 },
    )
  })

  it('[CF-19.3] has one stair up and one stair down, connected without secret doors, and one room behind a secret door', () => {
    assertProperty(
      fc.property(drawn, ({ plan, floor }) => {
        const cells = cellsOf(plan)
        const count = (sign: string) => cells.split(sign).length - 1
        expect([count('<'), count('>'), count('%')]).toEqual([1, floor < floorCount ? 1 : 0, 1])
        const seen = reached(cells, '#%BX')
        if (floor < floorCount) expect(seen.has(cells.indexOf('>'))).toBe(true)
        // On every fifth floor the ruler (`K`) is also reachable.
        if (floor % 5 === 0) expect(seen.has(cells.indexOf('K'))).toBe(true)
        const all = reached(cells, '#BX')
        expect(all.size - seen.size).toBeGreaterThanOrEqual(6)
        expect(all.size).toBe([...cells].filter((sign) => !'#BX'.includes(sign)).length)
      }),
      { numRuns: 2000 },
    )
  })

  it('[CF-12.1] parses as a map, and each exit leads to an exit that leads back', () => {
    const deep = { seed: 7, week }
    const plans = Array.from({ length: floorCount }, (_, above) => generateFloor(deep, above + 1))
    const read = new Map(plans.map((plan) => [plan.id, readMapContent(floorMap(plan)).things]))
    read.set('barrow', readBuiltinMap('barrow').things)
    for (const [above, plan] of plans.entries()) {
      for (const { id, x, y, exit } of read.get(plan.id)!) {
        if (!exit) continue
        const back = read.get(exit.map)!.find((each) => each.x === exit.x && each.y === exit.y && each.exit)
        const isUp = id === 'stairs_up'
        expect(exit.map).toBe(isUp ? (above === 0 ? 'barrow' : plans[above - 1]!.id) : plans[above + 1]!.id)
        expect(back?.exit).toEqual(above === 0 && isUp ? dungeonStairs : { map: plan.id, x, y })
      }
    }
  })

  it('the stairs into the dungeon lead to the stairs up of the first floor', () => {
    assertProperty(
      fc.property(fc.nat(2 ** 32 - 1), (seed) => {
        const up = cellsOf(generateFloor({ seed, week }, 1)).indexOf('<')
        expect(up).toBe(dungeonStairs.x + layoutWidth * dungeonStairs.y)
      }),
    )
  })

  it('depends only on seed, week and floor number', () => {
    const deep = { seed: 99, week }
    expect(generateFloor(deep, 3)).toEqual(generateFloor(deep, 3))
    const others = [
      generateFloor({ ...deep, seed: 98 }, 3),
      generateFloor({ ...deep, week: week + 1 }, 3),
      generateFloor(deep, 4),
    ]
    for (const other of others) expect(other.rows).not.toBe(generateFloor(deep, 3).rows)
  })
})

describe('[CF-19.4] monsters of a dungeon floor', () => {
  it('are not in the room of the stairs up', () => {
    assertProperty(
      fc.property(drawn, ({ plan }) => {
        const cells = cellsOf(plan)
        const quiet = reached(cells, '#+%BX')
        for (const [cell, sign] of [...cells].entries()) {
          if (!quiet.has(cell)) continue
          for (const entry of plan.legend[sign]!) expect(kindOf(entry).layer).not.toBe('creature')
        }
      }),
      { numRuns: 300 },
    )
  })
  it('get stronger and more numerous from floor to floor', () => {
    const means = Array.from({ length: floorCount }, (_, above) => {
      const levels = seeds.flatMap((seed) => levelsOf(generateFloor({ seed, week }, above + 1)))
      return { level: mean(levels), count: levels.length / seeds.length }
    })
    for (let floor = 2; floor < floorCount; floor++) {
      expect(means[floor]!.level).toBeGreaterThan(means[floor - 1]!.level)
      expect(means[floor]!.count).toBeGreaterThanOrEqual(means[floor - 1]!.count)
    }
    expect(means[0]).toMatchObject({ count: 9 })
    expect(means[0]!.level).toBeLessThan(4)
    expect(means[floorCount - 1]!.count).toBe(18)
    expect(means[floorCount - 1]!.level).toBeGreaterThan(20)
  })
  it('every fifth floor has its own ruler', () => {
    const ruling = Array.from({ length: floorCount }, (_, above) => {
      const king = generateFloor({ seed: 5, week }, above + 1).legend.K
      return king?.map((entry) => kindOf(entry).id)[0]
    })
    expect(ruling.flatMap((id, above) => (id ? [[above + 1, id]] : []))).toEqual([
      [5, 'goblin_king'],
      [10, 'spider_mother'],
      [15, 'grave_knight'],
      [20, 'king_below'],
    ])
  })
  it('respawn after 45 minutes of play, but rulers never do, and chests are never refilled', () => {
    const { legend } = generateFloor({ seed: 5, week }, 5)
    for (const entry of Object.values(legend).flat()) {
      if (entry.exit) continue
      const { layer } = kindOf(entry)
      expect(entry.returns).toBe(layer === 'creature' && entry.id !== 'goblin_king' ? 45 : undefined)
    }
  })
})

describe('[CF-19.5] treasure of a dungeon floor', () => {
  it('a chest has the value of its floor, and a chest behind the secret door has three times that value', () => {
    assertProperty(
      fc.property(drawn, ({ plan, floor }) => {
        const chests = Object.entries(plan.legend).filter(([sign]) => /\d/.test(sign))
        expect(chests.length).toBeGreaterThanOrEqual(3)
        for (const [sign, [chest]] of chests) {
          const worth = copperIn(chest!)
          const promised = maxChestValue(floor) * (sign === '0' ? 3 : 1)
          expect(worth).toBeLessThanOrEqual(promised)
          expect(worth).toBeGreaterThan(promised - 10)
        }
        const cells = cellsOf(plan)
        expect(reached(cells, '#%BX').has(cells.indexOf('0'))).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
  it('the treasure of each floor is worth more than that of the floor above', () => {
    for (let floor = 2; floor <= floorCount; floor++)
      expect(maxChestValue(floor)).toBeGreaterThan(maxChestValue(floor - 1))
    expect([maxChestValue(1), maxChestValue(10), maxChestValue(20)]).toEqual([275, 5000, 15_000])
  })
})

const seeds = Array.from({ length: 20 }, (_, seed) => seed)

function kindOf(entry: MapPlacement) {
  return archetypeById(entry.id)
}

/** The levels of all monsters except a ruler. */
function levelsOf(plan: DungeonFloor): number[] {
  return [...cellsOf(plan)].flatMap((sign) =>
    plan.legend[sign]!.map(kindOf).flatMap(({ id, traits }) =>
      traits.role === 'monster' && !(dungeonBosses as readonly string[]).includes(id) ? [traits.level] : [],
    ),
  )
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length
}

function copperIn(entry: MapPlacement): number {
  const own = (kindOf(entry).value ?? 0) * (entry.count ?? 1)
  return own + (entry.inside ?? []).reduce((sum, each) => sum + copperIn(each), 0)
}
