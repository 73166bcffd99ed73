// [DM-9.5] [DM-9.6] Doors and lifts as the client numbers them.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseLevel } from '../../../../../games/doom-2077/map/level/level.ts'
import { liftMovers, Movers } from '../../../../../games/doom-2077/map/movers.ts'
import { type BorderSpec, corridor, noSide, type RoomSpec, rawLevel } from './small-maps.ts'

const level = (rooms: readonly RoomSpec[], borders: readonly BorderSpec[]) =>
  rawLevel(corridor(rooms, borders))
const hall = {}
const shut = { ceiling: 0 }
/** A level in which a line of this type, in the first room, moves the second room. */
const workedBy = (special: number, room: RoomSpec, tag = 1) =>
  level([hall, { ...room, tag }, { ceiling: 96, floor: -40 }], [{ special, tag }])

describe('the recorded map', () => {
  const wad = readFileSync(new URL('../../fixtures/maps/recorded-arena.wad', import.meta.url))
  const recorded = parseLevel(wad, 'MAP01')

  it('has DOST 00 00 and L_ST 01', () => {
    expect(recorded.doors.map(({ startsOpen }) => startsOpen)).toEqual([false, false])
    expect(recorded.lifts.map(({ startsHigh }) => startsHigh)).toEqual([true])
    expect(recorded.warnings).toEqual([])
  })

  it('has a door that closes after 4 s, a door that stays open, and a lift that goes up after 3 s', () => {
    const opens = { closed: 0, startsOpen: false, travelMs: 500 }
    expect(recorded.doors).toEqual([
      { sector: 1, open: 128, ...opens, waitMs: 4000, neverReturns: false },
      { sector: 5, open: 160, ...opens, waitMs: 0, neverReturns: true },
    ])
    expect(recorded.lifts).toEqual([
      { sector: 3, low: 0, high: 96, startsHigh: true, travelMs: 500, waitMs: 3000, neverReturns: false },
    ])
  })

  it('has its eight starts, with clockwise angles', () => {
    expect(recorded.spawns).toHaveLength(8)
    expect(recorded.spawns[0]).toEqual({ x: 128, y: 128, z: 41, angle: 315 })
    expect(recorded.spawns[4]).toEqual({ x: 1312, y: 128, z: 137, angle: 270 })
  })
})

describe('[DM-9.5] doors', () => {
  it('without a tag are the closed sector beside a line and, for a switch, all sectors without a tag', () => {
    expect(level([hall, shut], [{ special: 1 }]).doors.map(({ sector }) => sector)).toEqual([1])
    expect(level([hall, shut], [{ special: 1, isReversed: true }]).doors.map(({ sector }) => sector)).toEqual(
      [1],
    )
    expect(level([hall, shut, hall], [{ special: 61 }]).doors.map(({ sector }) => sector)).toEqual([0, 1, 2])
  })

  it.each([
    ['open, wait 4 s, close', false, [1, 4, 26, 27, 28, 29, 90], 500, 4000],
    ['open, wait 4 s, close, fast', false, [105, 108, 111, 114, 117], 250, 4000],
    ['open, stay', false, [2, 31, 46, 61, 86, 103], 500, 0],
    ['open, stay, fast', false, [106, 109, 112, 115, 118], 250, 0],
    ['close, stay', true, [3, 42, 50, 75], 500, 0],
    ['close, stay, fast', true, [107, 110, 113, 116], 250, 0],
    ['close, wait 30 s, open', true, [16, 76, 175, 196], 500, 30_000],
  ])('of these line types %s', (_what, startsOpen, types, travelMs, waitMs) => {
    const [open, room] = startsOpen ? [128, hall] : [96, shut]
    const kind = { startsOpen, travelMs, waitMs, neverReturns: waitMs === 0 }
    for (const type of types)
      expect(workedBy(type, room).doors).toEqual([{ sector: 1, closed: 0, open, ...kind }])
  })

  it('are not selected by lines of type 63, which the original client lacks, or of types that are no doors', () => {
    const { doors, warnings } = workedBy(63, shut)
    expect(doors).toEqual([])
    expect(warnings).toEqual(['line 6 (type 63) moves no door in the original client'])
    for (const type of [0, 32, 33, 34, 64, 99, 133]) expect(workedBy(type, shut).doors).toEqual([])
  })

  it('and lifts are not selected by a tag above 32,767, because the original client reads the tags of sectors as signed numbers', () => {
    const counts = [32_767, 32_768, 65_535].map((tag) => {
      const [door, lift] = [workedBy(61, shut, tag), workedBy(62, hall, tag)]
      return [door.doors.length, lift.lifts.length]
    })
    expect(counts.join(' ')).toBe('1,1 0,0 0,0')
  })

  it('move as specified by the first line that selects them', () => {
    const twice = corridor([hall, { ...shut, tag: 1 }, hall], [{ special: 61, tag: 1 }, { special: 117 }])
    expect(rawLevel(twice).doors).toMatchObject([{ neverReturns: true, travelMs: 500 }])
  })

  it('cause a warning if they are not closed, or if no line leads into them', () => {
    expect(level([hall, hall], [{ special: 1 }]).warnings).toEqual([
      'line 6 (type 1) has no closed door beside it',
    ])
    const lonely = corridor([hall, { ...shut, tag: 1 }], [{ special: 61, tag: 1 }])
    const walled = {
      ...lonely,
      lines: lonely.lines.map((line, at) => (at === 6 ? [3, 2, 1, 61, 1, 0, noSide] : line)),
    }
    expect(rawLevel(walled)).toMatchObject({
      doors: [{ sector: 1, closed: 0, open: 0 }],
      warnings: ['sector 1, a door, has no line that leads in'],
    })
  })
})

describe('[DM-9.6] lifts', () => {
  const raised = { floor: 64 }

  it.each([
    ['down, wait, up', [62, 88], { travelMs: 500, waitMs: 3000, neverReturns: false }],
    ['down, wait, up, fast', [123], { travelMs: 250, waitMs: 3000, neverReturns: false }],
    ['down, stay', [10, 21], { travelMs: 500, waitMs: 0, neverReturns: true }],
    ['down, stay, fast', [120, 121, 122], { travelMs: 250, waitMs: 0, neverReturns: true }],
  ])('that start high move like this: %s', (_what, types, kind) => {
    for (const type of types)
      expect(workedBy(type, raised).lifts).toEqual([
        { sector: 1, low: -40, high: 64, startsHigh: true, ...kind },
      ])
  })

  it.each([
    ['24 units and back at once', [66, 148], 24, { waitMs: 0, neverReturns: false }],
    ['24 units', [15, 143], 24, { waitMs: 0, neverReturns: true }],
    ['32 units', [14, 67, 144, 149], 32, { waitMs: 0, neverReturns: true }],
    ['to the next floor and back at once', [68, 95], 50, { waitMs: 0, neverReturns: false }],
    ['to the next floor', [20, 22, 47], 50, { waitMs: 0, neverReturns: true }],
  ])('that start low rise %s', (_what, types, high, kind) => {
    for (const type of types) {
      const { lifts } = level([{ floor: 50 }, { tag: 1 }, { floor: 96 }], [{ special: type, tag: 1 }])
      expect(lifts).toEqual([{ sector: 1, low: 0, high, startsHigh: false, travelMs: 500, ...kind }])
    }
  })

  it('that rise to the next floor cause a warning if no floor beside them is higher', () => {
    const { lifts, warnings } = level([hall, { floor: 64, tag: 1 }, hall], [{ special: 22, tag: 1 }])
    expect(lifts).toMatchObject([{ sector: 1, low: 64, high: 64 }])
    expect(warnings).toEqual([
      "line 6 (type 22) finds no higher floor beside sector 1; the original client moves the sector's floor to -1",
    ])
    expect(new Movers(liftMovers(lifts)).move(0, true, 0)).toEqual([])
  })

  it('that have no higher floor beside them stay, but the other lifts of their tag move', () => {
    const sectors = [hall, { floor: 64, tag: 1 }, { floor: 100 }, { floor: 200, tag: 1 }, hall]
    const { lifts } = level(sectors, [{ special: 22, tag: 1 }])
    const fixed = lifts.findIndex(({ sector }) => sector === 3)
    const other = lifts.findIndex(({ sector }) => sector === 1)
    expect(lifts.map(({ isFixed = false }) => isFixed)).toEqual(lifts.map((_, id) => id === fixed))
    const movers = new Movers(liftMovers(lifts))
    const requested = lifts[fixed]!.next === undefined ? other : fixed
    expect([requested, movers.move(requested, true, 0)]).toEqual([requested, [{ id: other, state: true }]])
    expect(movers.move(requested, true, 0)).toEqual([])
  })

  it('that move forever cause a warning, because they block the original client', () => {
    for (const special of [53, 87, 162, 181]) {
      const { lifts, warnings } = workedBy(special, raised)
      expect(lifts).toMatchObject([{ sector: 1, low: -40, high: 64, startsHigh: false, neverReturns: true }])
      expect(warnings).toEqual([`line 6 (type ${special}, a perpetual lift) blocks the original client`])
    }
  })

  it('that move forever cause the warning even if an earlier line has made the sector another kind of lift', () => {
    const { lifts, warnings } = level(
      [hall, { ...raised, tag: 1 }, hall],
      [
        { special: 10, tag: 1 },
        { special: 53, tag: 1 },
      ],
    )
    expect(lifts).toMatchObject([{ startsHigh: true }])
    expect(warnings).toEqual(['line 9 (type 53, a perpetual lift) blocks the original client'])
  })
})
