// What is wrong with a page, as a browser sees it.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Where a picture of every page is kept, if anywhere. */
const folder = process.env.PACKETBOAT_PICTURES

export const widths = [360, 768, 1280] as const
export const schemes = ['light', 'dark'] as const

interface View {
  readonly scheme: (typeof schemes)[number]
  readonly widths: readonly number[]
}

/** Wide and narrow, light and dark, each once; `npm run pictures` looks at them all. */
export const views: readonly View[] = folder
  ? schemes.map((scheme) => ({ scheme, widths }))
  : [
      { scheme: 'light', widths: [360] },
      { scheme: 'dark', widths: [1280] },
    ]

interface Looked extends View {
  readonly name: string
  readonly url: string
  /** What is done there before it is looked at. */
  readonly prepare?: ((page: Page) => Promise<unknown>) | undefined
}

/** The page of this address has nothing that axe finds, asks no other host and logs nothing, as wide as these. */
export async function isFlawless(
  browser: Browser,
  { name, url, scheme, widths, prepare }: Looked,
): Promise<void> {
  const context = await browser.newContext({ colorScheme: scheme })
  const page = await context.newPage()
  const strangers = strangersTo(page, new URL(url).origin)
  const logged = logOf(page)
  await page.setViewportSize({ width: widths[0] ?? 1280, height: 900 })
  await page.goto(url)
  await prepare?.(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect(await widerThan(page, width)).toBe(0)
    expect(await faultsOf(page)).toEqual([])
    if (folder) await keep(page, `${name}-${scheme}-${width}`)
  }
  expect([strangers, logged]).toEqual([[], []])
  await context.close()
}

/** What the page asks of anybody else. */
function strangersTo(page: Page, origin: string): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin && !request.url().startsWith('data:'))
      asked.push(request.url())
  })
  return asked
}

/** What the browser writes on its console; that a page is refused it says too. */
function logOf(page: Page): string[] {
  const lines: string[] = []
  page.on('console', (message) => {
    if (!/the server responded with a status of [45]\d\d/.test(message.text())) lines.push(message.text())
  })
  page.on('pageerror', (error) => lines.push(String(error)))
  return lines
}

/** Pixels by which it must be scrolled sideways. */
const widerThan = (page: Page, width: number) =>
  page.evaluate((width) => Math.max(0, document.documentElement.scrollWidth - width), width)

export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(document, {
      resultTypes: ['violations'],
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  })
}

interface Axe {
  /** `resultTypes`: of the others it says one node each, which is most of what it takes. */
  run(
    of: Document,
    options: { resultTypes: string[] },
  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

async function keep(page: Page, name: string): Promise<void> {
  mkdirSync(folder!, { recursive: true })
  await page.screenshot({ path: join(folder!, `${name}.png`), fullPage: true })
}
