import { describe, expect, it } from 'vitest'
import { measureFilm } from '../../bench/cost/film.ts'
import { playerLoads } from '../../bench/cost/loads.ts'
import { games } from '../../games/index.ts'

const filmed = games.filter(({ createSpectatorFeed }) => createSpectatorFeed).map(({ slug }) => slug)

describe('the film of eight players', () => {
  it.each(filmed)('of %s takes at most 1 MB for ten minutes, and six writes a minute', async (game) => {
    const { bytes, writes, minutes } = await measureFilm(playerLoads.get(game)!, 8, 2)
    expect((bytes / minutes) * 10).toBeLessThanOrEqual(1_000_000)
    expect(writes / minutes).toBeLessThanOrEqual(6)
  })
})
