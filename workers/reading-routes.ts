// `/:game/:room/api/…`: a game's readings, for programs; and the site-wide paths of programs that were written for
// another server, where a public id names the room.
import type { Game } from '../games/game.ts'
import { notFound } from './answers/error.ts'
import { siteOf, urlsOf } from './answers/shown.ts'
import { recently, staleMs, timesOfPages } from './asker.ts'
import { namePattern } from './description/fields.ts'
import { givenBytes } from './given-file.ts'
import { allOf, directoryOf } from './objects.ts'
import type { Times } from './recent.ts'
import type { Asked, Served } from './routes.ts'
import type { There } from './there.ts'

/** Each reading under its room, and under the paths that other programs know. */
export function readingOperations(games: readonly Game[], there: There): Served[] {
  return games.flatMap((game) =>
    Object.entries(game.readings ?? {}).flatMap(([name, { path, says, keptFor, aliases = [] }]) => {
      const reading = { game, name, keptFor }
      const served = { method: 'GET', says, answers, errors: ['not-found'] } as const
      const ofRoom: Served = {
        ...served,
        path: `/${game.slug}/:room/api/${path}`,
        name: `${game.slug}.${name}`,
        answer: (c) => read(c, there, reading, nameOf(c, game)),
      }
      return [
        ofRoom,
        ...aliases.map(({ path, id }, i) => ({
          ...served,
          path,
          name: `${game.slug}.${name}.${i + 1}`,
          answer: async (c: Asked) => read(c, there, reading, await roomWith(c, id)),
        })),
      ]
    }),
  )
}

const answers = {
  200: { says: 'What there is, with an ETag.', type: 'application/json' },
  304: { says: 'Who asks has it.' },
} as const

/** Throws 404 for a malformed room name. */
function nameOf(c: Asked, { slug }: Game): string {
  const room = c.req.param('room') ?? ''
  if (!namePattern.test(room)) throw notFound('there is no such room')
  return `${slug}/${room}`
}

/** Throws 404 if no room has this id. */
export async function roomWith(c: Asked, name: string): Promise<string> {
  const id = c.req.param('id') ?? ''
  const ask = () => directoryOf(c.env).named({ name, id })
  const { answer: room } = await recently(c, `named ${name} ${id}`, timesOfPages(c), ask)
  if (room === undefined) throw notFound('there is no such room')
  return room
}

interface Wanted {
  readonly game: Game
  readonly name: string
  readonly keptFor: number
}

async function read(
  c: Asked,
  there: There,
  { game, name, keptFor }: Wanted,
  room: string,
): Promise<Response> {
  const stale = staleMs(c)
  const now = Date.now()
  const times = { fresh: stale > 0 ? keptFor * 1000 : 0, stale, again: 0 }
  const { answer: json, at } = await recentIn(c, there, game.slug, name, room, times)
  if (json === undefined) throw notFound()
  const file = { type: 'application/json; charset=utf-8', body: json, unchanging: true, secret: false }
  const answer = await givenBytes(c.req.raw, file, keptFor)
  // Pages of other sites, such as trackers, may read it: nothing in it is only for players.
  answer.headers.set('access-control-allow-origin', '*')
  // The seconds of its cache lifetime that have passed.
  if (keptFor > 0) answer.headers.set('age', `${Math.floor((now - at) / 1000)}`)
  return answer
}

/** Like `readIn`, but from a recent cache. The key has all that the answer depends on. */
export function recentIn(c: Asked, there: There, game: string, name: string, room: string, times: Times) {
  const key = `reading ${JSON.stringify([room, name, c.req.param(), siteOf(c).origin])}`
  const weigh = (json: string) => 1 + json.length / 1024
  return recently(c, key, times, () => readIn(c, there, game, name, room), weigh)
}

/** The JSON of a reading for the request's parameters; undefined: there is none. */
export async function readIn(
  c: Asked,
  there: There,
  game: string,
  name: string,
  room: string,
): Promise<string | undefined> {
  const [object, listed] = await allOf([there.room(c, room), directoryOf(c.env).room(room)])
  const { url } = urlsOf(siteOf(c).origin, game, room.slice(room.indexOf('/') + 1))
  const ports = (listed?.addresses ?? []).filter(({ host }) => host !== undefined)
  return object.read({
    name,
    params: c.req.param(),
    url,
    ports: ports.map(({ transport, port }) => ({ transport, port })),
  })
}
