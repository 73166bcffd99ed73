import { expect } from 'vitest'
import { doomRoom, joinFighters } from '../../end-to-end/doom-2077/room.ts'
import { pollOptions } from '../../timeouts.ts'
import { test } from '../browser-test.ts'
import { expectNoPageFaults } from '../page-faults.ts'

test('the pages of a room, its stories and its series show a finished match, the series page even after the room’s deletion', async ({
  site,
  open,
}) => {
  const name = 'doom-2077/told'
  const url = `${site.url}/${name}`
  const series = { series: 'told-cup', seriesKey: 'the-key-of-the-cup' }
  await joinFighters(await doomRoom(site, 'told', { matchSeconds: 5, pauseSeconds: 300, ...series }))
  const stories = async () =>
    (await (await site.fetch(`/api/rooms/${name}/stories`)).json()) as {
      stories: { title: string; players: { player: string; kills?: number }[]; picture?: string }[]
      board: { player: string; stories: number }[]
    }
  await expect.poll(async () => (await stories()).stories[0]?.picture, pollOptions).toBeDefined()
  const { stories: told, board } = await stories()
  expect(told).toHaveLength(1)
  expect(told[0]!.players.map(({ player }) => player).sort()).toEqual(['ann', 'bob', 'carol', 'dora'])
  expect(told[0]!.players.reduce((sum, { kills = 0 }) => sum + kills, 0)).toBeGreaterThan(0)
  expect(board.map(({ stories: number }) => number)).toEqual([1, 1, 1, 1])

  const page = await open()
  await page.goto(url)
  const section = page.getByRole('region', { name: 'Stories' })
  await section.getByRole('heading', { name: told[0]!.title }).waitFor()
  expect(await section.getByRole('cell', { name: told[0]!.players[0]!.player }).count()).toBe(2)
  await section.getByRole('link', { name: 'All stories and players' }).click()
  await page.getByRole('heading', { name: 'Stories', level: 1 }).waitFor()
  await page.getByRole('heading', { name: told[0]!.title }).waitFor()
  const picture = page.locator('.story img')
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), pollOptions)
    .toBe(240)
  await expectNoPageFaults(open, { name: 'room-with-stories', url })
  await expectNoPageFaults(open, { name: 'stories', url: `${url}/stories` })

  await page.getByRole('link', { name: 'players of told-cup' }).click()
  await page.getByRole('heading', { name: 'told-cup', level: 1 }).waitFor()
  const table = page.getByRole('region', { name: 'Players of all rooms' }).getByRole('row')
  expect(await table.count()).toBe(5)
  await expectNoPageFaults(open, { name: 'series', url: page.url() })
  await site.fetch(`/api/rooms/${name}`, { method: 'DELETE' })
  await page.reload()
  await page.getByText(`${name} (deleted)`).waitFor()
  expect(await table.count()).toBe(5)
})
