import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished } from 'vitest'
import { doomLoad } from '../../../bench/cost/players/doom-2077.ts'
import { fromClient } from '../../../games/doom-2077/packets.ts'
import { internalPortError, retryLaterError } from '../../../workers/api/responses/api-error.ts'
import { errorPage } from '../../../workers/pages/layout/error.tsx'
import { renderHtml } from '../../../workers/pages/layout/frame.tsx'
import { Site } from '../../end-to-end/running-site.ts'
import { worldA, zipFiles } from '../../games/soaprun/fixture-world.ts'
import { pollOptions } from '../../timeouts.ts'
import { test as base } from '../browser-test.ts'
import { expectNoFaultsInViews, expectNoPageFaults, faultsInViews } from '../page-faults.ts'
import { connectUsualPlayer, usualPlayers } from '../usual-players.ts'

const test = base.extend(
  'look',
  ({ open }) =>
    (name: string, url: string, prepare?: (page: Page) => Promise<unknown>) =>
      expectNoPageFaults(open, { name, url, prepare }),
)

const fixture = (path: string) => readFileSync(resolve(import.meta.dirname, '../../games', path))
const unknownFile = Buffer.from('nothing that any game knows')

/** For each game, a file to preview. Games that require a file create their room from it. */
const games = [
  { game: 'soaprun', name: 'map.zip', good: Buffer.from(zipFiles(worldA('original-format'))) },
  { game: 'arcane-sector', name: 'map.json', good: fixture('arcane-sector/fixtures/world.json') },
  { game: 'doom-2077', name: 'arena.wad', good: fixture('doom-2077/fixtures/maps/recorded-arena.wad') },
  { game: 'archipelago', name: 'AP_1.zip', good: fixture('archipelago/fixtures/mixed-8p.zip') },
] as const

describe('the new-room page', () => {
  const choose = async (page: Page, name: string, buffer: Buffer) =>
    page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  const chooseBad = async (page: Page, token: string, name: string) => {
    await page.getByLabel("The site's token").fill(token)
    await choose(page, name, unknownFile)
    await page.locator('[data-preview].error').waitFor()
  }

  test.for(games)(
    'of $game reports errors in an invalid file, and previews a valid file',
    ({ game, name, good }, { site, look }) =>
      look(`new-${game}-file`, `${site.url}/new?game=${game}`, async (page) => {
        await chooseBad(page, site.ready.adminToken, name)
        await choose(page, name, good)
        await page.locator('[data-preview] dl').first().waitFor()
      }),
  )

  test('has no axe or layout faults while it reports errors', ({ site, look }) =>
    look('new-soaprun-bad', `${site.url}/new?game=soaprun`, (page) =>
      chooseBad(page, site.ready.adminToken, 'map.zip'),
    ))
})

describe.for(usualPlayers)('the page of a $game room', ({ game, load, nameOf, pageText }) => {
  test('lists connected players', async ({ site, look }) => {
    const { websocket } = await site.room(`${game}/harbor`)
    // Only this test file uses the player with this number, because Crossfire stores the player's character.
    connectUsualPlayer(websocket, load, 1)
    await look(`in-${game}`, `${site.url}/${game}/harbor`, async (page) => {
      await page.locator('.world').getByText(pageText(1)).filter({ visible: true }).waitFor()
      // An open page shows changes of the world without a reload.
      await page.getByText('World data').click()
      await page.locator('[data-refresh=world]').getByText(nameOf(1), { exact: true }).waitFor()
    })
  })

  test('plays its film', async ({ site, open, look }) => {
    const { room, url, websocket } = await site.create({ game, options: { film: true } })
    const from = new Date().toISOString()
    connectUsualPlayer(websocket, load, 1)
    const clips = `/api/rooms/${game}/${room}/clips`
    let clip = new Response()
    const makeClip = async () => {
      const body = JSON.stringify({ from, to: new Date().toISOString() })
      clip = await site.fetch(clips, { method: 'POST', body })
      return clip.status
    }
    await expect.poll(makeClip, pollOptions).toBe(201)
    const plays = (page: Page) => page.locator('.film-controls time').filter({ hasText: /\d/ }).waitFor()
    await look(`film-${game}`, `${url}/film`, plays)
    const page = await open()
    await page.goto(((await clip.json()) as { readonly url: string }).url)
    await plays(page)
    if (game === 'crossfire') expect(await faultsInViews(page, 'clip')).toEqual([])
  })
})

test('the host page lists the room’s players and costs', async ({ site, look }) => {
  const { host, websocket } = await site.create({ game: 'doom-2077' })
  connectUsualPlayer(websocket, doomLoad)
  await look('host-doom-2077', host, async (page) => {
    await page.locator('[data-refresh=people] table').waitFor()
    await page.getByRole('link', { name: 'Cost', exact: true }).click()
    await page.getByText('Counted by the room').waitFor()
  })
})

test.for([games[0], games[3]])(
  'the page of a closed $game room says that the room is closed',
  async ({ game, good }, { site, look }) => {
    const { room } = await site.create({
      ...{ game, title: 'Pneumonoultramicroscopicsilicovolcanoconiosis 🏴‍☠️' },
      ...(game === 'archipelago' && { file: new Uint8Array(good) }),
    })
    const comments = ['Back at nine.', `https://example.org/${'rules'.repeat(12)}`]
    await site.patch({ status: 'closed', comments }, `${game}/${room}`)
    await look(`closed-${game}`, `${site.url}/${game}/${room}`)
  },
)

test('the pages of damaged rooms say that the room is damaged', async ({ look }) => {
  const site = await Site.start()
  const { room } = await site.create({ game: 'archipelago', file: new Uint8Array(games[3].good) })
  damage(site.state)
  await site.killRuntime()
  // All other games have the same pages as Soaprun.
  await look('damaged-soaprun', `${site.url}/soaprun/harbor`)
  await look('damaged-host-soaprun', `${site.url}/soaprun/harbor/host`)
  await look('damaged-archipelago', `${site.url}/archipelago/${room}`)
  await look('damaged-tracker', `${site.url}/archipelago/${room}/tracker`)
  await look('damaged-home', site.url)
})

function damage(state: string): void {
  for (const file of globSync('**/*.sqlite', { cwd: state })) {
    // The runtime may be writing to the database at this moment.
    const database = new DatabaseSync(join(state, file), { timeout: pollOptions.timeout })
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE name = 'record'").all()
    if (tables.length > 0) database.exec("UPDATE record SET value = '{' WHERE key = 'room'")
    database.close()
  }
}

test('a player name of 100 letters makes neither a page nor the scoreboard wider than the screen', async ({
  site,
  open,
  look,
}) => {
  const { room, websocket, url } = await site.create({ game: 'doom-2077' })
  const socket = new WebSocket(websocket)
  onTestFinished(() => socket.close())
  const name = 'W'.repeat(100)
  socket.addEventListener('open', () =>
    socket.send(new Uint8Array(fromClient.encode({ type: 'JOIN', name }))),
  )
  const listed = (page: Page) => page.locator('.world td').getByText(name).waitFor()
  await look('long-name', url, listed)
  await look('long-name-watch', `${url}/watch`, listed)
  const page = await open({ viewport: { width: 360, height: 740 } })
  await page.goto(`${site.url}/doom-2077/${room}/play`)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.locator('.log').getByText('joined the server').first().waitFor({ state: 'attached' })
  await page.keyboard.down('c')
  await page.locator('.score').getByText(name).waitFor()
  expect((await page.locator('.score').boundingBox())!.width).toBeLessThanOrEqual(360)
  await page.keyboard.up('c')
})

test('the player page of a closed room says that the room is closed, and shows no touch pads', async ({
  site,
  open,
}) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  for (const game of ['crossfire', 'doom-2077']) {
    const { room } = await site.create({ game })
    await site.patch({ status: 'closed' }, `${game}/${room}`)
    const page = await open(phone)
    await page.goto(`${site.url}/${game}/${room}/play`)
    await page.locator('.standing').getByText('This room is closed to new players.').waitFor()
    expect(await page.getByText('Loading …').count()).toBe(0)
    expect(await page.locator('.doom-2077 .touch-pad').filter({ visible: true }).count()).toBe(0)
  }
})

test('without JavaScript the play page of every game says that it needs JavaScript, and links to the room', async ({
  site,
  open,
}) => {
  const page = await open({ javaScriptEnabled: false })
  for (const game of ['soaprun', 'arcane-sector', 'doom-2077', 'crossfire']) {
    await page.goto(`${site.url}/${game}/harbor/play`)
    const notice = page.locator('noscript p')
    await notice.getByText('needs JavaScript').waitFor()
    const colours = await notice.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element)
      return [color, backgroundColor]
    })
    // The colours of cards in the light or dark colour scheme. On other pages axe checks the contrast of these colours.
    expect([game, colours]).toEqual([
      game,
      expect.toBeOneOf([
        ['rgb(23, 36, 47)', 'rgb(255, 255, 255)'],
        ['rgb(221, 230, 238)', 'rgb(23, 33, 42)'],
      ]),
    ])
    await notice.getByRole('link').click()
    await page.waitForURL(`${site.url}/${game}/harbor`)
  }
})

describe('the error page', () => {
  // A request through the site's front proxy never gets these errors.
  test.for([
    ['403', internalPortError()],
    ['503', retryLaterError('unavailable', 'the site is being upgraded', 10)],
  ] as const)('of status %s has no axe or layout faults', async ([status, error], { site, open }) => {
    const url = `${site.url}/error`
    const paths = (await (await fetch(`${site.url}/assets/paths.json`)).json()) as { [name: string]: string }
    const body = await renderHtml(errorPage(error), paths)
    const page = await open({ reducedMotion: 'reduce', viewport: { width: 360, height: 900 } })
    await page.route(url, (route) =>
      route.fulfill({ body, status: error.status, contentType: 'text/html; charset=utf-8' }),
    )
    await page.goto(url)
    const heading = page.getByRole('heading', { level: 1 })
    expect(await heading.textContent()).toBe(status === '403' ? 'Internal port' : 'Temporarily unavailable')
    // Only the 503 page links to another page of this site as the next step.
    expect(await page.getByRole('link', { name: 'All rooms' }).count()).toBe(status === '503' ? 1 : 0)
    await expectNoFaultsInViews(page, `error-${status}`)
  })

  test('says what to do next', async ({ site, look }) => {
    await look('error-404', `${site.url}/soaprun/nowhere`)
    await look('error-404-game', `${site.url}/new?game=chess`)
    await look('error-401', `${site.url}/soaprun/harbor/host#${'x'.repeat(22)}`, async (page) => {
      await page.getByRole('link', { name: 'Settings' }).click()
      await page.locator('form[data-act=change]').getByRole('button').click()
      await page.getByRole('alert').getByText("this is not the room's host link").waitFor()
    })
    await look('error-409', `${site.url}/new?game=soaprun`, async (page) => {
      await page.getByLabel("The site's token").fill(site.ready.adminToken)
      await page.getByLabel('Address', { exact: true }).fill('harbor')
      await page.getByRole('button', { name: 'Create the room' }).click()
      await page.getByRole('alert').getByText('choose another name').waitFor()
    })
  })
})

test('the page of a new room shows what its owner must save', async ({ site, look }) => {
  await look('created', `${site.url}/new?game=soaprun`, async (page) => {
    await page.getByLabel("The site's token").fill(site.ready.adminToken)
    await page.getByRole('button', { name: 'Create the room' }).click()
    await page.getByRole('heading', { name: 'Room created' }).waitFor()
  })
})

test('no tab of the host page has axe or layout faults', async ({ site, open }) => {
  const page = await open({ reducedMotion: 'reduce', viewport: { width: 360, height: 900 } })
  await page.goto(`${site.url}/soaprun/harbor/host#${site.ready.adminToken}`)
  await page.getByText('This browser remembers the').waitFor()
  for (const tab of ['settings', 'share', 'moderation', 'history', 'cost', 'backup']) {
    await page.goto(`${site.url}/soaprun/harbor/host#${tab}`)
    await page.locator(`#${tab}`).waitFor()
    // The host page shows only this tab.
    expect(await page.locator('.tab-panel').filter({ visible: true }).count()).toBe(1)
    await expectNoFaultsInViews(page, `host-${tab}`)
  }
})
