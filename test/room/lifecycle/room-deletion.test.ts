// A deletion whose instance is lost is finished by the room's alarm, because no other event may ever wake the room.
import { expect, it } from 'vitest'
import { Room, type RoomSettings } from '../../../durable-objects/room/room.ts'
import type { Game } from '../../../games/game.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { Scheduler } from '../../simulator/core/scheduler.ts'
import { RecordDisk } from '../../simulator/platform/record-disk.ts'
import { createSingleRoom } from '../../simulator/platform/single-room.ts'

function createRoom(directory: RoomSettings['directory']) {
  const scheduler = new Scheduler()
  const disk = new RecordDisk()
  const games = [tally as Game]
  const object = createSingleRoom(scheduler, disk, (platform) => new Room({ games, platform, directory }))
  const request = { game: 'tally', room: 'harbor', generation: 1, title: 'Harbor', options: {}, listen: [] }
  void object.call((room) => room.createRoom({ ...request, files: [] }))
  return { scheduler, disk, object }
}

it('a deletion whose instance is lost before the Directory answers is finished within 60 s without a request', async () => {
  let answers = false
  const removed: number[] = []
  const { scheduler, disk, object } = createRoom({
    announce: async () => undefined,
    removeRoom: (_room, generation) => {
      removed.push(generation)
      return answers ? Promise.resolve() : new Promise(() => {})
    },
  })
  await scheduler.advance(100)
  expect(disk.durableKeys()).toContain('room')
  object.call((room) => room.deleteRoom()).catch(() => {})
  await scheduler.advance(100)
  object.lose()
  answers = true
  await scheduler.advance(59_000)
  expect(object.hosted, 'nobody has woken it').toBeUndefined()
  await scheduler.advance(2000)
  expect([removed, disk.durableKeys()]).toEqual([[1, 1], []])
})

it('an announcement or a deletion that the Directory never answers is repeated after a minute', async () => {
  const calls: string[] = []
  const { scheduler, disk, object } = createRoom({
    announce: async () => {
      if (calls.push('announce') === 1) await new Promise(() => {})
      return undefined
    },
    removeRoom: async () => {
      if (calls.push('remove') === 3) await new Promise(() => {})
    },
  })
  await scheduler.advance(59_000)
  expect(calls).toEqual(['announce'])
  await scheduler.advance(3000)
  expect(calls).toEqual(['announce', 'announce'])
  object.call((room) => room.deleteRoom()).catch(() => {})
  await scheduler.advance(62_000)
  expect(calls).toEqual(['announce', 'announce', 'remove', 'remove'])
  expect(disk.durableKeys()).toEqual([])
})
