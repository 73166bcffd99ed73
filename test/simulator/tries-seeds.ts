// The seeds that `npm test` tries of each game, in a file each, so that they are run side by side. They are fresh each
// time: the first is printed when the tests begin, and PACKETBOAT_SEED tries the same ones again.
import { expect, it } from 'vitest'
import { forTests } from '../seeds.ts'
import { explained, search } from './found.ts'
import { plays } from './plays.ts'

/** Of each game. */
const runs = 800
/** A world of thirty ticks a second takes twice as long. */
const fewer: ReadonlyMap<string, number> = new Map([['doom-2077', 400]])

/** The test of a game. */
export function triesSeeds(game: string): void {
  const from = Number((process.env[forTests] ?? '1').split(' ').at(-1))
  const count = fewer.get(game) ?? runs
  it(`${game} keeps what must hold with ${count} seeds from ${from} on`, async () => {
    const play = plays.get(game)!
    const found = await search(game, play, from, count)
    expect(found && (await explained(play, found))).toBeUndefined()
  }, 600_000)
}
