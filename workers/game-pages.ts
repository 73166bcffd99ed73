// Games' own pages, in the site's frame: each under its room, and at the site-wide paths that people and programs
// know from another server.
import type { Game, GamePage, PageContent, ShownIn } from '../games/game.ts'
import { ApiError, notFound } from './answers/error.ts'
import { shown, siteOf } from './answers/shown.ts'
import { timesOfPages } from './asker.ts'
import { namePattern } from './description/fields.ts'
import { etagOf, isKnown } from './given-file.ts'
import { page } from './page.ts'
import { gamePage } from './pages/game.tsx'
import { recentIn, roomWith } from './reading-routes.ts'
import { type roomState, stateForPage } from './room-state.ts'
import { type Asked, only, type Routes } from './routes.ts'
import { serversIn } from './servers.ts'
import type { There } from './there.ts'

export function gamePageRoutes(app: Routes, games: readonly Game[], there: There): void {
  for (const game of games)
    for (const one of Object.values(game.pages ?? {})) {
      const { path, aliases = [] } = one
      if (path !== '') only(app, `/${game.slug}/:room/${path}`, { GET: (c) => give(c, there, game, one) })
      for (const alias of aliases)
        only(app, alias.path, { GET: async (c) => lead(c, await roomWith(c, alias.id), path) })
    }
}

type State = Awaited<ReturnType<typeof roomState>>

/** The content of a game's page for a room. Throws 404 if there is none for these parameters. */
export async function contentOf(
  c: Asked,
  there: There,
  game: Game,
  one: GamePage,
  name: string,
  { state, addresses }: State,
): Promise<PageContent> {
  const reading =
    one.reading === undefined
      ? ''
      : (await recentIn(c, there, game.slug, one.reading, name, timesOfPages(c))).answer
  if (reading === undefined) throw notFound()
  const { title, connect = [] } = shown(game, state, addresses, siteOf(c))
  const servers = serversIn(c.env)
  const room: ShownIn = {
    path: `/${name}`,
    title,
    connect,
    servers,
    query: c.req.query(),
    now: Date.now(),
  }
  return one.show(reading, room)
}

async function give(c: Asked, there: There, game: Game, one: GamePage): Promise<Response> {
  const room = c.req.param('room') ?? ''
  if (!namePattern.test(room)) throw notFound('there is no such room')
  const name = `${game.slug}/${room}`
  const state = await stateForPage(c, there, name, 'bare')
  const { damage } = state.state
  if (damage !== undefined) throw new ApiError('unavailable', `the room's records are damaged: ${damage}`)
  const content = await contentOf(c, there, game, one, name, state)
  return unlessKnown(c, await page(c, gamePage(game, one, state.state, content)))
}

/** Answers 304 to scripts that already have the current page. */
export async function unlessKnown(c: Asked, answer: Response): Promise<Response> {
  const has = c.req.header('if-none-match')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const headers = new Headers(answer.headers)
  headers.set('etag', await etagOf(bytes))
  if (isKnown(has ?? null, headers.get('etag')!)) return new Response(null, { status: 304, headers })
  return new Response(bytes, { status: answer.status, headers })
}

/** Redirects to the page of the named room, with the parameters and query of the request. */
function lead(c: Asked, name: string, path: string): Response {
  const filled = path.replace(/:(\w+)/g, (_, parameter) => encodeURIComponent(c.req.param(parameter) ?? ''))
  return c.redirect(`/${name}${filled && `/${filled}`}${new URL(c.req.url).search}`)
}
