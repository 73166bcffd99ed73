// Whatever one client sends, its turns take no more of the processor, and send no more bytes, than it is charged for.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostileRooms } from './hostile-rooms.ts'
import { expectPaidFor, priceOf } from './frame-price.ts'

describe.each(hostileRooms)('in %s', (_, hostile) => {
  it('whoever attacks is in, is not closed for it at once, and pays', async () => {
    const [frames] = fc.sample(hostile.frames, { numRuns: 1, seed: 7 })
    const price = await priceOf(hostile, frames!)
    expect(price.turns).toBeGreaterThanOrEqual(frames!.length / 2)
    expect(price.steps).toBeGreaterThan(0)
  })

  it('every attack, and every mixture of them, is paid for, and no turn is longer than 10 ms', async () => {
    await expectPaidFor(hostile, { numRuns: 6 })
  })
})
