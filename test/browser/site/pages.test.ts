// Checks every page in a real browser: it has no axe violations, wide and narrow, light and dark, sends no requests to
// other hosts, and writes no console messages. `npm run pictures` also takes pictures.
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
  '%s has no axe violations, requests no other host, and logs nothing',
  ([name, path], { site, open }) => expectNoPageFaults(open, { name, url: `${site.url}${path}` }),
)
