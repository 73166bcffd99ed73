import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Connection } from '../../../browser/connection/connection.ts'

class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  readyState = FakeSocket.OPEN

  constructor() {
    super()
    sockets.push(this)
    if (network === 'cut') this.readyState = 0
    else queueMicrotask(() => this.dispatchEvent(new Event('open')))
  }

  /** Closes the socket as the room would, or lets the connection attempt fail. */
  ends(code: number, reason: string): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason }))
  }

  receive(data: string): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  /** Never dispatches the `close` event, like a socket on a broken network. */
  close(): void {}
}

let sockets: FakeSocket[] = []
let network: 'well' | 'cut' = 'well'
beforeEach(() => {
  sockets = []
  network = 'well'
  vi.useFakeTimers()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('location', { href: 'http://192.0.2.1:8787/crossfire/harbor/play' })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a connection that breaks silently is reported, closed after 20 seconds and opened again', async () => {
  const stands: string[] = []
  let awaits = true
  new Connection('/crossfire/harbor', {
    received() {},
    statusChanged: ({ open, message }) => stands.push(`${open} ${message}`),
    expectsMessages: () => awaits,
  })
  sockets[0]!.receive('tick')
  await vi.advanceTimersByTimeAsync(4000)
  sockets[0]!.receive('tick')
  await vi.advanceTimersByTimeAsync(4900)
  expect(stands).toEqual(['true ', 'true '])
  await vi.advanceTimersByTimeAsync(1000)
  expect(stands.at(-1)).toBe('true The room does not answer. Waiting …')
  sockets[0]!.receive('tick')
  expect(stands.at(-1)).toBe('true ')

  await vi.advanceTimersByTimeAsync(20_000)
  expect(stands.at(-1)).toBe('false Connection lost. Trying again …')
  await vi.advanceTimersByTimeAsync(1000)
  expect(sockets).toHaveLength(2)
  sockets[0]!.receive('too late')
  expect(stands.at(-1)).not.toBe('true ')
  sockets[1]!.receive('tick')
  expect(stands.at(-1)).toBe('true ')

  // While no messages are expected, a silent connection is no fault.
  awaits = false
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(sockets).toHaveLength(2)
})

test('the client reconnects at most 10 seconds after a network outage of 20 seconds', async () => {
  const stands: string[] = []
  new Connection('/crossfire/harbor', { received() {}, statusChanged: ({ message }) => stands.push(message) })
  sockets[0]!.receive('tick')
  network = 'cut'
  sockets[0]!.ends(1006, '')
  expect(stands.at(-1)).toBe('Connection lost. Trying again …')
  await vi.advanceTimersByTimeAsync(20_000)
  const tried = sockets.length
  expect(tried).toBeGreaterThan(1)
  network = 'well'
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sockets).toHaveLength(tried + 1)
  sockets.at(-1)!.receive('tick')
  expect(stands.at(-1)).toBe('')
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(sockets).toHaveLength(tried + 1)
})

test('a rejected client retries with growing delays', async () => {
  const stands: string[] = []
  new Connection('/crossfire/harbor', { received() {}, statusChanged: ({ message }) => stands.push(message) })
  const asked: number[] = []
  for (let n = 0; n < 7; n++) {
    const before = Date.now()
    const had = sockets.length
    sockets.at(-1)!.receive('hello')
    sockets.at(-1)!.ends(1013, 'full')
    expect(stands.at(-1)).toBe('This room is full. Trying again …')
    await vi.advanceTimersToNextTimerAsync()
    while (sockets.length === had) await vi.advanceTimersToNextTimerAsync()
    asked.push(Date.now() - before)
  }
  expect(asked).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000])
  sockets.at(-1)!.ends(1013, 'constructor')
  expect(stands.at(-1)).toBe('Not connected: constructor. Trying again …')
})

test.each([
  ['kicked by the host', 'The owner of this room has disconnected you.'],
  // If a client reconnected after its player's data was erased, the room would store the player's name again.
  ['erased', 'Your data in this room has been erased.'],
])('a client does not retry after the close reason %j', async (reason, message) => {
  const stands: string[] = []
  new Connection('/crossfire/harbor', { received() {}, statusChanged: ({ message }) => stands.push(message) })
  const had = sockets.length
  sockets.at(-1)!.receive('hello')
  sockets.at(-1)!.ends(1008, reason)
  expect(stands.at(-1)).toBe(message)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(sockets).toHaveLength(had)
})
