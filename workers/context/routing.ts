import type { Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import type { LRUCache } from 'lru-cache'
import type { Env } from '../../durable-objects/env.ts'
import type { GuessLimiter } from '../../durable-objects/limits/guess-limiter.ts'
import type { Game } from '../../games/game.ts'
import { namePattern } from '../api/description/fields.ts'
import type { Method, Operation } from '../api/description/operation.ts'
import { ApiError, noneNamedError } from '../api/responses/api-error.ts'
import type { AssetPaths } from './asset-paths.ts'
import type { FormLimiter } from './form-limiter.ts'
import type { RequestFiles } from './request-files.ts'
import type { SwrCache } from './swr-cache.ts'

interface AppEnv {
  Bindings: Env
  Variables: {
    games: readonly Game[]
    version: string
    listedMs: number
    /** The names of rooms that this isolate has already found, so that later requests do not call the Directory. */
    knownRooms: LRUCache<string, true>
    assets: AssetPaths
    files: RequestFiles
    formLimiter: FormLimiter
    guessLimiter: GuessLimiter
    cache: SwrCache
    /** Changes do not invalidate pictures, so that each one is drawn once a minute at most. */
    pictureCache: SwrCache
    /** Set by the handler of a POST that changes nothing, so that cached answers stay valid. */
    onlyReads?: true
    /**
     * A token of this request that was already accepted, and that therefore does not count as a wrong token in another
     * check.
     */
    acceptedToken?: string
  }
}
export type App = Hono<AppEnv>
export type AppContext = Context<AppEnv>
export type RouteHandler = (c: AppContext) => Response | Promise<Response>

/** HEAD uses the handler of GET. Other methods are answered with 405 and `Allow`. */
export function route(app: App, path: string, methods: { readonly [method in Method]?: RouteHandler }): void {
  for (const [method, handler] of Object.entries(methods)) app.on(method, path, handler)
  const allowedMethods = Object.keys(methods)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ')
  app.all(path, (c) => {
    throw new ApiError('unsupported', `this path does not support ${c.req.method}: use ${allowedMethods}`, {
      status: 405,
      headers: { allow: allowedMethods },
    })
  })
}

export type HandledOperation = Operation & {
  readonly handler: RouteHandler
  /** Present if pages of other sites, such as trackers, may read the answer. */
  readonly crossOrigin?: true
}

/** Operations with the same path form one route. */
export function registerOperations(app: App, operations: readonly HandledOperation[]): void {
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const sharingPath = operations.filter((operation) => operation.path === path)
    if (sharingPath.some(({ crossOrigin }) => crossOrigin))
      app.use(path, cors({ origin: '*', allowMethods: ['GET', 'HEAD'], maxAge: 86_400 }))
    route(app, path, Object.fromEntries(sharingPath.map(({ method, handler }) => [method, handler])))
  }
}

/** `name`: `game/room`. The named room need not exist. */
export interface RoomRef {
  readonly game: Game
  readonly name: string
}

/** Throws 404 for an unknown game or a malformed name. Does not check whether the room exists. */
export function roomFromPath(c: AppContext): RoomRef {
  const game = gameFromPath(c)
  return { game, name: roomNameFromPath(c, game) }
}

/** Throws 404 for an unknown game. */
export function gameFromPath(c: AppContext): Game {
  const slug = c.req.param('game') ?? ''
  const game = c.get('games').find((known) => known.slug === slug)
  if (!game) throw noneNamedError('game', slug)
  return game
}

/** Throws 404 for a malformed name. */
export function roomNameFromPath(c: AppContext, { slug }: Game): string {
  const room = c.req.param('room') ?? ''
  if (!namePattern.test(room)) throw noneNamedError('room', `${slug}/${room}`)
  return `${slug}/${room}`
}

export const isWebSocketUpgrade = (c: AppContext) => c.req.header('upgrade')?.toLowerCase() === 'websocket'
