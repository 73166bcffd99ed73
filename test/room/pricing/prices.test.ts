import { expect, it } from 'vitest'
import {
  freeHoursPerDay,
  pricePerHour,
  type Usage,
  usagePrice,
} from '../../../durable-objects/pricing/prices.ts'

const nothing: Usage = {
  ...{ seconds: 3600, messages: 0, requests: 0 },
  ...{ awakeSeconds: 0, rowsRead: 0, rowsWritten: 0 },
}

it.each([
  ['requests', { requests: 1_000_000 }, 0.15],
  ['messages, twenty to a request', { messages: 20_000_000 }, 0.15],
  ['an object awake for 1,000,000 GB-s', { awakeSeconds: 1_000_000 / 0.128 }, 12.5],
  ['rows read', { rowsRead: 1_000_000_000 }, 1],
  ['rows written', { rowsWritten: 1_000_000 }, 1],
])('usage of %s costs what Cloudflare charges, in total and per hour', (_, used, dollars) => {
  const usage = { ...nothing, ...used }
  expect(usagePrice(usage)).toBeCloseTo(dollars, 9)
  expect(pricePerHour(usage)).toBeCloseTo(dollars, 9)
  expect(pricePerHour({ ...usage, seconds: 1800 })).toBeCloseTo(2 * dollars, 9)
})

it.each([
  ['requests', { requests: 50_000 }, 2],
  ['time awake', { awakeSeconds: 13_000 / 0.128 / 10 }, 10],
  ['rows read', { rowsRead: 1_000_000 }, 5],
  ['rows written', { rowsWritten: 100_000 }, 1],
  ['rows written', { rowsWritten: 1000, requests: 999 }, 24],
])("the free plan's first exhausted quota is %s", (first, used, hours) => {
  const answer = freeHoursPerDay({ ...nothing, ...used })
  expect([answer.firstLimit, answer.hours]).toEqual([first, expect.closeTo(hours, 9)])
})
