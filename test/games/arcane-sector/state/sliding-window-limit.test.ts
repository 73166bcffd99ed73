import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SlidingWindowLimit } from '../../../../games/arcane-sector/state/sliding-window-limit.ts'
import { assertProperty } from '../../../property.ts'

it('[AS-3.6] [AS-9.4] the sliding window limit allows at most `max` actions in any window, and each as soon as its wait time has passed', () => {
  assertProperty(
    fc.property(fc.array(fc.nat(400), { maxLength: 200 }), (pauses) => {
      const pace = new SlidingWindowLimit(3, 1000)
      const taken: number[] = []
      let now = 1_000_000
      for (const pause of pauses) {
        now += pause
        const wait = pace.waitMs(now)
        expect(pace.take(now)).toBe(wait === 0)
        now += wait
        if (wait > 0) expect(pace.take(now)).toBe(true)
        taken.push(now)
      }
      for (const [n, at] of taken.entries())
        if (n >= 3) expect(at - taken[n - 3]!).toBeGreaterThanOrEqual(1000)
    }),
  )
})
