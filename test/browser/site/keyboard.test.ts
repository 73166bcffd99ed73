// Creates, names, talks to, moderates and deletes a room with the keyboard only and with a visible focus, and reads
// and creates rooms without JavaScript.
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { doomLoad } from '../../../bench/cost/players/doom-2077.ts'
import { seedFile } from '../../end-to-end/archipelago/room.ts'
import { test } from '../browser-test.ts'
import { fill, press } from '../keyboard-control.ts'
import { faultsInViews } from '../page-faults.ts'
import { connectUsualPlayer } from '../usual-players.ts'

test('the keyboard suffices to create a room, rename it, kick a player, erase their data and delete it', async ({
  site,
  open,
}) => {
  const page = await open()
  await page.goto(site.url)
  await press(page, /^New room$/)
  await page.getByRole('heading', { name: 'New room' }).waitFor()
  await press(page, /^DOOM-2077$/)
  await page.getByRole('heading', { name: 'New room of DOOM-2077' }).waitFor()
  await fill(page, /^The site's token/, site.ready.adminToken)
  await fill(page, /^Title/, 'By hand')
  await press(page, /^Create the room$/)
  await page.getByRole('heading', { name: 'Room created' }).waitFor()
  await press(page, /^Open the host page$/)
  await page.getByText('This browser remembers the host link').waitFor()
  const name = new URL(page.url()).pathname.slice(1).replace('/host', '')

  await press(page, /^Settings$/)
  await fill(page, /^Title/, 'Renamed')
  await press(page, /^Save$/)
  await page.getByText('Settings saved.').waitFor()
  expect((await site.room(name)).title).toBe('Renamed')

  const player = connectUsualPlayer((await site.room(name)).websocket, doomLoad)
  const ended = new Promise<string>((resolve) =>
    player.addEventListener('close', ({ reason }) => resolve(reason)),
  )
  await press(page, /^Players$/)
  await page.getByText('Usual 0').first().waitFor()
  await press(page, /^Usual 0$/, 'Space')
  await press(page, /^Kick$/)
  await page.getByText('The player was kicked.').waitFor()
  expect(await ended).toBe('kicked by the host')

  await press(page, /^Moderation$/)
  await press(page, /^Ban by name or address$/)
  await fill(page, /^Name or address/, 'Mallory')
  await press(page, /^Ban$/)
  await page.getByText('The ban is active.').waitFor()
  await page.getByRole('radio', { name: 'Mallory' }).waitFor()
  await press(page, /^Mallory$/, 'Space')
  await press(page, /^Lift ban$/)
  await page.getByText('Nobody is banned.').waitFor()

  await fill(page, /^Name of the player/, 'Nobody')
  await press(page, /^Yes, erase everything/, 'Space')
  await press(page, /^Erase$/)
  await page.getByRole('alert').getByText('the room stores nothing about a player of this name').waitFor()
  expect(await faultsInViews(page, 'host-erase')).toEqual([])
  await fill(page, /^Name of the player/, 'Usual 0')
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, /^Download$/)])
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({ player: 'Usual 0' })
  await press(page, /^Erase$/)
  await page.getByText('The data of the player is erased.').waitFor()
  await page.getByRole('cell', { name: 'The host erased the data of a player' }).waitFor()
  expect(await page.getByText('Usual 0').count()).toBe(0)

  await press(page, /^Backup$/)
  await fill(page, /^Type the room/, name.slice('doom-2077/'.length))
  await press(page, /^Delete room$/)
  await page.getByRole('heading', { name: 'Room deleted' }).waitFor()
})

test('the keyboard suffices to run console commands and read the answers', async ({ site, open }) => {
  const { room, adminToken } = await site.create({ game: 'archipelago', file: seedFile('tiny-2p') })
  const page = await open()
  await page.goto(`${site.url}/archipelago/${room}/host#${adminToken}`)
  await page.getByText('This browser remembers the host link').waitFor()
  await press(page, /^Console$/)
  await press(page, /^Players$/)
  await page.getByText('players of 2 connected').waitFor()
  await fill(page, /^A command \(starts with/, '/hint Alice Map Width')
  await page.keyboard.press('Enter')
  await page.locator('[data-answers]').getByText('Map Width').first().waitFor()
})

test.for(['light', 'dark'] as const)(
  'in the %s colour scheme the focus is visible on the headers of pages and of players',
  async (colorScheme, { site, open }) => {
    const page = await open({ colorScheme })
    await page.goto(site.url)
    await press(page, /^Docs$/)
    await page.getByRole('heading', { name: 'Documents' }).waitFor()
    await page.goto(`${site.url}/soaprun/harbor/play`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await press(page, /^Keys$/)
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
  },
)

test('without JavaScript a plain form creates a room, and all pages of the room are readable', async ({
  site,
  open,
}) => {
  const page = await open({ javaScriptEnabled: false })
  await page.goto(`${site.url}/new?game=archipelago`)
  await page.getByLabel("The site's token").fill(site.ready.adminToken)
  const buffer = Buffer.from(seedFile('tiny-2p'))
  const file = { name: 'tiny.archipelago', mimeType: 'application/octet-stream', buffer }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Create the room' }).click()
  await page.getByRole('heading', { name: 'Room created' }).waitFor()
  await page.getByRole('link', { name: '/archipelago/' }).first().click()
  const read: [link: string, text: string][] = [
    ['Tracker', 'ChecksFinder'],
    ['Spheres', 'Sphere 1'],
    ['Hints', 'No hints.'],
    ['Chat and events', 'No events yet.'],
    ['Room', 'Slots'],
  ]
  for (const [link, text] of read) {
    await page.getByRole('navigation', { name: 'Archipelago' }).getByRole('link', { name: link }).click()
    await page.getByText(text).locator('visible=true').first().waitFor()
  }
  await page.getByRole('link', { name: 'Text client' }).first().click()
  await page.locator('noscript p').getByText('needs JavaScript').waitFor()
  expect(await page.getByLabel('Slot').isVisible()).toBe(false)
  await page.goBack()
  await page.getByRole('link', { name: 'Alice' }).click()
  await page.getByRole('heading', { name: 'Locations' }).waitFor()
  await page.getByRole('searchbox').fill('Tile 7')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByRole('cell', { name: 'Tile 7' }).waitFor()
  await page.getByRole('cell', { name: 'Tile 8' }).waitFor({ state: 'detached' })
})
