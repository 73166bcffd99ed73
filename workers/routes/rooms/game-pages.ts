import type { Game, GamePage, PageContent, PageRoom } from '../../../games/game.ts'
import { gameInStage, gameWithItsStages } from '../../../games/stages.ts'
import { ApiError, notFoundError } from '../../api/responses/api-error.ts'
import { type RoomStateWithAddresses, toRoomResponse } from '../../api/responses/room-response.ts'
import { pageTtl } from '../../cache/cache-policy.ts'
import { cachedRoomState } from '../../cache/room-state.ts'
import { type App, type AppContext, roomNameFromPath, route } from '../../context/routing.ts'
import { parseAllowedServers } from '../../http/response/allowed-servers.ts'
import { etagOf, notModifiedIfUnchanged } from '../../http/response/file-response.ts'
import { pageResponse } from '../../http/response/page-response.ts'
import { gamePage } from '../../pages/rooms/game.tsx'
import { cachedEndpointJson } from './endpoint-operations.ts'

export function gamePageRoutes(app: App, games: readonly Game[]): void {
  for (const game of games)
    for (const path of new Set(gameWithItsStages(game).flatMap(pathsOf)))
      if (path !== '') route(app, `/${game.slug}/:room/${path}`, { GET: (c) => serveGamePage(c, game, path) })
}

const pathsOf = ({ pages = {} }: Game) => Object.values(pages).map(({ path }) => path)

/** Throws 404 if the page has no content for the parameters of the request. */
export async function gamePageContent(
  c: AppContext,
  game: Game,
  gamePage: GamePage,
  name: string,
  { state, addresses }: RoomStateWithAddresses,
): Promise<PageContent> {
  const json =
    gamePage.endpoint === undefined
      ? ''
      : (await cachedEndpointJson(c, game.slug, gamePage.endpoint, name, pageTtl(c))).value
  if (json === undefined) throw notFoundError()
  return gamePage.render(json, await pageRoomOf(c, game, name, { state, addresses }))
}

export async function pageRoomOf(
  c: AppContext,
  game: Game,
  name: string,
  { state, addresses }: RoomStateWithAddresses,
): Promise<PageRoom> {
  const { title, connect = [], websocket } = toRoomResponse(c, game, { state, addresses })
  return {
    ...{ path: `/${name}`, title, connect, websocket, servers: parseAllowedServers(c.env) },
    addresses: addresses.flatMap(({ transport, host, port }) =>
      host === undefined ? [] : [{ transport, host, port }],
    ),
    ...{ assets: await c.get('assets').all(c.env), query: c.req.query(), now: Date.now() },
  }
}

async function serveGamePage(c: AppContext, ofRoom: Game, path: string): Promise<Response> {
  const name = roomNameFromPath(c, ofRoom)
  const state = await cachedRoomState(c, name, 'withoutView')
  const { damage, stage } = state.state
  if (damage !== undefined) throw new ApiError('unavailable', `the room's records are damaged: ${damage}`)
  const game = gameInStage(ofRoom, stage)
  const page = Object.values(game?.pages ?? {}).find((known) => known.path === path)
  if (!game || !page) throw notFoundError(`${name} has no page ${path} in its stage`)
  const content = await gamePageContent(c, game, page, name, state)
  return revalidatedPage(c, await pageResponse(c, gamePage(game, page, state.state, content)))
}

/** Returns 304 if the client has the current page. */
export async function revalidatedPage(c: AppContext, page: Response): Promise<Response> {
  const bytes = new Uint8Array(await page.arrayBuffer())
  const headers = new Headers(page.headers)
  headers.set('etag', await etagOf(bytes))
  return notModifiedIfUnchanged(c.req.raw, new Response(bytes, { status: page.status, headers }))
}
