// The fixture of tests in a real browser. The tests use the site that all files of a Vitest worker share, or a file's
// own site (running-site.ts).
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { test as base, SharedResource } from '../end-to-end/running-site.ts'
import { pollOptions } from '../timeouts.ts'
import { startChromium } from './chromium.ts'

/**
 * `once`: the page is closed after its test and not reused. For example, an init script cannot be removed from a page.
 */
type PageOptions = BrowserContextOptions & { readonly once?: boolean }

export type OpenPage = (options?: PageOptions) => Promise<Page>

const chromium = new SharedResource(async (ending) => {
  const browser = await startChromium()
  ending(() => browser.close())
  browser.on('context', (context) => context.setDefaultTimeout(pollOptions.timeout))
  return browser
})

/**
 * Idle pages by their options. Later tests reuse them, because a page in a new context takes three times the CPU time.
 * A test must release the keys that it pressed.
 */
const idle = new Map<string, Page[]>()
const optionsOf = new WeakMap<Page, PageOptions>()

async function openPage(browser: Browser, options: PageOptions): Promise<Page> {
  const kept = idle.get(JSON.stringify(options))?.pop()
  if (kept) return kept
  const { once, ...rest } = options
  const page = await (await browser.newContext(rest)).newPage()
  optionsOf.set(page, options)
  return page
}

export async function endPage(page: Page): Promise<void> {
  const options = optionsOf.get(page)
  // Without an entry, an earlier call has already ended the page.
  if (!options) return
  optionsOf.delete(page)
  const isReset = !options.once && !page.isClosed() && (await resetPage(page, options).catch(() => false))
  if (!isReset) return page.context().close()
  optionsOf.set(page, options)
  const key = JSON.stringify(options)
  idle.set(key, [...(idle.get(key) ?? []), page])
}

/** Makes the page equal to a new one. Rejects if the page cannot be reset, for example because its site has ended. */
async function resetPage(page: Page, options: PageOptions): Promise<true> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  page.removeAllListeners()
  await page.unrouteAll()
  await context.setOffline(false)
  await context.clearPermissions()
  const { viewport, colorScheme = 'light', reducedMotion = 'no-preference' } = options
  await page.emulateMedia({ colorScheme, reducedMotion })
  await page.setViewportSize(viewport ?? { width: 1280, height: 720 })
  const { origin } = new URL(page.url())
  if (origin === 'null') throw new Error('the origin whose data must be removed is unknown')
  // A document without scripts replaces the current page, which disconnects from its room.
  await page.goto(`${origin}/robots.txt`)
  // The CDP command below clears the browser process's storage immediately, but the renderer's copy only some time
  // later. So this clears the copy.
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.mouse.move(0, 0)
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.detach()
  return true
}

/**
 * A test with the fixtures `browser`, which all files of a Vitest worker share, and `open`. The opened pages end with
 * the test. A script error on one of the pages fails the test.
 */
export const test = base
  .extend('chromium', { scope: 'worker' }, () => chromium)
  .extend('browser', { scope: 'worker' }, ({ chromium }, { onCleanup }): Promise<Browser> => {
    onCleanup(() => chromium.end())
    return chromium.get()
  })
  .extend('open', async ({ browser }, { onCleanup }): Promise<OpenPage> => {
    const opened: Page[] = []
    const faults: string[] = []
    onCleanup(async () => {
      for (const page of opened) await endPage(page)
      expect(faults).toEqual([])
    })
    return async (options = {}) => {
      const page = await openPage(browser, options)
      opened.push(page)
      page.on('pageerror', (error) => faults.push(String(error)))
      return page
    }
  })
