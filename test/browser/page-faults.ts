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
 * Views for the checks: wide and narrow, light and dark, each once. `npm run pictures` uses all combinations of these
 * views.
 */
export const checkedViews: readonly View[] = folder
  ? schemes.flatMap((scheme) => widths.map((width) => ({ scheme, width })))
  : [
      { scheme: 'light', width: 360 },
      { scheme: 'dark', width: 1280 },
    ]

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
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectFitsWidth(page, width, `${name} at ${width}`)
  }
  for (const { scheme, width } of checkedViews) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 900 })
    expect([name, scheme, width, await faultsOf(page)]).toEqual([name, scheme, width, []])
    if (folder) await keep(page, `${name}-${scheme}-${width}`)
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

/** Includes failed requests. */
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

/** Injects axe at the first call. */
export async function faultsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  return page.evaluate(async () => {
    // axe cannot measure contrast on a gradient, so the gradients at the edges of tables are replaced by the colour
    // between them.
    const plain = new CSSStyleSheet()
    plain.replaceSync('.wide { background: var(--card) !important }')
    document.adoptedStyleSheets = [plain]
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(document, {
      resultTypes: ['violations'],
    })
    document.adoptedStyleSheets = []
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  })
}

/** axe violations in every view, for a page whose state would not survive a reload. Restores the view. */
export async function faultsInViews(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  const faults: string[] = []
  for (const { scheme, width } of checkedViews) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: before?.height ?? 800 })
    for (const fault of await faultsOf(page)) faults.push(`${scheme} ${width}: ${fault}`)
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
  return faults
}

interface Axe {
  /** `resultTypes`: for the other types of results axe reports only one node, which saves most of the time. */
  run(
    of: Document,
    options: { resultTypes: string[] },
  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

async function keep(page: Page, name: string): Promise<void> {
  mkdirSync(folder!, { recursive: true })
  await page.screenshot({ path: join(folder!, `${name}.png`), fullPage: true })
}
