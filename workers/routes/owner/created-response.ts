// Clients of the API get JSON; browsers get a page with the host link.
import type { Answers } from '../../api/responses/answers.ts'
import { jsonResponse } from '../../api/responses/api-error.ts'
import { roomUrls, siteOrigin } from '../../api/responses/room-response.ts'
import type { AppContext } from '../../context/routing.ts'
import type { CreatedRoom } from '../../create/create-room.ts'
import { pageResponse } from '../../http/response/page-response.ts'
import { createdPage } from '../../pages/rooms/new-room.tsx'

export function createdResponse(
  c: AppContext,
  { game, room, title, adminToken, warnings }: CreatedRoom,
): Response {
  const { url, websocket } = roomUrls(siteOrigin(c), game.slug, room)
  const host = `${url}/host#${adminToken}`
  return jsonResponse<Answers['CreatedRoom']>(
    { game: game.slug, room, title, url, websocket, host, adminToken, warnings },
    201,
  )
}

export function createdPageResponse(c: AppContext, created: CreatedRoom): Promise<Response> {
  const { game, room, title, adminToken, warnings } = created
  const { url } = roomUrls(siteOrigin(c), game.slug, room)
  return pageResponse(c, createdPage(game, title, url, `${url}/host#${adminToken}`, warnings), 201)
}
