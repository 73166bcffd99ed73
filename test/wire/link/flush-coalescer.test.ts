// The times at which output is flushed, in simulated time.
import { expect, test } from 'vitest'
import { FlushCoalescer } from '../../../wire/link/flush-coalescer.ts'
import { SimulatedClock } from '../../simulated-clock.ts'

const ms = 4

/** A coalescer, and the times of its flushes in milliseconds since the start. */
function start() {
  const clock = new SimulatedClock()
  const began = clock.now()
  const flushes: number[] = []
  const coalescer: FlushCoalescer = new FlushCoalescer(clock, ms, () => {
    coalescer.onFlushed()
    flushes.push(clock.now() - began)
  })
  return { clock, coalescer, flushes }
}

test('after silence the coalescer sends output at once, together with all output of the same moment', () => {
  const { clock, coalescer, flushes } = start()
  coalescer.schedule()
  coalescer.schedule()
  expect(flushes).toEqual([])
  clock.settle()
  expect(flushes).toEqual([0])
})

test('the coalescer holds later output until the interval is over', () => {
  const { clock, coalescer, flushes } = start()
  coalescer.schedule()
  clock.pass(1)
  coalescer.schedule()
  clock.pass(2)
  expect(flushes).toEqual([0])
  clock.pass(10)
  expect(flushes).toEqual([0, ms])
})

test('the coalescer releases held output when an answer arrives earlier, and holds no output after it', () => {
  const { clock, coalescer, flushes } = start()
  coalescer.schedule()
  clock.pass(1)
  coalescer.schedule()
  coalescer.onPeerResponse({ answered: 1, tookMs: 1, isLast: true })
  clock.pass(1)
  expect(flushes).toEqual([0, 1])
  coalescer.onPeerResponse({ answered: 1, tookMs: 1, isLast: true })
  coalescer.schedule()
  clock.pass(0)
  expect(flushes).toEqual([0, 1, 2])
  clock.pass(100)
  expect(flushes).toEqual([0, 1, 2])
})

test('after an answer to several clients the coalescer waits until all of them have sent a request, but at most 2 ms', () => {
  const { clock, coalescer, flushes } = start()
  coalescer.onPeerResponse({ answered: 3, tookMs: 1, isLast: true })
  coalescer.schedule()
  coalescer.schedule()
  clock.pass(1)
  expect(flushes).toEqual([])
  coalescer.schedule()
  clock.settle()
  expect(flushes).toEqual([1])
  clock.pass(9)
  coalescer.onPeerResponse({ answered: 3, tookMs: 1, isLast: true })
  coalescer.schedule()
  clock.pass(20)
  expect(flushes).toEqual([1, 12])
})

test('an answer to several clients does not delay output that comes later', () => {
  const { clock, coalescer, flushes } = start()
  coalescer.onPeerResponse({ answered: 3, tookMs: 1, isLast: true })
  clock.pass(2)
  coalescer.schedule()
  clock.settle()
  expect(flushes).toEqual([2])
})

test('an answer does not cause a flush if no output waits', () => {
  const { clock, coalescer, flushes } = start()
  coalescer.onPeerResponse({ answered: 1, tookMs: 1, isLast: true })
  clock.pass(100)
  expect(flushes).toEqual([])
})

test.each([
  [1, ms],
  [12, 12],
  [13, ms],
])('after responses that took %i ms each, output is held for %i ms', (tookMs, held) => {
  const { clock, coalescer, flushes } = start()
  for (let n = 0; n < 100; n++) coalescer.onPeerResponse({ answered: 1, tookMs, isLast: false })
  coalescer.schedule()
  clock.pass(held)
  const first = flushes[0]!
  coalescer.schedule()
  clock.pass(100)
  expect(flushes[1]! - first).toBe(held)
})

test('the coalescer waits longer while messages are sent in a row, at most 15 ms at the median', () => {
  const clock = new SimulatedClock()
  const waits: number[] = []
  let waiting: number[] = []
  let flushes = 0
  const coalescer: FlushCoalescer = new FlushCoalescer(
    clock,
    ms,
    () => {
      coalescer.onFlushed()
      flushes++
      waits.push(...waiting.map((since) => clock.now() - since))
      waiting = []
    },
    24,
  )
  const scheduleEvery = (gap: number, forMs: number) => {
    flushes = waits.length = 0
    for (let at = 0; at < forMs; at += gap) {
      waiting.push(clock.now())
      coalescer.schedule()
      clock.pass(gap)
    }
    return { flushes, median: waits.sort((a, b) => a - b)[waits.length >> 1]! }
  }
  scheduleEvery(5, 1000)
  const busy = scheduleEvery(5, 3000)
  expect(busy.flushes).toBeLessThanOrEqual(126)
  expect(busy.median).toBeLessThanOrEqual(15)
  scheduleEvery(100, 3000)
  expect(scheduleEvery(100, 1000)).toEqual({ flushes: 10, median: 0 })
})
