import type { Locator, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { pollOptions } from '../../timeouts.ts'
import { test } from '../browser-test.ts'
import { checkedViews, expectFitsWidth, faultsOf } from '../page-faults.ts'
import { CrossfirePage } from './crossfire-page.ts'

const pack = (page: Page) => page.getByRole('list', { name: 'Inventory' })
const ground = (page: Page) => page.getByRole('list', { name: 'Ground' })
const thing = (list: ReturnType<typeof pack>, name: RegExp) => list.getByRole('button', { name })

const panel = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name })

test('[CF-7.7] [CF-7.9] [CF-4.19] a keyboard player undresses, drops part of a stack, picks up, examines, talks and answers', async ({
  site,
  open,
}) => {
  const one = await CrossfirePage.playing(open, site, 'Keya')
  const { page } = one
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const focused = () => page.evaluate('document.activeElement.innerText') as Promise<string>
  const goTo = async (name: RegExp) => {
    await press('Escape', 'i', 'Home')
    for (let row = 0; row < 12 && !name.test(await focused()); row++) await press('ArrowDown')
    expect(await focused()).toMatch(name)
  }
  await thing(pack(page), /worn/).first().waitFor()
  await goTo(/shield/)
  await press('Enter')
  await expect.poll(focused, pollOptions).toMatch(/shield(?!.*worn)/s)
  await press('Enter')
  await expect.poll(focused, pollOptions).toMatch(/shield.*worn/s)

  await goTo(/two loaves/)
  await press('1', 'd')
  await thing(ground(page), /^loaf of bread/).waitFor()
  await thing(pack(page), /^loaf of bread/).waitFor()
  await press('Escape', 'g', ',')
  await thing(pack(page), /two loaves/).waitFor()

  await goTo(/torch/)
  await press(' ')
  await page.getByRole('dialog', { name: /torch/ }).waitFor()
  await press('ArrowDown', 'ArrowDown')
  expect(await focused()).toBe('Examine')
  const beforeExamine = (await one.lines).length
  await press('Enter')
  await one.reads(/torch/, beforeExamine)
  await expect.poll(focused, pollOptions).toMatch(/torch/)

  await press('Escape', 'Enter')
  await page.keyboard.type('[b]ahoy[/b] <i>there</i>')
  await press('Enter')
  await page.getByRole('log').getByText('<i>there</i>').waitFor()
  const beforeWhereabouts = (await one.lines).length
  await press("'")
  await page.keyboard.type('whereab')
  await press('Tab', 'Enter')
  await one.reads(/Hollowford/, beforeWhereabouts)

  await press('/')
  await page.keyboard.type('passwd')
  await press('Enter')
  const question = page.getByRole('dialog', { name: 'A question' })
  await question.locator('input[type=password]').waitFor()
  await press('Escape')
  await page.getByRole('log').getByText('Wrong password. Your password is unchanged.').waitFor()
  expect(await question.count()).toBe(0)
})

test('after the menu of an item is closed, the key D makes the player walk and does not drop the item', async ({
  site,
  open,
}) => {
  const one = await CrossfirePage.playing(open, site, 'Clicka')
  const { page } = one
  const { x } = await one.where()
  await thing(pack(page), /torch/).click()
  const menu = page.getByRole('dialog', { name: /torch/ })
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  const walk = async () => {
    await page.keyboard.press('d')
    return (await one.where()).x
  }
  await expect.poll(walk, pollOptions).toBeGreaterThan(x)
  await thing(pack(page), /torch/).waitFor()
})

test('when the context menu of an item closes, an item that was focused by keyboard gets the focus back', async ({
  site,
  open,
}) => {
  const { page } = await CrossfirePage.playing(open, site, 'Menia')
  await thing(pack(page), /torch/).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await thing(pack(page), /torch/).dispatchEvent('contextmenu')
  await page.getByRole('dialog', { name: /torch/ }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('button:focus').textContent(), pollOptions).toMatch(/torch/)
})

/** Retry the drag, because the browser sometimes does not recognize it. */
async function drags(what: Locator, where: Locator, is: Locator): Promise<void> {
  const drag = async () => {
    if (await what.isVisible()) await what.dragTo(where)
    await is.waitFor({ timeout: 5_000 })
  }
  await vi.waitFor(drag, pollOptions)
}

test('[CF-7.7] a mouse player drags items to the ground and back, and drops part of a stack by its menu', async ({
  site,
  open,
}) => {
  const { page } = await CrossfirePage.playing(open, site, 'Mousa')
  await drags(thing(pack(page), /torch/), ground(page), thing(ground(page), /torch/))
  await drags(thing(ground(page), /torch/), pack(page), thing(pack(page), /torch/))
  await drags(thing(pack(page), /waterskin/), page.locator('.stage'), thing(ground(page), /waterskin/))

  await thing(pack(page), /eight silver coins/).click({ button: 'right' })
  const menu = page.getByRole('dialog', { name: /silver/ })
  await menu.getByLabel('How many').fill('3')
  await menu.getByRole('button', { name: 'Drop' }).click()
  await thing(ground(page), /three silver coins/).waitFor()
  await thing(pack(page), /five silver coins/).waitFor()
  await page.getByLabel('Show').selectOption('in use')
  await expect.poll(() => pack(page).getByRole('button').count(), pollOptions).toBe(4)
})

test('[CF-9.3] [CF-14.7] a player casts spells and sets macros, keys and pickup rules, and macros and pickup rules survive a reload', async ({
  site,
  open,
}) => {
  const mage = await CrossfirePage.opened(open, site, 'Maga')
  await mage.enter('wizard')
  const { page } = mage
  await panel(page, 'Spells').click()
  const beforeSpell = (await mage.lines).length
  await page.getByRole('button', { name: 'Cast light' }).click()
  await mage.reads(/light/i, beforeSpell)

  await panel(page, 'Setup').click()
  await page.getByRole('button', { name: 'New macro' }).click()
  await page.getByLabel('Key', { exact: true }).press('F2')
  await page.getByLabel('Commands').fill('say macro one; say macro two')
  await page.getByLabel('Name', { exact: true }).fill('talk')
  await page.locator('.stage').focus()
  await page.keyboard.press('F2')
  await mage.reads(/macro two/)
  await page.getByLabel('Money').check()
  await mage.reads(/pickup mode is 2147483712/)

  await page.getByRole('button', { name: 'Keys' }).click()
  await page.getByRole('button', { name: /^List players:/ }).click()
  await page.keyboard.press('z')
  await page.keyboard.press('Escape')
  const before = (await mage.lines).length
  await page.locator('.stage').focus()
  await page.keyboard.press('z')
  await mage.reads(/Maga/, before)

  await page.reload()
  await page.getByLabel('Account name').fill('of Maga')
  await page.getByLabel('Password', { exact: true }).fill('a secret')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: /Maga/ }).click()
  await panel(page, 'Setup').click()
  expect(await page.getByLabel('Commands').inputValue()).toBe('say macro one; say macro two')
  await expect.poll(() => page.getByLabel('Money').isChecked(), pollOptions).toBe(true)
})

test('[CF-12.6] on a phone a tap makes the player walk, the pad makes single steps, and panels slide in over the map', async ({
  site,
  open,
}) => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true }
  const { page } = await CrossfirePage.playing(open, site, 'Fona', phone)
  await expectFitsWidth(page, 360)
  const lying = ground(page)
  await panel(page, 'Things').tap()
  await thing(lying, /flagstones/).waitFor()
  await page.getByRole('button', { name: 'Close' }).tap()
  await lying.waitFor({ state: 'hidden' })

  const box = (await page.locator('.stage').boundingBox())!
  // Taps the cell three steps south of the player, at the end of the town square.
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2 + 3 * 32)
  await panel(page, 'Things').tap()
  await thing(lying, /grass/).waitFor()
  await page.getByRole('button', { name: 'Close' }).tap()
  await lying.waitFor({ state: 'hidden' })
  const pad = (await page.locator('.touch-pad').boundingBox())!
  await page.touchscreen.tap(pad.x + pad.width / 2, pad.y + 10)
  await panel(page, 'Things').tap()
  await thing(lying, /flagstones/).waitFor()
})

test('the panels have no axe violations, light and dark, wide and narrow', async ({ site, open }) => {
  const { page } = await CrossfirePage.playing(open, site, 'Axa')
  for (const { scheme, width } of checkedViews) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    for (const name of ['Things', 'Spells', 'You', 'Room', 'Setup', 'Talk']) {
      const tab = panel(page, name)
      if (!(await tab.isVisible())) continue
      await tab.click()
      expect([scheme, width, name, await faultsOf(page)]).toEqual([scheme, width, name, []])
    }
  }
})
