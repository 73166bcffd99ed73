// A connection that comes back, in simulated time and without a browser.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Connection } from '../../browser/connection.ts'

class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  readonly readyState = FakeSocket.OPEN

  constructor() {
    super()
    sockets.push(this)
  }

  hears(data: string): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  /** On a line that is cut nobody hears of it: no `close` comes. */
  close(): void {}
}

let sockets: FakeSocket[] = []
beforeEach(() => {
  sockets = []
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

test('a line that is cut unheard is noticed within 20 seconds, told of before that, and tried anew', () => {
  const stands: string[] = []
  let awaits = true
  new Connection('/crossfire/harbor', {
    heard() {},
    stands: ({ open, says }) => stands.push(`${open} ${says}`),
    awaits: () => awaits,
  })
  sockets[0]!.hears('tick')
  vi.advanceTimersByTime(4000)
  sockets[0]!.hears('tick')
  vi.advanceTimersByTime(4900)
  expect(stands).toEqual(['true ', 'true '])
  vi.advanceTimersByTime(1000)
  expect(stands.at(-1)).toBe('true The room does not answer. Waiting …')
  sockets[0]!.hears('tick')
  expect(stands.at(-1)).toBe('true ')

  vi.advanceTimersByTime(20_000)
  expect(stands.at(-1)).toBe('false The connection is lost. Trying again …')
  vi.advanceTimersByTime(1000)
  expect(sockets).toHaveLength(2)
  sockets[0]!.hears('too late')
  expect(stands.at(-1)).not.toBe('true ')
  sockets[1]!.hears('tick')
  expect(stands.at(-1)).toBe('true ')

  // Where nothing is to be said silence is well.
  awaits = false
  vi.advanceTimersByTime(3_600_000)
  expect(sockets).toHaveLength(2)
})
