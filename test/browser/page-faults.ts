// Finds faults of a page in a browser: axe violations, requests to other hosts, console messages, overflow.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pollOptions } from '../timeouts.ts'
import { endPage, type OpenPage } from './browser-test.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Folder for pictures of every page, if set. */
const folder = process.env.PACKETBOAT_PICTURES

const widths = [360, 768, 1280] as const
const schemes = ['light', 'dark'] as const

interface View {
  readonly scheme: (typeof schemes)[number]
  readonly width: number
}

/**
 * The views that the checks use: one wide and dark, one narrow and light. `npm run pictures` uses all combinations of
 * widths and colour schemes.
 */
export const checkedViews: readonly View[] = folder
  ? schemes.flatMap((scheme) => widths.map((width) => ({ scheme, width })))
  : [
      { scheme: 'dark', width: 1280 },
      { scheme: 'light', width: 360 },
    ]

/** The rules of axe whose result depends on the colours or the layout of visible elements. */
const viewRules = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable']

interface CheckedPage {
  readonly name: string
  readonly url: string
  readonly prepare?: ((page: Page) => Promise<unknown>) | undefined
}

/** Loads the page once and then changes the view. */
export async function expectNoPageFaults(open: OpenPage, { name, url, prepare }: CheckedPage): Promise<void> {
  const page = await open({ reducedMotion: 'reduce', viewport: { width: 360, height: 900 } })
  const strangers = strangersTo(page, new URL(url).origin)
  const logged = logOf(page)
  await page.goto(url)
  await prepare?.(page)
  await expectNoFaultsInViews(page, name)
  expect([name, strangers, logged]).toEqual([name, [], []])
  await endPage(page)
}

/** Asserts that a page, as it is now, fits every width and has no axe violations. */
export async function expectNoFaultsInViews(page: Page, name: string): Promise<void> {
  const fitsAt = (width: number) => expectFitsWidth(page, width, `${name} at ${width}`)
  const look = async ({ scheme, width }: View) => {
    await fitsAt(width)
    if (folder) await keep(page, `${name}-${scheme}-${width}`)
  }
  expect([name, await faultsOfViews(page, 900, look)]).toEqual([name, []])
  for (const width of widths) {
    if (checkedViews.some((view) => view.width === width)) continue
    await page.setViewportSize({ width, height: 900 })
    await fitsAt(width)
  }
}

function strangersTo(page: Page, origin: string): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin && !request.url().startsWith('data:'))
      asked.push(request.url())
  })
  return asked
}

/** Collects the page's console messages, including those about failed requests. */
function logOf(page: Page): string[] {
  const lines: string[] = []
  page.on('console', (message) => {
    if (!/the server responded with a status of [45]\d\d/.test(message.text())) lines.push(message.text())
  })
  page.on('pageerror', (error) => lines.push(String(error)))
  return lines
}

/** Asserts that the page does not overflow horizontally. A canvas is resized in the frame after its window. */
export async function expectFitsWidth(page: Page, width: number, message = `${width} pixels`): Promise<void> {
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(wide, { ...pollOptions, message }).toBeLessThanOrEqual(width)
}

/** Runs axe on the page. The first call injects axe. `rules`: the ids of the checked rules (default: all). */
export async function faultsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await injectAxe(page)
  return page.evaluate(async (rules) => {
    // axe cannot measure contrast on a gradient, so the gradients at the edges of tables are replaced by the colour
    // between them.
    const plain = new CSSStyleSheet()
    plain.replaceSync('.wide { background: var(--card) !important }')
    document.adoptedStyleSheets = [plain]
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(document, {
      resultTypes: ['violations'],
      preload: { assets: ['media'] },
      ...(rules && { runOnly: rules }),
    })
    document.adoptedStyleSheets = []
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  }, rules)
}

/** Playwright's `evaluate` would copy and parse the 580 KB of axe twice. */
async function injectAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: axe })
  await session.detach()
}

/**
 * Returns the axe violations in every view without a reload, for a page whose state a reload would lose. Restores the
 * view. `name`: the name of the pictures.
 */
export async function faultsInViews(page: Page, name: string): Promise<string[]> {
  const before = page.viewportSize()
  const faults = await faultsOfViews(page, before?.height ?? 800, async ({ scheme, width }) => {
    if (folder) await keep(page, `${name}-${scheme}-${width}`)
  })
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
  return faults
}

/**
 * Returns the axe violations in every view. If all visible elements of a view were visible in an earlier view, axe
 * checks only the rules that depend on colours or layout. `look`: called in each view.
 */
async function faultsOfViews(
  page: Page,
  height: number,
  look: (view: View) => Promise<void> = async () => {},
): Promise<string[]> {
  const faults: string[] = []
  for (const view of checkedViews) {
    await page.emulateMedia({ colorScheme: view.scheme })
    await page.setViewportSize({ width: view.width, height })
    await frames(page)
    const isNew = await showsNewElements(page)
    for (const fault of await faultsOf(page, isNew ? undefined : viewRules))
      faults.push(`${view.scheme} ${view.width}: ${fault}`)
    await look(view)
  }
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'shownBefore'))
  return faults
}

/** Waits until scripts have adapted the page to a new size, which they do in the next frame. */
const frames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  })

/**
 * Whether an element is visible that was not visible in an earlier call for this page, or an attribute of it has
 * changed.
 */
function showsNewElements(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const shared = globalThis as unknown as { shownBefore?: WeakMap<Element, string> }
    shared.shownBefore ??= new WeakMap()
    const before = shared.shownBefore
    let isNew = false
    for (const element of document.querySelectorAll('*')) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      const attributes = Array.from(element.attributes, ({ name, value }) => `${name}=${value}`).join()
      if (before.get(element) !== attributes) isNew = true
      before.set(element, attributes)
    }
    return isNew
  })
}

interface Axe {
  /**
   * `resultTypes`: for the other types of results axe reports only one node, which saves most of the time. `preload`:
   * axe would request these assets again, so style sheets, which no enabled rule needs, are left out.
   */
  run(
    of: Document,
    options: {
      readonly resultTypes: readonly string[]
      readonly preload: { readonly assets: readonly string[] }
      readonly runOnly?: readonly string[]
    },
  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

async function keep(page: Page, name: string): Promise<void> {
  mkdirSync(folder!, { recursive: true })
  await page.screenshot({ path: join(folder!, `${name}.png`), fullPage: true })
}
