// The Worker: every path of the site, for whatever games it is given. It names none of them.
import { Hono } from 'hono'
import { accepts } from 'hono/accepts'
import type { Game } from '../games/game.ts'
import { ApiError, json, notFound } from './answers/error.ts'
import { originOf } from './answers/shown.ts'
import { apiRoutes } from './api.ts'
import { AssetPaths } from './asset-paths.ts'
import { hostRoutes } from './host-routes.ts'
import { newRoutes } from './new-routes.ts'
import { directoryOf } from './objects.ts'
import { page } from './page.ts'
import { errorPage } from './pages/error.tsx'
import { homePage } from './pages/home.tsx'
import { roomRoutes } from './room-routes.ts'
import { type Asked, only, type Routes } from './routes.ts'
import { There } from './there.ts'

export interface Site {
  readonly games: readonly Game[]
  /** Of the package, for `/healthz`. */
  readonly version: string
}

export function createApp({ games, version }: Site): Routes {
  const app: Routes = new Hono()
  const assets = new AssetPaths()
  app.onError((error, c) => {
    if (error instanceof ApiError) return told(error, c)
    // An object that is overloaded, or was reset under the call, or a fault of ours: worth another try either way.
    const detail = error.stack ?? String(error)
    console.error(
      JSON.stringify({
        level: 'error',
        event: 'request failed',
        method: c.req.method,
        path: c.req.path,
        detail,
      }),
    )
    return told(new ApiError('unavailable', causeOf(detail)), c)
  })
  app.use((c, next) => {
    c.set('assets', assets)
    return next()
  })
  app.notFound((c) => told(notFound(), c))
  only(app, '/', {
    GET: async (c) => page(c, homePage(games, await directoryOf(c.env).rooms(), originOf(c))),
  })
  only(app, '/healthz', { GET: () => json({ ok: true, version }) })
  const there = new There()
  apiRoutes(app, games, there)
  newRoutes(app, games)
  hostRoutes(app, games, there)
  roomRoutes(app, games, there)
  return app
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
