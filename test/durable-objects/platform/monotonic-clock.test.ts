// A clock that is put back: a Room's own goes on.
import { expect, it } from 'vitest'
import { MonotonicClock } from '../../../durable-objects/platform/monotonic-clock.ts'

function shown(...times: number[]): MonotonicClock {
  const timer = { cancel() {} }
  return new MonotonicClock({ now: () => times.shift()!, after: () => timer, soon() {} })
}

it('goes on from where it was whenever the platform’s is put back', () => {
  const clock = shown(1000, 1500, 700, 800, 100, 150)
  expect([1, 2, 3, 4, 5, 6].map(() => clock.now())).toEqual([1000, 1500, 1500, 1600, 1600, 1650])
})

it('goes ahead with the platform’s', () => {
  const clock = shown(1000, 61_000, 61_001)
  expect([clock.now(), clock.now(), clock.now()]).toEqual([1000, 61_000, 61_001])
})

it('knows what the platform’s will show then', () => {
  const clock = shown(1000, 400)
  expect([clock.now(), clock.now(), clock.toPlatformTime(1200)]).toEqual([1000, 1000, 600])
})
