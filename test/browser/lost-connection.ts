// Pages that lose the connection to their room and connect again.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { pollOptions } from '../timeouts.ts'

const status = (page: Page) => page.locator('.standing[role=status]')

/**
 * Calls `cut`, which ends the connections of these pages, and waits until each page has reported the loss and is
 * connected again. Recording of the statuses starts before `cut`, because a page that reconnects at once reports the
 * loss only for half a second.
 */
export async function expectReconnects(pages: readonly Page[], cut: () => Promise<unknown>): Promise<void> {
  const records = await Promise.all(pages.map((page) => recordTexts(status(page))))
  await cut()
  for (const texts of records) await expect.poll(texts, pollOptions).toContain('Trying again')
  for (const page of pages) await expect.poll(() => status(page).innerText(), pollOptions).toBe('')
}

/**
 * Records all texts of an element from now on, also texts that are replaced at once. Returns a function that returns
 * the joined texts.
 */
export async function recordTexts(element: Locator): Promise<() => Promise<string>> {
  const texts = await element.evaluateHandle((element) => {
    const shown: (string | null)[] = []
    const record = () => shown.push(element.textContent)
    new MutationObserver(record).observe(element, { childList: true, characterData: true, subtree: true })
    return shown
  })
  return async () => (await texts.jsonValue()).join('\n')
}
