import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { emptyWireItem } from '../../../games/arcane-sector/packets.ts'
import { ArcaneClient } from '../../end-to-end/arcane-sector/client.ts'
import { createIsland, islandName } from '../../end-to-end/arcane-sector/island.ts'
import { pollOptions } from '../../timeouts.ts'
import { test as base } from '../browser-test.ts'
import { colourCount } from '../canvas-pixels.ts'
import { expectReconnects } from '../lost-connection.ts'
import { expectFitsWidth, faultsInViews } from '../page-faults.ts'

/** The fixture `openLogin` opens a page with the login form, and closes the help. */
const test = base.extend('openLogin', ({ site, open }) => async (options: BrowserContextOptions) => {
  const page = await open(options)
  await page.goto(`${site.url}/${islandName}/play`)
  await page.getByRole('button', { name: 'Continue' }).click()
  return page
})

const log = (page: Page) => page.getByRole('log')
const thing = (page: Page, name: string | RegExp) => page.locator('.bag').getByRole('button', { name })

test('a browser player and an original client meet, talk and trade items, and the page reconnects after a kill of the runtime', async ({
  site,
  openLogin,
}) => {
  const port = await createIsland(site)
  const page = await openLogin({ viewport: { width: 1280, height: 800 } })
  expect(await faultsInViews(page, 'play-arcane-sector-login')).toEqual([])
  await page.getByLabel('Name of your character').fill('Ann')
  await page.getByLabel('Your number').fill('1')
  await page.getByLabel('Password', { exact: true }).fill('of 1')
  await page.keyboard.press('Enter')
  await log(page).getByText('Welcome Ann').waitFor()
  await expect.poll(() => colourCount(page), pollOptions).toBeGreaterThan(100)

  // The players see each other and walk.
  const bob = await ArcaneClient.joined(port, 2, 'Bob')
  const annAt = (x: number, y: number) =>
    bob.until(() => bob.mobs.some((mob) => mob.id === 1n && mob.x === x && mob.y === y), `Ann at ${x}, ${y}`)
  await annAt(185, 428)
  await thing(page, 'Bob').waitFor()
  await page.keyboard.press('w')
  await annAt(184, 428)
  await thing(page, 'Bob').waitFor({ state: 'detached' })

  // The players chat with the keyboard only.
  await page.keyboard.press('Enter')
  await page.keyboard.type('Hello, <b>Bob</b>')
  await page.keyboard.press('Enter')
  await bob.until(() => bob.texts.includes('\x13Ann says: \x17Hello, <b>Bob</b>'), 'what Ann says')
  bob.say({ type: 'SAYS', text: 'Good <i>day</i>' })
  await log(page).getByText('Bob says: Good <i>day</i>').waitFor()

  // The players exchange a scroll: one drops it a step south of the start, and the other picks it up.
  await page.keyboard.press('q')
  await annAt(184, 429)
  await page.keyboard.press('s')
  await annAt(185, 429)
  await thing(page, /^Scroll/)
    .first()
    .waitFor()
  await page.keyboard.press('f')
  await page.getByRole('button', { name: 'Take' }).click()
  await thing(page, /^Slot 1: Scroll/).waitFor()
  await page.keyboard.press('1')
  await page.getByRole('button', { name: 'Drop' }).click()
  await thing(page, 'Slot 1: empty').waitFor()
  await bob.walk(2)
  await bob.until(() => bob.here.length === 2, 'both scrolls')
  for (const { id } of [...bob.here]) {
    await bob.ask({ type: 'HOLD', itemId: id }, 'HLDI')
    await bob.ask(
      { type: 'DROP', dst: 8 + bob.slots.filter((slot) => slot.id !== emptyWireItem.id).length },
      'HLDI',
    )
  }
  await thing(page, /^Scroll/)
    .first()
    .waitFor({ state: 'detached' })

  // Tab moves the focus into the rune fields and out of them.
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Rune 1: red arrow', exact: true }).press('Enter')
  await page.getByText('Entered: runes red arrow').waitFor({ state: 'attached' })
  await page.keyboard.press('Tab')
  await expect.poll(() => page.locator('.rune-board :focus').count(), pollOptions).toBe(0)

  expect(await faultsInViews(page, 'play-arcane-sector')).toEqual([])
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await expectFitsWidth(page, width)
  }

  // After a kill of the room the page reports it and reconnects.
  await expectReconnects([page], () => site.killRuntime())
  await page.locator('canvas.screen').focus()
  await page.keyboard.press('s')
  await annAt(186, 429)

  // On a phone a second player enters an existing number and its password. The first session ends with a message.
  const phone = await openLogin({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  // [AS-2.13] Before the page sends any request to log in, the form says that the number belongs to another player.
  await phone.getByLabel('Name of your character').fill('Cat')
  await phone.getByLabel('Your number').fill('1')
  await phone.getByText('Number 1 belongs to another player. Choose another.').waitFor()
  await phone.getByRole('button', { name: 'I have a character here' }).tap()
  await phone.getByLabel('Password', { exact: true }).fill('of 1')
  await phone.getByRole('button', { name: 'Log in' }).tap()
  await log(phone).getByText('Welcome Ann').waitFor()
  await page.getByText('Your character logged in from another').waitFor()
  const cross = (await phone.locator('.touch-pad').boundingBox())!
  await phone.touchscreen.tap(cross.x + cross.width / 2, cross.y + cross.height * 0.15)
  await bob.until(() => bob.mobs.some(({ name, x }) => name === 'Ann' && x === 185), 'a step of Ann')
  await expectFitsWidth(phone, 360)

  // The first player logs in again with number and password.
  await page.getByLabel('Password', { exact: true }).fill('of 1')
  await page.getByRole('button', { name: 'Log in' }).click()
  await annAt(185, 429)

  // [AS-2.12] A guest plays at once under a free number, and the browser remembers the character.
  const guest = await openLogin({ viewport: { width: 1280, height: 800 } })
  await guest.getByLabel('Name of your character').fill('Dot')
  await guest.keyboard.press('Enter')
  await log(guest).getByText('Welcome Dot').waitFor()
  await guest.keyboard.press('w')
  await bob.until(() => bob.mobs.some(({ name, x }) => name === 'Dot' && x === 184), 'a step of Dot')
  await guest.reload()
  await guest.getByRole('button', { name: 'Continue' }).click()
  await log(guest).getByText('Welcome Dot').waitFor()
  await guest.getByRole('button', { name: 'Your character' }).click()
  await guest.getByLabel('Choose a password').fill('of Dot')
  await guest.keyboard.press('Enter')
  await log(guest).getByText('Your password has changed.').waitFor()
})

test('the login form offers a free number, even if the list of used numbers arrives after the form is shown', async ({
  site,
  open,
}) => {
  const page = await open()
  const taken = Array.from({ length: 256 }, (_, number) => number).filter((number) => number !== 200)
  await page.route('**/api/numbers', (route) => route.fulfill({ json: { taken } }))
  await page.goto(`${site.url}/arcane-sector/harbor/play`)
  const number = page.getByLabel('Your number')
  await expect.poll(() => number.inputValue(), pollOptions).toBe('200')
  await page.getByText('You log in with this number').waitFor()
})
