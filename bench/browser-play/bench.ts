// The browser-play bench: Soaprun, Crossfire and Arcane Sector in a real Chromium, at 1280 × 800 pixels with software
// rendering.
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { startChromium } from '../../test/browser/chromium.ts'
import type { Bench, Samples } from '../bench.ts'
import { crossfireLoad } from '../cost/players/crossfire.ts'
import { soaprunLoad } from '../cost/players/soaprun.ts'
import { processorTimeOfDescendants } from '../processes.ts'
import { type Site, withSite, withTemporaryFolder } from '../site.ts'
import { startPlayer } from '../spectating/bench.ts'
import { figures } from './figures.ts'

const forMs = 8000
const restMs = 1500
const others = 60
const room = 'soaprun/harbor'
const town = 'crossfire/harbor'
const island = 'arcane-sector/harbor'
const password = 'a secret of the bench'
const viewport = { width: 1280, height: 800 }

export const browserPlayBench: Bench = {
  name: 'browser-play',
  description: 'CPU time of game pages in Chromium, with one player and with 60',
  figures,
  run: (rounds, samples, onProgress) =>
    withTemporaryFolder((state) =>
      withSite(state, async (site) => {
        const browser = await startChromium()
        try {
          await site.api.updateRoom(island, { options: { thin: true } })
          for (let round = 1; round <= rounds; round++) {
            await measureSoaprun(site, browser, samples)
            await measureTown(site, browser, samples, `Bench${'abcdefgh'[round % 8]}`)
            await measureIsland(site, browser, samples, round)
            await measurePixels(site, browser, samples, round)
            onProgress(`round ${round} of ${rounds}`)
          }
        } finally {
          await browser.close()
        }
      }),
    ),
}

async function measureSoaprun(site: Site, browser: Browser, samples: Samples): Promise<void> {
  const page = await browser.newPage({ viewport })
  const [began, before] = [performance.now(), browserCpuMs(site)]
  await page.goto(new URL(`${room}/play`, site.url).href)
  await page.getByText('You run.').waitFor()
  samples.add('first-picture', performance.now() - began)
  samples.add('first-work', browserCpuMs(site) - before)
  await page.keyboard.press('Escape')
  await delay(restMs)
  samples.add('still-share', (await measurePage(site, page)).share)
  const crowd = Array.from({ length: others }, (_, n) => startPlayer(site, room, soaprunLoad, n))
  await page.getByText(`${others + 1} in`).waitFor()
  const busy = await measurePage(site, page)
  samples.add('crowd-share', busy.share)
  samples.add('crowd-frames', busy.frames)
  samples.add('crowd-frame', busy.work / busy.frames)
  for (const end of crowd) end()
  await page.close()
}

/**
 * Measures Crossfire: from clicking Play to the first picture of the town, and then the browser's CPU time while the
 * character stands in the square and while it walks.
 */
async function measureTown(site: Site, browser: Browser, samples: Samples, name: string): Promise<void> {
  await createCharacter(site, browser, name)
  // Each page has a browser context of its own, so that its cache is empty.
  const page = await browser.newPage({ viewport })
  const began = performance.now()
  await page.goto(new URL(`${town}/play`, site.url).href)
  await page.getByText('With an account').click()
  await page.getByRole('button', { name: 'I already have an account' }).click()
  samples.add('town-door', performance.now() - began)
  await page.getByLabel('Account name').fill(`of ${name}`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name }).click()
  const played = performance.now()
  await page.locator('.ground .name').first().waitFor()
  samples.add('town-picture', performance.now() - played)
  await page.getByRole('button', { name: 'Continue' }).click()
  await delay(restMs)
  samples.add('town-still-share', (await measurePage(site, page)).share)
  const walking = measurePage(site, page)
  for (let ms = 0; ms < forMs; ms += 1000) {
    const key = ms % 2000 === 0 ? 'ArrowDown' : 'ArrowUp'
    await page.keyboard.down(key)
    await delay(900)
    await page.keyboard.up(key)
    await delay(100)
  }
  samples.add('town-walk-share', (await walking).share)
  const crowd = Array.from({ length: others }, (_, n) => startPlayer(site, town, crossfireLoad, n))
  await page.getByText('Usualhc has entered the game.').waitFor()
  const busy = await measurePage(site, page)
  samples.add('town-crowd-share', busy.share)
  samples.add('town-crowd-frames', busy.frames)
  for (const end of crowd) end()
  await page.close()
}

/**
 * Measures Arcane Sector: first the time until the page shows the picture of the island behind its form, then the time
 * from submitting the form until the player is in the game.
 */
async function measureIsland(site: Site, browser: Browser, samples: Samples, round: number): Promise<void> {
  const page = await browser.newPage({ viewport })
  const began = performance.now()
  await page.goto(new URL(`${island}/play`, site.url).href)
  await page.waitForFunction(isPicture)
  samples.add('island-door', performance.now() - began)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Name of your character').fill('Bench')
  await page.getByLabel('Your number').fill(`${round}`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const entered = performance.now()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.getByRole('log').getByText('Welcome Bench').waitFor()
  samples.add('island-picture', performance.now() - entered)
  await page.close()
}

/** No measured time includes the time in which the bench fills in the form. */
async function measurePixels(site: Site, browser: Browser, samples: Samples, round: number): Promise<void> {
  const page = await browser.newPage({ viewport })
  const began = performance.now()
  await page.goto(new URL(`${island}/thin.html`, site.url).href)
  const opened = performance.now() - began
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Your number').fill(`${100 + round}`)
  await page.getByLabel('Password').fill(password)
  const entered = performance.now()
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForFunction(isPicture)
  samples.add('pixels-picture', opened + performance.now() - entered)
  await page.close()
}

/** Whether the canvas shows a picture: an empty canvas has few colours. The function runs in the page. */
function isPicture(): boolean {
  const screen = document.querySelector<HTMLCanvasElement>('canvas.screen')
  const data = screen?.getContext('2d')?.getImageData(0, 0, screen.width, screen.height).data
  return data !== undefined && new Set(new Uint32Array(data.buffer)).size > 100
}

async function createCharacter(site: Site, browser: Browser, name: string): Promise<void> {
  const page = await browser.newPage()
  await page.goto(new URL(`${town}/play`, site.url).href)
  await page.getByText('With an account').click()
  await page.getByLabel('Account name').fill(`of ${name}`)
  for (const label of ['Password', 'Password again'])
    await page.getByLabel(label, { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Character name').fill(name)
  const on = page.locator('.making button[type=submit]')
  for (const step of ['Race', 'Class', 'Abilities', 'Start at']) {
    await on.click()
    await page.locator('legend', { hasText: step }).waitFor()
  }
  await on.click()
  await page.locator('.ground .name').first().waitFor()
  await page.close()
}

/**
 * Measures the page for `forMs` milliseconds. `share`: the browser's CPU time in percent of one core. `frames`: frames
 * per second. `work`: milliseconds of the page's tasks per second.
 */
async function measurePage(site: Site, page: Page): Promise<{ share: number; frames: number; work: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await page.evaluate(countFrames)
  const [began, before, tasks] = [performance.now(), browserCpuMs(site), await taskMs(session)]
  await delay(forMs)
  const ms = performance.now() - began
  const frames = await page.evaluate(() => (globalThis as { counted?: number }).counted ?? 0)
  const share = (100 * (browserCpuMs(site) - before)) / ms
  const work = (1000 * ((await taskMs(session)) - tasks)) / ms
  await session.detach()
  return { share, frames: (1000 * frames) / ms, work }
}

function countFrames(): void {
  const counting = globalThis as { counted?: number }
  const isFirst = counting.counted === undefined
  counting.counted = 0
  const count = () => {
    counting.counted!++
    requestAnimationFrame(count)
  }
  if (isFirst) requestAnimationFrame(count)
}

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
}

/** CPU time of all descendants of this process except the site. */
const browserCpuMs = ({ sidecarPid }: Site) => processorTimeOfDescendants(process.pid, [sidecarPid]) / 1000
