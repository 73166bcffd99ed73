import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Connection } from '../../../browser/connection/connection.ts'

class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  readyState = FakeSocket.OPEN

  constructor() {
    super()
    sockets.push(this)
    if (!isNetworkUp) this.readyState = 0
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
let isNetworkUp = true
beforeEach(() => {
  sockets = []
  isNetworkUp = true
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

/** Connects, and returns the messages of the statuses. */
function connect(): readonly string[] {
  const messages: string[] = []
  new Connection('/crossfire/harbor', {
    received() {},
    statusChanged: ({ message }) => messages.push(message),
  })
  return messages
}

test('a connection that breaks silently is reported, closed after 20 seconds and opened again', async () => {
  const statuses: string[] = []
  let awaits = true
  new Connection('/crossfire/harbor', {
    received() {},
    statusChanged: ({ open, message }) => statuses.push(`${open} ${message}`),
    expectsMessages: () => awaits,
  })
  sockets[0]!.receive('tick')
  await vi.advanceTimersByTimeAsync(4000)
  sockets[0]!.receive('tick')
  await vi.advanceTimersByTimeAsync(4900)
  expect(statuses).toEqual(['true ', 'true '])
  await vi.advanceTimersByTimeAsync(1000)
  expect(statuses.at(-1)).toBe('true The room does not answer. Waiting …')
  sockets[0]!.receive('tick')
  expect(statuses.at(-1)).toBe('true ')

  await vi.advanceTimersByTimeAsync(20_000)
  expect(statuses.at(-1)).toBe('false Connection lost. Trying again …')
  await vi.advanceTimersByTimeAsync(1000)
  expect(sockets).toHaveLength(2)
  sockets[0]!.receive('too late')
  expect(statuses.at(-1)).not.toBe('true ')
  sockets[1]!.receive('tick')
  expect(statuses.at(-1)).toBe('true ')

  // While no messages are expected, a silent connection is no fault.
  awaits = false
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(sockets).toHaveLength(2)
})

test('the client reconnects at most 10 seconds after a network outage of 20 seconds', async () => {
  const statuses = connect()
  sockets[0]!.receive('tick')
  isNetworkUp = false
  sockets[0]!.ends(1006, '')
  expect(statuses.at(-1)).toBe('Connection lost. Trying again …')
  await vi.advanceTimersByTimeAsync(20_000)
  const attempts = sockets.length
  expect(attempts).toBeGreaterThan(1)
  isNetworkUp = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sockets).toHaveLength(attempts + 1)
  sockets.at(-1)!.receive('tick')
  expect(statuses.at(-1)).toBe('')
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(sockets).toHaveLength(attempts + 1)
})

test('a rejected client retries with growing delays', async () => {
  const statuses = connect()
  const asked: number[] = []
  for (let n = 0; n < 7; n++) {
    const before = Date.now()
    const count = sockets.length
    sockets.at(-1)!.receive('hello')
    sockets.at(-1)!.ends(1013, 'full')
    expect(statuses.at(-1)).toBe('This room is full. Trying again …')
    await vi.advanceTimersToNextTimerAsync()
    while (sockets.length === count) await vi.advanceTimersToNextTimerAsync()
    asked.push(Date.now() - before)
  }
  expect(asked).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000])
  sockets.at(-1)!.ends(1013, 'constructor')
  expect(statuses.at(-1)).toBe('Not connected: constructor. Trying again …')
})

test.each([
  ['kicked by the host', 'The owner of this room has disconnected you.'],
  // If a client reconnected after its player's data was erased, the room would store the player's name again.
  ['erased', 'Your data in this room has been erased.'],
])('a client does not retry after the close reason %j', async (reason, message) => {
  const statuses = connect()
  const count = sockets.length
  sockets.at(-1)!.receive('hello')
  sockets.at(-1)!.ends(1008, reason)
  expect(statuses.at(-1)).toBe(message)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(sockets).toHaveLength(count)
})
