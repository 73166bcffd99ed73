import { describe, expect, it } from 'vitest'
import { Backoff } from '../../../durable-objects/model/backoff.ts'
import { DeferredWriteRecords } from '../../../durable-objects/storage/deferred-write-records.ts'
import { TokenBucket } from '../../../games/shared/token-bucket.ts'
import { type TallyWorld, tally } from '../../fixtures/tally-game/index.ts'
import { memoryRecords } from '../../memory-records.ts'
import { RoomHarness } from '../../room-harness.ts'

const hour = 3_600_000

/** Tally, whose worlds `change` alters when they are opened. */
const tallyWith = (
  change: (world: TallyWorld, host: Parameters<typeof tally.openWorld>[1]) => void,
): typeof tally => ({
  ...tally,
  openWorld(store, host, options, version) {
    const world = tally.openWorld(store, host, options, version)
    change(world, host)
    return world
  },
})

describe('the retry policy', () => {
  it('retries at once, then after 1 s, 2 s, 4 s and so on up to ten minutes, and is halted from the fifth failure on', () => {
    const retries = new Backoff('open')
    const waits = Array.from({ length: 13 }, () => {
      const isHalted = retries.recordFailure(0)
      return isHalted ? 'halted' : retries.wait(0)
    })
    expect(waits).toEqual([
      0,
      1000,
      2000,
      4000,
      'halted',
      ...[16, 32, 64, 128, 256, 512].map((s) => s * 1000),
      600_000,
      600_000,
    ])
    expect(retries.fault).toEqual({ what: 'open', times: 13, since: 0, isHalted: true })
    retries.recordSuccess()
    expect([retries.wait(0), retries.isHalted, retries.fault]).toEqual([0, false, undefined])
  })
})

describe('a wake', () => {
  async function woken(wake: (world: TallyWorld, now: number) => void, due = 0): Promise<RoomHarness> {
    const stage = await RoomHarness.create(
      tallyWith((world, host) => {
        world.wakeAt = host.now() + due
        world.wake = (now) => wake(world, now)
      }),
    )
    stage.host.timers.scheduleWake()
    return stage
  }

  it('that throws in an empty room is tried five times, and then no more', async () => {
    const stage = await woken(() => {
      throw new Error('a fault on purpose')
    })
    expect(stage.pass(hour)).toBe(5)
    expect(stage.alarmAt).toBeUndefined()
    expect(stage.host.fault).toMatchObject({ what: 'wake', times: 5, isHalted: true })
    expect(stage.log.filter(({ event }) => event === 'standing still')).toHaveLength(1)
  })

  it('runs when it is due, even if a fault of the room has already ended the only session', async () => {
    let due: number | undefined
    const stage = await RoomHarness.create(
      tallyWith((world, host) => {
        due ??= host.now() + 5000
        world.wakeAt = due
        world.wake = () => {
          due = Number.POSITIVE_INFINITY
          world.wakeAt = undefined
        }
      }),
    )
    const ann = stage.client()
    ann.call.sendFrame('x')
    stage.clock.settle()
    expect([ann.closedFor, stage.host.players]).toEqual(['a fault of the room', 0])
    stage.pass(10_000)
    expect(due).toBe(Number.POSITIVE_INFINITY)
  })

  it('counts as a failure if it does not reschedule the work that was due', async () => {
    const stage = await woken(() => {})
    expect(stage.pass(hour)).toBe(5)
    expect(stage.alarmAt).toBeUndefined()
    expect(stage.host.fault).toMatchObject({ what: 'wake', isHalted: true })
  })

  it('that is halted is retried while players are connected, less and less often', async () => {
    let calls = 0
    const stage = await woken(() => calls++)
    stage.pass(hour)
    stage.client()
    stage.clock.pass(hour)
    expect(calls).toBeGreaterThan(5)
    expect(calls).toBeLessThan(25)
  })

  it('that succeeds resets the count of failures', async () => {
    let calls = 0
    const stage = await woken((world) => {
      if (++calls < 3) throw new Error('a fault on purpose')
      world.wakeAt = undefined
    })
    stage.pass(hour)
    expect([calls, stage.host.fault]).toEqual([3, undefined])
  })

  it('runs at most once a second in an empty room, whatever the world requests', async () => {
    const stage = await woken((world, now) => {
      world.wakeAt = now + 1
    })
    expect(stage.pass(60_000)).toBeLessThanOrEqual(61)
    expect(stage.host.fault).toBeUndefined()
  })

  it('may do one of several due actions and leave the others to later wakes', async () => {
    let left = 20
    const stage = await woken((world) => {
      world.wakeAt = --left > 0 ? world.wakeAt! + 1 : undefined
    }, -30)
    stage.pass(hour)
    expect([left, stage.host.fault]).toEqual([0, undefined])
  })
})

describe('a tick', () => {
  it('that throws is retried with growing delays; after five failures all sessions end, and new ones are rejected while ticks are halted', async () => {
    let ticks = 0
    let broken = true
    const stage = await RoomHarness.create(
      tallyWith((world) => {
        world.tick = () => {
          ticks++
          if (broken) throw new Error('a fault on purpose')
        }
      }),
      { options: { tickMs: 100 } },
    )
    const ann = stage.client()
    stage.clock.pass(7000)
    expect([ticks, ann.closedFor]).toEqual([4, undefined])
    stage.clock.pass(1000)
    expect([ticks, ann.closedFor]).toEqual([5, 'a fault of the room'])
    const bob = stage.client()
    stage.clock.pass(1000)
    expect([ticks, bob.closedFor, stage.host.fault?.isHalted]).toEqual([5, 'unavailable', true])
    broken = false
    stage.clock.pass(10_000)
    const cid = stage.client()
    stage.clock.pass(1000)
    expect([cid.closedFor, stage.host.fault]).toEqual([undefined, undefined])
  })
})

describe('opening a world', () => {
  it('is not retried for every client after a failure', async () => {
    let openings = 0
    let broken = false
    const stage = await RoomHarness.create({
      ...tally,
      openWorld(store, host, options, version) {
        openings++
        if (broken) throw new Error('a fault on purpose')
        return tally.openWorld(store, host, options, version)
      },
    })
    const ann = stage.client()
    broken = true
    ann.call.sendFrame('x')
    stage.clock.settle()
    expect(ann.closedFor).toBe('a fault of the room')
    for (let i = 0; i < 1000; i++) {
      stage.client()
      stage.clock.pass(10)
    }
    // The world was opened once, failed to open once, and was retried four times in ten seconds: at once and after 1, 2
    // and 4 s.
    expect(openings).toBe(6)
    broken = false
    stage.clock.pass(60_000)
    expect(stage.client().closedFor).toBeUndefined()
    expect(stage.host.fault).toBeUndefined()
  })
})

describe('a save', () => {
  it('that fails is retried with growing delays', async () => {
    let saves = 0
    const stage = await RoomHarness.create(
      tallyWith((world) => {
        world.save = () => {
          saves++
          throw new Error('a fault on purpose')
        }
      }),
    )
    stage.client().call.sendFrame('.')
    stage.clock.pass(hour)
    expect(saves).toBeLessThan(25)
    expect(stage.host.fault).toMatchObject({ what: 'save', isHalted: true })
  })
})

describe('a frame that awaits bytes', () => {
  it('is charged for its message once', async () => {
    const stage = await RoomHarness.create({
      ...tally,
      limits: (options) => ({
        ...tally.limits(options),
        messagesPerSecond: 1,
        messageBurst: 10,
        bytesPerSecond: 100,
        maxFrameBytes: 100,
      }),
    })
    const ann = stage.client()
    // These nine frames and the one below use exactly the burst of ten. If a waiting frame were charged at each
    // check, the burst would not suffice.
    for (let i = 0; i < 9; i++) ann.call.sendFrame(`n${'x'.repeat(49)}`)
    stage.clock.pass(3500)
    ann.call.sendFrame('+')
    stage.clock.pass(20)
    expect(new TextDecoder().decode(ann.received.at(-1) as Uint8Array)).toBe('+10 1')
  })

  it('uses no tokens of the rate limit when the room checks how long the frame has to wait', () => {
    const rate = new TokenBucket(1, 2)
    expect([rate.waitMs(0, 2), rate.waitMs(0, 2), rate.takeOrWait(0, 2), rate.waitMs(0)]).toEqual([
      0, 0, 0, 1000,
    ])
    rate.charge(0, 3)
    expect([rate.waitMs(0), rate.waitMs(0, 0)]).toEqual([4000, 3000])
  })
})

describe('the records of a world that is only viewed', () => {
  it('are written only when the pending writes are flushed', () => {
    const records = memoryRecords()
    records.write(
      new Map([
        ['a/1', 'one'],
        ['a/2', 'two'],
      ]),
    )
    const unwritten = new DeferredWriteRecords(records)
    unwritten.write(
      new Map([
        ['a/0', 'nought'],
        ['a/1', undefined],
        ['b', 'other'],
      ]),
    )
    expect([...unwritten.list('a/')]).toEqual([
      ['a/0', 'nought'],
      ['a/2', 'two'],
    ])
    expect([unwritten.get('a/1'), unwritten.get('a/2'), unwritten.get('b')]).toEqual([
      undefined,
      'two',
      'other',
    ])
    expect([...records.list('')].length).toBe(2)
    unwritten.flush(new Map([['c', 'also']]))
    expect([...records.list('')].map(([key]) => key)).toEqual(['a/0', 'a/2', 'b', 'c'])
    unwritten.write(new Map([['d', 'at once']]))
    expect(records.get('d')).toBe('at once')
  })
})
