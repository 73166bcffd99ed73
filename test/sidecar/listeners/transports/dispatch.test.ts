import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Listener, ListenerContext } from '../../../../sidecar/listeners/base/listener.ts'
import {
  dispatchListenerLimits,
  openDispatchListener,
} from '../../../../sidecar/listeners/transports/dispatch.ts'
import { connectTcp, readToEnd, whenClosed } from '../../harness/loopback-clients.ts'
import { anyLoopbackPort, TestRoom, testContext, testSpec } from '../../harness/test-room.ts'

const text = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const answer = (here: string) => ({
  here: Buffer.from(text(here)).toString('base64'),
  away: Buffer.from(text('away')).toString('base64'),
})
const asked = (here = 'here') => testSpec({ transport: 'dispatch', port: 0, answer: answer(here) })

let listener: Listener
let shared: ListenerContext
let away = false

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  away = false
  shared = testContext(new TestRoom(), () => away)
  listener = await openDispatchListener(asked(), anyLoopbackPort, shared)
})
afterEach(async () => {
  await listener.close('test over')
  vi.useRealTimers()
})

it('after any request the whole response arrives in one piece, followed by the end of the stream', async () => {
  const socket = await connectTcp(listener.port)
  socket.write('GET /server.cgi HTTP/1.0\r\nHost: example\r\n\r\n')
  const chunks = await readToEnd(socket)
  expect(chunks.map(String)).toEqual([text('here')])
  expect(shared.counters.dispatchResponses.get('here')).toBe(1)
})

it('the response is sent once to a request that arrives byte by byte and never ends', async () => {
  const socket = await connectTcp(listener.port)
  for (const letter of 'GET / HTTP/1.0') socket.write(letter)
  expect(Buffer.concat(await readToEnd(socket)).toString()).toBe(text('here'))
  expect(shared.counters.dispatchResponses.get('here')).toBe(1)
})

it('a silent client is answered after a second', async () => {
  const socket = await connectTcp(listener.port)
  await settle()
  vi.advanceTimersByTime(dispatchListenerLimits.silenceMs)
  expect((await readToEnd(socket)).map(String)).toEqual([text('here')])
})

it('a half-closed client is answered at once', async () => {
  const socket = await connectTcp(listener.port, { allowHalfOpen: true })
  socket.end()
  expect(Buffer.concat(await readToEnd(socket)).toString()).toBe(text('here'))
})

it('a dispatch listener serves its outage document while the Worker is unreachable', async () => {
  away = true
  const socket = await connectTcp(listener.port)
  socket.write('x')
  expect((await readToEnd(socket)).map(String)).toEqual([text('away')])
  expect(shared.counters.dispatchResponses.get('away')).toBe(1)
})

it('a changed document is served at the same port', async () => {
  const { port } = listener
  listener.update(asked('there'))
  expect(listener.port).toBe(port)
  const socket = await connectTcp(listener.port)
  socket.write('x')
  expect((await readToEnd(socket)).map(String)).toEqual([text('there')])
})

it('a request of 16 MiB is not read to its end, and the socket is closed within 6 s', async () => {
  const socket = await connectTcp(listener.port, { allowHalfOpen: true })
  let failure: Error | null | undefined
  socket.write(Buffer.alloc(16 * 1024 * 1024), (error) => {
    failure = error
  })
  await settle()
  vi.advanceTimersByTime(dispatchListenerLimits.connectionMs + 1_000)
  await whenClosed(socket)
  expect(failure).toBeInstanceOf(Error)
})

it('500 idle connections do not delay another client', async () => {
  const idle = await Promise.all(Array.from({ length: 500 }, () => connectTcp(listener.port)))
  const socket = await connectTcp(listener.port)
  socket.write('x')
  expect((await readToEnd(socket)).map(String)).toEqual([text('here')])
  for (const one of idle) one.destroy()
})

async function settle(): Promise<void> {
  const socket = await connectTcp(listener.port)
  socket.write('x')
  await whenClosed(socket)
}
