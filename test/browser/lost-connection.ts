// Pages that lose the connection to their room and connect again.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pollOptions } from '../timeouts.ts'

const status = (page: Page) => page.locator('.standing[role=status]')

/**
 * Calls `cut`, which ends the connections of these pages, and waits until each page has reported the loss and is
 * connected again. The pages record their statuses from before the loss, because a page that reconnects at once reports
 * the loss only for half a second.
 */
export async function expectReconnects(pages: readonly Page[], cut: () => Promise<unknown>): Promise<void> {
  const statuses = await Promise.all(
    pages.map((page) =>
      status(page).evaluateHandle((element) => {
        const shown: (string | null)[] = []
        const record = () => shown.push(element.textContent)
        new MutationObserver(record).observe(element, { childList: true, characterData: true, subtree: true })
        return shown
      }),
    ),
  )
  await cut()
  for (const shown of statuses)
    await expect.poll(async () => (await shown.jsonValue()).join('\n'), pollOptions).toContain('Trying again')
  for (const page of pages) await expect.poll(() => status(page).innerText(), pollOptions).toBe('')
}
