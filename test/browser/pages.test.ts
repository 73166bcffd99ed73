// Every page in a real browser: nothing for axe to find at three widths in both schemes, nothing asked of any other host,
// nothing on the console. `npm run pictures` runs the same, and keeps a picture of each.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { test } from '../end-to-end/running.ts'
import { startChromium } from './chromium.ts'
import { isFlawless, schemes, widths } from './looking.ts'

/** Pages of a site that has a harbor of every game that needs no file. */
const pages = {
  home: '/',
  new: '/new',
  'new-soaprun': '/new?game=soaprun',
  'new-archipelago': '/new?game=archipelago',
  'room-soaprun': '/soaprun/harbor',
  'play-soaprun': '/soaprun/harbor/play',
  'room-arcane-sector': '/arcane-sector/harbor',
  'room-doom-2077': '/doom-2077/harbor',
  'room-crossfire': '/crossfire/harbor',
  'host-soaprun': '/soaprun/harbor/host',
  'not-found': '/soaprun/nowhere',
} as const

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(() => browser?.close())

describe.for(Object.entries(pages))('%s', ([name, path]) => {
  test.for(schemes)(
    'has nothing that axe finds, asks no other host, and logs nothing: %s',
    (scheme, { site }) => isFlawless(browser, { name, url: `${site.url}${path}`, scheme, widths }),
  )
})
