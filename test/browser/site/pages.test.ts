// Checks every page in a real browser, wide and narrow, light and dark: the page has no axe violations, sends no
// requests to other hosts, and writes no console messages. `npm run pictures` also takes pictures.
import { expect } from 'vitest'
import { test } from '../browser-test.ts'
import { expectNoPageFaults } from '../page-faults.ts'

/**
 * Pages of a site with the default rooms. page-states.test.ts covers pages with a special state, such as rooms with players,
 * and my-data.test.ts the page for a player's data.
 */
const pages = {
  home: '/',
  'game-crossfire': '/crossfire',
  'game-soaprun': '/soaprun',
  'game-arcane-sector': '/arcane-sector',
  'game-doom-2077': '/doom-2077',
  'game-lan': '/lan',
  'game-retroarch': '/retroarch',
  'game-archipelago': '/archipelago',
  new: '/new',
  'new-crossfire': '/new?game=crossfire',
  'new-lan': '/new?game=lan',
  'new-retroarch': '/new?game=retroarch',
  'new-import': '/new/import',
  docs: '/docs',
  api: '/api',
  status: '/status',
  message: '/status/message',
  'room-soaprun': '/soaprun/harbor',
  'play-soaprun': '/soaprun/harbor/play',
  'watch-soaprun': '/soaprun/harbor/watch',
  'watch-crossfire': '/crossfire/harbor/watch',
  'watch-arcane-sector': '/arcane-sector/harbor/watch',
  'watch-doom-2077': '/doom-2077/harbor/watch',
  'embed-crossfire': '/embed/crossfire/harbor',
  'embed-lan': '/embed/lan/harbor',
  'overlay-soaprun': '/embed/soaprun/harbor?overlay',
  'room-lan': '/lan/harbor',
  'watch-lan': '/lan/harbor/watch',
  'dos-lan': '/lan/harbor/dos',
  'room-retroarch': '/retroarch/harbor',
  'host-soaprun': '/soaprun/harbor/host',
  why: '/docs/why',
  document: '/docs/how-to/doctor',
} as const

test.for(Object.entries(pages))(
  '%s has no axe violations, sends no requests to other hosts, and logs nothing',
  ([name, path], { site, open }) => expectNoPageFaults(open, { name, url: `${site.url}${path}` }),
)

test('no page of a new site links to a missing page or section', async ({ site }) => {
  const texts = new Map<string, Promise<string | undefined>>()
  const read = async (url: string) => {
    const answer = await fetch(url, { headers: { accept: 'text/html' } })
    return answer.ok ? answer.text() : void (await answer.text())
  }
  const textOf = (url: string) => texts.get(url) ?? texts.set(url, read(url)).get(url)!
  const broken: string[] = []
  for (const path of Object.values(pages)) {
    const text = (await textOf(`${site.url}${path}`)) ?? ''
    for (const [, href = ''] of text.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
      const { origin, pathname, search, hash } = new URL(href.replaceAll('&amp;', '&'), `${site.url}${path}`)
      if (origin !== site.url) continue
      const target = await textOf(`${origin}${pathname}${search}`)
      if (target === undefined || (hash !== '' && !target.includes(`id="${hash.slice(1)}"`)))
        broken.push(`${path}: ${href}`)
    }
  }
  expect(broken).toEqual([])
})
