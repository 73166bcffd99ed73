import { beforeEach, describe, expect, it } from 'vitest'
import { siteBounds } from '../../bench/growth/site-tables.ts'
import { findBound } from '../../bench/growth/table-bound.ts'
import { Directory } from '../../durable-objects/directory/directory.ts'
import type { Platform } from '../../durable-objects/platform/platform.ts'
import { systemSecrets } from '../../durable-objects/platform/secrets.ts'
import { Room } from '../../durable-objects/room/room.ts'
import { type StoredValue, TransactionStore } from '../../durable-objects/storage/records.ts'
import { crossfire } from '../../games/crossfire/index.ts'
import { defaultOptions } from '../../games/crossfire/options.ts'
import { maxAddresses } from '../../games/crossfire/protocol/room/creation-limiter.ts'
import type { CrossfireRoom } from '../../games/crossfire/protocol/room/crossfire-room.ts'
import type { Game, GameContext, Peer } from '../../games/game.ts'
import { announcementOf } from '../announcement.ts'
import { tally } from '../fixtures/tally-game/index.ts'
import { memoryRecords } from '../memory-records.ts'
import { SimulatedClock } from '../simulated-clock.ts'
import { SqliteDisk } from '../simulator/platform/sqlite-disk.ts'
import { expectWithinBounds, measureTables } from './steady-state.ts'

const dayMs = 86_400_000
const days = 365

function tablesOf(disk: SqliteDisk): ReadonlyMap<string, number> {
  const names = [...disk.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")]
  return new Map(
    names.map(({ name }) => [
      name,
      [...disk.exec<{ n: number }>(`SELECT count(*) AS n FROM "${name}"`)][0]!.n,
    ]),
  )
}

describe('a year of a room whose owner renames it, bans, adds webhooks and exports it daily', () => {
  it('stays within the bounds of each table, and grows by less than a tenth in its second half', async () => {
    const clock = new SimulatedClock()
    const disk = new SqliteDisk()
    const platform = {
      ...{ clock, secrets: systemSecrets },
      disk: {
        ...{ sql: disk.sql, transaction: <T>(body: () => T) => disk.transaction(body) },
        ...{ written: async () => {}, setAlarm() {}, clear: async () => disk.clear() },
      },
      ...{ accept() {}, turnAway() {}, sockets: () => [], log() {} },
    } as unknown as Platform
    const begin = () =>
      new Room({
        ...{ games: [tally as Game], platform },
        webhooks: {
          post: async () => ({ status: 500, retryAfter: null }),
          allowPrivateTargets: false,
          admit: async () => 0,
        },
        directory: { announce: async () => undefined, removeRoom: async () => {} },
      })
    let room = begin()
    const request = { game: 'tally', room: 'harbor', generation: 1, title: 'Harbor', options: {}, listen: [] }
    expect(await room.createRoom({ ...request, files: [] })).toMatchObject({ warnings: [] })
    const records = () =>
      Array.from(
        disk.exec<{ key: string; value: StoredValue }>('SELECT key, value FROM record'),
        ({ key, value }) => [key, value] as const,
      )
    const size = () => records().reduce((sum, [key, value]) => sum + key.length + value.length, 0)
    let [adds, half] = [0, 0]
    for (let day = 0; day < days; day++) {
      if (day === days / 2 - 0.5) half = size()
      for (let n = 0; n < 16; n++) {
        room.meter.countRequest()
        await room.patch({ title: `${day} ${n} `.padEnd(60, 'x'), comments: Array(8).fill('c'.repeat(80)) })
        await room.calls.ban({
          name: `${day}-${n}`.padEnd(32, 'n'),
          seconds: 10 * 365 * 86_400,
          reason: 'r'.repeat(200),
        })
        const made = await room.calls.addWebhook({
          ...{ url: `https://h${n}.example.org/${'u'.repeat(400)}`, on: ['join', 'goal', 'end', 'trouble'] },
          ...{ cooldownSeconds: 0, page: 'https://play.test/tally/harbor' },
        })
        if (made && 'webhook' in made) {
          adds++
          if (n > 2) await room.calls.deleteWebhook(made.webhook.id)
        }
        clock.pass(3000)
      }
      const leaving = room.exportRoom(undefined)
      if (typeof leaving === 'object') leaving.end()
      for (const { id } of (await room.calls.listWebhooks()) ?? []) await room.calls.deleteWebhook(id)
      room.meter.eventDone()
      clock.pass(dayMs - 60_000)
      // Once a week the instance is lost and a new instance continues.
      if (day % 7 === 0) room = begin()
    }
    expect(adds).toBe(12 * days)
    const all = measureTables(records(), 'room')
    expectWithinBounds(all, 'room')
    expect(all.get('ban/*')!.rows).toBe(1000)
    expect(all.get('log/*')!.rows).toBe(64)
    expect([...all.keys()]).toEqual(expect.arrayContaining(['room', 'webhooks', 'log/*', 'ban/*']))
    expect(size()).toBeLessThan(1.1 * half)
    for (const table of tablesOf(disk).keys())
      expect(findBound(siteBounds, 'room', table), table).toBeDefined()
  })
})

describe('a year of a Crossfire room in which clients create as much as the limits allow', () => {
  it('stays within its bounds, keeps the character that has played, and accepts new players again', () => {
    let now = Date.UTC(2030, 0, 1)
    const records = memoryRecords()
    const changes = new Map<string, StoredValue | undefined>()
    const store = new TransactionStore(records, 'game/', changes)
    const commit = () => {
      records.write(changes)
      changes.clear()
    }
    const host = {
      now: () => now,
      random: () => 0.5,
      chargeSteps() {},
      log() {},
      tell() {},
      cast() {},
    } as unknown as GameContext
    const maxCharacters = 150
    const room = crossfire.openWorld(store, host, { ...defaultOptions, maxCharacters }, 1) as CrossfireRoom
    const come = (peer: Peer, name: string): boolean => {
      if (room.creationError(peer, 'account') !== undefined) return false
      room.accounts.create(name, 'hashed', now)
      room.recordCreation(peer)
      if (room.creationError(peer, 'character') !== undefined) return false
      room.createCharacter({ name })
      room.accounts.addCharacter(name, name)
      room.recordCreation(peer)
      commit()
      return true
    }
    const hearing = { close() {}, tell() {}, sound() {}, stirred() {}, ticked() {} } as never
    expect(come({ address: '127.0.0.1' } as Peer, 'Regular')).toBe(true)
    const regular = room.enter('Regular', hearing)
    now += 3_600_000
    room.leave(regular, hearing)
    let created = 0
    let most = 0
    for (let day = 0; day < days; day++) {
      for (let n = 0; n < 5; n++) {
        const peer = { address: `198.51.${100 + (day % 100)}.${n}` } as Peer
        for (let i = 0; i < 100 && come(peer, `N${day}-${n}-${i}`); i++) created++
      }
      most = Math.max(most, (room.view() as { characters: number }).characters)
      now += dayMs
    }
    commit()
    expect(created).toBeGreaterThan(10 * maxCharacters)
    expect(most).toBe(maxCharacters)
    expect(room.has('Regular')).toBe(true)
    const all = measureTables(records.list(''), 'crossfire')
    for (const table of ['account', 'character', 'password', 'seen'])
      expect(all.get(`game/${table}/*`)!.rows, table).toBeLessThanOrEqual(maxCharacters)
    expect(all.get('game/newcomer/*')!.rows).toBeLessThanOrEqual(maxAddresses)
    expectWithinBounds(all, 'crossfire')
  })
})

describe('a year of a Directory', () => {
  let now: number
  let disk: SqliteDisk
  let directory: Directory

  beforeEach(() => {
    now = Date.UTC(2030, 0, 1)
    disk = new SqliteDisk()
    const platform = {
      clock: { now: () => now, soon: queueMicrotask, after: () => ({ cancel() {} }) },
      disk: { sql: disk, transaction: disk.transaction.bind(disk), setAlarm() {} },
      ...{ accept() {}, sockets: () => [], log() {} },
    } as unknown as Platform
    directory = new Directory({ games: [tally as Game], platform, askRoom: async () => false })
  })

  const announcement = (room: string, generation: number) =>
    announcementOf({
      ...{ room, generation, listen: [{ transport: 'tcp', port: 0 }] },
      publicIds: { first: `a ${room} ${generation}`, second: `b ${room} ${generation}` },
      sharedIds: { kind: 'seed', ids: Array.from({ length: 20 }, (_, i) => `${room} ${generation} ${i}`) },
    })

  it('stays within its bounds with as many new rooms, deletions and webhooks as the limits allow', async () => {
    const maxRooms = 20
    let refused = 0
    for (let day = 0; day < days; day++) {
      for (let n = 0; n < 30; n++) {
        const admitted = await directory.admitRoomCreation(`203.0.113.${n}`, maxRooms)
        const name = `tally/r${n}`
        const generation = admitted === 0 ? await directory.reserveName(name) : undefined
        if (generation !== undefined) await directory.announce(announcement(`r${n}`, generation))
        else refused++
        await directory.admitWebhook({ host: `h${day}-${n}.example.org`, url: `${day} ${n}` })
        // Every second room is deleted on the same day. Some other rooms are deleted and created again without a notice
        // of the deletion to the Directory.
        if (generation !== undefined && n % 2 === 0) await directory.removeRoom(name, generation)
        if (generation !== undefined && n % 7 === 1)
          await directory.announce(announcement(`r${n}`, generation + 1))
      }
      now += dayMs
    }
    expect(refused).toBeGreaterThan(days)
    const tables = tablesOf(disk)
    for (const [table, rows] of tables) {
      const bound = findBound(siteBounds, 'directory', table)
      expect(bound, `${table} has a bound`).toBeDefined()
      expect(rows, table).toBeLessThanOrEqual(bound!.rows)
    }
    const rooms = tables.get('room')!
    expect(rooms).toBeLessThanOrEqual(maxRooms)
    expect([tables.get('public_id'), tables.get('shared_content')]).toEqual([2 * rooms, 20 * rooms])
    expect(tables.get('removed')).toBeLessThanOrEqual(60)
  })
})
