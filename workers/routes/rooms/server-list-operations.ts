// Serves the open rooms of this site in the format of the game's public lists of servers, which the game's clients can
// read.
import type { ListedRoom } from '../../../durable-objects/rpc/directory-rpc.ts'
import type { Game, ServerList, World } from '../../../games/game.ts'
import { fillServerListEntry } from '../../../wire/net/server-list.ts'
import { readSharedCache, staleMs } from '../../cache/cache-policy.ts'
import type { AppContext, HandledOperation } from '../../context/routing.ts'
import { bytesResponse } from '../../http/response/file-response.ts'
import { directoryStub } from '../../platform/stubs.ts'

/** A client can show a hundred servers, from all lists together. */
const maxEntries = 100
/**
 * `pageSize`: rooms per call of the Directory. `maxPages`: maximum number of calls. On a site with more rooms, only
 * those that come first by name are listed.
 */
const pageSize = 500
const maxPages = 20
const maxAgeSeconds = 15
const type = 'text/plain; charset=utf-8'

export function serverListOperations(games: readonly Game[]): HandledOperation[] {
  return games.flatMap((game) => {
    const { serverList } = game
    if (!serverList) return []
    return {
      method: 'GET' as const,
      path: serverList.path,
      name: `${game.slug}.servers`,
      summary: `Lists the open ${game.title} rooms of this site, as the game's own lists of servers do.`,
      responses: { 200: { description: 'The list.', type: 'text/plain' } },
      crossOrigin: true as const,
      handler: (c: AppContext) => listServers(c, game, serverList),
    }
  })
}

async function listServers(c: AppContext, { slug }: Game, serverList: ServerList<World>): Promise<Response> {
  const freshMs = staleMs(c) > 0 ? maxAgeSeconds * 1000 : 0
  const body = await readSharedCache(c, `servers ${slug}`, freshMs, async () => {
    const now = Date.now()
    const rooms = await roomsOf(c, slug)
    const entries = rooms.map((room) => entryOf(serverList, room, now)).filter((entry) => entry !== undefined)
    return serverList.render(entries.slice(0, maxEntries), now)
  })
  return bytesResponse(c.req.raw, { type, body, immutable: false, secret: false }, maxAgeSeconds)
}

/** The listed rooms of a game, with the busiest room first. */
async function roomsOf(c: AppContext, slug: string): Promise<readonly ListedRoom[]> {
  const directory = directoryStub(c.env)
  const start = `${slug}/`
  const found: ListedRoom[] = []
  let after: string | undefined = start
  for (let page = 0; page < maxPages && after?.startsWith(start); page++) {
    const { rooms, next } = await directory.listRoomPage({ after, limit: pageSize })
    found.push(...rooms.filter(({ game }) => game === slug))
    after = next
  }
  return found.sort((a, b) => b.players - a.players)
}

/** The entry of a room in the list, or undefined if players cannot connect to the room. */
function entryOf(
  { transport }: ServerList<World>,
  { status, listEntry, addresses, createdAt }: ListedRoom,
  now: number,
): ReturnType<typeof fillServerListEntry> | undefined {
  const address = addresses.find((each) => each.transport === transport && each.host !== undefined)
  if (status !== 'open' || !listEntry || address?.host === undefined) return undefined
  return fillServerListEntry(listEntry.fields, {
    ...{ host: address.host, port: address.port },
    // The list contains 0 for these counts, because only sidecars know them.
    ...{ bytesFromClients: 0, bytesToClients: 0 },
    uptimeSeconds: Math.max(0, Math.floor((now - Date.parse(createdAt)) / 1000)),
  })
}
