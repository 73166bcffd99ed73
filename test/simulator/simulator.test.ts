// Runs the plans of earlier failures. The tests in seeds/ run new seeds of each game, and `npm run simulate` runs more
// of them.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { games as played } from '../../games/index.ts'
import { gameModels } from './models/index.ts'
import { corpus } from './runner/corpus.ts'
import { formatRanges, parseRanges } from './runner/search.ts'
import { runSimulation } from './scenarios/room-simulation.ts'

describe('a plan of an earlier failure', () => {
  it.each(corpus().map((kept) => [kept.found, kept] as const))('passes now: %s', async (_, kept) => {
    const { broken } = await runSimulation(gameModels.get(kept.game)!, kept)
    expect(broken).toBeUndefined()
  })
})

it('every simulated game has a seed test file', () => {
  const files = readdirSync(new URL('seeds', import.meta.url)).sort()
  const games = [...gameModels.keys()].sort()
  expect(files).toEqual(games.map((game) => `${game}.test.ts`))
  for (const game of games)
    expect(readFileSync(new URL(`seeds/${game}.test.ts`, import.meta.url), 'utf8')).toContain(
      `testSeeds('${game}')`,
    )
})

it('every game of the project is simulated', () => {
  for (const { slug } of played) expect(gameModels.has(slug), slug).toBe(true)
})

describe('a run', () => {
  it('is deterministic', async () => {
    const model = gameModels.get('tally')!
    const [kept] = corpus()
    const [one, two] = [await runSimulation(model, kept!, true), await runSimulation(model, kept!, true)]
    expect(one.log.length).toBeGreaterThan(10)
    expect(one.log).toEqual(two.log)
  })

  it('accepts steps to remove as numbers and ranges', () => {
    expect(parseRanges('0-2,5')).toEqual([0, 1, 2, 5])
    expect(formatRanges([0, 1, 2, 5])).toBe('0-2,5')
    expect(() => parseRanges('0-x')).toThrow('--without')
  })
})
