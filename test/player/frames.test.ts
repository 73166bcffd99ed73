import { expect, test } from 'vitest'
import { Steps } from '../../browser/frames.ts'

test('steps follow the clock whether it is asked often or seldom, and what is too much is not made up for', () => {
  const steps = new Steps(17, 60)
  expect([0, 10, 17, 40, 51].map((now) => steps.due(now))).toEqual([0, 0, 1, 1, 1])
  expect(steps.due(51 + 17 * 60)).toBe(60)
  expect(steps.due(100_000)).toBe(60)
  expect(steps.due(100_016)).toBe(0)
  expect(steps.due(100_017)).toBe(1)
})
