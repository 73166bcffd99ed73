import { expect, it, onTestFinished } from 'vitest'
import type { Platform } from '../../../durable-objects/platform/platform.ts'
import { Room } from '../../../durable-objects/room/room.ts'
import type { Game } from '../../../games/game.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { Scheduler } from '../../simulator/core/scheduler.ts'
import { RecordDisk } from '../../simulator/platform/record-disk.ts'
import { createSingleRoom } from '../../simulator/platform/single-room.ts'

const dayMs = 24 * 60 * 60 * 1000
const request = { game: 'tally', room: 'harbor', title: 'Harbor', options: {}, listen: [], files: [] }

async function deletedRoom() {
  const scheduler = new Scheduler()
  const disk = new RecordDisk()
  const announced: (number | undefined)[] = []
  const removed: number[] = []
  const host = (platform: Platform) =>
    new Room({
      games: [tally as Game],
      platform,
      directory: {
        announce: async ({ generation }) => void announced.push(generation),
        removeRoom: async (_room, generation) => void removed.push(generation),
      },
    })
  const object = createSingleRoom(scheduler, disk, host)
  onTestFinished(() => object.lose())
  const call = async <T>(make: (room: Room) => Promise<T>): Promise<T> => {
    let isAnswered = false
    const answered = object.call(make).finally(() => {
      isAnswered = true
    })
    for (let rounds = 0; !isAnswered && rounds < 1000; rounds++) await scheduler.advance(10)
    return answered
  }
  const created = await call((room) => room.createRoom({ ...request, generation: 1 }))
  const { adminToken } = created as { adminToken: string }
  const before = disk.durableKeys()
  expect(await call((room) => room.deleteRoom('retain'))).toBe(true)
  expect(removed).toEqual([1])
  return { scheduler, disk, object, call, adminToken, announced, before }
}

it('a deleted room does not exist for anybody, and a second deletion finds no room', async () => {
  const { call, adminToken } = await deletedRoom()
  expect(await call((room) => room.describe())).toBeUndefined()
  expect(await call((room) => room.checkToken(adminToken))).toBe(false)
  expect(await call((room) => room.announce())).toBe(false)
  expect(await call((room) => room.deleteRoom('retain'))).toBe(false)
})

it.each([false, true])(
  'a deleted room is restored with its records and its token (instance lost: %s)',
  async (lost) => {
    const { object, call, disk, before, adminToken, announced } = await deletedRoom()
    if (lost) object.lose()
    expect(await call((room) => room.undelete(7))).toBe(true)
    expect(announced.at(-1)).toBe(7)
    expect(await call((room) => room.describe())).toMatchObject({ title: 'Harbor', status: 'open' })
    expect(await call((room) => room.checkToken(adminToken))).toBe(true)
    expect(disk.durableKeys()).toEqual(expect.arrayContaining([...before]))
    expect(await call((room) => room.undelete(8))).toBeUndefined()
  },
)

it.each([false, true])(
  'a deleted room is gone after seven days without a request (instance lost: %s)',
  async (lost) => {
    const { scheduler, object, call, disk } = await deletedRoom()
    if (lost) object.lose()
    await scheduler.advance(6.9 * dayMs)
    expect(disk.durableKeys()).not.toEqual([])
    await scheduler.advance(0.2 * dayMs)
    expect(disk.durableKeys()).toEqual([])
    expect(await call((room) => room.undelete(7))).toBeUndefined()
  },
)

it('a deletion after seven days that fails is tried again', async () => {
  const { scheduler, disk } = await deletedRoom()
  disk.clear = () => {
    throw new Error('no disk')
  }
  await scheduler.advance(7.1 * dayMs)
  Reflect.deleteProperty(disk, 'clear')
  expect(disk.durableKeys()).not.toEqual([])
  await scheduler.advance(120_000)
  expect(disk.durableKeys()).toEqual([])
})

it('a new room can replace a deleted room of the same name', async () => {
  const { call, adminToken } = await deletedRoom()
  const created = await call((room) => room.createRoom({ ...request, generation: 2 }))
  expect(created).toMatchObject({ adminToken: expect.any(String) })
  expect(await call((room) => room.checkToken(adminToken))).toBe(false)
  expect(await call((room) => room.undelete(3))).toBeUndefined()
  expect(await call((room) => room.describe())).toMatchObject({ status: 'open' })
})
