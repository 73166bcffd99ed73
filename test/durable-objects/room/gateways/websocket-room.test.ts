import { afterEach, describe, expect, it } from 'vitest'
import { createPlatform } from '../../../../durable-objects/platform/object-platform.ts'
import type { Socket } from '../../../../durable-objects/platform/platform.ts'
import {
  type WebSocketAttachment,
  WebSocketConnection,
} from '../../../../durable-objects/room/connections/websocket-connection.ts'
import type { Frame } from '../../../../games/game.ts'
import { PendingBatch } from '../../../../wire/link/json-batch.ts'
import { testContext } from '../../../room-context.ts'
import { SimulatedClock } from '../../../simulated-clock.ts'
import { failAt, faults } from '../../../workers/fixtures/faulty-game.ts'
import { resetStorage, TimedRoom } from '../timed-room.ts'
import { Client } from './link-clients.ts'

afterEach(resetStorage)

const utf8 = (text: string) => new TextEncoder().encode(text)

function visits(): Map<string, number> {
  const counts = new Map<string, number>()
  faults.check = (place) => counts.set(place, (counts.get(place) ?? 0) + 1)
  return counts
}

describe('a WebSocket client', () => {
  it('is greeted, and sends text or binary frames', async () => {
    const room = await TimedRoom.create()
    const ann = await Client.connected(room, 'ann')
    expect(await ann.ask('+2')).toBe('+1 2')
    expect(await ann.ask(utf8('+3'))).toBe('+2 5')
    expect(await room.view()).toMatchObject({ totals: { ann: 5 } })
  })

  it('receives its answers in order, however fast it sends, and all clients receive a multicast', async () => {
    const room = await TimedRoom.create()
    const [ann, bob] = [await Client.connected(room, 'ann'), await Client.connected(room)]
    ann.send(...Array.from({ length: 60 }, () => '+'), 'shello')
    for (let i = 1; i <= 60; i++) expect(await ann.next()).toBe(`+${i} ${i}`)
    expect([await ann.next(), await bob.next()]).toEqual(['sann: hello', 'sann: hello'])
  })

  it('leaves the world once, whether its socket closes or fails', async () => {
    const room = await TimedRoom.create({}, 'brittle')
    const counts = visits()
    const [ann, bob] = [await Client.connected(room), await Client.connected(room)]
    expect((await room.state()).players).toBe(2)
    ann.close()
    await ann.closed
    await expect.poll(async () => (await room.state()).players).toBe(1)
    await room.failSockets()
    await expect.poll(async () => (await room.state()).players).toBe(0)
    bob.close()
    await bob.closed
    await room.state()
    expect(Object.fromEntries(counts)).toMatchObject({ openSession: 2, onClosed: 2 })
  })

  it('that the room has closed does not count as connected after the client answers the close', async () => {
    const room = await TimedRoom.create({}, 'brittle')
    const counts = visits()
    const ann = await Client.connected(room)
    ann.send('q')
    expect(await ann.next()).toBe('bye')
    expect(await ann.closed).toEqual({ code: 1000, reason: 'asked for' })
    ann.close()
    await room.evict()
    expect((await room.state()).players).toBe(0)
    expect(Object.fromEntries(counts)).toMatchObject({ openSession: 1, onClosed: 1 })
  })

  it('cannot change the world after it was closed', async () => {
    const room = await TimedRoom.create()
    const ann = await Client.connected(room, 'ann')
    ann.send('q', '+', '+')
    expect(await ann.next()).toBe('bye')
    await ann.closed
    expect(await room.view()).toMatchObject({ totals: {} })
  })
})

describe('hibernation', () => {
  it('ends for all sockets when one of them sends a message, or when the Worker calls the room', async () => {
    const room = await TimedRoom.create()
    const [ann, bob] = [await Client.connected(room, 'ann'), await Client.connected(room, 'bob')]
    await room.evict()
    ann.send('sback')
    expect([await ann.next(), await bob.next()]).toEqual(['sann: back', 'sann: back'])
    await room.evict()
    expect((await room.state()).players).toBe(2)
    expect(await bob.ask('+')).toBe('+1 1')
  })

  it.each([12_000, 20_000, 60_000])(
    'keeps a resume state of %i bytes through several changes and evictions, and deletes it with the session',
    async (size) => {
      const room = await TimedRoom.create()
      const name = 'n'.repeat(size)
      const ann = await Client.connected(room)
      const big = size > 12_288
      for (const letter of ['n', 'm', 'k']) {
        const own = `${letter}${name.slice(1)}`
        // A rename writes nothing except the resume state.
        expect(await ann.ask(`i${own}`)).toBe(`I${own}`)
        expect(await room.keys('resume-state/')).toHaveLength(big ? 1 : 0)
        await room.evict()
        ann.send('s')
        expect(await ann.next()).toBe(`s${own}: `)
      }
      ann.close()
      await expect.poll(async () => (await room.state()).players).toBe(0)
      expect(await room.keys('resume-state/')).toEqual([])
    },
  )

  it('keeps the name and the count of a session in its resume state, and deletes the records of one that shrinks', async () => {
    const room = await TimedRoom.create()
    const ann = await Client.connected(room)
    await ann.ask(`i${'n'.repeat(20_000)}`)
    await ann.ask('iann')
    await ann.ask('+')
    expect(await room.keys('resume-state/')).toEqual([])
    await room.evict()
    ann.send('+')
    expect(await ann.next()).toBe('+2 2')
  })

  it('removes a client that disconnects while the world is evicted', async () => {
    const room = await TimedRoom.create({}, 'brittle')
    const ann = await Client.connected(room, 'ann')
    await room.evict()
    const counts = visits()
    ann.close()
    await ann.closed
    await expect.poll(() => counts.get('onClosed')).toBe(1)
    expect((await room.state()).players).toBe(0)
  })

  it('ends with closed sockets if the world cannot be opened', async () => {
    const room = await TimedRoom.create({}, 'brittle')
    const ann = await Client.connected(room)
    await room.evict()
    failAt('openWorld')
    ann.send('+')
    expect(await ann.closed).toMatchObject({ reason: 'the room cannot be opened' })
  })

  it('a deployment closes the socket, and nothing acknowledged is lost', async () => {
    const room = await TimedRoom.create()
    const ann = await Client.connected(room, 'ann')
    await ann.ask('+5')
    await room.evict('close')
    expect(await ann.closed).toMatchObject({ code: 1006 })
    const again = await Client.connected(room, 'ann')
    expect(await again.ask('+')).toBe('+1 6')
    expect((await room.state()).players).toBe(1)
  })
})

describe('a rejected client', () => {
  it('gets the reason that the room is closed, while players in it continue', async () => {
    const room = await TimedRoom.create()
    const ann = await Client.connected(room, 'ann')
    await room.calls.patch({ status: 'closed' })
    const bob = await Client.of(room)
    expect([await bob.next(), await bob.closed]).toEqual(['no: closed', { code: 1000, reason: 'closed' }])
    expect(await ann.ask('+')).toBe('+1 1')
    await room.evict()
    ann.send('+')
    expect(await ann.next()).toBe('+2 2')
    await room.calls.patch({ status: 'open' })
    await Client.connected(room)
  })

  it('gets the reason that the room is closed if it wakes the room, and its socket cannot hibernate', async () => {
    const room = await TimedRoom.create()
    const ann = await Client.connected(room, 'ann')
    await room.calls.patch({ status: 'closed' })
    for (let i = 0; i < 3; i++) {
      await room.evict()
      const bob = await Client.of(room)
      expect(await room.inside((state) => state.getWebSockets().length)).toBe(1)
      expect([await bob.next(), await bob.closed]).toEqual(['no: closed', { code: 1000, reason: 'closed' }])
    }
    expect(await ann.ask('+')).toBe('+1 1')
  })

  it('gets its reason on a socket that cannot hibernate, because eviction would close the socket otherwise', () => {
    const did: string[] = []
    const ctx = { storage: {}, acceptWebSocket: () => did.push('may hibernate') }
    const socket = {
      accept: () => did.push('accepted'),
      send: (frame: Frame) => did.push(`told ${frame}`),
      close: (code: number, reason: string) => did.push(`closed ${code} ${reason}`),
    }
    createPlatform(ctx as unknown as DurableObjectState, new SimulatedClock()).reject(
      socket as unknown as Socket,
      ['no: full'],
      'full',
    )
    expect(did).toEqual(['accepted', 'told no: full', 'closed 1000 full'])
  })

  it('gets the reason even if its session ends during the greeting', async () => {
    const room = await TimedRoom.create({}, 'brittle')
    failAt('openSession')
    const ann = await Client.of(room)
    expect(await ann.closed).toEqual({ code: 1000, reason: 'a fault of the room' })
    expect(await room.inside((state) => state.getWebSockets().length)).toBe(0)
  })

  it('gets the reason that the room is full, until a player leaves', async () => {
    const room = await TimedRoom.create({ peers: 1 })
    const ann = await Client.connected(room)
    const bob = await Client.of(room)
    expect([await bob.next(), await bob.closed]).toEqual(['no: full', { code: 1000, reason: 'full' }])
    ann.close()
    await expect.poll(async () => (await room.state()).players).toBe(0)
    await Client.connected(room)
  })

  it('is one too many from its address, unless the address is loopback', async () => {
    const room = await TimedRoom.create({ peersPerAddress: 1 })
    const from = (address: string) => Client.of(room, { 'packetboat-address': address })
    expect(await (await from('192.0.2.1')).next()).toBe('W')
    expect(await (await from('192.0.2.1')).next()).toBe('no: full')
    expect(await (await from('2001:db8::1')).next()).toBe('W')
    expect(await (await from('2001:db8::ffff:2')).next()).toBe('no: full')
    for (const address of ['192.0.2.2', '127.0.0.1', '127.0.0.1', '::1', '::1'])
      expect(await (await from(address)).next()).toBe('W')
  })
})

describe('a client over its limits', () => {
  it('is closed for too large a frame, and the others are not', async () => {
    const room = await TimedRoom.create()
    const [ann, bob] = [await Client.connected(room, 'ann'), await Client.connected(room, 'bob')]
    ann.send(new Uint8Array(65_536))
    expect(await ann.closed).toMatchObject({ reason: 'frame over 65535 bytes' })
    expect(await bob.ask('+')).toBe('+1 1')
  })

  it('that sends far more than its rate allows waits, and receives all answers in order', async () => {
    const room = await TimedRoom.create({ messagesPerSecond: 1000, messageBurst: 2 })
    const ann = await Client.connected(room, 'ann')
    ann.send(...Array.from({ length: 150 }, () => '+'))
    while (ann.waiting < 150) await room.pass(20)
    for (let i = 1; i <= 150; i++) expect(await ann.next()).toBe(`+${i} ${i}`)
  })

  it('is closed if over 1 MiB of its frames wait, and the others are not', async () => {
    const room = await TimedRoom.create({ messagesPerSecond: 1, messageBurst: 1 })
    const [ann, bob] = [await Client.connected(room, 'ann'), await Client.connected(room)]
    ann.send(...Array.from({ length: 18 }, () => `n${'x'.repeat(60_000)}`))
    expect(await ann.closed).toMatchObject({ reason: 'over 1048576 bytes waiting' })
    expect(await bob.ask('.')).toBe('.1 1')
  })

  it('that exceeds its rate waits, and is answered as soon as the rate allows', async () => {
    const room = await TimedRoom.create({ messagesPerSecond: 1, messageBurst: 2 })
    const ann = await Client.connected(room, 'ann')
    ann.send('+', '+', '+')
    expect(await ann.next()).toBe('+1 1')
    await room.pass(1000)
    expect(await ann.next()).toBe('+2 2')
    await room.pass(999)
    expect(ann.waiting).toBe(0)
    await room.pass(1)
    expect(await ann.next()).toBe('+3 3')
  })
})

class FakeSocket implements Socket {
  readonly sent: Frame[] = []
  readonly closes: [number, string][] = []
  bufferedAmount = 0
  readyState = 1
  attached: WebSocketAttachment | undefined

  send(frame: Frame): void {
    this.sent.push(frame)
  }
  close(code: number, reason: string): void {
    this.closes.push([code, reason])
  }
  serializeAttachment(attachment: WebSocketAttachment): void {
    this.attached = attachment
  }
  deserializeAttachment(): unknown {
    return this.attached
  }
}

describe('the send buffer of a socket', () => {
  const attachment: WebSocketAttachment = {
    kind: 'direct',
    id: 'x',
    address: '::1',
    compressed: false,
    resumeState: undefined,
    connectedAt: 0,
  }
  const line = () => {
    const [socket, clock] = [new FakeSocket(), new SimulatedClock()]
    const ended: number[] = []
    const owner = {
      context: testContext({ clock }),
      emptyBatch: new PendingBatch<string>(),
      scheduleFlush() {},
      connectionEnded: () => void ended.push(1),
    }
    const line = new WebSocketConnection(socket, attachment, owner, 'open')
    return { socket, clock, ended, line }
  }

  it('disconnects its client, once, if over 1 MiB stays unread for 10 s', () => {
    const { socket, clock, ended, line: slow } = line()
    const say = (frame: string) => {
      slow.send(frame)
      slow.flush()
    }
    const long = 'a'.repeat(400_000)
    socket.bufferedAmount = 1_048_577
    say(long)
    clock.pass(9_999)
    say('c')
    expect(socket.closes).toEqual([])
    clock.pass(1)
    say('d')
    say('e')
    slow.disconnect('later')
    expect(socket.sent).toEqual([long, 'c', 'd'])
    expect(socket.closes).toEqual([[1008, 'too slow']])
    expect(ended).toEqual([1])
  })

  it('is measured only when it could exceed its limit', () => {
    const { socket, line: brisk } = line()
    let asked = 0
    Object.defineProperty(socket, 'bufferedAmount', {
      get: () => {
        asked++
        return 0
      },
    })
    for (let n = 0; n < 400; n++) {
      brisk.send('x'.repeat(1000))
      brisk.flush()
    }
    expect(asked).toBe(1)
    expect(socket.closes).toEqual([])
  })

  it('gets no messages for a socket that has closed without an event', () => {
    const { socket, line: one } = line()
    socket.readyState = 2
    one.send('a')
    one.flush()
    expect(socket.sent).toEqual([])
  })
})
