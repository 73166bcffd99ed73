// The platform's clock may be set back; the Room's clock continues.
import { expect, it } from 'vitest'
import { MonotonicClock } from '../../../durable-objects/platform/clock.ts'

function shown(...times: number[]): MonotonicClock {
  return new MonotonicClock({ now: () => times.shift()! })
}

it("the clock continues from its last time whenever the platform's clock is set back", () => {
  const clock = shown(1000, 1500, 700, 800, 100, 150)
  expect([1, 2, 3, 4, 5, 6].map(() => clock.now())).toEqual([1000, 1500, 1500, 1600, 1600, 1650])
})

it("the clock advances with the platform's clock", () => {
  const clock = shown(1000, 61_000, 61_001)
  expect([clock.now(), clock.now(), clock.now()]).toEqual([1000, 61_000, 61_001])
})

it("the clock predicts what the platform's clock will show", () => {
  const clock = shown(1000, 400)
  expect([clock.now(), clock.now(), clock.toPlatformTime(1200)]).toEqual([1000, 1000, 600])
})
