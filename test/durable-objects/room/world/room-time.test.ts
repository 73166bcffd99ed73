import { afterEach, describe, expect, it } from 'vitest'
import { Ticker } from '../../../../durable-objects/platform/clock.ts'
import { recordTypes } from '../../../../wire/link/link-codec.ts'
import type { Clock } from '../../../../wire/util/clock.ts'
import { roomClock } from '../../../workers/fixtures/room-clock.ts'
import { Client, SidecarEnd } from '../gateways/link-clients.ts'
import { resetStorage, TimedRoom } from '../timed-room.ts'

afterEach(resetStorage)

/** Closes the client and waits until the room has only `others` players. */
async function left(room: TimedRoom, client: Client, others = 0): Promise<void> {
  client.close()
  await expect.poll(async () => (await room.state()).players).toBe(others)
}

const ticks = async (room: TimedRoom) => (await room.view()).ticks

describe('ticks', () => {
  it('run only while clients are connected, directly or over a link', async () => {
    const room = await TimedRoom.create({ tickMs: 100 })
    await room.pass(1000)
    expect(await ticks(room)).toBe(0)
    const ann = await Client.connected(room)
    await room.pass(1000)
    expect(await ticks(room)).toBe(10)
    const east = await SidecarEnd.of(room)
    await east.openSession(1)
    await left(room, ann, 1)
    await room.pass(1000)
    expect(await ticks(room)).toBe(20)
    east.record(recordTypes.close, 1)
    east.flush()
    await expect.poll(async () => (await room.state()).players).toBe(0)
    await room.pass(10_000)
    expect(await ticks(room)).toBe(20)
    await Client.connected(room)
    await room.pass(250)
    expect(await ticks(room)).toBe(22)
  })

  it('continue for a hibernated socket once the room is awake', async () => {
    const room = await TimedRoom.create({ tickMs: 100 })
    await Client.connected(room)
    await room.evict()
    expect(await ticks(room)).toBe(0)
    await room.pass(500)
    expect(await ticks(room)).toBe(5)
  })

  it('do not drift; after a delay at most five run at once, and the others are counted as dropped', () => {
    const clock = new LateClock()
    const at: number[] = []
    const ticker = new Ticker(clock, 100, () => at.push(clock.ms))
    ticker.start()
    for (const late of [130, 100, 270]) clock.comes(late)
    expect([at, clock.wanted]).toEqual([[130, 230, 500, 500, 500], 100])
    expect(ticker.overruns).toBe(0)
    clock.comes(2000)
    expect([at.length, ticker.overruns, clock.wanted]).toEqual([10, 15, 100])
    ticker.stop()
    expect([clock.wanted, ticker.isRunning]).toEqual([undefined, false])
  })

  it('that take longer than their interval are not caught up, so that other events run between them', () => {
    const clock = new LateClock()
    let count = 0
    const ticker = new Ticker(clock, 100, () => {
      count++
      clock.ms += 150
    })
    ticker.start()
    for (const [late, overruns] of [
      [500, 4],
      [10, 4],
      [10, 5],
    ] as const) {
      const before = count
      clock.comes(late)
      expect([count - before, ticker.overruns]).toEqual([1, overruns])
    }
    ticker.stop()
  })

  it('can be stopped by the game', () => {
    const clock = new LateClock()
    const ticker: Ticker = new Ticker(clock, 100, () => ticker.stop())
    ticker.start()
    clock.comes(1000)
    expect([ticker.isRunning, clock.wanted, ticker.overruns]).toEqual([false, undefined, 0])
  })
})

describe('a ticking world', () => {
  it('continues after an eviction though its WebSocket players send nothing', async () => {
    const room = await TimedRoom.create({ tickMs: 1000 })
    const ann = await Client.connected(room)
    await ann.ask('.')
    await room.pass(29_000)
    const { ticks } = await room.view()
    expect(ticks).toBe(29)
    await room.evict()
    const began = roomClock.now()
    expect(await room.alarmAt()).toBeLessThanOrEqual(began + 30_000)
    expect(roomClock.armed).toBe(0)
    expect(await room.runAlarm()).toBe(true)
    await room.pass(5000)
    expect((await room.view()).ticks).toBe(5)
    expect(await room.alarmAt()).toBe(began + 30_000)
    expect(await ann.ask('+')).toBe('+2 1')
  })

  it('sets no alarm while it is empty, or for clients behind a sidecar, because the sidecar wakes the room', async () => {
    const room = await TimedRoom.create({ tickMs: 1000 })
    const east = await SidecarEnd.of(room)
    await east.openSession(1)
    await room.pass(3000)
    expect(await room.alarmAt()).toBeNull()
    const ann = await Client.connected(room)
    await ann.ask('.')
    expect(await room.alarmAt()).not.toBeNull()
    await left(room, ann, 1)
    await room.pass(1)
    await room.runAlarm()
    expect(await room.alarmAt()).toBeNull()
  })

  it('gives a new WebSocket client 10 s for its first frame, by an alarm', async () => {
    const room = await TimedRoom.create({ tickMs: 1000 })
    const [silent, ann] = [await Client.connected(room), await Client.connected(room)]
    await ann.ask('.')
    const came = roomClock.now()
    expect(await room.alarmAt()).toBe(came + 10_000)
    await room.evict()
    await room.pass(10_000)
    await room.runAlarm()
    expect(await silent.closed).toMatchObject({ reason: 'idle for too long' })
    expect(await ann.ask('+')).toBe('+2 1')
  })
})

describe('due work', () => {
  it('has a timer while clients are connected, and also an alarm, in case the instance is lost', async () => {
    const room = await TimedRoom.create()
    const ann = await Client.connected(room)
    await ann.ask('d5000')
    expect(await room.alarmAt()).toBe(roomClock.now() + 5000)
    await room.pass(4999)
    expect((await room.view()).totals).toEqual({})
    await room.pass(1)
    expect((await room.view()).totals).toEqual({ alarm: 1 })
  })

  it('within a second has an alarm only when the clients have left', async () => {
    const room = await TimedRoom.create()
    const ann = await Client.connected(room)
    await ann.ask('d999')
    expect(await room.alarmAt()).toBeNull()
    const due = roomClock.now() + 999
    await left(room, ann)
    expect(await room.alarmAt()).toBe(due)
  })

  it('has an alarm in an empty room, and no alarm when the work is done', async () => {
    const room = await TimedRoom.create()
    const ann = await Client.connected(room)
    await ann.ask('d5000')
    const due = roomClock.now() + 5000
    await left(room, ann)
    expect(await room.alarmAt()).toBe(due)
    await room.pass(5000)
    expect((await room.view()).totals).toEqual({})
    expect(await room.runAlarm()).toBe(true)
    expect((await room.view()).totals).toEqual({ alarm: 1 })
    expect(await room.alarmAt()).toBeNull()
  })

  it('is not done when an alarm fires early; the alarm is set again', async () => {
    const room = await TimedRoom.create()
    const ann = await Client.connected(room)
    await ann.ask('d5000')
    const due = roomClock.now() + 5000
    await left(room, ann)
    await room.runAlarm()
    expect([(await room.view()).totals, await room.alarmAt()]).toEqual([{}, due])
  })

  it('survives the loss of an instance with connected clients', async () => {
    const due = roomClock.now() + 60_000
    const room = await TimedRoom.create({ due }, 'brittle')
    await Client.connected(room)
    await room.evict('close')
    await room.state()
    // The first alarm is earlier: it is the timeout for a client's first frame.
    expect(await room.alarmAt()).toBeLessThan(due)
    await room.runAlarm()
    expect(await room.alarmAt()).toBe(due)
  })
})

describe('state that may roll back', () => {
  it('is written at most 2 s after it changed', async () => {
    const room = await TimedRoom.create()
    const ann = await Client.connected(room)
    const saved = async () => (await room.records()).get('game/soft')
    await room.pass(2000)
    await ann.ask('.')
    await room.pass(1999)
    expect(await saved()).toBe('0')
    await room.pass(1)
    expect(await saved()).toBe('1')
    await ann.ask('.')
    await room.evict('close')
    expect((await room.view()).soft).toBe(1)
  })

  it('is written when the last client leaves', async () => {
    const room = await TimedRoom.create()
    const [ann, bob] = [await Client.connected(room), await Client.connected(room)]
    await ann.ask('.')
    await left(room, ann, 1)
    expect((await room.records()).get('game/soft')).toBeUndefined()
    await left(room, bob)
    expect((await room.records()).get('game/soft')).toBe('1')
  })
})

describe('an idle room', () => {
  it('has no timer and can be evicted at once when it is empty, even if a link is open', async () => {
    const room = await TimedRoom.create({ tickMs: 100, idleMs: 60_000 })
    const east = await SidecarEnd.of(room)
    await east.openSession(1)
    const ann = await Client.connected(room)
    await ann.ask('.')
    await ann.ask('d60000')
    east.record(recordTypes.close, 1)
    east.flush()
    expect(await east.received()).toEqual(['1 close left'])
    east.flush()
    await left(room, ann)
    await room.pass(1000) // time for the room's announcement
    expect(roomClock.armed).toBe(0)
    await room.evict()
    east.flush()
    await east.receiveResync()
  })

  it('has no timer when its clients do nothing and it does not tick', async () => {
    const room = await TimedRoom.create()
    const ann = await Client.connected(room, 'ann')
    await ann.ask('.')
    await room.pass(2000)
    expect(roomClock.armed).toBe(0)
    await room.pass(60_000)
    expect(await ann.ask('.')).toBe('.2 2')
  })
})

describe('the idle timeout', () => {
  it('closes only sessions that are idle for idleMs, whether direct or over a link', async () => {
    const room = await TimedRoom.create({ idleMs: 10_000 })
    const [ann, bob] = [await Client.connected(room, 'ann'), await Client.connected(room, 'bob')]
    const east = await SidecarEnd.of(room)
    await east.openSession(1)
    for (let second = 0; second < 9; second++) {
      await room.pass(1000)
      await bob.ask('+')
    }
    expect([ann.waiting, east.waiting]).toEqual([0, 0])
    await room.pass(2000)
    expect(await ann.closed).toMatchObject({ reason: 'idle for too long' })
    expect(await east.received()).toEqual(['1 close idle for too long'])
    expect(await bob.ask('+')).toBe('+10 10')
  })
})

/** A clock with a single timer, which fires when a test calls a function, however late. */
class LateClock implements Clock {
  ms = 0
  wanted: number | undefined
  #run: (() => void) | undefined

  now(): number {
    return this.ms
  }

  after(ms: number, run: () => void) {
    this.wanted = ms
    this.#run = run
    return {
      cancel: () => {
        this.wanted = undefined
      },
    }
  }

  soon(run: () => void): void {
    run()
  }

  comes(ms: number): void {
    this.ms += ms
    this.#run?.()
  }
}

describe('a client that only views a room that hibernates', () => {
  it('sees its state, and causes no writes', async () => {
    const room = await TimedRoom.create({ due: roomClock.now() + 60_000 }, 'brittle')
    await room.evict()
    const before = await room.records()
    for (let i = 0; i < 3; i++) {
      expect(await room.state()).toMatchObject({ players: 0, capacity: 100, view: { soft: 1 } })
      expect(await room.calls.picture()).toMatchObject({ rgb: new Uint8Array([1, 0, 0]) })
      expect(await room.calls.listFiles()).toContainEqual({ name: 'totals.txt', secret: false })
      expect(await room.calls.readFile('totals.txt', false)).toMatchObject({ body: '{}' })
    }
    await room.pass(1000) // time for the room's announcement
    expect([await room.records(), await room.alarmAt(), roomClock.armed]).toEqual([before, null, 0])
    await Client.connected(room)
    expect(await room.records()).toEqual(before)
  })
})
