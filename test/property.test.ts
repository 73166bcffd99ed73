import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from './property.ts'
import { casesOf, sampleOf } from './seeds.ts'

const small = fc.integer({ min: 0, max: 1_000_000 })
const again = /Again: (CI=1 )?PACKETBOAT_SEED=\d+ npx vitest run .*property\.test\.ts -t "assertProperty/

it('assertProperty() reports the failing seed and how to repeat it', () => {
  expect(() => assertProperty(fc.property(small, (n) => n < 1000))).toThrow(again)
})

it('assertProperty() reports the failing seed of asynchronous properties', async () => {
  const late = fc.asyncProperty(small, async (n) => n < 1000)
  await expect(assertProperty(late)).rejects.toThrow(again)
})

it('assertProperty() runs the requested number of cases in CI and a fifth elsewhere, half of them from the fixed seed', () => {
  const requested = casesOf(40, 5)
  expect(requested).toBe(process.env.ALL_CASES ? 40 : 8)
  const drawn: number[] = []
  assertProperty(
    fc.property(small, (n) => void drawn.push(n)),
    { numRuns: 40 },
  )
  expect(drawn).toHaveLength(requested)
  const kept: number[] = []
  fc.assert(
    fc.property(small, (n) => void kept.push(n)),
    { seed: 20261120, numRuns: requested / 2 },
  )
  if (process.env.PACKETBOAT_SEED === undefined) expect(drawn.slice(0, requested / 2)).toEqual(kept)
})

it('a sample has the requested number of cases without duplicates, but in CI all cases', () => {
  const cases = Array.from({ length: 7 }, (_, n) => n)
  const sample = sampleOf(cases, 3)
  expect(sample).toHaveLength(process.env.ALL_CASES ? 7 : 3)
  expect(cases).toEqual(expect.arrayContaining([...sample]))
  expect(new Set(sample).size).toBe(sample.length)
  expect(sampleOf(cases, 8)).toEqual(cases)
})
