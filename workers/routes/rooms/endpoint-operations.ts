// An endpoint can also have site-wide paths, which contain a public id of the room, for programs that were written for
// another server.
import type { Game } from '../../../games/game.ts'
import { entriesInAllStages } from '../../../games/stages.ts'
import { noneWithIdError, notFoundError } from '../../api/responses/api-error.ts'
import { roomUrls, siteOrigin } from '../../api/responses/room-response.ts'
import { pageTtl, readCached, staleMs } from '../../cache/cache-policy.ts'
import { findRoom } from '../../cache/room-locator.ts'
import { type AppContext, type HandledOperation, roomNameFromPath } from '../../context/routing.ts'
import type { Ttl } from '../../context/swr-cache.ts'
import { bytesResponse } from '../../http/response/file-response.ts'
import { awaitAllCalls, directoryStub } from '../../platform/stubs.ts'

export function endpointOperations(games: readonly Game[]): HandledOperation[] {
  return games.flatMap((game) =>
    Object.entries(entriesInAllStages(game, 'endpoints')).flatMap(
      ([name, { path, apiPath, description, maxAgeSeconds, type = jsonType, aliases = [] }]) => {
        const endpoint = { game, name, maxAgeSeconds, type }
        const common = {
          method: 'GET',
          summary: description,
          responses: responsesOf(type),
          errors: ['not-found'],
          // Pages of all sites may read the answer, because everybody may see it.
          crossOrigin: true,
        } as const
        const ofRoom = (path: string, name: string): HandledOperation => ({
          ...common,
          path,
          name,
          handler: (c) => serveEndpoint(c, endpoint, roomNameFromPath(c, game)),
        })
        return [
          ofRoom(`/${game.slug}/:room/api/${path}`, `${game.slug}.${name}`),
          ...(apiPath === undefined
            ? []
            : [ofRoom(`/api/rooms/${game.slug}/:room/${apiPath}`, `${game.slug}.${name}.api`)]),
          ...aliases.map(({ path, id }, i) => ({
            ...common,
            path,
            name: `${game.slug}.${name}.${i + 1}`,
            handler: async (c: AppContext) => serveEndpoint(c, endpoint, await roomNameByPublicId(c, id)),
          })),
        ]
      },
    ),
  )
}

const jsonType = 'application/json; charset=utf-8'

const responsesOf = (type: string) => ({
  200: { description: 'The content, with an ETag.', type: type.replace(/;.*/, '') },
  304: { description: 'Not modified.' },
})

/** Throws 404 if no room has the public id in the path. */
export async function roomNameByPublicId(c: AppContext, name: string): Promise<string> {
  const id = c.req.param('id') ?? ''
  const load = () => directoryStub(c.env).findRoomByPublicId({ name, id })
  const { value: room } = await readCached(c, `id ${name} ${id}`, pageTtl(c), load)
  if (room === undefined) throw noneWithIdError('room', id)
  return room
}

interface EndpointRef {
  readonly game: Game
  readonly name: string
  readonly maxAgeSeconds: number
  readonly type: string
}

async function serveEndpoint(
  c: AppContext,
  { game, name, maxAgeSeconds, type }: EndpointRef,
  room: string,
): Promise<Response> {
  const stale = staleMs(c)
  const now = Date.now()
  const ttl = { fresh: stale > 0 ? maxAgeSeconds * 1000 : 0, stale, maxAge: 0 }
  const { value: json, at } = await cachedEndpointJson(c, game.slug, name, room, ttl)
  if (json === undefined) throw notFoundError()
  const file = { type, body: json, immutable: true, secret: false }
  const answer = await bytesResponse(c.req.raw, file, maxAgeSeconds)
  // The header Age contains the seconds since the answer was computed.
  if (maxAgeSeconds > 0) answer.headers.set('age', `${Math.floor((now - at) / 1000)}`)
  return answer
}

/** The cache key contains everything on which the answer depends. */
export function cachedEndpointJson(c: AppContext, game: string, name: string, room: string, ttl: Ttl) {
  const key = `endpoint ${JSON.stringify([room, name, c.req.param(), siteOrigin(c)])}`
  const weigh = (json: string) => 1 + json.length / 1024
  return readCached(c, key, ttl, () => endpointJson(c, game, name, room), weigh)
}

/**
 * The JSON of an endpoint, or undefined if the endpoint has no data for the parameters. `params`: by default the path
 * parameters of the request.
 */
export async function endpointJson(
  c: AppContext,
  game: string,
  name: string,
  room: string,
  params: Readonly<Record<string, string>> = c.req.param(),
): Promise<string | undefined> {
  const [object, entry] = await awaitAllCalls([findRoom(c, room), directoryStub(c.env).getRoom(room)])
  const { url } = roomUrls(siteOrigin(c), game, room.slice(room.indexOf('/') + 1))
  const ports = (entry?.addresses ?? []).filter(({ host }) => host !== undefined)
  return object.readEndpoint({
    name,
    params,
    url,
    ports: ports.map(({ transport, port }) => ({ transport, port })),
  })
}
