import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dispatchLimits, openDispatch } from '../../sidecar/dispatch.ts'
import type { OpenDoor, Surroundings } from '../../sidecar/door.ts'
import { dial, drained, gone } from './peers.ts'
import { anywhere, around, TestRoom, wanted } from './room.ts'

const text = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const answer = (here: string) => ({
  here: Buffer.from(text(here)).toString('base64'),
  away: Buffer.from(text('away')).toString('base64'),
})
const asked = (here = 'here') => wanted({ transport: 'dispatch', port: 0, answer: answer(here) })

let door: OpenDoor
let shared: Surroundings
let away = false

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  away = false
  shared = around(new TestRoom(), () => away)
  door = await openDispatch(asked(), anywhere, shared)
})
afterEach(async () => {
  await door.close('test over')
  vi.useRealTimers()
})

it('the whole answer comes in one piece to who sends anything, then the end', async () => {
  const socket = await dial(door.port)
  socket.write('GET /server.cgi HTTP/1.0\r\nHost: example\r\n\r\n')
  const chunks = await drained(socket)
  expect(chunks.map(String)).toEqual([text('here')])
  expect(shared.tally.answered.get('here')).toBe(1)
})

it('the answer comes once to a request that arrives byte by byte and never ends', async () => {
  const socket = await dial(door.port)
  for (const letter of 'GET / HTTP/1.0') socket.write(letter)
  expect(Buffer.concat(await drained(socket)).toString()).toBe(text('here'))
  expect(shared.tally.answered.get('here')).toBe(1)
})

it('who sends nothing is answered after a second', async () => {
  const socket = await dial(door.port)
  await settle()
  vi.advanceTimersByTime(dispatchLimits.silence)
  expect((await drained(socket)).map(String)).toEqual([text('here')])
})

it('who only half closes is answered at once', async () => {
  const socket = await dial(door.port, { allowHalfOpen: true })
  socket.end()
  expect(Buffer.concat(await drained(socket)).toString()).toBe(text('here'))
})

it('while the Worker is away the other answer is given', async () => {
  away = true
  const socket = await dial(door.port)
  socket.write('x')
  expect((await drained(socket)).map(String)).toEqual([text('away')])
  expect(shared.tally.answered.get('away')).toBe(1)
})

it('a changed answer is given from then on, at the same port', async () => {
  const { port } = door
  door.change(asked('there'))
  expect(door.port).toBe(port)
  const socket = await dial(door.port)
  socket.write('x')
  expect((await drained(socket)).map(String)).toEqual([text('there')])
})

it('a megabyte of request is not read, and the socket is gone in 5 s', async () => {
  const socket = await dial(door.port, { allowHalfOpen: true })
  socket.write(Buffer.alloc(1 << 24))
  await settle()
  vi.advanceTimersByTime(dispatchLimits.life + 1_000)
  await gone(socket)
  expect(socket.bytesWritten - socket.writableLength).toBeGreaterThan(0)
})

it('500 idle connections delay nobody', async () => {
  const idle = await Promise.all(Array.from({ length: 500 }, () => dial(door.port)))
  const socket = await dial(door.port)
  socket.write('x')
  expect((await drained(socket)).map(String)).toEqual([text('here')])
  for (const one of idle) one.destroy()
})

/** Lets the server accept what has connected. */
async function settle(): Promise<void> {
  const socket = await dial(door.port)
  socket.write('x')
  await gone(socket)
}
