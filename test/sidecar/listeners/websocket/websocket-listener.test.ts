import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import type { Listener, ListenerContext } from '../../../../sidecar/listeners/base/listener.ts'
import { webSocketLimits } from '../../../../sidecar/listeners/websocket/websocket-limits.ts'
import { createWebSocketListenerFactory } from '../../../../sidecar/listeners/websocket/websocket-listener.ts'
import { connectTcp, readToEnd } from '../../harness/loopback-clients.ts'
import {
  anyLoopbackPort,
  roomFrame,
  type TestListenerDefinition,
  TestRoom,
  type TestSession,
  testContext,
  testSpec,
} from '../../harness/test-room.ts'

let listener: Listener
let room: TestRoom
let shared: ListenerContext

async function open(
  options: {
    echo?: boolean
    listener?: Partial<TestListenerDefinition>
    limits?: object
    proxies?: readonly string[]
  } = {},
) {
  room = new TestRoom(options.echo)
  shared = { ...testContext(room), proxies: options.proxies ?? [] }
  const asked = testSpec({ transport: 'websocket', port: 0, ...options.listener }, options.limits)
  listener = await createWebSocketListenerFactory()(asked, anyLoopbackPort, shared)
}

async function connect(path = '/', options: ClientOptions = {}): Promise<[WebSocket, TestSession]> {
  const socket = new WebSocket(`ws://127.0.0.1:${listener.port}${path}`, options)
  socket.on('error', () => {})
  await once(socket, 'open')
  return [socket, await room.sessions.next()]
}

const closing = async (socket: WebSocket) => {
  const [code, reason] = await once(socket, 'close')
  return { code, reason: String(reason) }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
})
afterEach(async () => {
  await listener.close('test over')
  vi.useRealTimers()
})

describe('messages', () => {
  it('that cause a fault of the sidecar disconnect their client only', async () => {
    await open()
    const [socket, session] = await connect()
    session.onFrame = () => {
      throw new Error('fault')
    }
    socket.send('one')
    expect(await session.ended).toBe('fault of the sidecar')
  })

  it.each([true, false])(
    'count toward the client’s memory while they are incomplete (compressed: %s)',
    async (compressed) => {
      await open({ limits: { frameBytes: 1_048_576 } })
      const [socket, session] = await connect('/', { perMessageDeflate: compressed })
      const whole = session.client.keptBytes!
      socket.send('x'.repeat(1_000_000), { fin: false, compress: compressed })
      const piece = 256
      await vi.waitFor(() => expect(session.client.keptBytes).toBe(whole + 1_000_000 + piece))
      session.client.terminate!('memory')
      await once(socket, 'close')
      await vi.waitFor(() => expect(session.client.keptBytes).toBe(0))
      expect(session.reason).toBe('memory')
    },
  )

  it('become frames of text or bytes, whatever path and query the client has requested', async () => {
    await open({ echo: true })
    const [socket, session] = await connect('/some/where?slot=1')
    socket.send('größe')
    expect(await once(socket, 'message')).toEqual([Buffer.from('größe'), false])
    socket.send(Buffer.of(1, 2, 3))
    expect(await once(socket, 'message')).toEqual([Buffer.of(1, 2, 3), true])
    expect(session.frames.seen[0]).toBe('größe')
    expect(shared.counters).toMatchObject({
      clients: 1,
      framesFromClient: 2,
      bytesFromClient: 10,
      bytesFromServer: 10,
    })
    socket.terminate()
  })

  it('wait while the session window is full', async () => {
    await open()
    const [socket, session] = await connect()
    session.client.pause()
    socket.send('waits')
    await connectTcp(listener.port).then((other) => other.destroy())
    expect(session.frames.seen).toEqual([])
    session.client.resume()
    expect(await session.text()).toBe('waits')
    socket.terminate()
  })

  it('over the room limit, measured after decompression, close the connection with 1009', async () => {
    await open({ limits: { frameBytes: 1_000 } })
    for (const perMessageDeflate of [false, true]) {
      const [socket, session] = await connect('/', { perMessageDeflate })
      socket.send('x'.repeat(1_001), { compress: true })
      expect((await closing(socket)).code).toBe(1009)
      expect(await session.ended).toBe('client closed')
      expect(session.frames.seen).toEqual([])
    }
    expect(shared.counters.rejected.get('malformed')).toBe(2)
  })
})

/** Requests a WebSocket with this additional header field. Returns the response. */
async function requestUpgrade(field: string): Promise<string> {
  const socket = await connectTcp(listener.port)
  socket.write(
    'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
      `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${field}\r\n\r\n`,
  )
  const [response] = await once(socket, 'data')
  expect(String(response)).toContain('101 Switching Protocols')
  socket.destroy()
  return String(response)
}

it('the listener selects none of the offered subprotocols', async () => {
  await open()
  expect(await requestUpgrade('Sec-WebSocket-Protocol: chat')).not.toContain('Sec-WebSocket-Protocol')
})

describe('compression', () => {
  const usual = ['permessage-deflate', 'server_max_window_bits=11', 'server_no_context_takeover']
  const smaller = ['permessage-deflate', 'server_max_window_bits=9', 'server_no_context_takeover']

  it.each([
    ['permessage-deflate', usual, true],
    ['permessage-deflate; client_max_window_bits', usual, true],
    ['permessage-deflate; server_max_window_bits=11', usual, true],
    ['permessage-deflate; server_max_window_bits=9', smaller, true],
    ['permessage-deflate; server_max_window_bits=8', undefined, false],
    ['permessage-deflate; server_max_window_bits', undefined, false],
    ['permessage-deflate; later=1', undefined, false],
    ['permessage-deflate; client_max_window_bits; client_max_window_bits=9', undefined, false],
    ['x-other', undefined, false],
  ])('offered as "%s" is answered with %j', async (offer, answer, compressed) => {
    await open()
    const response = await requestUpgrade(`Sec-WebSocket-Extensions: ${offer}`)
    const extensions = /Sec-WebSocket-Extensions: (.*)\r\n/.exec(response)?.[1]
    expect(extensions?.split('; ').sort()).toEqual(answer)
    expect((await room.sessions.next()).client.compressed).toBe(compressed)
  })

  it('carries large messages both ways', async () => {
    await open({ echo: true, limits: { frameBytes: 1 << 20 } })
    const [socket] = await connect()
    const text = JSON.stringify(Array.from({ length: 5_000 }, (_, item) => ({ item, location: item * 7 })))
    socket.send(text)
    const [echoed] = await once(socket, 'message')
    expect(String(echoed)).toBe(text)
    socket.terminate()
  })
})

describe('output without a request', () => {
  const lists: Partial<TestListenerDefinition> = { joins: true }
  const texts = (count: number) =>
    Array.from({ length: count }, (_, at) => `[{"n":${at},"text":"${'ab'.repeat(200)}"}]`)
  const numbers = (message: unknown) => (JSON.parse(String(message)) as { n: number }[]).map(({ n }) => n)

  function received(socket: WebSocket, packets: number): Promise<number[][]> {
    const messages: number[][] = []
    return new Promise((resolve) => {
      socket.on('message', (message) => {
        messages.push(numbers(message))
        if (messages.flat().length >= packets) resolve(messages)
      })
    })
  }

  it('of many frames is sent in one message, with or without compression', async () => {
    await open({ listener: lists })
    const crowd = await Promise.all(
      [false, {}, { serverMaxWindowBits: 9 }, { serverMaxWindowBits: 15 }].map((perMessageDeflate) =>
        connect('/', { perMessageDeflate }),
      ),
    )
    const all = crowd.map(([socket]) => received(socket, 40))
    for (const text of texts(40)) {
      const frame = roomFrame(text)
      for (const [, { client }] of crowd) client.write(frame, 'soon')
    }
    for (const messages of await Promise.all(all)) expect(messages).toEqual([[...new Array(40).keys()]])
    for (const [socket] of crowd) socket.terminate()
  })

  it('with late urgency is sent after 100 ms, in one message', async () => {
    await open({ listener: lists })
    const [socket, { client }] = await connect()
    const all = received(socket, 3)
    let came = false
    socket.on('message', () => {
      came = true
    })
    for (const text of texts(3)) {
      client.write(roomFrame(text), 'late')
      vi.advanceTimersByTime(33)
    }
    await connectTcp(listener.port).then((other) => other.destroy())
    expect(came).toBe(false)
    vi.advanceTimersByTime(1)
    expect(await all).toEqual([[0, 1, 2]])
    socket.terminate()
  })

  it('with late urgency is sent in order with other output to that client', async () => {
    await open({ listener: lists })
    const [socket, { client }] = await connect()
    const [other, { client: patient }] = await connect()
    const [late, reply, later, soon] = texts(4).map((text) => roomFrame(text))
    let came = false
    other.on('message', () => {
      came = true
    })
    const all = received(socket, 4)
    for (const one of [client, patient]) one.write(late!, 'late')
    client.write(reply!)
    client.write(later!, 'late')
    client.write(soon!, 'soon')
    expect(await all).toEqual([[0], [1], [2, 3]])
    expect(came).toBe(false)
    for (const one of [socket, other]) one.terminate()
  })

  it('is sent before the socket closes, even if it is still being compressed', async () => {
    await open({ listener: lists, limits: { frameBytes: 1 << 20 } })
    const [socket, { client }] = await connect()
    const all = received(socket, 3)
    const closed = closing(socket)
    client.write(roomFrame(`[{"n":0,"text":"${'long'.repeat(100_000)}"}]`))
    client.write(roomFrame('[{"n":1}]'))
    client.write(roomFrame('[{"n":2}]'), 'late')
    client.close('over')
    expect(await all).toEqual([[0], [1], [2]])
    expect(await closed).toEqual({ code: 1000, reason: 'over' })
  })
})

describe('a close', () => {
  it('by the room has the code 1000 and the room’s reason, after pending output', async () => {
    await open()
    const [socket, session] = await connect()
    const heard = once(socket, 'message')
    session.client.write(roomFrame('last words'))
    session.client.close('kicked')
    expect(String((await heard)[0])).toBe('last words')
    expect(await closing(socket)).toEqual({ code: 1000, reason: 'kicked' })
    expect(session.reason).toBeUndefined()
  })

  it('by the room truncates a reason that does not fit a close frame', async () => {
    await open()
    const [socket, session] = await connect()
    session.client.close('ä'.repeat(100))
    expect((await closing(socket)).reason).toBe('ä'.repeat(61))
  })

  it('of the listener has the code 1001', async () => {
    await open()
    const [socket, session] = await connect()
    const closed = closing(socket)
    await listener.close('the sidecar is stopping')
    expect(await closed).toEqual({ code: 1001, reason: 'the sidecar is stopping' })
    expect(await session.ended).toBe('the sidecar is stopping')
    await listener.whenEmpty()
  })

  it('by the client, clean or not, notifies the room once', async () => {
    await open()
    const [one, first] = await connect()
    one.close()
    expect(await first.ended).toBe('client closed')
    const [two, second] = await connect()
    two.terminate()
    expect(await second.ended).toBe('client closed')
    await listener.whenEmpty()
    expect(shared.counters.clients).toBe(0)
  })

  it('by the sidecar affects only a client that leaves 1 MiB unread for 10 s', async () => {
    await open({ echo: true, limits: { frameBytes: 1 << 20 } })
    const [slow, session] = await connect('/', { perMessageDeflate: false })
    slow.pause()
    const [brisk] = await connect()
    for (let i = 0; i < 12; i++) session.client.write(roomFrame(new Uint8Array(1 << 20)))
    brisk.send('quick')
    expect(String((await once(brisk, 'message'))[0])).toBe('quick')
    vi.advanceTimersByTime(12_000)
    expect(await session.ended).toBe('slow')
    slow.terminate()
    brisk.terminate()
  })

  it('by the sidecar comes at once for a client with over 16 MiB unread, compressed or not', async () => {
    await open({ limits: { frameBytes: 1 << 20 } })
    for (const perMessageDeflate of [false, true]) {
      const [slow, session] = await connect('/', { perMessageDeflate })
      slow.pause()
      let frames = 0
      while (session.reason === undefined && frames < 100) {
        session.client.write(roomFrame(new Uint8Array(1 << 20)))
        frames++
      }
      expect(await session.ended).toBe('slow')
      expect(frames - 1).toBeGreaterThanOrEqual(16)
      expect(frames - 1).toBeLessThanOrEqual(17 + 16)
      slow.terminate()
    }
  })
})

it('a WebSocket listener trusts client addresses only from proxies in the settings', async () => {
  const headers = { 'x-forwarded-for': 'forged, 192.0.2.7' }
  for (const [proxies, address] of [
    [['127.0.0.1'], '192.0.2.7'],
    [['127.0.0.2'], '127.0.0.1'],
  ] as const) {
    await open({ proxies, limits: { peersPerAddress: 1 } })
    const [socket, session] = await connect('/', { headers })
    expect(session.client.address).toBe(address)
    expect(shared.addressCounts.count(address)).toBe(1)
    socket.terminate()
    await listener.close('next')
  }
})

it('a WebSocket listener pings every 30 s', async () => {
  await open()
  const [socket] = await connect()
  const pinged = once(socket, 'ping')
  vi.advanceTimersByTime(webSocketLimits.pingMs + 1_000)
  await pinged
  socket.terminate()
})

it('a request that is not a WebSocket upgrade gets an error response', async () => {
  await open()
  const socket = await connectTcp(listener.port)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(Buffer.concat(await readToEnd(socket)).toString()).toContain('426 Upgrade Required')
  expect(room.sessions.seen).toEqual([])
})

it('random bytes after the handshake disconnect only the client that sent them', async () => {
  await open({ echo: true })
  const [honest] = await connect()
  const [bad, session] = await connect()
  const raw = (bad as unknown as { _socket: import('node:net').Socket })._socket
  raw.write(Buffer.alloc(64, 0xff))
  expect((await closing(bad)).code).toBe(1002)
  expect(await session.ended).toBe('client closed')
  honest.send('still here')
  expect(String((await once(honest, 'message'))[0])).toBe('still here')
  honest.terminate()
})

// The client does not send pings, because the library ws would disconnect it as soon as too many unsent pongs wait.
it('a client that floods the sidecar with pongs is disconnected', async () => {
  await open()
  const [socket, session] = await connect()
  for (let sent = 0; sent < webSocketLimits.controlFramesPerSecond; sent++) socket.pong()
  socket.send('still here')
  expect(await session.text()).toBe('still here')
  vi.advanceTimersByTime(1000)
  for (let sent = 0; sent <= webSocketLimits.controlFramesPerSecond; sent++) socket.pong()
  expect(await session.ended).toBe('flood')
  expect(shared.counters.rejected.get('flood')).toBe(1)
})
