import { describe, expect, it } from 'vitest'
import { Room } from '../../../durable-objects/room/room.ts'
import { Scheduler } from '../../simulator/core/scheduler.ts'
import { RecordDisk } from '../../simulator/platform/record-disk.ts'
import { createSingleRoom } from '../../simulator/platform/single-room.ts'
import { siteGame } from '../../simulator/scenarios/room-creations.ts'

const minuteMs = 60_000

async function startCreation() {
  const scheduler = new Scheduler()
  const disk = new RecordDisk()
  const object = createSingleRoom(
    scheduler,
    disk,
    (platform) =>
      new Room({
        games: [siteGame],
        platform,
        directory: { announce: async () => undefined, removeRoom: async () => {} },
      }),
  )
  const request = { game: 'tally', room: 'harbor', generation: 1, title: 'Harbor', options: {}, listen: [] }
  const body = (async function* () {
    yield new Uint8Array(9)
  })()
  void object.call((room) => room.createRoom({ ...request, files: [{ field: 'parts', name: 'maps', body }] }))
  await scheduler.advance(1000)
  const continueCreation = async () => {
    let answer: unknown
    void object
      .call((room) => room.continueCreation(1))
      .then((given) => {
        answer = given
      })
    // Many events pass, because one event does not settle all promises that a creation awaits.
    for (let i = 0; i < 100; i++) await scheduler.advance(10)
    return answer
  }
  return { scheduler, disk, object, continueCreation }
}

describe('a creation in parts', () => {
  it('is abandoned 15 minutes after its last part, and leaves no records', async () => {
    const { scheduler, disk, continueCreation } = await startCreation()
    await scheduler.advance(10 * minuteMs)
    expect(await continueCreation()).toEqual({ inProgress: { progress: 0.5 } })
    await scheduler.advance(14.9 * minuteMs)
    expect(disk.durableKeys()).toContain('game/part/1')
    await scheduler.advance(0.2 * minuteMs)
    expect(disk.durableKeys()).toEqual([])
  })

  it('can continue after 15 minutes if the instance that did its last part was lost just before', async () => {
    const { scheduler, disk, object, continueCreation } = await startCreation()
    await scheduler.advance(14.9 * minuteMs)
    expect(await continueCreation()).toEqual({ inProgress: { progress: 0.5 } })
    object.lose()
    await scheduler.advance(minuteMs)
    expect(await continueCreation()).toEqual({ inProgress: { progress: 0.75 } })
    expect(await continueCreation()).toMatchObject({ warnings: [] })
    expect(disk.durableKeys().filter((key) => key.startsWith('game/part/'))).toHaveLength(4)
  })
})
