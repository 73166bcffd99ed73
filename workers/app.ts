// The Worker: every path of the site, for whatever games it is given. It names none of them.

import { Hono } from 'hono'
import { accepts } from 'hono/accepts'
import type { Game } from '../games/game.ts'
import { detailOf, understand } from '../wire/log-line.ts'
import { ApiError, json, notFound } from './answers/error.ts'
import { originOf } from './answers/shown.ts'
import { apiOperations } from './api.ts'
import { AssetPaths } from './asset-paths.ts'
import { roomsQuery } from './description/fields.ts'
import { openApi } from './description/openapi.ts'
import { docsRoutes } from './docs-routes.ts'
import { readQuery } from './fields.ts'
import { FormFiles } from './form-files.ts'
import { gamePageRoutes } from './game-pages.ts'
import { hostOperations } from './host-operations.ts'
import { hostRoutes } from './host-routes.ts'
import { leavingOperations } from './leaving.ts'
import { Listings } from './listings.ts'
import { log } from './log.ts'
import { newRoutes } from './new-routes.ts'
import { page } from './page.ts'
import { apiPage } from './pages/api.tsx'
import { errorPage } from './pages/error.tsx'
import { homePage } from './pages/home.tsx'
import { previewOperation } from './preview.ts'
import { readingOperations } from './reading-routes.ts'
import { Recent } from './recent.ts'
import { aliasRoutes, roomOperations } from './room-routes.ts'
import { type Asked, only, type Routes, type Served, serve } from './routes.ts'
import { seeingOperations } from './seeing-operations.ts'
import { There } from './there.ts'
import { webhookOperations } from './webhooks.ts'

/** On the home page. */
const roomsOfAPage = 60
const homeQuery = { after: roomsQuery.after } as const

export interface Site {
  readonly games: readonly Game[]
  /** Of the package, for `/healthz`. */
  readonly version: string
  /** For how long a list of rooms is good in one Worker, in milliseconds; a second. */
  readonly listedMs?: number
}

export function createApp({ games, version, listedMs = 1000 }: Site): Routes {
  const app: Routes = new Hono()
  const assets = new AssetPaths()
  const recent = new Recent()
  const listings = new Listings(listedMs)
  app.onError((error, c) => {
    if (error instanceof ApiError) return told(error, c)
    // An object that is overloaded, or was reset under the call, or a fault of ours: worth another try either way.
    const detail = detailOf(error)
    const level = understand(error.message) === undefined ? 'error' : 'warn'
    log(level, 'request failed', { method: c.req.method, path: c.req.path, detail })
    return told(new ApiError('unavailable', causeOf(detail)), c)
  })
  app.use(async (c, next) => {
    c.set('assets', assets)
    const files = new FormFiles(c.env)
    c.set('files', files)
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

/** What was refused has changed nothing. */
function mayHaveChanged({ req: { method }, res: { status } }: Asked): boolean {
  return method !== 'GET' && method !== 'HEAD' && (status < 400 || status >= 500)
}

/** What tells of the site itself. `operations`: all there are, these too. */
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

/** What whoever asked is told of a fault: no more than the site's host can mend. The rest is in the log. */
function causeOf(detail: string): string {
  return detail.includes('SQLITE_FULL')
    ? 'nothing can be stored: the disk is full'
    : 'this cannot be answered at the moment'
}

/** To browsers, which name HTML among what they take, as a page; to everything else as JSON. */
async function told(error: ApiError, c: Asked): Promise<Response> {
  const wanted = accepts(c, {
    header: 'Accept',
    supports: ['application/json', 'text/html'],
    default: 'application/json',
  })
  const answer =
    wanted === 'text/html'
      ? await page(c, errorPage(error), error.status, error.particulars.headers)
      : error.response()
  answer.headers.append('vary', 'accept')
  return answer
}
