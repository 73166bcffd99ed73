import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Listener, ListenerContext } from '../../../../sidecar/listeners/base/listener.ts'
import { openTcpListener, tcpLimits } from '../../../../sidecar/listeners/transports/tcp.ts'
import type { WriteLatency } from '../../../../sidecar/monitoring/latency-histograms.ts'
import type { Framing } from '../../../../wire/net/framing.ts'
import { pollOptions } from '../../../timeouts.ts'
import {
  closeSockets,
  connectTcp,
  encodeTestFrame,
  readBytes,
  whenClosed,
} from '../../harness/loopback-clients.ts'
import {
  anyLoopbackPort,
  roomFrame,
  TestRoom,
  type TestSession,
  testContext,
  testSpec,
} from '../../harness/test-room.ts'

const framing: Framing = { at: 0, length: 'u16be', plus: 0, max: 1_030 }
const huge: Framing = { at: 0, length: 'u32be', plus: 4, max: 0xffffffff }
let listener: Listener
let room: TestRoom
let shared: ListenerContext

interface Opening extends Partial<Pick<ListenerContext, 'writeLatency'>> {
  readonly framing?: Framing
  readonly echo?: boolean
  readonly limits?: object
}

async function open(options: Opening = {}) {
  room = new TestRoom(options.echo)
  shared = { ...testContext(room), ...(options.writeLatency && { writeLatency: options.writeLatency }) }
  const asked = { transport: 'tcp', port: 0, framing: options.framing ?? framing } as const
  listener = await openTcpListener(testSpec(asked, options.limits), anyLoopbackPort, shared)
}

/** Returns the client's socket and session. */
async function client(options?: Opening, allowHalfOpen = false): Promise<[Socket, TestSession]> {
  await open(options)
  const socket = await connectTcp(listener.port, { allowHalfOpen })
  return [socket, await room.sessions.next()]
}

const clock = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })

beforeEach(() => vi.useRealTimers())
afterEach(async () => {
  closeSockets()
  await listener.close('test over')
  vi.useRealTimers()
})

describe('frames', () => {
  it('are the same whether the stream arrives in single bytes, halves or large chunks', async () => {
    const [socket, session] = await client()
    for (const byte of encodeTestFrame('one at a time')) socket.write(Buffer.of(byte))
    expect(await session.text()).toBe('\0\x0fone at a time')
    const many = Buffer.concat([encodeTestFrame('two'), encodeTestFrame('three'), encodeTestFrame('four')])
    socket.write(many.subarray(0, 7))
    expect(await session.text()).toBe('\0\x05two')
    socket.write(many.subarray(7))
    expect([await session.text(), await session.text()]).toEqual(['\0\x07three', '\0\x06four'])
  })

  it('count toward the client’s memory while they are incomplete, or while the client does not read them', async () => {
    const [socket, session] = await client()
    const whole = session.client.keptBytes!
    socket.write(encodeTestFrame('x'.repeat(1000)).subarray(0, 900))
    await expect.poll(() => session.client.keptBytes, pollOptions).toBe(whole + 900)
    session.client.write(roomFrame(encodeTestFrame('x'.repeat(98))))
    expect(session.client.keptBytes).toBe(whole + 1000)
    session.client.terminate!('memory')
    expect(session.client.keptBytes).toBe(0)
    expect([session.reason, [...shared.counters.rejected]]).toEqual(['memory', [['memory', 1]]])
    await whenClosed(socket)
  })

  it('that cause a fault of the sidecar disconnect their client only', async () => {
    const [socket, session] = await client()
    const other = await connectTcp(listener.port)
    const { frames } = await room.sessions.next()
    session.onFrame = () => {
      throw new Error('fault')
    }
    socket.write(encodeTestFrame('one'))
    expect(await session.ended).toBe('fault of the sidecar')
    other.write(encodeTestFrame('two'))
    expect(await frames.next()).toBeDefined()
  })

  it.each([1, 2, 20])('that are written together are timed once (%i frames of 1 kB)', async (count) => {
    const timed = vi.fn()
    const writeLatency = { startTimer: () => timed } as unknown as WriteLatency
    const [socket, session] = await client({ writeLatency })
    for (let n = 0; n < count; n++) session.client.write(roomFrame(encodeTestFrame('x'.repeat(998))))
    await readBytes(socket, count * 1000)
    await vi.waitFor(() => expect(timed).toHaveBeenCalledTimes(1), pollOptions)
  })

  it.each([
    [framing, '\0\x05one\0\x05two\0\x05six'],
    [{ ...framing, bare: true } as Framing, '\0\x07\0\x05one\0\x07\0\x05two\0\x07\0\x05six'],
  ])(
    'that the room sends in one message are sent in one write, with the framing %o',
    async (framing, stream) => {
      const [socket, session] = await client({ framing })
      const writes = vi.spyOn(Socket.prototype, 'write')
      for (const text of ['one', 'two', 'six']) session.client.write(roomFrame(encodeTestFrame(text)))
      expect(await readBytes(socket, stream.length)).toBe(stream)
      expect(writes).toHaveBeenCalledTimes(1)
      writes.mockRestore()
    },
  )

  it('keep their bytes while later frames reuse the buffer', async () => {
    const [socket, session] = await client()
    for (const text of ['aaaa', 'bbbb', 'cccc']) {
      const frame = encodeTestFrame(text)
      socket.write(frame.subarray(0, 3))
      await new Promise((resolve) => setImmediate(resolve))
      socket.write(frame.subarray(3))
      await session.frames.next()
    }
    expect(session.frames.seen.map((frame) => Buffer.from(frame).toString('latin1', 2)).join(' ')).toBe(
      'aaaa bbbb cccc',
    )
  })

  it('are forwarded without their length field under bare framing, and get it again on output', async () => {
    const [socket, session] = await client({ framing: { ...framing, bare: true, plus: 2 }, echo: true })
    socket.write(Buffer.concat([Buffer.of(0, 5), Buffer.from('hello')]))
    expect(await session.text()).toBe('hello')
    expect(await readBytes(socket, 7)).toBe('\0\x05hello')
  })

  it('that do not fit the length field of bare framing close their client', async () => {
    const [, session] = await client({ framing: { ...framing, bare: true, plus: 2 } })
    session.client.write(roomFrame(new Uint8Array(65_536)))
    expect(await session.ended).toBe('oversize')
  })

  it('are read until the session window is full, and in order when it opens again', async () => {
    const [socket, session] = await client()
    session.onFrame = () => session.client.pause()
    socket.write(Buffer.concat([encodeTestFrame('1'), encodeTestFrame('2'), encodeTestFrame('3')]))
    await session.frames.next()
    expect(session.frames.seen).toHaveLength(1)
    session.client.resume()
    expect(session.frames.seen).toHaveLength(2)
    session.onFrame = undefined
    session.client.resume()
    socket.write(encodeTestFrame('4'))
    await session.frames.next()
    await session.frames.next()
    expect((await session.text()).slice(2)).toBe('4')
  })

  it.each([
    ['ends its stream', (socket: Socket) => void socket.end()],
    ['resets the connection', (socket: Socket) => void socket.resetAndDestroy()],
  ])(
    'that wait for the session window when their client %s still reach the room before the client’s end',
    async (_how, leave) => {
      const [socket, session] = await client()
      session.onFrame = () => session.client.pause()
      socket.write(Buffer.concat([encodeTestFrame('1'), encodeTestFrame('2'), encodeTestFrame('3')]))
      await session.frames.next()
      leave(socket)
      await vi.waitFor(() => expect(shared.counters.clients).toBe(0), pollOptions)
      expect(session.reason).toBeUndefined()
      session.client.resume()
      session.onFrame = undefined
      session.client.resume()
      expect(session.frames.seen).toHaveLength(3)
      expect(session.reason).toMatch(/^client /)
    },
  )

  it('are counted with their bytes in both directions', async () => {
    await open({ echo: true })
    const socket = await connectTcp(listener.port)
    socket.write(encodeTestFrame('abc'))
    await readBytes(socket, 5)
    expect(shared.counters).toMatchObject({
      clients: 1,
      framesFromClient: 1,
      bytesFromClient: 5,
      bytesFromServer: 5,
    })
  })
})

describe('a TCP listener refuses', () => {
  it.each([
    ['a length of 4 GB', huge, [0xff, 0xff, 0xff, 0xf0]],
    ['a length shorter than its own header', framing, [0, 1]],
  ])('%s, before a byte reaches the room', async (_what, framing, bytes) => {
    const [socket, session] = await client({ framing })
    socket.write(Buffer.from(bytes))
    expect(await session.ended).toBe('malformed')
    await whenClosed(socket)
    expect(session.frames.seen).toEqual([])
    expect(shared.counters.rejected.get('malformed')).toBe(1)
  })

  it.each([
    [framing, 16],
    [{ ...framing, bare: true }, 14],
  ])('a frame over the room limit, after the frames before it (%j)', async (framing, frameBytes) => {
    const [socket, session] = await client({ framing, limits: { frameBytes } })
    socket.write(Buffer.concat([encodeTestFrame('x'.repeat(14)), encodeTestFrame('x'.repeat(15))]))
    await session.ended
    expect(session.frames.seen.map((frame) => frame.length)).toEqual([frameBytes])
    await whenClosed(socket)
  })

  it('random bytes, without harm to another client', async () => {
    await open({ echo: true })
    const honest = await connectTcp(listener.port)
    const noise = await Promise.all(Array.from({ length: 50 }, () => connectTcp(listener.port)))
    for (const socket of noise) socket.write(Buffer.concat([Buffer.of(0xff), randomBytes(4_096)]))
    await Promise.all(noise.map(whenClosed))
    honest.write(encodeTestFrame('still here'))
    expect(await readBytes(honest, 12)).toContain('still here')
  })

  it('no connection from loopback, even above the limit per address', async () => {
    await open({ limits: { peersPerAddress: 1 } })
    const _sockets = [await connectTcp(listener.port), await connectTcp(listener.port)]
    await room.sessions.next()
    await room.sessions.next()
    expect(shared.counters.rejected.size).toBe(0)
  })
})

describe('the timeout of a TCP client', () => {
  it('closes a client that connects and sends nothing for 60 s', async () => {
    clock()
    const [socket, session] = await client()
    vi.advanceTimersByTime(tcpLimits.frameMs - 1_000)
    expect(session.reason).toBeUndefined()
    vi.advanceTimersByTime(2_000)
    expect(await session.ended).toBe('unfinished')
    await whenClosed(socket)
  })

  it('closes a client whose frame began 60 s ago and is incomplete, even if bytes still arrive', async () => {
    clock()
    const [socket, session] = await client()
    socket.write(encodeTestFrame('first'))
    await session.frames.next()
    vi.advanceTimersByTime(1_000_000)
    expect(session.reason).toBeUndefined()
    socket.write(Buffer.concat([encodeTestFrame('second'), Buffer.of(0)]))
    await session.frames.next()
    await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(tcpLimits.frameMs - 2_000)
    expect(session.reason).toBeUndefined()
    socket.write(Buffer.of(9))
    vi.advanceTimersByTime(4_000)
    expect(await session.ended).toBe('unfinished')
    await whenClosed(socket)
  })

  it('does not include the time for which the window was full', async () => {
    clock()
    const [socket, session] = await client()
    session.client.pause()
    vi.advanceTimersByTime(600_000)
    session.client.resume()
    vi.advanceTimersByTime(30_000)
    expect(session.reason).toBeUndefined()
    socket.write(encodeTestFrame('late'))
    expect(await session.text()).toContain('late')
  })
})

describe('a slow reader', () => {
  it('is closed when 1 MiB stays unread for 10 s, and delays no other client', async () => {
    clock()
    await open({ framing: huge, echo: true, limits: { frameBytes: 1 << 20 } })
    const slow = await connectTcp(listener.port)
    slow.pause()
    const session = await room.sessions.next()
    const brisk = await connectTcp(listener.port)
    for (let i = 0; i < 12; i++) session.client.write(roomFrame(new Uint8Array(1 << 20)))
    brisk.write(Buffer.of(0, 0, 0, 1, 7))
    expect(await readBytes(brisk, 5)).toBe('\0\0\0\x01\x07')
    vi.advanceTimersByTime(9_000)
    expect(session.reason).toBeUndefined()
    vi.advanceTimersByTime(3_000)
    expect(await session.ended).toBe('slow')
    expect(shared.counters.rejected.get('slow')).toBe(1)
  })

  it('is closed at once above 16 MiB unread, so the sidecar keeps at most 16 MiB and one frame for it', async () => {
    await open({ framing: huge, limits: { frameBytes: 1 << 20 } })
    const slow = await connectTcp(listener.port)
    slow.pause()
    const session = await room.sessions.next()
    let frames = 0
    while (session.reason === undefined && frames < 100) {
      session.client.write(roomFrame(new Uint8Array(1 << 20)))
      frames++
    }
    expect(await session.ended).toBe('slow')
    // The last frame was refused and does not count. The system's socket buffers may contain up to 16 more frames.
    expect(frames - 1).toBeGreaterThanOrEqual(17)
    expect(frames - 1).toBeLessThanOrEqual(17 + 16)
  })
})

describe('a close', () => {
  it('by the client’s half-close delivers earlier data, then notifies the room', async () => {
    const [socket, session] = await client({}, true)
    socket.end(encodeTestFrame('bye'))
    expect(await session.text()).toContain('bye')
    expect(await session.ended).toBe('client ended')
    await whenClosed(socket)
  })

  it('in the middle of a frame notifies the room, which gets no part of the frame', async () => {
    const [socket, session] = await client()
    socket.write(encodeTestFrame('half of it').subarray(0, 5))
    socket.resetAndDestroy()
    expect(await session.ended).toBe('client closed')
    await listener.whenEmpty()
    expect(shared.counters.clients).toBe(0)
    expect(session.frames.seen).toEqual([])
  })

  it('by the room delivers pending output, and is not reported back', async () => {
    const [socket, session] = await client()
    session.client.write(roomFrame(Buffer.from('last words')))
    session.client.close('over')
    expect(await readBytes(socket, 10)).toBe('last words')
    await whenClosed(socket)
    await listener.whenEmpty()
    expect(session.reason).toBeUndefined()
  })

  it('by the room takes effect after a timeout if the client does not close its side', async () => {
    clock()
    const [socket, session] = await client({}, true)
    session.client.close('over')
    await readBytes(socket, 0)
    vi.advanceTimersByTime(tcpLimits.closingMs + 1_000)
    await listener.whenEmpty()
  })

  it('of the listener closes its clients and frees its port', async () => {
    await open()
    const { port } = listener
    const socket = await connectTcp(port)
    const session = await room.sessions.next()
    await listener.close('listener closed')
    expect(await session.ended).toBe('listener closed')
    await whenClosed(socket)
    listener = await openTcpListener(
      testSpec({ transport: 'tcp', port, framing }),
      { ...anyLoopbackPort, port },
      shared,
    )
    expect(listener.port).toBe(port)
  })
})

it('1,000 idle connections do not disturb a working client', async () => {
  await open({ echo: true })
  const idle = await Promise.all(Array.from({ length: 1_000 }, () => connectTcp(listener.port)))
  const working = await connectTcp(listener.port)
  for (let turn = 0; turn < 20; turn++) {
    working.write(encodeTestFrame(`turn ${turn}`))
    expect(await readBytes(working, encodeTestFrame(`turn ${turn}`).length)).toContain(`turn ${turn}`)
  }
  expect(shared.counters.clients).toBe(1_001)
  for (const socket of [...idle, working]) socket.destroy()
  await listener.whenEmpty()
})
