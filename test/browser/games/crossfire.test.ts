import { expect } from 'vitest'
import { CrossfireClient } from '../../end-to-end/crossfire/client.ts'
import type { Site } from '../../end-to-end/running-site.ts'
import { pollOptions } from '../../timeouts.ts'
import { test } from '../browser-test.ts'
import { expectReconnects } from '../lost-connection.ts'
import { faultsInViews } from '../page-faults.ts'
import { CrossfirePage } from './crossfire-page.ts'

const portOf = (site: Site) =>
  site.ready.listeners.find(({ game, transport }) => game === 'crossfire' && transport === 'tcp')!.port

/** Clockwise from north. */
const directionKeys = [
  ...['ArrowUp', 'PageUp', 'ArrowRight', 'PageDown'],
  ...['ArrowDown', 'End', 'ArrowLeft', 'Home'],
]

test('two browser players and a client of 1997 meet, talk, see each other and hand over a coin', async ({
  site,
  open,
}) => {
  const ann = await CrossfirePage.playing(open, site, 'Ann')
  const bob = await CrossfirePage.playing(open, site, 'Bob')
  const old = await CrossfireClient.overTcp('1997', portOf(site))
  await old.joinOld('Olda')

  await ann.type('hello from a browser')
  await bob.reads(/^Ann says: hello from a browser/)
  await old.until(() => old.hasReceivedText('Ann says: hello from a browser'), 'Ann heard')
  await old.doing('say hello from 1997')
  for (const one of [ann, bob]) await one.reads(/^Olda says: hello from 1997/)

  // Bob walks, and Ann sees the new position: examining the cell shows the name.
  const square = { map: 'town', x: 17, y: 14 }
  await ann.walk(square)
  for (const x of [19, 16]) {
    await bob.walk({ ...square, x })
    const before = (await ann.lines).length
    const box = (await ann.page.locator('.scene').boundingBox())!
    const cell = { x: box.width / 2 + (x - square.x) * 32, y: box.height / 2 }
    await ann.page.locator('.scene').click({ button: 'right', position: cell })
    expect(await ann.reads(/Bob/, before)).toContain('Bob')
  }

  // A browser player drops a coin, and the client of 1997 picks it up.
  const coins = () => old.inventory.find(({ name }) => name === 'silver coin')?.nrof ?? 0
  const had = coins()
  await ann.type('/drop 1 silver coin')
  await ann.page.locator('.ground .name', { hasText: 'silver coin' }).waitFor()
  await ann.walk({ ...square, y: 13 })
  await old.doing('mapinfo')
  const [x = 0, y = 0] = /You are at (\d+), (\d+)/.exec(old.texts.at(-1)!)!.slice(1).map(Number)
  const [dx, dy] = [square.x - x, square.y - y]
  for (let n = 0; n < Math.abs(dx); n++) await old.doing(dx > 0 ? 'east' : 'west')
  for (let n = 0; n < Math.abs(dy); n++) await old.doing(dy > 0 ? 'south' : 'north')
  await old.doing('take silver coin')
  await old.until(() => coins() === had + 1, 'a coin more')
})

test('a browser player buys and equips items, enters the barrow and fights', async ({ site, open }) => {
  const cat = await CrossfirePage.playing(open, site, 'Cat')
  const row = (name: string) => cat.page.locator('.pack li button', { hasText: name })

  await row('helmet').click()
  await cat.page.getByRole('button', { name: 'Take off' }).click()
  await expect.poll(() => row('helmet').locator('.states').innerText(), pollOptions).toBe('')
  await row('helmet').focus()
  await cat.page.keyboard.press('a')
  await expect.poll(() => row('helmet').locator('.states').innerText(), pollOptions).toBe('worn')

  await cat.goThrough('shop')
  await cat.walk({ map: 'shop', x: 9, y: 5 })
  await cat.type('/take 1 torch')
  await expect.poll(() => row('torch').locator('.states').allInnerTexts(), pollOptions).toContain('unpaid')
  await cat.type('/pay')
  await expect
    .poll(() => row('torch').locator('.states').allInnerTexts(), pollOptions)
    .not.toContain('unpaid')
  await expect.poll(async () => (await cat.things).join(), pollOptions).toContain('two torches')

  await cat.goThrough('town')
  // Cat may already meet and kill the only rat nearby on the way. It returns after four minutes.
  const before = (await cat.lines).length
  await cat.goThrough('barrow')
  await cat.walk({ map: 'barrow', x: 11, y: 18 })
  // Attack in all directions until a monster comes close enough to be hit.
  await cat.type('/brace')
  await cat.reads(/You brace yourself/)
  await expect
    .poll(async () => {
      for (const key of directionKeys) await cat.page.keyboard.press(key)
      return (await cat.lines).slice(before).join('\n')
    }, pollOptions)
    .toMatch(/You (hit|kill|miss|slay)/)
})

test('a player who is disconnected or whose room restarts is notified and reconnects at the same place', async ({
  site,
  open,
}) => {
  const dan = await CrossfirePage.playing(open, site, 'Dan')
  const told = dan.page.locator('[data-status]')
  await dan.walk({ map: 'town', x: 18, y: 17 })
  const context = dan.page.context()
  await context.setOffline(true)
  await expect.poll(() => told.innerText(), pollOptions).toContain('Trying again')
  await dan.type('said to nobody')
  await context.setOffline(false)
  await expect.poll(() => told.innerText(), pollOptions).toBe('')
  expect(await dan.page.getByLabel('Message or command').inputValue()).toBe('said to nobody')
  expect(await dan.where()).toEqual({ map: 'town', x: 18, y: 17 })

  await dan.page.locator('.pack button', { hasText: 'torch' }).focus()
  await expectReconnects([dan.page], () => site.killRuntime())
  // The room sends all items again, and the focus stays on the same item.
  await expect.poll(() => dan.page.locator('.pack :focus').textContent(), pollOptions).toContain('torch')
  expect((await dan.where()).map).toBe('town')
  expect(await dan.page.locator('.entrance').isHidden()).toBe(true)
})

test('the login, character creation and game screens have no axe violations, light and dark, wide and narrow', async ({
  site,
  open,
}) => {
  const eve = await CrossfirePage.opened(open, site, 'Eve')
  expect(await faultsInViews(eve.page, 'play-crossfire-login')).toEqual([])
  await eve.makeAccount()
  await eve.page.getByLabel('Character name').fill('Eve')
  for (let step = 0; step < 5; step++) {
    expect([step, await faultsInViews(eve.page, `play-crossfire-creation-${step}`)]).toEqual([step, []])
    await eve.page.locator('.making button[type=submit]').click()
  }
  await eve.page.getByRole('button', { name: 'Continue' }).click()
  expect(await faultsInViews(eve.page, 'play-crossfire')).toEqual([])
})

test('a guest plays at once, returns to the same character, and secures it with a password', async ({
  site,
  open,
}) => {
  const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await page.goto(`${site.url}/crossfire/harbor/play`)
  await page.getByLabel('Your name, visible to all players').fill('Ashling')
  await page.getByRole('button', { name: 'Play', exact: true }).tap()
  await page.getByRole('button', { name: 'Continue' }).tap()
  await page.reload()
  await page.getByText('Your character in this browser is Ashling.').waitFor()
  await page.getByRole('button', { name: 'Choose a password' }).tap()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('a secret')
  await page.getByRole('button', { name: 'Keep this password' }).tap()
  // The dialog closes when the room has confirmed the new password.
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByLabel('Password', { exact: true }).fill('a secret')
  await page.getByRole('button', { name: 'Log in' }).tap()
  await page.getByRole('button', { name: /^Ashling/ }).waitFor()
})
