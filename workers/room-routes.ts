// `/:game/:room` and what is under it: the page, the room itself by WebSocket, the sidecars' door, files, documents.
import { documentRoom, documentTransport } from '../durable-objects/doors.ts'
import type { Document, Game } from '../games/game.ts'
import { notFound, unauthorized, upgradeWanted } from './answers/error.ts'
import { originOf, shown, siteOf } from './answers/shown.ts'
import { givenFile, plain } from './given-file.ts'
import { givenPicture } from './given-picture.ts'
import { directoryOf } from './objects.ts'
import { page } from './page.ts'
import { roomPage } from './pages/room.tsx'
import { forRoom } from './peer.ts'
import { roomState } from './room-state.ts'
import { type Asked, only, type Routes, roomOf, wantsSocket } from './routes.ts'
import type { There } from './there.ts'
import { isHost, mustBeSidecar } from './tokens.ts'

export function roomRoutes(app: Routes, games: readonly Game[], there: There): void {
  for (const { game, name, alias } of aliases(games)) {
    only(app, alias, { GET: (c) => siteDocument(c, game, name) })
  }
  only(app, '/:game/:room/link', { GET: (c) => openLink(c, there, roomOf(c, games).name) })
  only(app, '/:game/:room/files/:name', { GET: (c) => giveFile(c, there, roomOf(c, games).name) })
  only(app, '/:game/:room/picture.png', { GET: (c) => givePicture(c, there, roomOf(c, games)) })
  only(app, '/:game/:room/:document', { GET: (c) => giveDocument(c, roomOf(c, games)) })
  only(app, '/:game/:room', { GET: (c) => enterOrShow(c, there, roomOf(c, games)) })
}

/** Paths of the whole site that are a document of one room; of two games with the same path the first has it. */
function aliases(games: readonly Game[]) {
  return games.flatMap((game) =>
    Object.entries(game.documents ?? {}).flatMap(([name, document]) =>
      document.aliases.map((alias) => ({ game, name, alias })),
    ),
  )
}

async function enterOrShow(
  c: Asked,
  there: There,
  { game, name }: ReturnType<typeof roomOf>,
): Promise<Response> {
  if (wantsSocket(c)) return intoRoom(c, there, name, 'play')
  const { state, addresses } = await roomState(c, there, name)
  const room = shown(game, state, addresses, siteOf(c))
  const files = state.status === 'damaged' ? [] : await (await there.room(c, name)).files()
  const open = files.filter(({ secret }) => !secret).map((file) => file.name)
  return page(c, roomPage(game, room, open, originOf(c)))
}

async function openLink(c: Asked, there: There, name: string): Promise<Response> {
  await mustBeSidecar(c.req.raw, c.env)
  if (!wantsSocket(c)) throw upgradeWanted()
  return intoRoom(c, there, name, 'link')
}

/**
 * Hands an upgrade on to the room, and its answer back: from then on the socket is the room's. The path that tells the
 * room which door is our own: by the public one a room called `link` would be taken for the sidecars' door.
 */
async function intoRoom(c: Asked, there: There, name: string, door: 'play' | 'link'): Promise<Response> {
  const room = await there.room(c, name)
  const answer = await room.fetch(forRoom(c.req.raw, c.env, `https://room/${door}`))
  if (answer.status === 404) throw there.none(name)
  return answer
}

async function giveFile(c: Asked, there: There, name: string): Promise<Response> {
  const room = await there.room(c, name)
  const file = await room.file(c.req.param('name') ?? '', await isHost(c.req.raw, c.env, room))
  if (file === undefined) throw notFound('there is no such file')
  if (file === 'secret') throw unauthorized("the room's or the site's token is wanted")
  return givenFile(c.req.raw, file)
}

async function givePicture(
  c: Asked,
  there: There,
  { game, name }: ReturnType<typeof roomOf>,
): Promise<Response> {
  if (!game.picture) throw notFound(`${game.title} draws no pictures of its rooms`)
  return givenPicture(c, async () => (await there.room(c, name)).picture())
}

async function siteDocument(c: Asked, game: Game, document: string): Promise<Response> {
  const name = `${game.slug}/${c.env.SITE_ROOM || 'harbor'}`
  return renderDocument(c, game, name, game.documents?.[document])
}

async function giveDocument(c: Asked, { game, name }: { game: Game; name: string }): Promise<Response> {
  const wanted = c.req.param('document') ?? ''
  const document = Object.hasOwn(game.documents ?? {}, wanted) ? game.documents?.[wanted] : undefined
  return renderDocument(c, game, name, document)
}

async function renderDocument(c: Asked, game: Game, name: string, document: Document | undefined) {
  if (!document) throw notFound()
  const directory = directoryOf(c.env)
  const transport = documentTransport(game)
  const [room, address] = await Promise.all([
    directory.room(name),
    transport && transport !== 'dispatch' ? directory.address(name, transport) : undefined,
  ])
  if (!room) throw notFound('there is no such room')
  return plain(document.type, document.render(documentRoom(room), address))
}
