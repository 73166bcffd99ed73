import { afterEach, describe, expect, it } from 'vitest'
import type { Socket } from '../../../durable-objects/platform/platform.ts'
import { Spectators } from '../../../durable-objects/room/views/spectators.ts'
import type { Game, SpectatorFeed } from '../../../games/game.ts'
import { closeCodes } from '../../../wire/link/control-messages.ts'
import { spectatorKeepalive, tryAgainLaterCode } from '../../../wire/link/spectator-frames.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { testContext } from '../../room-context.ts'
import { SimulatedClock } from '../../simulated-clock.ts'
import { roomClock } from '../../workers/fixtures/room-clock.ts'
import { Client, TestSpectator } from './gateways/link-clients.ts'
import { resetStorage, TimedRoom } from './timed-room.ts'

afterEach(resetStorage)

const busyClose = { code: tryAgainLaterCode, reason: expect.any(String) }

describe('a spectator', () => {
  it('receives the current state, then changes batched for 100 ms', async () => {
    const room = await TimedRoom.create()
    const ann = await Client.connected(room, 'ann')
    await ann.ask('+2')
    await room.pass(100)
    const eve = await TestSpectator.of(room)
    expect(await eve.next()).toEqual(['T{"ann":2}'])
    for (let i = 0; i < 5; i++) await ann.ask('+')
    await room.pass(99)
    expect(eve.waiting).toBe(0)
    await room.pass(1)
    expect(await eve.next()).toEqual(['ann=7'])
    await ann.ask('.')
    await room.pass(1000)
    expect(eve.waiting).toBe(0)
  })

  it('does not count as a player, and receives the same messages as other spectators of the feed', async () => {
    const room = await TimedRoom.create()
    const [eve, joe] = [await TestSpectator.of(room), await TestSpectator.of(room)]
    expect([await eve.next(), await joe.next()]).toEqual([['T{}'], ['T{}']])
    const { players, view } = await room.state()
    expect([players, view]).toMatchObject([0, { shows: 1 }])
    eve.close()
    await eve.closed
    expect(await room.view()).toMatchObject({ shows: 1 })
    joe.close()
    await joe.closed
    expect(await room.view()).toMatchObject({ shows: 0 })
  })

  it('of a hibernating room sees its state, and causes no write, alarm or timer', async () => {
    const room = await TimedRoom.create({ tickMs: 100 })
    const ann = await Client.connected(room, 'ann')
    await ann.ask('+3')
    ann.close()
    await expect.poll(async () => (await room.state()).players).toBe(0)
    await room.pass(60_000)
    await room.evict()
    const before = await room.records()
    const eve = await TestSpectator.of(room)
    expect(await eve.next()).toEqual(['T{"ann":3}'])
    await room.pass(60_000)
    expect([await room.alarmAt(), roomClock.armed]).toEqual([null, 0])
    expect(await room.records()).toEqual(before)
    expect((await room.view()).ticks).toBe(0)
  })

  it('hibernates with the room, and gets a new snapshot when a player connects again', async () => {
    const room = await TimedRoom.create()
    const eve = await TestSpectator.of(room)
    expect(await eve.next()).toEqual(['T{}'])
    await room.evict()
    const ann = await Client.connected(room, 'ann')
    await ann.ask('+4')
    await room.pass(100)
    expect(await eve.next()).toEqual(['T{"ann":4}'])
    await ann.ask('+')
    await room.pass(100)
    expect(await eve.next()).toEqual(['ann=5'])
  })

  it('gets a new snapshot when the world has restarted', async () => {
    const room = await TimedRoom.create()
    const ann = await Client.connected(room, 'ann')
    const eve = await TestSpectator.of(room)
    await room.pass(100)
    await eve.next()
    ann.send('x')
    await ann.closed
    await room.pass(100)
    expect(await eve.next()).toEqual(['T{}'])
  })

  it('is informed that the room is deleted', async () => {
    const room = await TimedRoom.create()
    const eve = await TestSpectator.of(room)
    await eve.next()
    await room.calls.deleteRoom()
    expect(await eve.closed).toMatchObject({ code: closeCodes.gone })
  })
})

describe('limits of watching', () => {
  it('a spectator that sends a message is disconnected, and opens no session', async () => {
    const room = await TimedRoom.create()
    const eve = await TestSpectator.of(room)
    await eve.next()
    await room.evict()
    eve.say('x'.repeat(100_000))
    expect(await eve.closed).toMatchObject({ code: closeCodes.protocol })
    expect(await room.keys('session/')).toEqual([])
  })

  it('a game may limit the number of spectators: further spectators are disconnected with a reason', async () => {
    const few = await TimedRoom.create({ watchers: 2 })
    const [eve, joe, sue] = [
      await TestSpectator.of(few),
      await TestSpectator.of(few),
      await TestSpectator.of(few),
    ]
    expect(await sue.closed).toEqual({ code: tryAgainLaterCode, reason: 'too many spectators' })
    expect([await eve.next(), await joe.next()]).toEqual([['T{}'], ['T{}']])
  })

  it('one address can have twenty spectators, and they do not count against the limits of players', async () => {
    const room = await TimedRoom.create({ peersPerAddress: 1, peers: 1 })
    const crowd = []
    for (let i = 0; i < 21; i++) crowd.push(await TestSpectator.of(room))
    expect(await crowd.at(-1)!.closed).toEqual(busyClose)
    const other = await TestSpectator.of(room, '198.51.100.7')
    expect(await other.next()).toEqual(['T{}'])
    await Client.connected(room, 'ann')
  })

  it('a banned address cannot watch until its ban ends', async () => {
    const room = await TimedRoom.create()
    const [eve, joe] = [
      await TestSpectator.of(room, '192.0.2.7'),
      await TestSpectator.of(room, '198.51.100.7'),
    ]
    expect([await eve.next(), await joe.next()]).toEqual([['T{}'], ['T{}']])
    await room.calls.ban({ address: '192.0.2.7', seconds: 60 })
    expect(await eve.closed).toEqual({ code: tryAgainLaterCode, reason: 'banned by the host' })
    expect(await (await TestSpectator.of(room, '192.0.2.7')).closed).toMatchObject({
      reason: 'banned by the host',
    })
    await room.calls.liftBans()
    expect(await (await TestSpectator.of(room, '192.0.2.7')).next()).toEqual(['T{}'])
    const ann = await Client.connected(room, 'ann')
    await ann.ask('+')
    await room.pass(1000)
    expect(await joe.next()).toEqual(['ann=1'])
  })

  it('a room whose owner has turned off watching has no spectators and no picture', async () => {
    const room = await TimedRoom.create()
    const eve = await TestSpectator.of(room)
    await eve.next()
    expect(await room.calls.patch({ watching: 'off' })).toMatchObject({ watching: 'off' })
    expect(await eve.closed).toEqual({ code: tryAgainLaterCode, reason: 'the owner has turned off watching' })
    expect((await (await TestSpectator.of(room)).closed).reason).toBe('the owner has turned off watching')
    expect(await room.calls.picture()).toBeUndefined()
    await room.calls.patch({ title: 'Still unseen' })
    expect((await (await TestSpectator.of(room)).closed).reason).toBe('the owner has turned off watching')
    const again = await room.calls.patch({ watching: 'on' })
    expect(again && 'watching' in again).toBe(false)
    expect(await (await TestSpectator.of(room)).next()).toEqual(['T{}'])
  })

  it('a feed that fails disconnects all spectators but no players', async () => {
    const room = await TimedRoom.create()
    const blot = await Client.connected(room, 'blot')
    await blot.ask('+')
    await room.pass(100)
    const eve = await TestSpectator.of(room)
    expect(await eve.closed).toEqual({ code: tryAgainLaterCode, reason: 'a fault of the room' })
    expect(await blot.ask('+')).toBe('+2 2')
  })
})

/** A socket with a number of unread bytes that a test sets. */
class Seen implements Socket {
  readyState = 1
  bufferedAmount = 0
  readonly sent: unknown[] = []
  why: unknown
  #attached: unknown
  send(message: unknown): void {
    this.sent.push(message)
  }
  close(code: number, reason: string): void {
    this.readyState = 2
    this.why = { code, reason }
  }
  serializeAttachment(attached: unknown): void {
    this.#attached = attached
  }
  deserializeAttachment(): unknown {
    return this.#attached
  }
}

/** Spectators of a world that changes when a test calls `change`. */
class SpectatedWorld {
  readonly clock = new SimulatedClock()
  readonly sockets: Seen[] = []
  readonly reads = new Map<Socket, number>()
  news: readonly string[] = ['["news"]']
  cuts = 0
  /** How often the room requested its sockets from the platform. */
  asked = 0
  readonly show: SpectatorFeed = {
    snapshot: () => ['["whole"]'],
    delta: () => this.news,
    onNoSpectators() {},
  }
  readonly context = testContext({
    game: tally as Game,
    clock: this.clock,
    platform: {
      sockets: () => {
        this.asked++
        return this.sockets
      },
      accept: (socket) => void this.sockets.push(socket as Seen),
      lastPing: (socket) => this.reads.get(socket),
    },
  })
  readonly spectators = new Spectators(
    this.context,
    {
      openReadOnly: () => ({
        views: { spectatorFeed: this.show, closeSpectatorFeed() {} },
        limits: tally.limits({}),
        sessionCount: 1,
      }),
    },
    { record() {}, cut: () => void this.cuts++ },
  )

  connect(): Seen {
    const socket = new Seen()
    this.spectators.accept(socket, '127.0.0.1')
    return socket
  }

  /** Makes a change, sets the clock forward by `lateMs`, and advances time by 100 ms. */
  change(lateMs = 0): void {
    this.context.events.emit('transactionDone')
    if (lateMs > 0) this.clock.setForward(lateMs)
    this.clock.pass(100)
  }
}

it('the film of a room ends when the owner forbids recordings, but not when other permissions change', () => {
  const world = new SpectatedWorld()
  for (const film of [true, false]) {
    world.context.meta = { ...world.context.meta!, options: { film } }
    world.context.events.emit('permissionsChanged')
    expect(world.cuts).toBe(film ? 0 : 1)
  }
})

describe('a slow spectator', () => {
  it('that does not confirm reading is disconnected after 30 s with a reason', () => {
    const world = new SpectatedWorld()
    const [silent, reads] = [world.connect(), world.connect()]
    for (let turn = 0; turn < 400; turn++) {
      world.reads.set(reads, world.clock.now())
      world.change()
    }
    expect(silent.why).toEqual({ code: tryAgainLaterCode, reason: 'too slow' })
    expect([silent.sent.length, reads.sent.length, reads.why]).toEqual([301, 401, undefined])
  })

  it('that has too many unread bytes is disconnected if the platform reports unread bytes', () => {
    const world = new SpectatedWorld()
    const [slow, reads] = [world.connect(), world.connect()]
    world.news = ['x'.repeat(400_000)]
    const before = slow.sent.length
    world.change()
    slow.bufferedAmount = 1_048_577
    world.change()
    expect(slow.why).toEqual({ code: tryAgainLaterCode, reason: 'too slow' })
    expect([slow.sent.length - before, reads.why]).toEqual([1, undefined])
  })

  it('that confirms reading gets updates, even if the platform does not report unread bytes', () => {
    const world = new SpectatedWorld()
    const socket = world.connect()
    world.clock.pass(40_000)
    world.spectators.message(socket, spectatorKeepalive.ping)
    world.change()
    expect(socket.sent).toEqual(['["whole"]', spectatorKeepalive.pong, '["news"]'])
  })

  it('is disconnected if the room is repeatedly late, and can connect again after 30 s', () => {
    const world = new SpectatedWorld()
    const socket = world.connect()
    for (let turn = 0; turn < 7; turn++) world.change(300)
    expect(socket.why).toBeUndefined()
    world.change(300)
    expect(socket.why).toEqual({ code: tryAgainLaterCode, reason: 'the room is busy' })
    expect(world.connect().why).toEqual({ code: tryAgainLaterCode, reason: 'the room is busy' })
    world.clock.pass(30_000)
    expect(world.connect().sent).toEqual(['["whole"]'])
  })

  it.each([
    [1, 10, 10],
    [20, 5, 112],
    [200, 0.5, 112],
  ])(
    'that is one of %i spectators gets at least %d updates a second, and all spectators together at most %i',
    (many, perSecond, together) => {
      const world = new SpectatedWorld()
      const sockets = Array.from({ length: many }, () => world.connect())
      const before = sockets.map(({ sent }) => sent.length)
      for (let ms = 0; ms < 10_000; ms += 10) {
        world.context.events.emit('transactionDone')
        world.clock.pass(10)
      }
      const updates = sockets.map(({ sent }, n) => (sent.length - before[n]!) / 10)
      expect(Math.min(...updates)).toBeGreaterThanOrEqual(perSecond)
      expect(updates.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(together)
    },
  )

  it('does not make the room request its sockets from the platform for each update', () => {
    const world = new SpectatedWorld()
    world.connect()
    for (let turn = 0; turn < 10; turn++) world.change()
    expect(world.asked).toBe(1)
  })
})
