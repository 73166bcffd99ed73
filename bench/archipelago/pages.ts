// The size of the pages of a multiworld with 2,000 slots, and how fast a browser without a cache opens them.
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { startChromium } from '../../test/browser/chromium.ts'
import { multidataWithSlots } from '../../test/games/archipelago/sample-multiworlds.ts'
import type { Bench, Figure, Samples } from '../bench.ts'
import { type Site, withSite, withTemporaryFolder } from '../site.ts'

const slots = 2000
/** Number of slots that release their items. The releases fill a page of events and a page of found items. */
const released = 40
const name = 'large'

const pages = {
  room: '',
  tracker: '/tracker',
  slot: '/tracker/1999',
  spheres: '/spheres',
  sphere: '/spheres/1',
  hints: '/hints',
  events: '/events',
  play: '/play',
} as const

const figures: readonly Figure[] = Object.keys(pages).flatMap((page) => [
  {
    id: `${page}-ms`,
    description: `${page}: time to open it, with an empty cache`,
    unit: 'ms',
    atMost: 1000,
  },
  { id: `${page}-kb`, description: `${page}: HTML, gzipped`, unit: 'kB', atMost: 60 },
])

export const archipelagoPagesBench: Bench = {
  name: 'archipelago-pages',
  description: 'the pages of a multiworld of 2,000 slots in Chromium',
  figures,
  run: (rounds, samples, onProgress) =>
    withTemporaryFolder((state) =>
      withSite(state, async (site) => {
        await createLargeRoom(site)
        const browser = await startChromium()
        try {
          for (let round = 1; round <= rounds; round++) {
            onProgress(`round ${round} of ${rounds}`)
            for (const [page, path] of Object.entries(pages)) await open(site, browser, page, path, samples)
          }
        } finally {
          await browser.close()
        }
      }),
    ),
}

async function createLargeRoom(site: Site): Promise<void> {
  const parts = new FormData()
  parts.set('game', 'archipelago')
  parts.set('room', name)
  parts.set('options', JSON.stringify({ hint_cost: 0 }))
  parts.set('file', new Blob([multidataWithSlots(slots) as Uint8Array<ArrayBuffer>]), 'large.archipelago')
  await site.api.createRoom(parts)
  const { view } = await site.api.room(`archipelago/${name}`)
  const players = (view as unknown as { readonly slots: readonly { readonly name: string }[] }).slots
  for (const player of players.slice(0, released))
    await site.api.say(`archipelago/${name}`, `/release '${player.name}'`)
}

async function open(
  site: Site,
  browser: Browser,
  page: string,
  path: string,
  samples: Samples,
): Promise<void> {
  const url = new URL(`/archipelago/${name}${path}`, site.url)
  const answer = await fetch(url, { headers: { accept: 'text/html' } })
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
  samples.add(`${page}-kb`, gzipSync(await answer.text()).length / 1000)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const tab = await context.newPage()
  const began = performance.now()
  await tab.goto(url.href, { waitUntil: 'load' })
  samples.add(`${page}-ms`, performance.now() - began)
  await context.close()
}
