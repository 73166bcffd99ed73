// The Worker: all paths of the site, for the games that it is given. It names none of them.

import { Hono } from 'hono'
import { systemClock } from '../durable-objects/clock.ts'
import { GuessLimiter } from '../durable-objects/guess-limiter.ts'
import type { Game } from '../games/game.ts'
import { json, notFound } from './answers/error.ts'
import { originOf } from './answers/shown.ts'
import { apiOperations } from './api.ts'
import { AssetPaths } from './asset-paths.ts'
import { roomsQuery } from './description/fields.ts'
import { openApi } from './description/openapi.ts'
import { docsRoutes } from './docs-routes.ts'
import { answerTo, told } from './failing.ts'
import { readQuery } from './fields.ts'
import { FormFiles } from './form-files.ts'
import { Forms } from './forms.ts'
import { gamePageRoutes } from './game-pages.ts'
import { hostOperations } from './host-operations.ts'
import { hostRoutes } from './host-routes.ts'
import { leavingOperations } from './leaving.ts'
import { Listings } from './listings.ts'
import { newRoutes } from './new-routes.ts'
import { page } from './page.ts'
import { apiPage } from './pages/api.tsx'
import { homePage } from './pages/home.tsx'
import { mustComeByFront } from './peer.ts'
import { previewOperation } from './preview.ts'
import { readingOperations } from './reading-routes.ts'
import { Recent } from './recent.ts'
import { aliasRoutes, roomOperations } from './room-routes.ts'
import { type Asked, only, type Routes, type Served, serve } from './routes.ts'
import { seeingOperations } from './seeing-operations.ts'
import { There } from './there.ts'
import { webhookOperations } from './webhooks.ts'

/** Rooms on the home page. */
const roomsOfAPage = 60
const homeQuery = { after: roomsQuery.after } as const

export interface Site {
  readonly games: readonly Game[]
  /** Package version, for `/healthz`. */
  readonly version: string
  /** How long one Worker caches a list of rooms, in milliseconds; default: a second. */
  readonly listedMs?: number
  readonly forms?: Forms
}

export function createApp({ games, version, listedMs = 1000, forms = new Forms() }: Site): Routes {
  const app: Routes = new Hono()
  const assets = new AssetPaths()
  const recent = new Recent()
  const guesses = new GuessLimiter({ clock: systemClock })
  const listings = new Listings(listedMs)
  app.onError(answerTo)
  app.use(async (c, next) => {
    mustComeByFront(c.req.raw, c.env)
    c.set('assets', assets)
    const files = new FormFiles(c.env)
    c.set('files', files)
    c.set('forms', forms)
    c.set('guesses', guesses)
    c.set('recent', recent)
    await next()
    await files.forget()
    if (mayHaveChanged(c)) recent.forget(Date.now())
  })
  app.notFound((c) => told(notFound(), c))
  only(app, '/', {
    GET: async (c) => {
      const { after = '' } = readQuery(homeQuery, c.req.query())
      return page(c, homePage(games, await listings.page(c, after, roomsOfAPage), originOf(c)))
    },
  })
  const there = new There()
  const ofRooms = roomOperations(games, there, listings)
  const operations: readonly Served[] = [
    ...about({ games, version }, () => operations),
    ...apiOperations(games, there, listings),
    ...hostOperations(games, there),
    ...leavingOperations(games, there),
    previewOperation(games),
    ...readingOperations(games, there),
    ...seeingOperations(games, version),
    ...webhookOperations(games, there),
    ...ofRooms,
  ]
  serve(
    app,
    operations.filter((operation) => !ofRooms.includes(operation)),
  )
  only(app, '/api', { GET: (c) => page(c, apiPage(operations, games)) })
  app.all('/api/*', () => {
    throw notFound()
  })
  docsRoutes(app)
  newRoutes(app, games)
  hostRoutes(app, games, there)
  gamePageRoutes(app, games, there)
  aliasRoutes(app, games, listings)
  serve(app, ofRooms)
  return app
}

/** A rejected request has changed nothing. */
function mayHaveChanged({ req: { method }, res: { status } }: Asked): boolean {
  return method !== 'GET' && method !== 'HEAD' && (status < 400 || status >= 500)
}

/** Operations about the site itself. `operations`: all operations, including these. */
function about({ games, version }: Site, operations: () => readonly Served[]): Served[] {
  return [
    {
      method: 'GET',
      path: '/healthz',
      name: 'health',
      says: 'Whether the site is there, and which version of it.',
      answers: { 200: { says: 'It is.', schema: 'Health' } },
      answer: () => json({ ok: true, version }),
    },
    {
      method: 'GET',
      path: '/api/openapi.json',
      name: 'describeApi',
      says: 'This description.',
      answers: { 200: { says: 'OpenAPI 3.1.', schema: 'OpenApi' } },
      answer: (c) => json(openApi({ operations: operations(), games, version, origin: originOf(c) })),
    },
  ]
}
