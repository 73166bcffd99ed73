import type { Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { Listener, ListenerContext } from '../../../../sidecar/listeners/base/listener.ts'
import {
  maxPendingPerAddress,
  PendingConnectionLimiter,
} from '../../../../sidecar/listeners/limits/pending-connection-limiter.ts'
import { openDispatchListener } from '../../../../sidecar/listeners/transports/dispatch.ts'
import { openTcpListener } from '../../../../sidecar/listeners/transports/tcp.ts'
import { createWebSocketListenerFactory } from '../../../../sidecar/listeners/websocket/websocket-listener.ts'
import {
  connectTcp,
  encodeTestFrame,
  readBytes,
  readToEnd,
  whenClosed,
} from '../../harness/loopback-clients.ts'
import {
  anyLoopbackPort,
  type TestListenerDefinition,
  TestRoom,
  testContext,
  testSpec,
} from '../../harness/test-room.ts'

/** Maximum number of pending connections in the tests with a small limit. */
const most = 40

const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

it('pending connections are limited to 64 per address (IPv6: per /64), and unlimited from loopback', () => {
  const limiter = new PendingConnectionLimiter(1_000, (size) => size)
  const from = (addressOf: (i: number) => string, count: number) =>
    Array.from({ length: count }, (_, i) => limiter.admit({ address: addressOf(i), evict() {} })).filter(
      (refused) => refused === undefined,
    ).length
  expect(from(() => '192.0.2.1', 100)).toBe(maxPendingPerAddress)
  expect(from((i) => `2001:db8::${i}`, 100)).toBe(maxPendingPerAddress)
  expect(from(() => '127.0.0.1', 100)).toBe(100)
  expect(limiter.size).toBe(2 * maxPendingPerAddress + 100)
})

it('a full listener closes the oldest pending connection of the address with the most pending ones', () => {
  const evicted: string[] = []
  let settled = 0
  const limiter = new PendingConnectionLimiter(most, (size) => size + settled)
  const admit = (name: string, address: string) => {
    const connection = { address, evict: () => void evicted.push(name) }
    return { connection, refused: limiter.admit(connection) }
  }
  const honest = admit('honest', '192.0.2.1').connection
  for (let i = 0; i < most - 1; i++) admit(`${i}`, '127.0.0.1')
  for (let i = 0; i < 3; i++) expect(admit('late', `198.51.100.${i}`).refused).toBeUndefined()
  expect(evicted).toEqual(['0', '1', '2'])
  limiter.release(honest)
  limiter.release(honest)
  expect(limiter.size).toBe(most - 1)
  const others = new PendingConnectionLimiter(most, (size) => size + settled)
  settled = most
  expect(others.admit({ address: '192.0.2.1', evict() {} })).toBe('full')
})

/** Opens more silent connections than a listener accepts. */
async function flood(port: number): Promise<readonly Socket[]> {
  const silent: Socket[] = []
  closing.push(async () => {
    for (const socket of silent) socket.destroy()
  })
  for (let i = 0; i < 3 * most; i++) silent.push(await connectTcp(port))
  return silent
}

async function opened(
  open: typeof openTcpListener,
  listener: Partial<TestListenerDefinition>,
): Promise<[Listener, ListenerContext]> {
  const shared = { ...testContext(new TestRoom(true)), maxConnections: most }
  const made = await open(testSpec({ transport: 'tcp', port: 0, ...listener }), anyLoopbackPort, shared)
  closing.push(() => made.close('test over'))
  return [made, shared]
}

it('a flood of unfinished handshakes from one address does not block the WebSocket listener', async () => {
  const [listener] = await opened(createWebSocketListenerFactory(), { transport: 'websocket' })
  const [first] = await flood(listener.port)
  await whenClosed(first!)
  const client = new WebSocket(`ws://127.0.0.1:${listener.port}/`)
  const said = await new Promise((resolve) => {
    client.on('open', () => client.send('hello'))
    client.on('message', (data) => resolve(String(data)))
  })
  expect(said).toBe('hello')
  client.terminate()
})

it('a flood of connections without requests does not block the dispatch listener', async () => {
  const answer = { here: Buffer.from('here').toString('base64'), away: '' }
  const [listener] = await opened(openDispatchListener, { transport: 'dispatch', answer })
  await flood(listener.port)
  const socket = await connectTcp(listener.port)
  socket.write('x')
  expect((await readToEnd(socket)).map(String)).toEqual(['here'])
})

it('a flood of connections without frames does not block the TCP listener', async () => {
  const framing = { at: 0, length: 'u16be', plus: 0, max: 1_024 } as const
  const [listener, shared] = await opened(openTcpListener, { framing })
  const player = await connectTcp(listener.port)
  player.write(encodeTestFrame('first'))
  expect(await readBytes(player, 7)).toContain('first')
  const [first] = await flood(listener.port)
  await whenClosed(first!)
  const socket = await connectTcp(listener.port)
  socket.write(encodeTestFrame('hello'))
  expect(await readBytes(socket, 7)).toContain('hello')
  player.write(encodeTestFrame('again'))
  expect(await readBytes(player, 7)).toContain('again')
  expect(shared.counters.clients).toBeLessThanOrEqual(most)
  for (const one of [player, socket]) one.destroy()
})
