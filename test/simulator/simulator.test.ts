// The simulator's own runs: what once failed, and the first seeds of each game. `npm run simulate` has fresh ones.
import { describe, expect, it } from 'vitest'
import { corpus } from './corpus.ts'
import { explained, numbersOf, ranges, search } from './found.ts'
import { mutants } from './mutants.ts'
import { plays } from './plays.ts'
import { simulated } from './simulation.ts'

/**
 * Of each game. The same ones in every run: fresh ones (`npm run simulate`) still find what is not mended yet, as
 * Arcane Sector's 345039393 does.
 */
const runs = 200
/** A world of thirty ticks a second takes some times as long. */
const fewer: ReadonlyMap<string, number> = new Map([['doom-2077', 60]])
const from = 1

describe('runs that once failed', () => {
  it.each(corpus().map((kept) => [kept.found, kept] as const))('%s', async (_, kept) => {
    const { broken } = await simulated(plays.get(kept.game)!, kept)
    expect(broken).toBeUndefined()
  })
})

describe(`seeds from ${from} on`, () => {
  it.each([...plays])('of %s keep what must hold', { timeout: 300_000 }, async (game, play) => {
    const found = await search(game, play, from, fewer.get(game) ?? runs)
    expect(found && (await explained(play, found))).toBeUndefined()
  })
})

describe('a run', () => {
  it('is the same whenever it is run', async () => {
    const play = plays.get('tally')!
    const [kept] = corpus()
    const [one, two] = [await simulated(play, kept!, true), await simulated(play, kept!, true)]
    expect(one.log.length).toBeGreaterThan(10)
    expect(one.log).toEqual(two.log)
  })

  it('may leave out steps, named as numbers and ranges', () => {
    expect(numbersOf('0-2,5')).toEqual([0, 1, 2, 5])
    expect(ranges([0, 1, 2, 5])).toBe('0-2,5')
    expect(() => numbersOf('0-x')).toThrow('--without')
  })
})

it('there are a dozen mutants, each with its own name', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBeGreaterThanOrEqual(12)
})
