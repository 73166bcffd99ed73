// Tests in a real browser. They use the site that all files of a Vitest worker share, or a file's own site
// (running-site.ts).
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { test as base, SharedResource } from '../end-to-end/running-site.ts'
import { pollOptions } from '../timeouts.ts'
import { startChromium } from './chromium.ts'

/** Opens a page in a fresh context. */
export type OpenPage = (options?: BrowserContextOptions) => Promise<Page>

const chromium = new SharedResource(async (ending) => {
  const browser = await startChromium()
  ending(() => browser.close())
  browser.on('context', (context) => context.setDefaultTimeout(pollOptions.timeout))
  return browser
})

/**
 * A test with the fixtures `browser`, which all files of a Vitest worker share, and `open`. The opened pages close at
 * the end of the test, and a script error on one of them fails it.
 */
export const test = base
  .extend('chromium', { scope: 'worker' }, () => chromium)
  .extend('browser', { scope: 'worker' }, ({ chromium }, { onCleanup }): Promise<Browser> => {
    onCleanup(() => chromium.end())
    return chromium.get()
  })
  .extend('open', async ({ browser }, { onCleanup }): Promise<OpenPage> => {
    const opened: BrowserContext[] = []
    const faults: string[] = []
    onCleanup(async () => {
      for (const context of opened) await context.close()
      expect(faults).toEqual([])
    })
    return async (options) => {
      const context = await browser.newContext(options)
      opened.push(context)
      const page = await context.newPage()
      page.on('pageerror', (error) => faults.push(String(error)))
      return page
    }
  })
