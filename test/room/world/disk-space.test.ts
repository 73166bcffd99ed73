import { expect, it } from 'vitest'
import { reportedFault } from '../../../durable-objects/model/backoff.ts'
import { DiskSpace } from '../../../durable-objects/room/world/disk-space.ts'
import type { Game, Session } from '../../../games/game.ts'
import { isStorageFull, storageFullCode } from '../../../wire/util/storage-full.ts'
import { type TallyWorld, tally } from '../../fixtures/tally-game/index.ts'
import { testContext } from '../../room-context.ts'
import { type HarnessClient, RoomHarness } from '../../room-harness.ts'
import { SimulatedClock } from '../../simulated-clock.ts'

const errors: readonly (readonly [title: string, error: Error])[] = [
  ['SQLITE_FULL', new Error('database or disk is full: SQLITE_FULL')],
  ['SQLITE_IOERR_SHMSIZE', new Error('disk I/O error: SQLITE_IOERR_SHMSIZE')],
  ['SQLITE_IOERR_WRITE', new Error('disk I/O error: SQLITE_IOERR_WRITE')],
  ['ENOSPC', Object.assign(new Error('write failed'), { code: 'ENOSPC' })],
  ['EDQUOT', new Error('EDQUOT: disk quota exceeded, write')],
  ['the platform’s limit', new Error('Durable Object exceeded its storage limit')],
]

it.each(errors)('%s, also as the cause of another error, counts as a full disk', (_, error) => {
  expect([isStorageFull(error), isStorageFull(new Error('not stored', { cause: error }))]).toEqual([
    true,
    true,
  ])
})

it('a corrupt or busy database is not a full disk, and its code is reported unchanged', () => {
  for (const text of [
    'SQLITE_CORRUPT',
    'SQLITE_BUSY',
    'disk I/O error: SQLITE_IOERR_READ',
    'a fault',
    'fully booked',
  ])
    expect(isStorageFull(new Error(text))).toBe(false)
  expect(storageFullCode('disk I/O error: SQLITE_IOERR_SHMSIZE')).toBe('SQLITE_IOERR_SHMSIZE')
})

const text = (frame: Uint8Array | string) =>
  typeof frame === 'string' ? frame : new TextDecoder().decode(frame)

function say(harness: RoomHarness, client: HarnessClient, ...commands: string[]): void {
  for (const command of commands) client.call.sendFrame(new TextEncoder().encode(command))
  harness.clock.settle()
}

/** Makes writes fail until the returned function is called. */
function failWrites({ records }: RoomHarness, error = errors[0]![1]): () => void {
  const { write } = records
  records.write = () => {
    throw error
  }
  return () => {
    records.write = write
  }
}

const takeTexts = (client: HarnessClient) => client.received.splice(0).map(text)

it.each(errors)(
  '%s in a transaction ends no session: each frame is answered once when there is space',
  async (_, error) => {
    const stage = await RoomHarness.create(tally)
    const [ann, bob] = [stage.client(), stage.client('websocket')]
    say(stage, ann, 'iann', '+')
    say(stage, bob, 'ibob')
    expect([takeTexts(ann), takeTexts(bob)]).toEqual([
      ['W', 'Iann', '+1 1'],
      ['W', 'Ibob'],
    ])
    const freeDisk = failWrites(stage, error)
    say(stage, ann, '+', '+')
    say(stage, bob, '+')
    expect(stage.host.fault).toMatchObject({ what: 'space', isHalted: false })
    expect(reportedFault(stage.host.fault)).toMatchObject({ what: 'space' })
    stage.pass(10 * 60_000)
    expect([ann.closedFor, bob.closedFor]).toEqual([undefined, undefined])
    expect(stage.log.filter(({ event }) => event === 'no space')).toHaveLength(1)
    expect(stage.log.filter(({ event }) => event === 'fault' || event === 'standing still')).toEqual([])
    freeDisk()
    stage.pass(20_000)
    expect(stage.host.fault).toBeUndefined()
    expect(stage.host.view).toMatchObject({ totals: { ann: 3, bob: 1 } })
    expect(
      [takeTexts(ann), takeTexts(bob)].map((words) => words.filter((word) => word.startsWith('+'))),
    ).toEqual([['+2 2', '+3 3'], ['+1 1']])
    say(stage, ann, '+')
    expect(takeTexts(ann)).toEqual(['+4 4'])
    expect([ann.closedFor, bob.closedFor]).toEqual([undefined, undefined])
  },
)

it('ticks, saves and wakes also wait for disk space, and count no failure', async () => {
  const stage = await RoomHarness.create(tally, { options: { tickMs: 100 } })
  const ann = stage.client()
  say(stage, ann, 'iann', '.')
  stage.pass(5000)
  const freeDisk = failWrites(stage)
  say(stage, ann, '.')
  stage.pass(60_000)
  expect(stage.host.fault).toMatchObject({ what: 'space' })
  freeDisk()
  stage.pass(20_000)
  expect([stage.host.fault, ann.closedFor]).toEqual([undefined, undefined])
  const { ticks } = stage.host.view as { readonly ticks: number }
  stage.pass(1000)
  expect((stage.host.view as { readonly ticks: number }).ticks).toBeGreaterThan(ticks)
  expect(stage.log.filter(({ event }) => event === 'standing still')).toEqual([])
})

/** Tally, with sessions that write when they are greeted or resumed. */
const putting = (when: 'greeted' | 'resumed'): Game<TallyWorld> => ({
  ...tally,
  openSession(world, host, peer, note) {
    const session: Session = tally.openSession(world, host, peer, note)
    if (note && when === 'greeted') world.add('again', 1)
    if (when === 'resumed') session.onResumed = () => void world.add('again', 1)
    return session
  },
})

it.each(['greeted', 'resumed'] as const)(
  'a session that writes when it is %s stays connected while nothing can be stored',
  async (when) => {
    const stage = await RoomHarness.create(putting(when))
    const ann = stage.client()
    say(stage, ann, 'iann', '+')
    const freeDisk = failWrites(stage)
    say(stage, ann, '+')
    stage.pass(60_000)
    expect(ann.closedFor).toBeUndefined()
    expect(stage.log.filter(({ event }) => event === 'fault')).toEqual([])
    // The session's link is lost while the room waits, and reconnects.
    stage.cut()
    stage.pass(10_000)
    freeDisk()
    stage.pass(20_000)
    expect(stage.host.view).toMatchObject({ totals: { ann: 2 } })
    say(stage, ann, '+')
    expect([takeTexts(ann).at(-1), ann.closedFor]).toEqual(['+3 3', undefined])
  },
)

it('a session that resumes while the world cannot be opened waits for disk space, too', async () => {
  const stage = await RoomHarness.create(putting('greeted'))
  const ann = stage.client()
  say(stage, ann, 'iann', '+')
  const freeDisk = failWrites(stage)
  stage.kill()
  stage.pass(30_000)
  expect(ann.closedFor).toBeUndefined()
  say(stage, ann, '+')
  freeDisk()
  stage.pass(20_000)
  expect([takeTexts(ann).at(-1), ann.closedFor]).toEqual(['+2 2', undefined])
})

it('disk space that runs out again is polled with growing delays', () => {
  const clock = new SimulatedClock(0)
  const probes: number[] = []
  const records = { write: () => void probes.push(clock.now()) }
  const space = new DiskSpace(testContext({ clock }), records, () => {
    if (probes.length < 6) space.writeFailed()
  })
  space.writeFailed()
  clock.pass(120_000)
  expect(probes).toEqual([500, 1500, 3500, 7500, 15_500, 23_500])
  space.writeFailed()
  clock.pass(1000)
  expect(probes.at(-1)).toBe(120_500)
})
