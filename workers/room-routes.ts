// `/:game/:room` and below: the page, WebSockets of players and sidecars, files, documents.
import { unknownAnswer, unknownDoor, VersionMismatch } from '../durable-objects/calls.ts'
import { addressBy, documentRoom, documentTransport } from '../durable-objects/doors.ts'
import type { FileReply } from '../durable-objects/rooms.ts'
import type { Document, Game } from '../games/game.ts'
import { sayReadMs, watching } from '../wire/watched.ts'
import { ApiError, notFound, unauthorized, upgradeWanted } from './answers/error.ts'
import { originOf, shown, siteOf } from './answers/shown.ts'
import { recently, timesOfPages } from './asker.ts'
import { begunOf } from './begun.ts'
import { contentOf, unlessKnown } from './game-pages.ts'
import { givenFile, plain } from './given-file.ts'
import { givenPicture } from './given-picture.ts'
import type { Listings } from './listings.ts'
import { page } from './page.ts'
import { refusedPage } from './page-origin.ts'
import { ownPage } from './pages/game.tsx'
import { begunPage } from './pages/progress.tsx'
import { roomPage } from './pages/room.tsx'
import { forRoom, placeOf } from './peer.ts'
import { qrAnswer } from './qr.ts'
import { roomState, stateForPage } from './room-state.ts'
import { type Asked, only, type Routes, roomOf, type Served, wantsSocket } from './routes.ts'
import type { There } from './there.ts'
import { thinOperation } from './thin-routes.ts'
import { isHost, mustBeSidecar } from './tokens.ts'

/** Site-wide paths that serve a document of one room. */
export function aliasRoutes(app: Routes, games: readonly Game[], listings: Listings): void {
  for (const { game, name, alias } of aliases(games)) {
    only(app, alias, { GET: (c) => siteDocument(c, listings, game, name) })
  }
}

/** The routes of a room, the more specific paths first. */
export function roomOperations(games: readonly Game[], there: There, listings: Listings): Served[] {
  const path = '/:game/:room'
  return [
    {
      method: 'GET',
      path: `${path}/link`,
      name: 'openLink',
      says: 'A sidecar that carries the room comes in, by WebSocket (wire/LINK.md).',
      token: 'sidecar',
      answers: { 101: { says: 'It is in.' }, 426: { says: 'A WebSocket is wanted.', schema: 'Error' } },
      errors: ['not-found'],
      answer: (c) => openLink(c, there, roomOf(c, games).name),
    },
    {
      method: 'GET',
      path: `${path}/watch`,
      name: 'watchWorld',
      says:
        'Who only looks on comes in, by WebSocket: first how the world lies, then what changes, at most ten times a second, ' +
        "in the game's packets; a message of bytes has several, each behind its length (u32be). Whoever says anything but " +
        `\`${watching.ping}\`, within ${sayReadMs / 1000} s of a message, is closed, and who never says it goes first.`,
      answers: {
        101: { says: 'He is in, or is told in the close why not.' },
        426: { says: 'A WebSocket is wanted.', schema: 'Error' },
      },
      errors: ['not-found'],
      answer: (c) => watchWorld(c, there, roomOf(c, games)),
    },
    thinOperation(games, there),
    {
      method: 'GET',
      path: `${path}/files/:name`,
      name: 'getFile',
      says: "A file that the room serves; some want the room's token. What never changes has an ETag.",
      answers: {
        200: { says: 'The file.', type: '*/*' },
        304: { says: 'Who asks has it.' },
      },
      errors: ['unauthorized', 'not-found', 'slow-down'],
      answer: (c) => giveFile(c, there, roomOf(c, games)),
    },
    {
      method: 'GET',
      path: `${path}/picture.png`,
      name: 'getPicture',
      says: 'A picture of the world, where the game draws one.',
      answers: {
        200: { says: 'The picture, good for a minute.', type: 'image/png' },
        304: { says: 'Who asks has it.' },
      },
      errors: ['not-found'],
      answer: (c) => givePicture(c, there, roomOf(c, games)),
    },
    {
      method: 'GET',
      path: `${path}/qr.svg`,
      name: 'getQrCode',
      says: "The address of the room's page as a QR code.",
      answers: { 200: { says: 'The code, good for a day.', type: 'image/svg+xml' } },
      errors: ['not-found'],
      answer: (c) => qrAnswer(`${originOf(c)}/${roomOf(c, games).name}`),
    },
    {
      method: 'GET',
      path: `${path}/:document`,
      name: 'getDocument',
      says: "A document that the game's clients ask for.",
      answers: { 200: { says: 'The document.', type: '*/*' } },
      errors: ['not-found'],
      answer: (c) => giveDocument(c, listings, roomOf(c, games)),
    },
    {
      method: 'GET',
      path,
      name: 'enterRoom',
      says: "The room's page; with an upgrade the room itself by WebSocket, one packet of its game a message.",
      answers: { 101: { says: 'A client is in.' }, 200: { says: 'The page.', type: 'text/html' } },
      errors: ['not-found'],
      answer: (c) => enterOrShow(c, there, roomOf(c, games)),
    },
  ]
}

/** If two games have the same path, the first one gets it. */
function aliases(games: readonly Game[]) {
  return games.flatMap((game) =>
    Object.entries(game.documents ?? {}).flatMap(([name, document]) =>
      document.aliases.map((alias) => ({ game, name, alias })),
    ),
  )
}

type Named = ReturnType<typeof roomOf>

async function enterOrShow(c: Asked, there: There, of: Named): Promise<Response> {
  if (wantsSocket(c)) return refusedPage(c, of.game) ?? intoRoom(c, there, of.name, 'play')
  try {
    return await showPage(c, there, of)
  } catch (error) {
    const begun = error instanceof ApiError && error.status === 404 && (await begunOf(c, of.name))
    if (!begun) throw error
    return page(c, begunPage(of.game, begun))
  }
}

async function showPage(c: Asked, there: There, { game, name }: Named): Promise<Response> {
  const ownPart = ownPage(game)
  const found = await stateForPage(c, there, name, ownPart && 'bare')
  const { state, addresses } = found
  const room = shown(game, state, addresses, siteOf(c))
  const readable = state.status === 'open' || state.status === 'closed'
  const open = state.status === 'damaged' ? [] : await openFiles(c, there, name)
  const own = ownPart && readable ? await contentOf(c, there, game, ownPart, name, found) : undefined
  return unlessKnown(c, await page(c, roomPage(game, room, open, originOf(c), own, placeOf(c.req.raw))))
}

/** The names of public files. */
async function openFiles(c: Asked, there: There, name: string): Promise<readonly string[]> {
  const ask = async () => {
    const files = await (await there.room(c, name)).files()
    return files.filter(({ secret }) => !secret).map((file) => file.name)
  }
  return (await recently(c, `files ${name}`, timesOfPages(c), ask)).answer!
}

async function watchWorld(
  c: Asked,
  there: There,
  { game, name }: ReturnType<typeof roomOf>,
): Promise<Response> {
  if (!game.watch) throw notFound(`${game.title} cannot be watched`)
  if (!wantsSocket(c)) throw upgradeWanted()
  return refusedPage(c, game) ?? intoRoom(c, there, name, 'watch')
}

async function openLink(c: Asked, there: There, name: string): Promise<Response> {
  await mustBeSidecar(c)
  if (!wantsSocket(c)) throw upgradeWanted()
  return intoRoom(c, there, name, 'link')
}

/**
 * Forwards an upgrade to the room, which then owns the socket. We choose the path that names the gateway: by the
 * public path a room called `link` would reach the sidecars' gateway.
 */
async function intoRoom(
  c: Asked,
  there: There,
  name: string,
  door: 'play' | 'link' | 'watch',
): Promise<Response> {
  const room = await there.room(c, name)
  const answer = await room.fetch(forRoom(c.req.raw, c.env, `https://room/${door}`))
  if (answer.status === 404) throw there.none(name)
  if (answer.status === unknownDoor) throw new VersionMismatch(`${door}: no such door`)
  return answer
}

async function giveFile(c: Asked, there: There, of: Named): Promise<Response> {
  const { name } = of
  const room = await there.room(c, name)
  const file = await room.file(c.req.param('name') ?? '', await isHost(c, room, name))
  if (file === undefined) throw notFound('there is no such file')
  if (file === 'secret') throw unauthorized("the room's or the site's token is wanted")
  if (typeof file === 'string') throw unknownAnswer('file', file)
  const handed = await handedOut(c, there, of, file)
  // The game can change what it writes into the file at any time, so clients must revalidate.
  return handed === file ? givenFile(c, of.game, file) : givenFile(c, of.game, handed, 0)
}

/** The file after the game's transformation, if it has one. */
async function handedOut(c: Asked, there: There, { game, name }: Named, file: FileReply): Promise<FileReply> {
  if (!game.handOut || file.secret || !(file.body instanceof Uint8Array)) return file
  const { state, addresses } = await roomState(c, there, name, 'bare')
  const [connect] = shown(game, state, addresses, siteOf(c)).connect ?? []
  return connect === undefined ? file : { ...file, body: game.handOut(file.body, connect) }
}

async function givePicture(
  c: Asked,
  there: There,
  { game, name }: ReturnType<typeof roomOf>,
): Promise<Response> {
  if (!game.picture) throw notFound(`${game.title} draws no pictures of its rooms`)
  return givenPicture(c, async () => (await there.room(c, name)).picture())
}

async function siteDocument(c: Asked, listings: Listings, game: Game, document: string): Promise<Response> {
  const name = `${game.slug}/${c.env.SITE_ROOM || 'harbor'}`
  return renderDocument(c, listings, game, name, game.documents?.[document])
}

async function giveDocument(
  c: Asked,
  listings: Listings,
  { game, name }: { game: Game; name: string },
): Promise<Response> {
  const wanted = c.req.param('document') ?? ''
  const document = Object.hasOwn(game.documents ?? {}, wanted) ? game.documents?.[wanted] : undefined
  return renderDocument(c, listings, game, name, document)
}

async function renderDocument(
  c: Asked,
  listings: Listings,
  game: Game,
  name: string,
  document: Document | undefined,
) {
  if (!document) throw notFound()
  const room = await listings.room(c, name)
  if (!room) throw notFound('there is no such room')
  return plain(
    document.type,
    document.render(documentRoom(room), addressBy(documentTransport(game), room, placeOf(c.req.raw))),
  )
}
