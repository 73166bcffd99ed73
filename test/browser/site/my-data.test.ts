import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { CrossfireClient } from '../../end-to-end/crossfire/client.ts'
import { test } from '../browser-test.ts'
import { fill, press } from '../keyboard-control.ts'
import { faultsInViews } from '../page-faults.ts'

const review = /^Show what an erasure deletes$/

async function logIn(page: Page, name: string, password: string): Promise<void> {
  await fill(page, /^Name of your account/, name)
  await fill(page, /^Your password in the game/, password)
}

test('a player downloads their data and erases it after a confirmation, and a wrong password reveals no data', async ({
  site,
  open,
}) => {
  const { url, websocket } = await site.create({ game: 'crossfire' })
  const player = await CrossfireClient.overWebSocket(websocket)
  await player.join('Laya')
  const page = await open()
  await page.goto(url)
  await press(page, /^My data$/)
  await page.getByRole('heading', { name: 'My data in' }).waitFor()
  await logIn(page, 'Laya', 'guessed')
  await press(page, review)
  await page.getByRole('alert').getByText('no player has this name and this password').waitFor()
  expect(await page.getByLabel('Name of your account').inputValue()).toBe('Laya')
  expect(await page.getByLabel('Your password').inputValue()).toBe('')
  expect(await faultsInViews(page, 'my-data-wrong')).toEqual([])

  await logIn(page, 'Laya', 'secret')
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, /^Download$/)])
  const file = readFileSync(await download.path(), 'utf8')
  expect(JSON.parse(file)).toMatchObject({ game: 'crossfire', player: 'Laya' })
  expect(file).not.toContain('secret')

  await logIn(page, 'Laya', 'secret')
  await press(page, review)
  await page.getByRole('heading', { name: 'Erase my data in' }).waitFor()
  const lastLogin = page.locator('dt').filter({ hasText: 'last login' }).locator('+ dd')
  expect(await lastLogin.innerText()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)
  expect(await faultsInViews(page, 'my-data-erase')).toEqual([])
  await fill(page, /^Your password in the game/, 'secret')
  await press(page, /^Erase my data$/)
  expect(await page.getByRole('checkbox').evaluate((box: HTMLInputElement) => box.matches(':focus'))).toBe(
    true,
  )
  await page.keyboard.press('Space')
  await press(page, /^Erase my data$/)
  await page.getByRole('status').getByText('Your data is erased.').waitFor()
  expect(await faultsInViews(page, 'my-data-erased')).toEqual([])
  await expect(player.until(() => false, 'the end of the session')).rejects.toThrow('closed by the server')

  await page.goto(`${url}/my-data`)
  await logIn(page, 'Laya', 'secret')
  await press(page, review)
  await page.getByRole('alert').getByText('no player has this name and this password').waitFor()
})

test('for a game without passwords the page has no form, and tells players to ask the host', async ({
  site,
  open,
}) => {
  const page = await open()
  await page.goto(`${site.url}/doom-2077/harbor/my-data`)
  await page.getByText('Ask the host of the room to send you your data or to erase it.').waitFor()
  expect(await page.locator('main form').count()).toBe(0)
  expect(await faultsInViews(page, 'my-data-ask-host')).toEqual([])
})
