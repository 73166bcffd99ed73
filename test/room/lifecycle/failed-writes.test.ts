// One write of a room fails, while the writes before and after it succeed.
import { expect, it, onTestFinished } from 'vitest'
import type { Platform } from '../../../durable-objects/platform/platform.ts'
import { Room } from '../../../durable-objects/room/room.ts'
import type { RoomAnnouncement } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Game } from '../../../games/game.ts'
import { filmHeadBytes } from '../../../wire/film/film-segment.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { Scheduler } from '../../simulator/core/scheduler.ts'
import { RecordDisk } from '../../simulator/platform/record-disk.ts'
import { createSingleRoom } from '../../simulator/platform/single-room.ts'

const request = { game: 'tally', room: 'harbor', generation: 1, title: 'Harbor', options: {}, listen: [] }

async function createdRoom(options: Readonly<Record<string, string>> = {}) {
  const scheduler = new Scheduler()
  const disk = new RecordDisk()
  let removed = 0
  const directory = {
    announce: async ({ generation }: RoomAnnouncement) =>
      generation === removed ? ('removed' as const) : undefined,
    removeRoom: async (_name: string, generation: number) => {
      removed = generation
    },
  }
  const host = (platform: Platform) => new Room({ games: [tally as Game], platform, directory })
  const object = createSingleRoom(scheduler, disk, host)
  onTestFinished(() => object.lose())
  const call = async <T>(make: (room: Room) => Promise<T>): Promise<T | 'failed'> => {
    let answer: T | 'failed' | undefined
    object.call(make).then(
      (value) => (answer = value),
      () => (answer = 'failed'),
    )
    for (let rounds = 0; answer === undefined && rounds < 100; rounds++) await scheduler.advance(10)
    return answer!
  }
  const created = await call((room) => room.createRoom({ ...request, options, files: [] }))
  const { adminToken } = created as { adminToken: string }
  /** Makes the `nth` write from now fail, counted from 0. */
  const failWrite = (nth: number) => {
    let left = nth
    disk.beforeWrite = () => {
      if (left-- === 0) throw new Error('database or disk is full: SQLITE_FULL')
    }
  }
  return { call, adminToken, failWrite, disk, object }
}

it.each([0, 1])('the owner has a valid token, whichever write of a new token fails (%i)', async (nth) => {
  const { call, adminToken, failWrite } = await createdRoom()
  failWrite(nth)
  const renewed = await call((room) => room.renewToken())
  const token = renewed === 'failed' ? adminToken : renewed!
  expect(await call((room) => room.checkToken(token))).toBe(true)
})

it.each([0, 1])('a deleted room can be restored, whichever write of its deletion fails (%i)', async (nth) => {
  const { call, adminToken, failWrite, disk } = await createdRoom()
  failWrite(nth)
  if ((await call((room) => room.deleteRoom('retain'))) === 'failed')
    expect(await call((room) => room.deleteRoom('retain'))).toBe(true)
  disk.beforeWrite = () => {}
  expect(await call((room) => room.undelete(2))).toBe(true)
  expect(await call((room) => room.checkToken(adminToken))).toBe(true)
})

it('a deleted room can be restored if the instance was lost before it wrote anything about the deletion', async () => {
  const { call, adminToken, disk, object } = await createdRoom()
  disk.beforeWrite = () => {
    throw new Error('database or disk is full: SQLITE_FULL')
  }
  expect(await call((room) => room.deleteRoom('retain'))).toBe('failed')
  object.lose()
  disk.beforeWrite = () => {}
  expect(await call((room) => room.announce())).toBe(false)
  expect(await call((room) => room.undelete(2))).toBe(true)
  expect(await call((room) => room.checkToken(adminToken))).toBe(true)
})

it('a deletion on a full disk deletes the film and the history if that makes space, and the room can be restored', async () => {
  const { call, adminToken, disk, object } = await createdRoom({ history: '24h' })
  object.lose()
  disk.exec('INSERT INTO record', 'film/00000', 0, new Uint8Array(filmHeadBytes))
  disk.exec('INSERT INTO record', 'history/000000001', 0, new Uint8Array(10))
  disk.exec('INSERT INTO record', 'history/index', 0, JSON.stringify({ since: 1, rows: [[1, 1, 10]] }))
  disk.commit()
  const large = () => disk.presentKeys().filter((key) => /^(?:film|history)\/\d/.test(key))
  disk.beforeWrite = (kind) => {
    if (kind === 'insert' && large().length > 0) throw new Error('database or disk is full: SQLITE_FULL')
  }
  expect(large()).toHaveLength(2)
  expect(await call((room) => room.deleteRoom('retain'))).toBe(true)
  expect(large()).toEqual([])
  expect(await call((room) => room.undelete(2))).toBe(true)
  expect(await call((room) => room.checkToken(adminToken))).toBe(true)
})

it('a room can be deleted permanently on a full disk, on which its data could not be retained', async () => {
  const { call, disk } = await createdRoom()
  disk.beforeWrite = () => {
    throw new Error('database or disk is full: SQLITE_FULL')
  }
  expect(await call((room) => room.deleteRoom('retain'))).toBe('failed')
  expect(await call((room) => room.deleteRoom())).toBe(true)
  disk.beforeWrite = () => {}
  expect(await call((room) => room.undelete(2))).toBe(undefined)
})
