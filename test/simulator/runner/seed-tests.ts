// The seeds that `npm test` tries of each game, in a file each, so that they are run side by side. They are fresh each
// time: the first is printed when the tests begin, and PACKETBOAT_SEED tries the same ones again.
import { expect, it } from 'vitest'
import { seedsVariable } from '../../seeds.ts'
import { gameModels } from '../models/index.ts'
import { explainFailure, search } from './search.ts'

/** Of each game. */
const runs = 1000

/** The test of a game. */
export function testSeeds(game: string): void {
  const from = Number((process.env[seedsVariable] ?? '1').split(' ').at(-1))
  it(`${game} keeps what must hold with ${runs} seeds from ${from} on`, async () => {
    const play = gameModels.get(game)!
    const found = await search(game, play, from, runs)
    expect(found && (await explainFailure(play, found))).toBeUndefined()
  }, 600_000)
}
