import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import type { OpenDoor, Surroundings } from '../../sidecar/door.ts'
import { openWebSocket, webSocketLimits } from '../../sidecar/websocket.ts'
import { dial, drained } from './peers.ts'
import { anywhere, around, TestRoom, type TestSession, type WantedDoor, wanted } from './room.ts'

let door: OpenDoor
let room: TestRoom
let shared: Surroundings

async function open(
  options: { echo?: boolean; door?: Partial<WantedDoor>; limits?: object; proxies?: readonly string[] } = {},
) {
  room = new TestRoom(options.echo)
  shared = { ...around(room), proxies: options.proxies ?? [] }
  const asked = wanted({ transport: 'websocket', port: 0, ...options.door }, options.limits)
  door = await openWebSocket(asked, anywhere, shared)
}

async function connect(path = '/', options: ClientOptions = {}): Promise<[WebSocket, TestSession]> {
  const socket = new WebSocket(`ws://127.0.0.1:${door.port}${path}`, options)
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
  await door.close('test over')
  vi.useRealTimers()
})

describe('messages', () => {
  it('are frames, text as text and bytes as bytes, at any path and query', async () => {
    await open({ echo: true })
    const [socket, session] = await connect('/some/where?slot=1')
    socket.send('größe')
    expect(await once(socket, 'message')).toEqual([Buffer.from('größe'), false])
    socket.send(Buffer.of(1, 2, 3))
    expect(await once(socket, 'message')).toEqual([Buffer.of(1, 2, 3), true])
    expect(session.frames.seen[0]).toBe('größe')
    expect(shared.tally).toMatchObject({
      clients: 1,
      framesFromClient: 2,
      bytesFromClient: 10,
      bytesFromServer: 10,
    })
    socket.terminate()
  })

  it('stop when the session window is full', async () => {
    await open()
    const [socket, session] = await connect()
    session.client.pause()
    socket.send('waits')
    await dial(door.port).then((other) => other.destroy())
    expect(session.frames.seen).toEqual([])
    session.client.resume()
    expect(await session.text()).toBe('waits')
    socket.terminate()
  })

  it('over the room limit close with 1009, compressed ones by what they grow to', async () => {
    await open({ limits: { frameBytes: 1_000 } })
    for (const perMessageDeflate of [false, true]) {
      const [socket, session] = await connect('/', { perMessageDeflate })
      socket.send('x'.repeat(1_001), { compress: true })
      expect((await closing(socket)).code).toBe(1009)
      expect(await session.ended).toBe('client closed')
      expect(session.frames.seen).toEqual([])
    }
    expect(shared.tally.refused.get('malformed')).toBe(2)
  })
})

describe('compression', () => {
  it.each([
    ['permessage-deflate', 'permessage-deflate; server_max_window_bits=11', true],
    ['permessage-deflate; client_max_window_bits', 'permessage-deflate; server_max_window_bits=11', true],
    ['permessage-deflate; server_max_window_bits=11', 'permessage-deflate; server_max_window_bits=11', true],
    ['permessage-deflate; server_max_window_bits=9', 'permessage-deflate; server_max_window_bits=9', true],
    ['permessage-deflate; server_max_window_bits=8', undefined, false],
    ['x-other', undefined, false],
  ])('offered as "%s" is answered with "%s"', async (offer, answer, compressed) => {
    await open()
    const socket = await dial(door.port)
    socket.write(
      `GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Extensions: ${offer}\r\n\r\n`,
    )
    const session = await room.sessions.next()
    const [head] = await once(socket, 'data')
    expect(String(head)).toContain('101 Switching Protocols')
    expect(/Sec-WebSocket-Extensions: (.*)\r\n/.exec(String(head))?.[1]).toBe(answer)
    expect(session.client.compressed).toBe(compressed)
    socket.destroy()
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

describe('an end', () => {
  it('by the room is 1000 with its reason, after what was written', async () => {
    await open()
    const [socket, session] = await connect()
    const heard = once(socket, 'message')
    session.client.write('last words')
    session.client.close('kicked')
    expect(String((await heard)[0])).toBe('last words')
    expect(await closing(socket)).toEqual({ code: 1000, reason: 'kicked' })
    expect(session.reason).toBeUndefined()
  })

  it('by the room with a reason longer than a close frame holds keeps what fits', async () => {
    await open()
    const [socket, session] = await connect()
    session.client.close('ä'.repeat(100))
    expect((await closing(socket)).reason).toBe('ä'.repeat(61))
  })

  it('of the door is 1001', async () => {
    await open()
    const [socket, session] = await connect()
    const closed = closing(socket)
    await door.close('the sidecar is stopping')
    expect(await closed).toEqual({ code: 1001, reason: 'the sidecar is stopping' })
    expect(await session.ended).toBe('the sidecar is stopping')
    await door.empty()
  })

  it('by the client, tidy or not, tells the room once', async () => {
    await open()
    const [one, first] = await connect()
    one.close()
    expect(await first.ended).toBe('client closed')
    const [two, second] = await connect()
    two.terminate()
    expect(await second.ended).toBe('client closed')
    await door.empty()
    expect(shared.tally.clients).toBe(0)
  })

  it('comes to a client that leaves 1 MiB unread for 10 s, and to no other', async () => {
    await open({ echo: true, limits: { frameBytes: 1 << 20 } })
    const [slow, session] = await connect('/', { perMessageDeflate: false })
    slow.pause()
    const [brisk] = await connect()
    for (let i = 0; i < 24; i++) session.client.write(new Uint8Array(1 << 20))
    brisk.send('quick')
    expect(String((await once(brisk, 'message'))[0])).toBe('quick')
    vi.advanceTimersByTime(12_000)
    expect(await session.ended).toBe('slow')
    slow.terminate()
    brisk.terminate()
  })
})

it('believes what a proxy that the settings name says of its client, and nobody else', async () => {
  const headers = { 'x-forwarded-for': 'forged, 192.0.2.7' }
  for (const [proxies, address] of [
    [['127.0.0.1'], '192.0.2.7'],
    [['127.0.0.2'], '127.0.0.1'],
  ] as const) {
    await open({ proxies, limits: { peersPerAddress: 1 } })
    const [socket, session] = await connect('/', { headers })
    expect(session.client.address).toBe(address)
    expect(shared.guests.from(address)).toBe(1)
    socket.terminate()
    await door.close('next')
  }
})

it('pings every 30 s', async () => {
  await open()
  const [socket] = await connect()
  const pinged = once(socket, 'ping')
  vi.advanceTimersByTime(webSocketLimits.ping + 1_000)
  await pinged
  socket.terminate()
})

it('what is not a WebSocket is told so', async () => {
  await open()
  const socket = await dial(door.port)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(Buffer.concat(await drained(socket)).toString()).toContain('426 Upgrade Required')
  expect(room.sessions.seen).toEqual([])
})

it('random bytes after the handshake end that client alone', async () => {
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
