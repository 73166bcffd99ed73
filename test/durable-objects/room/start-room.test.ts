import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it } from 'vitest'
import type { RoomRpc } from '../../../durable-objects/rpc/room-rpc.ts'
import { directoryStub } from '../../../workers/platform/stubs.ts'
import { clearFaults, failAt } from '../../workers/fixtures/faulty-game.ts'
import { Client } from './gateways/link-clients.ts'
import { resetStorage, TimedRoom } from './timed-room.ts'

afterEach(resetStorage)

const gatheringRoom = () =>
  new TimedRoom('brittle/harbor').created({ stage: 'gathering', options: { peers: 2 } })

const start = (room: TimedRoom, options = {}): ReturnType<RoomRpc['startRoom']> =>
  room.calls.startRoom({
    options,
    files: [{ field: 'file', name: 'map.txt', body: new Blob(['x'.repeat(9)]).stream() }],
  })

describe('a room in the gathering stage', () => {
  it('reports its stage, also to the Directory and after an eviction, and has the stage’s version and options', async () => {
    const room = await gatheringRoom()
    await room.evict()
    expect(await room.state()).toMatchObject({ stage: 'gathering', status: 'open', options: { peers: 2 } })
    expect(await room.meta()).toMatchObject({ stage: 'gathering', version: 7 })
    expect(await directoryStub(env).getRoom(room.name)).toMatchObject({ stage: 'gathering' })
  })

  it('is refused for a game without that stage', async () => {
    const room = new TimedRoom('tally/harbor')
    expect(await room.createRoom({ stage: 'gathering' })).toMatchObject({ refused: { field: 'stage' } })
    expect(await room.tables()).toEqual([])
  })

  it('keeps its token, ids and records when it starts, and gets the game’s options and version', async () => {
    const room = await gatheringRoom()
    await (await Client.connected(room)).ask('+')
    const before = await room.meta()
    expect(await start(room, { peers: 5 })).toEqual({ warnings: [] })
    const { stage, version: _, options: __, ...same } = before
    expect(stage).toBe('gathering')
    expect(await room.meta()).toEqual({ ...same, options: { peers: 5 }, version: 2 })
    expect(await room.calls.checkToken(room.adminToken)).toBe(true)
    const view = { totals: { p1: 1 }, soft: 1 }
    expect(await room.view()).toMatchObject(view)
    expect(await room.state()).not.toHaveProperty('stage')
    expect(await directoryStub(env).getRoom(room.name)).not.toHaveProperty('stage')
    expect(await room.keys('creation')).toEqual([])
    await room.evict()
    expect(await room.view()).toMatchObject(view)
  })

  it('ends the sessions of the stage when it starts, and accepts new ones at once', async () => {
    const room = await gatheringRoom()
    const ann = await Client.connected(room)
    await ann.ask('+')
    await start(room)
    expect(await ann.closed).toMatchObject({ reason: 'the room starts' })
    const bo = await Client.connected(room)
    await bo.ask('+')
    expect((await room.view()).totals).toEqual({ p1: 2 })
  })

  it('starts only once if several callers start it concurrently', async () => {
    const room = await gatheringRoom()
    const answers = await Promise.all([start(room), start(room), start(room)])
    expect(answers.filter((answer) => typeof answer === 'object')).toEqual([{ warnings: [] }])
    expect(answers.filter((answer) => answer === 'busy' || answer === 'not-gathering')).toHaveLength(2)
    expect(await start(room)).toBe('not-gathering')
  })

  it.each(['createRoom', 'records'] as const)(
    'keeps its state if the start fails at %s, and can start later',
    async (place) => {
      const room = await gatheringRoom()
      const before = await room.records()
      failAt(place)
      await expect(start(room)).rejects.toThrow('on purpose')
      expect(await room.records()).toEqual(before)
      clearFaults()
      expect(await room.state()).toMatchObject({ stage: 'gathering' })
      expect(await start(room)).toEqual({ warnings: [] })
    },
  )

  it('keeps its state if the uploaded file ends early, or is for another field', async () => {
    const room = await gatheringRoom()
    const before = await room.records()
    const broken = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(700_000))
        controller.error(new Error('lost'))
      },
      type: 'bytes',
    })
    await expect(
      room.calls.startRoom({ options: {}, files: [{ field: 'file', name: '', body: broken }] }),
    ).rejects.toThrow()
    const other = { field: 'arch', name: '', body: new Blob(['x']).stream() }
    expect(await room.calls.startRoom({ options: {}, files: [other] })).toMatchObject({
      refused: { field: 'arch' },
    })
    expect(await room.records()).toEqual(before)
  })

  it('deletes the remains of an instance that was lost during the start', async () => {
    const room = await gatheringRoom()
    for (let row = 0; row < 3; row++) await room.write(`creation/file/${row}`, 'left')
    await room.evict()
    expect(await start(room)).toEqual({ warnings: [] })
    expect(await room.keys('creation')).toEqual([])
  })

  it('does not start if it is missing, deleted or already in play', async () => {
    expect(await start(new TimedRoom('brittle/harbor'))).toBeUndefined()
    const room = await gatheringRoom()
    await room.calls.deleteRoom()
    expect(await start(room)).toBeUndefined()
    expect(await start(await TimedRoom.create({}, 'tally'))).toBe('not-gathering')
  })
})
