import { expect, it } from 'vitest'
import type { Game } from '../../../games/game.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { RoomHarness } from '../../room-harness.ts'

it('a world is drawn at most once a second, for any number of requests', async () => {
  let drawn = 0
  const game: Game = {
    ...(tally as Game),
    drawPicture: () => ({ width: 1, height: 1, rgb: new Uint8Array([++drawn, 0, 0]) }),
  }
  const stage = await RoomHarness.create(game)
  const seen = () => stage.host.views.picture?.rgb[0]
  expect([seen(), seen(), seen()]).toEqual([1, 1, 1])
  stage.pass(999)
  expect(seen()).toBe(1)
  stage.pass(1)
  expect([seen(), seen()]).toEqual([2, 2])
})

it('a game without pictures returns none', async () => {
  const { drawPicture, ...rest } = tally as Game
  expect(drawPicture).toBeDefined()
  expect((await RoomHarness.create(rest)).host.views.picture).toBeUndefined()
})
