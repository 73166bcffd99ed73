// The app contains no code for a specific game.

import { Hono, type MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { LRUCache } from 'lru-cache'
import { GuessLimiter } from '../durable-objects/limits/guess-limiter.ts'
import { systemClock } from '../durable-objects/platform/clock.ts'
import type { Game } from '../games/game.ts'
import { openApiDocument } from './api/description/openapi.ts'
import type { Answers } from './api/responses/answers.ts'
import { jsonResponse, notFoundError } from './api/responses/api-error.ts'
import { siteOrigin } from './api/responses/room-response.ts'
import { AssetPaths } from './context/asset-paths.ts'
import { FormLimiter } from './context/form-limiter.ts'
import { RequestFiles } from './context/request-files.ts'
import {
  type App,
  type AppContext,
  type HandledOperation,
  isWebSocketUpgrade,
  registerOperations,
  route,
} from './context/routing.ts'
import { SwrCache } from './context/swr-cache.ts'
import { requireFrontProxy } from './http/request/client-address.ts'
import { handleError, toErrorResponse } from './http/response/error-handler.ts'
import { pageResponse } from './http/response/page-response.ts'
import { apiPage } from './pages/site/api.tsx'
import { newRoomRoutes } from './routes/create/new-room-pages.ts'
import { previewOperation } from './routes/create/preview-operation.ts'
import { banOperations } from './routes/owner/ban-operations.ts'
import { clipOperations } from './routes/owner/clip-operations.ts'
import { exportOperations } from './routes/owner/export-operations.ts'
import { invitationOperations } from './routes/owner/invitation-operations.ts'
import { myDataRoutes } from './routes/owner/my-data-pages.ts'
import { ownerOperations } from './routes/owner/owner-operations.ts'
import { ownerRoutes } from './routes/owner/owner-page.ts'
import { ownDataOperations, playerDataOperations } from './routes/owner/player-data-operations.ts'
import { reportOperations } from './routes/owner/report-operations.ts'
import { rewindOperations } from './routes/owner/rewind-operations.ts'
import { startOperations } from './routes/owner/start-operation.ts'
import { webhookOperations } from './routes/owner/webhook-operations.ts'
import { actionFormRoutes, actionOperations } from './routes/rooms/action-operations.ts'
import { calendarOperations } from './routes/rooms/calendar-operations.ts'
import { compatibilityPageRoutes } from './routes/rooms/compatibility-pages.ts'
import { endpointOperations } from './routes/rooms/endpoint-operations.ts'
import { filmOperations, filmPageOperations } from './routes/rooms/film-operations.ts'
import { gamePageRoutes } from './routes/rooms/game-pages.ts'
import { joinOperations, joinRoutes } from './routes/rooms/join-operations.ts'
import { notificationOperations } from './routes/rooms/notification-operations.ts'
import { roomListRoutes } from './routes/rooms/room-list-pages.ts'
import { apiFileOperations, documentAliasRoutes, roomOperations } from './routes/rooms/room-operations.ts'
import { seriesOperations } from './routes/rooms/series-operations.ts'
import { serverListOperations } from './routes/rooms/server-list-operations.ts'
import { sharedContentOperations } from './routes/rooms/shared-content-operations.ts'
import { storyOperations, storyPageOperations } from './routes/rooms/story-operations.ts'
import { embedRoutes } from './routes/rooms/watch-pages.ts'
import { apiOperations } from './routes/site/api-operations.ts'
import { broadcastOperation, messageRoutes } from './routes/site/broadcast-operation.ts'
import { docsRoutes } from './routes/site/docs-pages.ts'
import { monitoringOperations } from './routes/site/monitoring-operations.ts'
import { siteFileRoutes } from './routes/site/site-files.ts'

/**
 * `crossOriginResourcePolicy`: other sites may show pictures of rooms. `strictTransportSecurity`: off, because only a
 * domain's operator can promise HTTPS for the whole domain. `xFrameOptions`: off, because the pages'
 * Content-Security-Policy limits frames. `referrerPolicy`: without a referrer, browsers send `Origin: null` with the
 * site's own forms, and over HTTP only `Origin` tells the site which page sent a form.
 */
const addSecureHeaders: MiddlewareHandler = secureHeaders({
  crossOriginResourcePolicy: false,
  referrerPolicy: 'same-origin',
  strictTransportSecurity: false,
  xFrameOptions: false,
})

const maxKnownRooms = 10_000

export interface AppOptions {
  readonly games: readonly Game[]
  /** `/healthz` returns the version. */
  readonly version: string
  /** The number of milliseconds for which lists of rooms are fresh in the cache. Default: 1000. */
  readonly listedMs?: number
  readonly formLimiter?: FormLimiter
  readonly guessLimiter?: GuessLimiter
}

export function createApp({
  games,
  version,
  listedMs = 1000,
  formLimiter = new FormLimiter(),
  guessLimiter = new GuessLimiter({ clock: systemClock }),
}: AppOptions): App {
  const app: App = new Hono()
  const assets = new AssetPaths()
  const cache = new SwrCache()
  const pictureCache = new SwrCache()
  const knownRooms = new LRUCache<string, true>({ max: maxKnownRooms })
  app.onError(handleError)
  // The response to a WebSocket upgrade has immutable headers.
  app.use((c, next) => (isWebSocketUpgrade(c) ? next() : addSecureHeaders(c, next)))
  app.use(async (c, next) => {
    requireFrontProxy(c.req.raw, c.env)
    c.set('games', games)
    c.set('version', version)
    c.set('listedMs', listedMs)
    c.set('knownRooms', knownRooms)
    c.set('assets', assets)
    const files = new RequestFiles(c.env)
    c.set('files', files)
    c.set('formLimiter', formLimiter)
    c.set('guessLimiter', guessLimiter)
    c.set('cache', cache)
    c.set('pictureCache', pictureCache)
    await next()
    await files.deleteAll()
    if (mayHaveChanged(c)) cache.invalidate(Date.now())
  })
  app.notFound((c) => toErrorResponse(notFoundError(), c))
  roomListRoutes(app, games)
  const roomPageOperations = [
    ...calendarOperations,
    ...filmPageOperations,
    ...storyPageOperations,
    ...roomOperations,
  ]
  const operations: readonly HandledOperation[] = [
    ...aboutOperations({ games, version }, () => operations),
    ...apiOperations,
    ...ownerOperations,
    ...rewindOperations,
    ...filmOperations,
    ...clipOperations,
    ...storyOperations,
    ...seriesOperations,
    ...banOperations('mute'),
    ...reportOperations,
    ...playerDataOperations,
    ...ownDataOperations,
    ...joinOperations,
    ...invitationOperations,
    ...startOperations(games),
    ...apiFileOperations(games),
    ...exportOperations,
    previewOperation,
    ...endpointOperations(games),
    ...serverListOperations(games),
    ...sharedContentOperations(games),
    ...actionOperations(games),
    ...notificationOperations,
    ...monitoringOperations,
    broadcastOperation,
    ...webhookOperations,
    ...roomPageOperations,
  ]
  registerOperations(
    app,
    operations.filter((operation) => !roomPageOperations.includes(operation)),
  )
  route(app, '/api', { GET: (c) => pageResponse(c, apiPage(operations, games)) })
  app.all('/api/*', () => {
    throw notFoundError()
  })
  docsRoutes(app)
  messageRoutes(app)
  siteFileRoutes(app)
  newRoomRoutes(app)
  ownerRoutes(app)
  joinRoutes(app)
  myDataRoutes(app)
  gamePageRoutes(app, games)
  compatibilityPageRoutes(app, games)
  actionFormRoutes(app)
  embedRoutes(app)
  documentAliasRoutes(app, games)
  registerOperations(app, roomPageOperations)
  return app
}

/** A rejected request has changed nothing, so the cache stays valid. */
function mayHaveChanged(c: AppContext): boolean {
  const { method } = c.req
  const { status } = c.res
  return method !== 'GET' && method !== 'HEAD' && !c.get('onlyReads') && (status < 400 || status >= 500)
}

/** The operations that describe the site. `operations`: all operations of the API, including these. */
function aboutOperations(
  { games, version }: AppOptions,
  operations: () => readonly HandledOperation[],
): HandledOperation[] {
  return [
    {
      method: 'GET',
      path: '/healthz',
      name: 'health',
      summary: 'Health check. Returns the version of the site.',
      responses: { 200: { description: 'The site is up.', schema: 'Health' } },
      handler: () => jsonResponse<Answers['Health']>({ ok: true, version }),
    },
    {
      method: 'GET',
      path: '/api/openapi.json',
      name: 'describeApi',
      summary: 'Returns this API description.',
      responses: { 200: { description: 'OpenAPI 3.1.', schema: 'OpenApi' } },
      handler: (c) =>
        jsonResponse(openApiDocument({ operations: operations(), games, version, origin: siteOrigin(c) })),
    },
  ]
}
