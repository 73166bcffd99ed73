import type { RoomPage } from '../../../durable-objects/rpc/directory-rpc.ts'
import type { Game } from '../../../games/game.ts'
import { roomsQuery } from '../../api/description/fields.ts'
import { siteOrigin } from '../../api/responses/room-response.ts'
import { readListedRooms } from '../../cache/directory-client.ts'
import { type App, type AppContext, route } from '../../context/routing.ts'
import { roomCreationPolicyOf } from '../../create/creation-policy.ts'
import { readQuery } from '../../http/request/request-fields.ts'
import { pageResponse } from '../../http/response/page-response.ts'
import { gameHomePage } from '../../pages/rooms/game-home.tsx'
import { homePage } from '../../pages/rooms/home.tsx'
import type { RoomCardContext } from '../../pages/rooms/room-card.tsx'

const pageSize = 60
const listQuery = { after: roomsQuery.after } as const

export function roomListRoutes(app: App, games: readonly Game[]): void {
  route(app, '/', { GET: showHome })
  for (const game of games) route(app, `/${game.slug}`, { GET: (c) => showGame(c, game) })
}

async function showHome(c: AppContext): Promise<Response> {
  const { after = '' } = readQuery(listQuery, c.req.query())
  const page = await readListedRooms(c, after, pageSize)
  const site = { creation: roomCreationPolicyOf(c), isFirst: after === '' }
  return pageResponse(c, homePage(c.get('games'), page, await siteFactsOf(c), site))
}

async function showGame(c: AppContext, game: Game): Promise<Response> {
  const { after = '' } = readQuery(listQuery, c.req.query())
  const page = await gameRooms(c, game, after)
  return pageResponse(c, gameHomePage(game, page, await siteFactsOf(c), roomCreationPolicyOf(c)))
}

/** The rooms of a game are adjacent in the list of all rooms, which is sorted by `game/room`. */
async function gameRooms(c: AppContext, { slug }: Game, after: string): Promise<RoomPage> {
  const start = `${slug}/`
  const { rooms, next } = await readListedRooms(c, after.startsWith(start) ? after : start, pageSize)
  return {
    rooms: rooms.filter(({ game }) => game === slug),
    ...(next?.startsWith(start) && { next }),
  }
}

const siteFactsOf = async (c: AppContext): Promise<RoomCardContext> => ({
  origin: siteOrigin(c),
  assets: await c.get('assets').all(c.env),
})
