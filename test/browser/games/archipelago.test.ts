import { Client } from 'archipelago.js'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished } from 'vitest'
import { seedFile } from '../../end-to-end/archipelago/room.ts'
import type { Site } from '../../end-to-end/running-site.ts'
import { pollOptions } from '../../timeouts.ts'
import { test as base } from '../browser-test.ts'
import { recordTexts } from '../lost-connection.ts'
import { expectNoPageFaults } from '../page-faults.ts'

/** The room of all tests in this file, with the passwords of the slots in `Alice` and `Bob`. */
const test = base.extend('room', { scope: 'file' }, async ({ site }) => {
  const { room } = await site.create({
    game: 'archipelago',
    file: seedFile('tiny-2p'),
    options: { slot_passwords: { 2: 'hazel' }, hint_cost: 0 },
  })
  return `/archipelago/${room}`
})

async function connectAlice(site: Site, room: string): Promise<Client> {
  const client = new Client({ debugLogVersions: false, timeout: 60_000 })
  onTestFinished(() => client.socket.disconnect())
  await client.login(site.url.replace('http', 'ws') + room, 'Alice', 'ChecksFinder')
  return client
}

async function joinAsBob(page: Page, password: string): Promise<void> {
  await page.getByLabel('Slot').selectOption('Bob')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Join' }).click()
}

type WebhostIds = { readonly room: string; readonly tracker: string }

const said = (page: Page) => page.locator('[data-lines]')

test('[AP-12.5] a player who joins a slot on the page chats, requests hints with completed names, and sees new items', async ({
  site,
  room,
  open,
}) => {
  const page = await open()
  await page.goto(`${site.url}${room}/play`)
  await joinAsBob(page, 'wrong')
  await page.getByText('Wrong password.').waitFor()
  await joinAsBob(page, 'hazel')
  await said(page).getByText('Now that you are connected').waitFor()

  const alice = await connectAlice(site, room)
  const received = new Promise<string>((resolve) => alice.messages.on('chat', (text) => resolve(text)))
  await page.getByLabel('Message, or a command').fill('<b>ahoy</b>')
  await page.keyboard.press('Enter')
  expect(await received).toBe('<b>ahoy</b>')
  await said(page).getByText('Bob: <b>ahoy</b>').waitFor()

  await page.locator('#names option[value=Dice]').waitFor({ state: 'attached' })
  await page.getByLabel('Name').fill('Dice')
  await page.getByRole('button', { name: 'Hint' }).click()
  await said(page).getByText('[Hint]').first().waitFor()

  const before = Number(await page.locator('[data-count]').innerText())
  alice.check(81_000)
  await said(page).getByText('Alice sent').waitFor()
  await expect.poll(() => page.locator('[data-count]').innerText(), pollOptions).toBe(`${before + 1}`)
  await page.locator('[data-items]').getByText('from Alice (Tile 1)').waitFor()
})

test('[AP-12.5] a disconnected player reconnects and receives what they missed', async ({
  site,
  room,
  open,
}) => {
  const page = await open()
  await page.goto(`${site.url}${room}/play`)
  await joinAsBob(page, 'hazel')
  await said(page).getByText('Now that you are connected').waitFor()
  const before = Number(await page.locator('[data-count]').innerText())
  await page.context().setOffline(true)
  await page.getByText('Trying again').waitFor()
  const input = page.getByLabel('Message, or a command')
  await input.fill('does anybody hear me?')
  // The next attempt to connect replaces the message.
  const statuses = await recordTexts(page.locator('[data-status]'))
  await input.press('Enter')
  await expect.poll(statuses, pollOptions).toContain('Not sent')
  expect(await input.inputValue()).toBe('does anybody hear me?')
  const alice = await connectAlice(site, room)
  const locations = Array.from({ length: 24 }, (_, i) => 81_001 + i)
  const items = (await alice.scout(locations, 0)).filter(({ receiver }) => receiver.slot === 2)
  alice.check(...items.map(({ locationId }) => locationId))
  await page.context().setOffline(false)
  await expect
    .poll(() => page.locator('[data-count]').innerText(), pollOptions)
    .toBe(`${before + items.length}`)
})

test('[AP-12.2] a tracker page updates while an archipelago.js client plays, and keeps the chosen filter', async ({
  site,
  room,
  open,
}) => {
  const page = await open()
  await page.goto(`${site.url}${room}/tracker`)
  await page.getByRole('searchbox', { name: 'Find' }).fill('alice')
  await page.getByRole('row', { name: 'Bob' }).waitFor({ state: 'detached' })
  expect(page.url()).toContain('find=alice')
  const checks = () => page.getByRole('row', { name: 'ChecksFinder' }).getByRole('cell').nth(4).innerText()
  const before = await checks()
  const alice = await connectAlice(site, room)
  alice.check(alice.room.missingLocations[0]!)
  await expect.poll(checks, pollOptions).not.toBe(before)
  expect(await page.getByRole('searchbox', { name: 'Find' }).inputValue()).toBe('alice')
})

test('[AP-12.2] a hidden tracker page sends no requests, and a visible one sends at most one a second', async ({
  site,
  room,
  open,
}) => {
  const page = await open()
  await page.goto(`${site.url}${room}/tracker`)
  // Uses the times that the page itself measured, because a busy machine reports requests late.
  const asked = (since = 0) =>
    page.evaluate(
      (since) =>
        performance
          .getEntriesByType('resource')
          .filter(({ name, startTime }) => name.endsWith('/tracker') && startTime >= since)
          .map(({ startTime }) => startTime),
      since,
    )
  const see = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
      return performance.now()
    }, hidden)
  const alice = await connectAlice(site, room)
  const talk = async () => {
    for (let line = 0; line < 5; line++) await alice.messages.say(`line ${line}`)
  }
  // Alice's connection may already have caused a request.
  const hiddenAt = await see(true)
  await talk()
  expect(await asked(hiddenAt)).toEqual([])
  await see(false)
  await talk()
  await expect.poll(async () => (await asked()).length, pollOptions).toBeGreaterThan(0)
  const times = await asked()
  const gaps = times.slice(1).map((at, place) => at - times[place]!)
  expect(gaps.filter((gap) => gap < 900)).toEqual([])
})

test('[AP-8.11] an owner runs admin commands by buttons and by a line, and reads the answers', async ({
  site,
  room,
  open,
}) => {
  const page = await open()
  await page.goto(`${site.url}${room}/host#${site.ready.adminToken}`)
  await page.getByRole('link', { name: 'Console' }).click()
  await page.getByRole('button', { name: 'Players', exact: true }).click()
  await page.getByText('players of 2 connected').waitFor()
  const alice = await connectAlice(site, room)
  const received = new Promise<string>((resolve) => alice.messages.on('serverChat', (text) => resolve(text)))
  await page.getByLabel('A command (starts with /)').fill('dinner at eight')
  await page.keyboard.press('Enter')
  expect(await received).toContain('dinner at eight')
  await page.getByText('The command had no output').waitFor()
  await page.getByLabel('A command (starts with /)').fill('/dance')
  await page.keyboard.press('Enter')
  await page.getByText('Could not find command dance').waitFor()
  await page.getByRole('link', { name: 'Moderation' }).click()
  await page.getByRole('cell', { name: 'The host ran the console command: /dance' }).waitFor()
})

describe('the pages', () => {
  const paths = {
    room: '',
    tracker: '/tracker',
    slot: '/tracker/1',
    spheres: '/spheres',
    sphere: '/spheres/1',
    hints: '/hints',
    events: '/events',
    overlay: '/events?overlay',
    play: '/play',
    host: '/host',
  } as const
  test.for(Object.entries(paths))(
    '[AP-12.1] have no axe violations, send no requests to other hosts, and log nothing: %s',
    ([name, path], { site, room, open }) =>
      expectNoPageFaults(open, { name: `archipelago-${name}`, url: `${site.url}${room}${path}` }),
  )

  test.for([
    ['room', (ids: WebhostIds) => `/room/${ids.room}`],
    ['tracker', (ids: WebhostIds) => `/tracker/${ids.tracker}`],
    ['slot', (ids: WebhostIds) => `/generic_tracker/${ids.tracker}/0/2`],
    ['spheres', (ids: WebhostIds) => `/sphere_tracker/${ids.tracker}`],
  ] as const)(
    '[AP-11.7] [AP-11.8] [AP-11.9] [AP-11.10] have no faults at the paths of archipelago.gg: %s',
    async ([name, path], { site, room, open }) => {
      const { webhost } = (await (await fetch(`${site.url}/api/rooms${room}`)).json()) as {
        webhost: WebhostIds
      }
      await expectNoPageFaults(open, { name: `archipelago-gg-${name}`, url: site.url + path(webhost) })
    },
  )

  test('[AP-12.5] have no faults, including the text client of a connected player', async ({
    site,
    room,
    open,
  }) => {
    const prepare = async (page: Page) => {
      await joinAsBob(page, 'hazel')
      await said(page).getByText('Now that you are connected').waitFor()
      await page.getByLabel('Message, or a command').fill('!help')
      await page.keyboard.press('Enter')
      await said(page).getByText('!hint_location').waitFor()
    }
    await expectNoPageFaults(open, { name: 'archipelago-joined', url: `${site.url}${room}/play`, prepare })
  })

  test('[AP-12.1] have no faults, including the host page of the owner', ({ site, room, open }) =>
    expectNoPageFaults(open, {
      name: 'archipelago-host-known',
      url: `${site.url}${room}/host#${site.ready.adminToken}`,
      prepare: async (page) => {
        await page.getByRole('link', { name: 'Moderation' }).click()
        await page.locator('[data-refresh=log] table').waitFor()
      },
    }))
})
