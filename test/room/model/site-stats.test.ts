import { beforeEach, describe, expect, it } from 'vitest'
import type { Directory } from '../../../durable-objects/directory/directory.ts'
import type { RoomMetrics } from '../../../durable-objects/model/room-metrics.ts'
import { maxListedRooms, siteStatsMaxAgeMs } from '../../../durable-objects/model/site-stats.ts'
import type { RoomAnnouncement } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Game } from '../../../games/game.ts'
import { announcementOf } from '../../announcement.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { RoomHarness } from '../../room-harness.ts'
import { SqliteDisk } from '../../simulator/platform/sqlite-disk.ts'
import { memoryDirectory } from '../memory-directory.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

let now = 1_000_000
let disk: SqliteDisk
let directory: Directory

function restart(): void {
  directory = memoryDirectory([tally as Game], () => now, disk).directory
}

beforeEach(() => {
  disk = new SqliteDisk()
  restart()
})

const figures: RoomMetrics = {
  ...{ since: 1, turns: 2, turnMs: 3, steps: 4, faults: 5, overruns: 6 },
  ...{ commits: 7, rowsRead: 8, rowsWritten: 9, outputBytes: 10 },
}

const announcement = (room: string, change: Partial<RoomAnnouncement> = {}) =>
  announcementOf({ room, ...change })

async function freshStats() {
  now += siteStatsMaxAgeMs
  return directory.siteStats()
}

describe('the site statistics', () => {
  it('list every room as it announced itself, with rooms in trouble first and the others by number of players', async () => {
    const trouble = { what: 'tick', since: '2026-11-23T00:00:00.000Z' } as const
    await directory.announce(announcement('quiet'))
    await directory.announce(announcement('busy', { players: 5 }), 7, figures)
    await directory.announce(announcement('stuck', { trouble }))
    await directory.announce(announcement('shut', { status: 'closed', players: 1 }))
    const { rooms, sums, more } = await freshStats()
    expect(rooms.map(({ room }) => room)).toEqual(['stuck', 'busy', 'shut', 'quiet'])
    expect(rooms[1]).toEqual({
      ...{ game: 'tally', room: 'busy', status: 'open', players: 5, capacity: 7, ticks: false },
      ...{ announcedAt: 7, figures },
    })
    expect(rooms[0]).toMatchObject({ trouble })
    expect(sums).toEqual([
      { game: 'tally', status: 'closed', rooms: 1, players: 1 },
      { game: 'tally', status: 'open', rooms: 3, players: 5 },
    ])
    expect(more).toBe(false)
  })

  it('are computed every few seconds at most, and neither they nor counters cause writes', async () => {
    await directory.announce(announcement('harbor'), 1, figures)
    await freshStats()
    let writes = 0
    disk.wrote = () => void writes++
    await directory.announce(announcement('harbor'), 2, { ...figures, turns: 100 })
    expect((await directory.siteStats()).rooms[0]!.figures?.turns).toBe(2)
    expect((await freshStats()).rooms[0]!.figures?.turns).toBe(100)
    expect(writes).toBe(0)
  })

  it('equal a computation from all rows after any updates, without reading those rows again', async () => {
    for (const room of ['a', 'b', 'c', 'd']) await directory.announce(announcement(room), 1)
    await freshStats()
    let read = 0
    const { exec } = disk
    disk.exec = (query, ...bindings) => {
      if (/FROM room\b(?! WHERE)/.test(query)) read++
      return exec.call(disk, query, ...bindings) as never
    }
    await directory.announce(announcement('a', { players: 3 }), 2)
    await directory.announce(announcement('b', { status: 'closed' }), 3)
    await directory.announce(announcement('c'), 4)
    await directory.removeRoom('tally/d', 1)
    await directory.announce(announcement('e', { status: 'damaged' }), 5)
    const kept = await freshStats()
    expect(read).toBe(0)
    expect(kept.rooms.map(({ room, announcedAt }) => `${room} ${announcedAt}`)).toEqual([
      'e 5',
      'a 2',
      'b 3',
      'c 1',
    ])
    restart()
    expect([await freshStats(), read]).toEqual([kept, 1])
  })

  it('list a thousand rooms, and include further rooms only in the sums', async () => {
    for (let i = 0; i <= maxListedRooms; i++) await directory.announce(announcement(`r${i}`), i)
    const { rooms, sums, more } = await freshStats()
    expect([rooms.length, rooms[0]?.room, more]).toEqual([1000, 'r1000', true])
    expect(sums).toEqual([{ game: 'tally', status: 'open', rooms: 1001, players: 0 }])
  })

  it('keep the time when trouble began, whichever instance of the room reports it', async () => {
    const since = '2026-11-23T00:00:00.000Z'
    await directory.announce(announcement('stuck', { trouble: { what: 'tick', since } }))
    await directory.announce(
      announcement('stuck', { trouble: { what: 'tick', since: '2026-11-23T01:00:00.000Z' } }),
    )
    expect((await freshStats()).rooms[0]!.trouble).toEqual({ what: 'tick', since })
    await directory.announce(announcement('stuck'))
    expect((await freshStats()).rooms[0]!.trouble).toBeUndefined()
  })

  it('drop the counters of a deleted room, and all counters when the Directory restarts', async () => {
    for (const room of ['harbor', 'pier']) await directory.announce(announcement(room), 1, figures)
    await directory.removeRoom('tally/harbor', 1)
    await directory.announce(announcement('harbor', { generation: 2 }), 2)
    expect((await freshStats()).rooms.map((room) => room.figures?.turns)).toEqual([undefined, 2])
    restart()
    expect((await freshStats()).rooms.map((room) => room.figures)).toEqual([undefined, undefined])
  })
})

describe('the counters of a world', () => {
  it('include its transactions, its commits, their cost and output, and its internal faults', async () => {
    const stage = await RoomHarness.create(tally as Game)
    const ann = stage.client()
    stage.pass(0)
    const before = stage.host.metrics
    ann.call.sendFrame(bytes('+ann'))
    stage.pass(0)
    const after = stage.host.metrics
    expect(after.turns - before.turns).toBe(1)
    expect(after.commits - before.commits).toBe(1)
    expect(after.steps).toBeGreaterThan(before.steps)
    expect(after.outputBytes - before.outputBytes).toBe(ann.received.at(-1)!.length)
    expect(after.faults).toBe(0)
    ann.call.sendFrame(bytes('x'))
    stage.pass(0)
    expect(stage.host.metrics.faults).toBe(1)
  })
})
