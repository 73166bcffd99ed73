// Defines the tests that run seeds of a game in `npm test`, and ten times as many in CI. Each game has its own file, so
// that games run in parallel. first-seeds.test.ts has a few seeds of each game for `npm run test:quick`. Each test run
// draws new seeds and prints the first one; PACKETBOAT_SEED repeats them.
import { expect, it } from 'vitest'
import { casesOf, seeds } from '../../seeds.ts'
import { gameModels } from '../models/index.ts'
import { explainFailure, search } from './search.ts'

export function testSeeds(game: string, runs = casesOf(1000), from = seeds.at(-1)!): void {
  it(`${game} keeps every invariant with ${runs} seeds from ${from} on`, async () => {
    const model = gameModels.get(game)!
    const found = await search(game, model, from, runs)
    expect(found && (await explainFailure(model, found))).toBeUndefined()
  })
}
