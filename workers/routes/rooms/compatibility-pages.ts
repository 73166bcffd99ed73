// Pages with the same paths and markup as the pages of other servers. The path contains the public id of a room, and an
// endpoint of this room supplies the data.
import type { CompatibilityPage, Game } from '../../../games/game.ts'
import { notFoundError } from '../../api/responses/api-error.ts'
import { pageTtl } from '../../cache/cache-policy.ts'
import { cachedRoomState } from '../../cache/room-state.ts'
import { type App, type AppContext, route } from '../../context/routing.ts'
import { pageResponse } from '../../http/response/page-response.ts'
import { cachedEndpointJson, roomNameByPublicId } from './endpoint-operations.ts'
import { pageRoomOf } from './game-pages.ts'

export function compatibilityPageRoutes(app: App, games: readonly Game[]): void {
  for (const game of games)
    for (const page of game.compatibilityPages ?? [])
      route(app, page.path, { GET: (c) => servePage(c, game, page) })
}

async function servePage(
  c: AppContext,
  game: Game,
  { id, endpoint, render }: CompatibilityPage,
): Promise<Response> {
  const name = await roomNameByPublicId(c, id)
  const { state, addresses } = await cachedRoomState(c, name, 'withoutView')
  const { value: json } = await cachedEndpointJson(c, game.slug, endpoint, name, pageTtl(c))
  if (json === undefined) throw notFoundError()
  const page = await render(json, {
    ...(await pageRoomOf(c, game, name, { state, addresses })),
    ...{ params: c.req.param(), publicIds: state.publicIds ?? {} },
  })
  const { modifiedAt, ...content } = page
  if (modifiedAt === undefined) return pageResponse(c, content)
  const headers = { 'last-modified': new Date(modifiedAt).toUTCString() }
  if (isUnmodified(c.req.header('if-modified-since'), modifiedAt))
    return new Response(null, { status: 304, headers })
  return pageResponse(c, content, 200, headers)
}

/** Ignores fractions of a second, because HTTP dates have none. */
function isUnmodified(ifModifiedSince: string | undefined, modifiedAt: number): boolean {
  const since = Date.parse(ifModifiedSince ?? '')
  return Math.floor(modifiedAt / 1000) * 1000 <= since
}
