import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from './property.ts'

const small = fc.integer({ min: 0, max: 1_000_000 })
const again = /Again: PACKETBOAT_SEED=\d+ npx vitest run .*property\.test\.ts -t "assertProperty/

it('assertProperty() reports the failing seed and how to repeat it', () => {
  expect(() => assertProperty(fc.property(small, (n) => n < 1000))).toThrow(again)
})

it('assertProperty() does the same for asynchronous properties', async () => {
  const late = fc.asyncProperty(small, async (n) => n < 1000)
  await expect(assertProperty(late)).rejects.toThrow(again)
})

it('assertProperty() runs the requested number of cases, from the fixed seed and a fresh one', () => {
  const drawn: number[] = []
  assertProperty(
    fc.property(small, (n) => void drawn.push(n)),
    { numRuns: 40 },
  )
  expect(drawn).toHaveLength(40)
  const kept: number[] = []
  fc.assert(
    fc.property(small, (n) => void kept.push(n)),
    { seed: 20261120, numRuns: 20 },
  )
  if (process.env.PACKETBOAT_SEED === undefined) expect(drawn.slice(0, 20)).toEqual(kept)
})
