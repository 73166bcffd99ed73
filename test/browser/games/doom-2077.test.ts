import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { assets } from '../../../games/doom-2077/builtin/assets.ts'
import { netWadName } from '../../../games/doom-2077/builtin/wad/net-wad.ts'
import { DoomBrowser } from '../../end-to-end/doom-2077/browser-client.ts'
import { DoomClient } from '../../end-to-end/doom-2077/client.ts'
import { doomRoom, lastResult } from '../../end-to-end/doom-2077/room.ts'
import { pollOptions } from '../../timeouts.ts'
import { test } from '../browser-test.ts'
import { colourCount } from '../canvas-pixels.ts'
import { expectReconnects } from '../lost-connection.ts'
import { faultsInViews } from '../page-faults.ts'

const state = (page: Page) => page.locator('.state').innerText()
const log = (page: Page) => page.locator('.log').innerText()

test('a browser player and an original client meet, walk, chat and shoot, and show the same scores', async ({
  site,
  open,
}) => {
  // The room has an uploaded map. The page receives only the geometry of the map.
  const port = await doomRoom(site, 'gallery', { matchSeconds: 600 })
  const page = await open({ viewport: { width: 360, height: 740 }, colorScheme: 'light' })
  await page.goto(`${site.url}/doom-2077/gallery/play`)
  await page.getByLabel('Your name').waitFor()
  // The help does not cover the form.
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await faultsInViews(page, 'play-doom-2077-join')).toEqual([])
  // The room sends nothing to a page that has not joined. After a lost connection the page still shows when it is
  // connected again.
  await expectReconnects([page], () => site.killRuntime())

  // A name that is in use is rejected with a message.
  const bob = await DoomClient.joined(port, 'Bob')
  await page.getByLabel('Your name').fill('Bob')
  await page.keyboard.press('Enter')
  await page.getByText('This name is in use. Choose another.').waitFor()
  await page.getByLabel('Your name').fill('Ann')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => state(page), pollOptions).toMatch(/^Health 100\. Pistol\. 1 other player\.$/)
  await expect.poll(() => colourCount(page), pollOptions).toBeGreaterThan(60)
  await bob.until(() => [...bob.names.values()].includes('Ann'), 'Ann')

  // Ann turns and walks, Bob walks in circles, and each sees the other.
  const [ann] = [...bob.names].find(([, name]) => name === 'Ann')!
  await bob.until(() => bob.starts === 0, 'the match')
  const before = bob.places.get(ann)
  await page.keyboard.down('ArrowRight')
  await page.keyboard.down('w')
  await bob.until(() => bob.places.get(ann)?.angle !== before?.angle, 'her turning')
  await bob.until(() => bob.places.get(ann)?.x !== before?.x, 'her walking')
  await page.keyboard.up('w')
  await page.keyboard.up('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByLabel('Message to all players').fill('ahoy')
  await page.keyboard.press('Enter')
  await bob.until(() => bob.lines.includes('ahoy'), 'ahoy')
  await expect.poll(() => log(page), pollOptions).toContain('Ann: ahoy')

  // Ann and Bob move and shoot until one of them is killed. Then both clients show the same score.
  bob.shoots = true
  const score = () => [...bob.scores].sort().join()
  await page.keyboard.down('w')
  await page.keyboard.down('ArrowLeft')
  await page.keyboard.down('Space')
  await bob.until(() => /Ann \d+-\d+/.test(score()) && !/^Ann 0-0,Bob 0-0$/.test(score()), 'a kill')
  for (const key of ['w', 'ArrowLeft', 'Space']) await page.keyboard.up(key)
  bob.shoots = false
  await expect.poll(() => log(page), pollOptions).toContain('succumbed to the attacks of')
  await page.keyboard.down('c')
  await expect.poll(async () => (await shownScores(page)).sort().join(), pollOptions).toBe(score())
  await page.keyboard.up('c')
  // [DM-9.18] Ann plays with her own WAD. An invalid file is rejected.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Custom textures' }).click()
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('WAD files').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await choose('none.wad', Buffer.from('no WAD at all'))
  await page.getByText('Cannot read these files: not a WAD').waitFor()
  await choose('own.wad', Buffer.from(assets[netWadName]!()))
  await page.getByText('The arena has the textures of own.wad.').waitFor()
  expect(await faultsInViews(page, 'play-doom-2077-textures')).toEqual([])
  await page.getByRole('button', { name: 'Default textures' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(await faultsInViews(page, 'play-doom-2077')).toEqual([])
  expect(bob.faults).toEqual([])

  // [DM-9.20] A spectator switches between players by keyboard.
  const watcher = await open({ viewport: { width: 800, height: 800 } })
  await watcher.goto(`${site.url}/doom-2077/gallery`)
  const whom = watcher.getByLabel('Follow')
  await whom.locator('option', { hasText: 'Ann' }).waitFor({ state: 'attached' })
  const above = await colourCount(watcher)
  await watcher.locator('canvas.screen').press('ArrowRight')
  expect(await whom.inputValue()).not.toBe('')
  await expect.poll(() => colourCount(watcher), pollOptions).not.toBe(above)
  await watcher.locator('canvas.screen').press('Escape')
  expect(await whom.inputValue()).toBe('')
})

test('[DM-2.4] a page that the room disconnects before its player joins stays disconnected until the player joins', async ({
  site,
  open,
}) => {
  const { room } = await site.create({ game: 'doom-2077' })
  const page = await open({ once: true })
  await page.clock.install()
  const sockets: { close(options: { code: number; reason: string }): Promise<void> }[] = []
  await page.routeWebSocket(new RegExp(`/doom-2077/${room}$`), (socket) => {
    sockets.push(socket)
    socket.connectToServer()
  })
  await page.goto(`${site.url}/doom-2077/${room}/play`)
  await expect.poll(() => sockets.length, pollOptions).toBe(1)
  await sockets[0]!.close({ code: 1000, reason: 'idle for too long' })
  await page.clock.runFor(60_000)
  expect([sockets.length, await page.locator('[data-status]').innerText()]).toEqual([1, ''])
  await page.getByRole('button', { name: 'Join' }).click()
  await expect.poll(() => state(page), pollOptions).toMatch(/^Health/)
  expect(sockets.length).toBe(2)
})

// Three of the four browsers are replaced by the page's client in Node, which takes a hundredth of the CPU time.
test('a match of four browsers and the original client ends with the same scores for all, and a disconnected page reconnects', async ({
  site,
  open,
}) => {
  const room = 'doom-2077/crowd'
  const port = await doomRoom(site, 'crowd', { matchSeconds: 8, pauseSeconds: 120 })
  const page = await open({ viewport: { width: 480, height: 360 } })
  await page.goto(`${site.url}/${room}/play`)
  await page.getByLabel('Your name').fill('Ann')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Continue' }).click()
  const inMatch = /^(Health .*|You are dead\.)$/
  await expect.poll(() => state(page), pollOptions).toMatch(inMatch)
  // [DM-5.5] Until other players join, the page says why no match starts.
  await page.getByText('You are alone here.').waitFor()
  const others = await Promise.all(['Bea', 'Cid', 'Dot'].map((name) => DoomBrowser.joined(site, room, name)))
  const eve = await DoomClient.joined(port, 'Eve')
  eve.shoots = true
  for (const key of ['ArrowLeft', 'Space']) await page.keyboard.down(key)

  const phase = async () => ((await site.room(room)).view as { phase: string }).phase
  await expect.poll(phase, { ...pollOptions, interval: 200 }).toBe('running')
  await expect.poll(phase, { ...pollOptions, interval: 200 }).toBe('pause')
  for (const key of ['ArrowLeft', 'Space']) await page.keyboard.up(key)
  const result = await lastResult(site, room)
  expect(result.map((row) => row.split(' ')[0]).sort()).toEqual(['Ann', 'Bea', 'Cid', 'Dot', 'Eve'])
  expect(result.some((row) => !row.endsWith(' 0-0'))).toBe(true)
  // A datagram with scores can be lost, but the room sends the scores repeatedly.
  for (const one of [...others, eve]) await expect.poll(() => one.scores, pollOptions).toEqual(result)
  expect([eve.faults, eve.kicks]).toEqual([[], []])
  await page.keyboard.down('c')
  await expect.poll(() => shownScores(page), pollOptions).toEqual(result)
  expect(await faultsInViews(page, 'play-doom-2077-ended')).toEqual([])
  await page.keyboard.up('c')

  const told = page.locator('[data-status]')
  await page.context().setOffline(true)
  await expect.poll(() => told.innerText(), pollOptions).toContain('Trying again')
  await page.context().setOffline(false)
  await expect.poll(() => told.innerText(), pollOptions).toBe('')
  await expect.poll(() => state(page), pollOptions).toMatch(inMatch)
  await expect.poll(() => shownScores(page), pollOptions).toEqual(result)

  // [DM-2.15] After a kill of the Worker the browser sends its secret, by which the room recognizes Ann, who plays on.
  await expectReconnects([page], () => site.killRuntime())
  await expect.poll(() => state(page), pollOptions).toMatch(inMatch)
  expect(await log(page)).not.toContain('Ann left the server.')
})

async function shownScores(page: Page): Promise<string[]> {
  const rows = await page.locator('.score tbody tr').allTextContents()
  const cells = await page.locator('.score tbody td').allTextContents()
  return rows.map((_, n) => `${cells[n * 3]} ${cells[n * 3 + 1]}-${cells[n * 3 + 2]}`)
}
