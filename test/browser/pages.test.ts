// Every page in a real browser: nothing for axe to find at three widths in both schemes, nothing asked of any other host,
// nothing on the console. `npm run pictures` runs the same, and keeps a picture of each.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { test } from '../end-to-end/running.ts'
import { startChromium } from './chromium.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const folder = process.env.PACKETBOAT_PICTURES

/** Pages of a site that has a harbor of every game that needs no file. */
const pages = {
  home: '/',
  new: '/new',
  'new-soaprun': '/new?game=soaprun',
  'new-archipelago': '/new?game=archipelago',
  'room-soaprun': '/soaprun/harbor',
  'room-arcane-sector': '/arcane-sector/harbor',
  'room-doom-2077': '/doom-2077/harbor',
  'room-crossfire': '/crossfire/harbor',
  'host-soaprun': '/soaprun/harbor/host',
  'not-found': '/soaprun/nowhere',
} as const

const widths = [360, 768, 1280] as const
const schemes = ['light', 'dark'] as const

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(() => browser?.close())

describe.for(Object.entries(pages))('%s', ([name, path]) => {
  test.for(schemes)(
    'has nothing that axe finds, asks no other host, and logs nothing: %s',
    async (scheme, { site }) => {
      const context = await browser.newContext({ colorScheme: scheme })
      const page = await context.newPage()
      const strangers = strangersTo(page, site.url)
      const logged = logOf(page)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`${site.url}${path}`)
        expect(await widerThan(page, width)).toBe(0)
        expect(await faultsOf(page)).toEqual([])
        if (folder) await keep(page, `${name}-${scheme}-${width}`)
      }
      expect([strangers, logged]).toEqual([[], []])
      await context.close()
    },
  )
})

/** What the page asks of anybody else. */
function strangersTo(page: Page, origin: string): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin && !request.url().startsWith('data:'))
      asked.push(request.url())
  })
  return asked
}

/** What the browser writes on its console; that a page is 404 it says too. */
function logOf(page: Page): string[] {
  const lines: string[] = []
  page.on('console', (message) => {
    if (!message.text().includes('404 (Not Found)')) lines.push(message.text())
  })
  page.on('pageerror', (error) => lines.push(String(error)))
  return lines
}

/** Pixels by which it must be scrolled sideways. */
const widerThan = (page: Page, width: number) =>
  page.evaluate((width) => Math.max(0, document.documentElement.scrollWidth - width), width)

async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  })
}

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

async function keep(page: Page, name: string): Promise<void> {
  mkdirSync(folder!, { recursive: true })
  await page.screenshot({ path: join(folder!, `${name}.png`), fullPage: true })
}
