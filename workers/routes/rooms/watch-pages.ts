// `/embed/:game/:room` is the only page that other sites may show in a frame.
import type { Game } from '../../../games/game.ts'
import { gameInStage } from '../../../games/stages.ts'
import { notFoundError } from '../../api/responses/api-error.ts'
import { type RoomResponse, siteOrigin, toRoomResponse } from '../../api/responses/room-response.ts'
import { cachedRoomState } from '../../cache/room-state.ts'
import { type App, type AppContext, type RoomRef, roomFromPath, route } from '../../context/routing.ts'
import { pageResponse } from '../../http/response/page-response.ts'
import type { Page } from '../../pages/layout/frame.tsx'
import { embedPage, overlayPage, watchPage } from '../../pages/rooms/watch.tsx'

export function embedRoutes(app: App): void {
  route(app, '/embed/:game/:room', {
    GET: (c) => {
      const render = c.req.query('overlay') === undefined ? embedPage : overlayPage
      return showWorld(c, roomFromPath(c), render)
    },
  })
}

/** The page that a browser gets if it opens the address of the spectators' WebSocket. */
export const showWatchPage = (c: AppContext, ref: RoomRef): Promise<Response> => showWorld(c, ref, watchPage)

async function showWorld(
  c: AppContext,
  { game: ofRoom, name }: RoomRef,
  render: (game: Game, room: RoomResponse, origin: string) => Page,
): Promise<Response> {
  if (!ofRoom.createSpectatorFeed) throw notFoundError(`${ofRoom.title} cannot be watched`)
  const { state, addresses } = await cachedRoomState(c, name, 'withoutView')
  const game = gameInStage(ofRoom, state.stage) ?? ofRoom
  return pageResponse(c, render(game, toRoomResponse(c, game, { state, addresses }), siteOrigin(c)))
}
