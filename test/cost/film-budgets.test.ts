// The cost of a room's film: rows and bytes of ten minutes in which eight players play, in simulated time.
import { describe, expect, it } from 'vitest'
import { measureFilm } from '../../bench/cost/film.ts'
import { loads } from '../../bench/cost/loads.ts'
import { games } from '../../games/index.ts'

const filmed = games.filter(({ createSpectatorFeed }) => createSpectatorFeed).map(({ slug }) => slug)

describe('ten minutes of a film with eight players', () => {
  it.each(filmed)('of %s take at most 1 MB, and six writes a minute', async (game) => {
    const { bytes, writes, minutes } = await measureFilm(loads.get(game)!, 8, 10)
    expect(bytes).toBeLessThanOrEqual(1_000_000)
    expect(writes / minutes).toBeLessThanOrEqual(6)
  })
})
