import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleOf } from '../seeds.ts'
import { expectCostsCovered, priceOf } from './frame-price.ts'
import { hostileRooms } from './hostile-rooms.ts'

describe.each(sampleOf(hostileRooms, 2))('in %s', (_, hostile) => {
  it('the attacker is logged in, stays connected, and is charged', async () => {
    const [frames] = fc.sample(hostile.frames, { numRuns: 1, seed: 7 })
    const price = await priceOf(hostile, frames!)
    expect(price.turns).toBeGreaterThanOrEqual(frames!.length / 2)
    expect(price.steps).toBeGreaterThan(0)
  })

  it('all attacks and their mixtures stay within their charge, and no event takes longer than the maximum number of steps', async () => {
    await expectCostsCovered(hostile, { numRuns: 6 })
  })
})
