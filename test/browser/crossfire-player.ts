// Somebody who plays Crossfire in a real browser.
import type { Page } from 'playwright-core'

/** From the room's page of play to the map: a new account, and a new character of this class. */
export async function comesIn(page: Page, url: string, name: string, calling = 'fighter'): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Name of your account').fill(name)
  await page.getByLabel('Password', { exact: true }).fill('hunter2')
  await page.getByLabel('Password again').fill('hunter2')
  await page.getByRole('button', { name: 'Make an account' }).click()
  await page
    .getByRole('button', { name: 'A new character' })
    .or(page.getByText('Step 1 of'))
    .first()
    .waitFor()
  const anew = page.getByRole('button', { name: 'A new character' })
  if (await anew.isVisible()) await anew.click()
  await page.getByLabel('Its name, which all will read').fill(name)
  const next = page.getByRole('button', { name: 'Next' })
  for (const step of [2, 3, 4, 5]) {
    await next.click()
    await page.getByText(`Step ${step} of`).waitFor()
    if (step === 3) await page.getByText(calling, { exact: true }).click()
  }
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.getByRole('button', { name: 'Go on' }).click()
}
