// Counts the Directory's SQL queries while a Worker whose cache is empty passes every request on to the Directory.
import { beforeEach, expect, it } from 'vitest'
import { Directory } from '../../durable-objects/directory/directory.ts'
import type { Platform } from '../../durable-objects/platform/platform.ts'
import type { Game } from '../../games/game.ts'
import { announcementOf } from '../announcement.ts'
import { tally } from '../fixtures/tally-game/index.ts'
import { SqliteDisk } from '../simulator/platform/sqlite-disk.ts'

const requestCount = 1000
const limit = 100

let now = 1_000_000
let queries: string[]
let directory: Directory

beforeEach(async () => {
  const disk = new SqliteDisk()
  const sql = {
    exec(query: string, ...bindings: never[]) {
      queries.push(query)
      return disk.exec(query, ...bindings)
    },
  }
  const platform = {
    clock: { now: () => now, soon: queueMicrotask, after: () => ({ cancel() {} }) },
    disk: { sql, transaction: disk.transaction.bind(disk), setAlarm() {} },
    sockets: () => [],
    log() {},
  } as unknown as Platform
  queries = []
  directory = new Directory({ games: [tally as Game], platform, askRoom: async () => false })
  for (let i = 0; i < limit; i++)
    await directory.announce(announcementOf({ room: `room-${i}`, title: 'Room' }))
  queries = []
})

it('1,000 concurrent requests for a page of rooms cause one query', async () => {
  const pages = await Promise.all(
    Array.from({ length: requestCount }, () => directory.listRoomPage({ after: '', limit })),
  )
  expect(queries).toHaveLength(1)
  expect(pages[0]!.rooms).toHaveLength(limit)
  expect(new Set(pages).size).toBe(1)
  now += 1000
  await directory.listRoomPage({ after: '', limit })
  expect(queries).toHaveLength(2)
})

it('each of 1,000 concurrent requests for a room causes one query by name', async () => {
  await Promise.all(Array.from({ length: requestCount }, () => directory.getRoom('tally/room-7')))
  expect(queries).toHaveLength(requestCount)
  expect(new Set(queries).size).toBe(1)
  expect(queries[0]).toContain('name = ?')
})
