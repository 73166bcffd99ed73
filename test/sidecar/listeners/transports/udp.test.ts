import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Listener, ListenerContext } from '../../../../sidecar/listeners/base/listener.ts'
import {
  UnvalidatedPeerLimiter,
  unvalidatedPeerLimits,
} from '../../../../sidecar/listeners/limits/unvalidated-peer-limiter.ts'
import { openUdpListener, type UdpListener, udpLimits } from '../../../../sidecar/listeners/transports/udp.ts'
import { pollOptions } from '../../../timeouts.ts'
import { bindUdp, type DatagramPeer } from '../../harness/loopback-clients.ts'
import {
  anyLoopbackPort,
  roomFrame,
  type TestListenerDefinition,
  TestRoom,
  testContext,
  testSpec,
} from '../../harness/test-room.ts'

let listener: Listener | undefined
let room: TestRoom
let shared: ListenerContext
let peers: DatagramPeer[] = []

async function open(
  options: { echo?: boolean; listener?: Partial<TestListenerDefinition>; limits?: object } = {},
) {
  room = new TestRoom(options.echo)
  shared = testContext(room)
  listener = await openUdpListener(
    testSpec({ transport: 'udp', port: 0, ...options.listener }, options.limits),
    anyLoopbackPort,
    shared,
  )
}

async function peer(address?: string): Promise<DatagramPeer> {
  const made = await bindUdp(listener!.port, address)
  peers.push(made)
  return made
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
})
afterEach(async () => {
  for (const { socket } of peers) socket.close()
  peers = []
  await listener?.close('test over')
  listener = undefined
  vi.useRealTimers()
})

describe('a session', () => {
  it('is an address and port, and a frame is one whole datagram', async () => {
    await open({ echo: true })
    const [one, other] = [await peer(), await peer()]
    one.send('one')
    expect(await one.received.next()).toBe('one')
    other.send('other')
    expect(await other.received.next()).toBe('other')
    one.send('one again')
    expect(await one.received.next()).toBe('one again')
    expect(room.sessions.seen.map((session) => session.frames.seen.length)).toEqual([2, 1])
    expect(shared.counters).toMatchObject({ clients: 2, framesFromClient: 3, framesFromServer: 3 })
  })

  it('ends if one of its datagrams causes a fault of the sidecar', async () => {
    await open()
    const one = await peer()
    one.send('a')
    const session = await room.sessions.next()
    session.onFrame = () => {
      throw new Error('fault')
    }
    one.send('b')
    expect(await session.ended).toBe('fault of the sidecar')
  })

  it('that the room has closed is followed by a new session when its address sends again', async () => {
    await open()
    const one = await peer()
    one.send('a')
    const first = await room.sessions.next()
    await first.frames.next()
    first.client.close('left')
    expect(shared.counters.clients).toBe(0)
    one.send('b')
    expect(await (await room.sessions.next()).text()).toBe('b')
    expect(first.frames.seen).toHaveLength(1)
    expect(first.reason).toBeUndefined()
  })

  it('times out after 20 s of silence if unvalidated, after 180 s if validated', async () => {
    await open({ echo: true })
    const [quiet, validated] = [await peer(), await peer('127.0.1.1')]
    validated.send('hello')
    await validated.received.next()
    room.sessions.seen[0]!.client.addressValidated!()
    quiet.send('hello')
    await quiet.received.next()
    vi.advanceTimersByTime(udpLimits.unvalidatedIdleMs + 1_000)
    const [first, second] = room.sessions.seen
    expect(await second!.ended).toBe('timed out')
    vi.advanceTimersByTime(udpLimits.idleMs - udpLimits.unvalidatedIdleMs - 3_000)
    expect(first!.reason).toBeUndefined()
    vi.advanceTimersByTime(3_000)
    expect(await first!.ended).toBe('timed out')
  })

  it('times out after the silence that the room allows', async () => {
    await open({ limits: { idleMs: 5_000 } })
    const one = await peer()
    one.send('hello')
    const session = await room.sessions.next()
    vi.advanceTimersByTime(6_000)
    expect(await session.ended).toBe('timed out')
  })

  it('drops a datagram over the limit, and is not opened by an empty datagram', async () => {
    await open({ echo: true, limits: { frameBytes: 8 } })
    const one = await peer()
    one.send('')
    one.send('123456789')
    one.send('12345678')
    expect(await one.received.next()).toBe('12345678')
    expect(Object.fromEntries(shared.counters.dropped)).toEqual({ empty: 1, oversize: 1 })
    expect(room.sessions.seen).toHaveLength(1)
  })

  it('is not opened for the forged port 0, to which a system cannot send', async () => {
    await open({ echo: true })
    ;(listener as UdpListener).receive(Buffer.of(1), { address: '127.0.0.1', port: 0 })
    expect(Object.fromEntries(shared.counters.dropped)).toEqual({ unanswerable: 1 })
    expect(room.sessions.seen).toEqual([])
  })
})

describe('an unvalidated address', () => {
  it('receives at most three times what it sent', async () => {
    await open()
    const one = await peer()
    one.send('0123456789')
    const { client } = await room.sessions.next()
    client.write(roomFrame(Buffer.alloc(20)))
    client.write(roomFrame(Buffer.alloc(11)))
    client.write(roomFrame(Buffer.alloc(10)))
    client.write(roomFrame(Buffer.alloc(1)))
    expect((await one.received.next()).length).toBe(20)
    expect((await one.received.next()).length).toBe(10)
    expect(shared.counters.dropped.get('amplification')).toBe(2)
  })

  it('is not validated by sending: a forger sends without receiving', async () => {
    await open()
    const udp = listener as UdpListener
    // An address of another network, whose owner does not see the answers.
    const from = { address: '192.0.2.1', port: 5_000 }
    let sentBytes = 0
    for (let seconds = 0; seconds < 120; seconds++) {
      udp.receive(Buffer.alloc(10), from)
      sentBytes += 10
      for (let each = 0; each < 30; each++) room.sessions.seen[0]!.client.write(roomFrame(Buffer.alloc(10)))
      vi.advanceTimersByTime(1_000)
    }
    expect(room.sessions.seen).toHaveLength(1)
    expect(shared.counters.bytesFromServer).toBe(3 * sentBytes)
  })
})

describe('an address that the room has validated', () => {
  it('receives more than three times what it sent, and no longer counts as unvalidated', async () => {
    await open()
    const crowd = await Promise.all(
      Array.from({ length: unvalidatedPeerLimits.perNetwork }, () => peer('127.3.0.1')),
    )
    for (const one of crowd) one.send('x')
    const sessions = await Promise.all(crowd.map(() => room.sessions.next()))
    const late = await peer('127.3.0.2')
    late.send('x')
    await vi.waitFor(() => expect(shared.counters.rejected.get('neighbourhood')).toBe(1), pollOptions)
    const [first] = sessions
    first!.client.addressValidated!()
    first!.client.addressValidated!()
    first!.client.write(roomFrame(Buffer.alloc(1_000)))
    expect((await Promise.race(crowd.map(({ received }) => received.next()))).length).toBe(1_000)
    vi.advanceTimersByTime(1_000)
    late.send('x')
    await room.sessions.next()
    const later = await peer('127.3.0.3')
    later.send('x')
    await room.sessions.next()
    // The network has twenty clients again, and the oldest of them is older than one second.
    expect(sessions.map(({ reason }) => reason)).toContain('address not validated; evicted for a new client')
  })

  it('may have lost its session before the room reports the validation', async () => {
    await open()
    const one = await peer()
    one.send('x')
    const session = await room.sessions.next()
    session.client.close('bye')
    session.client.addressValidated!()
    expect(shared.counters.clients).toBe(0)
  })
})

describe('a flood of datagrams', () => {
  it('from many real addresses does not affect a validated player', async () => {
    await open({ echo: true })
    const player = await peer()
    player.send('hello')
    await player.received.next()
    room.sessions.seen[0]!.client.addressValidated!()
    const crowd = await Promise.all(
      Array.from({ length: 300 }, (_, i) => peer(`127.9.${i % 3}.${1 + (i % 200)}`)),
    )
    for (const [index, one] of crowd.entries()) {
      one.send('flood')
      if (index % 20 === 19) await new Promise((resolve) => setImmediate(resolve))
    }
    player.send('still here')
    expect(await player.received.next()).toBe('still here')
    expect(shared.counters.clients).toBeLessThanOrEqual(1 + 3 * unvalidatedPeerLimits.perNetwork)
    expect(shared.counters.rejected.get('neighbourhood')).toBeGreaterThan(100)
  })

  it('from 100,000 addresses opens at most 256 sessions', async () => {
    await open()
    const udp = listener as UdpListener
    for (let i = 0; i < 100_000; i++) {
      udp.receive(Buffer.of(1), {
        address: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`,
        port: 1_024 + (i % 60_000),
      })
    }
    expect(udp.sessions).toBe(unvalidatedPeerLimits.total)
    expect(room.sessions.seen).toHaveLength(unvalidatedPeerLimits.total)
    vi.advanceTimersByTime(udpLimits.unvalidatedIdleMs + 1_000)
    expect(udp.sessions).toBe(0)
    expect(shared.counters.clients).toBe(0)
  })
})

it('a trickle of datagrams from forged addresses does not keep new clients from connecting', async () => {
  await open()
  const udp = listener as UdpListener
  // For a minute, fourteen networks send 27 datagrams of one byte each second.
  for (let second = 0; second < 60; second++) {
    for (let i = 0; i < 27; i++)
      udp.receive(Buffer.of(1), { address: `10.7.${(second * 27 + i) % 14}.${i}`, port: 1_024 + second })
    vi.advanceTimersByTime(1_000)
    if (second < 20) continue
    const seen = room.sessions.seen.length
    udp.receive(Buffer.from('JOIN'), { address: `198.51.${second}.1`, port: 9_000 })
    expect(room.sessions.seen).toHaveLength(seen + 1)
    // The new client has one second for its validation, even if others arrive meanwhile.
    for (let i = 0; i < 300; i++) udp.receive(Buffer.of(1), { address: `10.${i}.9.9`, port: 1_024 + second })
    expect(room.sessions.seen[seen]!.reason).toBeUndefined()
  }
})

describe('sessions of unvalidated addresses', () => {
  const stranger = (address: string) => ({ address, evict: vi.fn() })

  it('are limited to 20 at a time and 20 a second from one /24 or one IPv6 /64', () => {
    for (const one of [(i: number) => `10.0.0.${i}`, (i: number) => `2001:db8::${i.toString(16)}`]) {
      const limiter = new UnvalidatedPeerLimiter()
      const first = Array.from({ length: 20 }, (_, i) => stranger(one(i)))
      for (const each of first) expect(limiter.admit(each, 0)).toBeUndefined()
      const late = stranger(one(20))
      expect(limiter.admit(late, 0)).toBe('neighbourhood')
      for (const each of first) limiter.release(each)
      expect(limiter.admit(late, 999)).toBe('rate')
      expect(limiter.admit(late, 1_000)).toBeUndefined()
      expect(limiter.admit(stranger('192.0.2.1'), 999)).toBeUndefined()
    }
  })

  it('can be replaced after their first second by newer sessions of their network, the oldest first', () => {
    const limiter = new UnvalidatedPeerLimiter()
    const all = Array.from({ length: 20 }, (_, i) => stranger(`10.0.0.${i}`))
    for (const [at, each] of all.entries()) limiter.admit(each, at * 60)
    expect(limiter.admit(stranger('10.0.0.30'), 1_200)).toBeUndefined()
    expect(all.map(({ evict }) => evict.mock.calls.length)).toEqual([1, ...Array(19).fill(0)])
    limiter.release(all[0]!)
    expect(limiter.size).toBe(20)
    for (let i = 0; i < 3; i++) expect(limiter.admit(stranger('10.0.0.31'), 1_200)).toBeUndefined()
    expect(limiter.admit(stranger('10.0.0.32'), 1_200)).toBe('neighbourhood')
  })

  it('are closed when there are too many in all, the oldest of the largest network first', () => {
    const limiter = new UnvalidatedPeerLimiter()
    const lonely = stranger('172.16.0.1')
    limiter.admit(lonely, 0)
    const crowd = Array.from({ length: 255 }, (_, i) => stranger(`10.0.${Math.floor(i / 15)}.${i % 15}`))
    for (const each of crowd) expect(limiter.admit(each, 10)).toBeUndefined()
    expect(limiter.admit(stranger('192.0.2.1'), 900)).toBe('strangers')
    expect(limiter.admit(stranger('192.0.2.1'), 1_010)).toBeUndefined()
    expect(lonely.evict).not.toHaveBeenCalled()
    expect(crowd[0]!.evict).toHaveBeenCalledOnce()
    expect(limiter.size).toBe(unvalidatedPeerLimits.total)
  })

  it('that end at once do not stay in memory', () => {
    const limiter = new UnvalidatedPeerLimiter()
    let refused = 0
    for (let i = 0; i < 50_000; i++) {
      const one = { address: `${i >> 16}.${(i >> 8) & 255}.${i & 255}.1`, evict() {} }
      if (limiter.admit(one, 0)) refused++
      else limiter.release(one)
    }
    expect(50_000 - refused).toBe(unvalidatedPeerLimits.trackedNetworks)
    expect(limiter.admit(stranger('9.9.9.9'), 1_000)).toBeUndefined()
  })
})

describe('while the link lags', () => {
  const supersede = Buffer.from('MOVE').toString('base64')
  // The frame format of DOOM-2077: a command, the payload's length as a big-endian u16, the payload, a terminator.
  const framing = { at: 4, length: 'u16be', plus: 7, max: 1_024 } as const
  const message = (command: string, text: string) =>
    `${command}\0${String.fromCharCode(text.length)}${text}\n`

  it('the sidecar keeps only the newest superseding datagram, and all others in order', async () => {
    await open({ listener: { supersede, framing } })
    const one = await peer()
    one.send(message('JOIN', 'me'))
    const session = await room.sessions.next()
    await session.frames.next()
    session.client.pause()
    const both = message('MOVE', '2') + message('FIRE', '!')
    for (const text of [message('MOVE', '1'), both, message('CHAT', 'hi'), message('MOVE', '3')])
      one.send(text)
    one.send(message('CHAT', 'end'))
    await vi.waitFor(() => expect(shared.counters.framesFromClient).toBe(6), pollOptions)
    expect(session.frames.seen).toHaveLength(1)
    session.client.resume()
    const after = session.frames.seen.slice(1).map((frame) => Buffer.from(frame).toString('latin1'))
    expect(after).toEqual([both, message('CHAT', 'hi'), message('MOVE', '3'), message('CHAT', 'end')])
    expect(shared.counters.dropped.get('superseded')).toBe(1)
  })

  it('the sidecar bounds the queue of each session', async () => {
    await open()
    const udp = listener as UdpListener
    const from = { address: '127.0.0.1', port: 5_000 }
    udp.receive(Buffer.of(0), from)
    const session = await room.sessions.next()
    session.client.pause()
    for (let i = 0; i < 1_000; i++) udp.receive(Buffer.of(1), from)
    session.client.resume()
    expect(session.frames.seen).toHaveLength(1 + udpLimits.queuedDatagrams)
    expect(shared.counters.dropped.get('behind')).toBe(1_000 - udpLimits.queuedDatagrams)
  })

  it("a flood is limited to the rate of one session, and other clients' datagrams still arrive", async () => {
    await open()
    const udp = listener as UdpListener
    const flood = { address: '127.0.0.1', port: 5_000 }
    for (let i = 0; i < 4_000; i++) udp.receive(Buffer.of(1), flood)
    udp.receive(Buffer.of(2), { address: '127.0.0.1', port: 5_001 })
    const [first, second] = room.sessions.seen
    expect(first!.frames.seen).toHaveLength(udpLimits.datagramsPerSecond)
    expect(second!.frames.seen).toHaveLength(1)
    expect(shared.counters.dropped.get('too fast')).toBe(4_000 - udpLimits.datagramsPerSecond)
    vi.advanceTimersByTime(1_000)
    udp.receive(Buffer.of(3), flood)
    expect(first!.frames.seen).toHaveLength(udpLimits.datagramsPerSecond + 1)
  })
})
