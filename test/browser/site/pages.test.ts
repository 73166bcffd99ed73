// Every page in a real browser: nothing for axe to find, wide and narrow, light and dark, nothing asked of any other host,
// nothing on the console. `npm run pictures` runs the same, and keeps a picture of each.
import { test } from '../browser-test.ts'
import { expectFlawless } from '../page-faults.ts'

/** Pages of a site that has a harbor of every game that needs no file; what is a matter of state is in scenes.test.ts. */
const pages = {
  home: '/',
  new: '/new',
  status: '/status',
  'room-soaprun': '/soaprun/harbor',
  'play-soaprun': '/soaprun/harbor/play',
  'room-arcane-sector': '/arcane-sector/harbor',
  'room-doom-2077': '/doom-2077/harbor',
  'room-crossfire': '/crossfire/harbor',
  'host-soaprun': '/soaprun/harbor/host',
  why: '/docs/why',
  document: '/docs/how-to/doctor',
} as const

test.for(Object.entries(pages))(
  '%s has no axe violations, requests no other host, and logs nothing',
  ([name, path], { site, open }) => expectFlawless(open, { name, url: `${site.url}${path}` }),
)
