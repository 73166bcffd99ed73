// The playing bench: Soaprun in a real Chromium, at 1280 by 800 with the browser's software rendering.
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { startChromium } from '../../test/browser/chromium.ts'
import type { Bench, Samples } from '../bench.ts'
import { soaprunLoad } from '../cost/players/soaprun.ts'
import { processorTimeBelow } from '../processes.ts'
import { Site, temporaryFolder } from '../site.ts'
import { player } from '../watching/bench.ts'
import { figures } from './figures.ts'

const forMs = 8000
const restMs = 1500
const others = 60
const room = 'soaprun/harbor'

export const playing: Bench = {
  name: 'playing',
  about: 'what Soaprun costs the browser that it is played in, alone and among 60',
  figures,
  async run(rounds, samples, tell) {
    const folder = temporaryFolder()
    const site = await Site.start(folder.path)
    const browser = await startChromium()
    try {
      for (let round = 1; round <= rounds; round++) {
        await measure(site, browser, samples)
        tell(`round ${round} of ${rounds}`)
      }
    } finally {
      await browser.close()
      await site.stop()
      folder.remove()
    }
  },
}

async function measure(site: Site, browser: Browser, samples: Samples): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const [began, before] = [performance.now(), ofBrowser(site)]
  await page.goto(new URL(`${room}/play`, site.url).href)
  await page.getByText('You run.').waitFor()
  samples.add('first-picture', performance.now() - began)
  samples.add('first-work', ofBrowser(site) - before)
  await page.keyboard.press('Escape')
  await delay(restMs)
  samples.add('still-share', (await during(site, page)).share)
  const crowd = Array.from({ length: others }, (_, n) => player(site, room, soaprunLoad, n))
  await page.getByText(`${others + 1} in`).waitFor()
  const busy = await during(site, page)
  samples.add('crowd-share', busy.share)
  samples.add('crowd-frames', busy.frames)
  samples.add('crowd-frame', busy.work / busy.frames)
  for (const end of crowd) end()
  await context.close()
}

/** Percent of a core; frames, and milliseconds of the page's tasks, in a second. */
async function during(site: Site, page: Page): Promise<{ share: number; frames: number; work: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await page.evaluate(countFrames)
  const [began, before, tasks] = [performance.now(), ofBrowser(site), await taskMs(session)]
  await delay(forMs)
  const ms = performance.now() - began
  const frames = await page.evaluate(() => (globalThis as { counted?: number }).counted ?? 0)
  const share = (100 * (ofBrowser(site) - before)) / ms
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

/** Milliseconds of processor time of all that this process has begun, but for the site. */
const ofBrowser = ({ sidecarPid }: Site) => processorTimeBelow(process.pid, [sidecarPid]) / 1000
