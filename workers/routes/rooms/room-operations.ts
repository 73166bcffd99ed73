import {
  nearestAddress,
  toRoomInDocument,
  transportForDocuments,
} from '../../../durable-objects/directory/placement/listeners.ts'
import type { RoomFileResponse } from '../../../durable-objects/rpc/rpc-types.ts'
import {
  unknownResultError,
  unknownUpgradePathStatus,
  VersionMismatch,
} from '../../../durable-objects/rpc/versioned-calls.ts'
import type { Game, GameDocument } from '../../../games/game.ts'
import { entriesInAllStages, gameInStage, gameWithItsStages } from '../../../games/stages.ts'
import { acknowledgeWithinMs, spectatorKeepalive } from '../../../wire/link/spectator-frames.ts'
import {
  ApiError,
  noneNamedError,
  notFoundError,
  unauthorizedError,
  upgradeRequiredError,
} from '../../api/responses/api-error.ts'
import { siteOrigin, toRoomResponse } from '../../api/responses/room-response.ts'
import { pageTtl, readCached } from '../../cache/cache-policy.ts'
import { readListedRoom } from '../../cache/directory-client.ts'
import { findRoom, missingRoomError } from '../../cache/room-locator.ts'
import { cachedRoomState, readRoomState } from '../../cache/room-state.ts'
import {
  type App,
  type AppContext,
  type HandledOperation,
  isWebSocketUpgrade,
  type RoomRef,
  roomFromPath,
  roomNameFromPath,
  route,
} from '../../context/routing.ts'
import { creationProgressOf } from '../../create/creation-progress.ts'
import { rejectForeignPage } from '../../http/auth/page-origin.ts'
import { hasOwnerToken, requireSidecarToken } from '../../http/auth/tokens.ts'
import { clientLocationOf, toRoomRequest } from '../../http/request/client-address.ts'
import { fileResponse, uncachedFileResponse } from '../../http/response/file-response.ts'
import { pageResponse, prefersHtml } from '../../http/response/page-response.ts'
import { pictureResponse } from '../../http/response/picture-response.ts'
import { qrCodeResponse } from '../../http/response/qr-code.ts'
import { creationProgressPage } from '../../pages/layout/progress.tsx'
import { roomHomePage } from '../../pages/rooms/game.tsx'
import { roomPage } from '../../pages/rooms/room.tsx'
import { gamePageContent, revalidatedPage } from './game-pages.ts'
import { remoteClientOperation } from './remote-client-operation.ts'
import { cachedStories } from './story-operations.ts'
import { showWatchPage } from './watch-pages.ts'

export function documentAliasRoutes(app: App, games: readonly Game[]): void {
  for (const { game, name, alias } of documentAliases(games)) {
    route(app, alias, { GET: (c) => serveSiteDocument(c, game, name) })
  }
}

const path = '/:game/:room'

/** More specific paths must come first. */
export const roomOperations: readonly HandledOperation[] = [
  {
    method: 'GET',
    path: `${path}/link`,
    name: 'openLink',
    summary: 'Connects a sidecar to the room over a WebSocket (wire/LINK.md).',
    token: 'sidecar',
    responses: {
      101: { description: 'The sidecar is connected.' },
      426: { description: 'The request is not a WebSocket upgrade.', schema: 'Error' },
    },
    errors: ['not-found'],
    handler: (c) => openLink(c, roomFromPath(c).name),
  },
  {
    method: 'GET',
    path: `${path}/watch`,
    name: 'watchWorld',
    summary:
      "Streams the world to spectators over a WebSocket: first its current state, then changes, at most ten times a second, in the game's packets. A binary message contains several packets, each preceded by its length (u32be). " +
      `The client may only send \`${spectatorKeepalive.ping}\`, within ${acknowledgeWithinMs / 1000} s of a message; anything else closes the socket. When the spectator slots of a room are full, the room first disconnects spectators that have never sent this message.`,
    responses: {
      101: { description: 'Connected. If rejected, the socket closes with a reason.' },
      200: { description: 'For browsers: the page for watching.', type: 'text/html' },
      426: { description: 'The request is not a WebSocket upgrade.', schema: 'Error' },
    },
    errors: ['not-found'],
    handler: (c) => watchWorld(c, roomFromPath(c)),
  },
  remoteClientOperation,
  {
    method: 'GET',
    path: `${path}/files/:name`,
    name: 'getFile',
    summary:
      "Returns a file of the room. Some files need the room's token. Files that never change have an ETag.",
    responses: { 200: { description: 'The file.', type: '*/*' }, 304: { description: 'Not modified.' } },
    errors: ['unauthorized', 'not-found', 'slow-down'],
    handler: (c) => serveFile(c, roomFromPath(c)),
  },
  {
    method: 'GET',
    path: `${path}/picture.png`,
    name: 'getPicture',
    summary: 'Returns a picture of the world, if the game draws one.',
    responses: {
      200: { description: 'The picture. Cached for a minute.', type: 'image/png' },
      304: { description: 'Not modified.' },
    },
    errors: ['not-found'],
    handler: (c) => servePicture(c, roomFromPath(c)),
  },
  {
    method: 'GET',
    path: `${path}/qr.svg`,
    name: 'getQrCode',
    summary: "Returns the address of the room's page as a QR code.",
    responses: { 200: { description: 'The QR code. Cached for a day.', type: 'image/svg+xml' } },
    errors: ['not-found'],
    handler: (c) => qrCodeResponse(`${siteOrigin(c)}/${roomFromPath(c).name}`),
  },
  {
    method: 'GET',
    path: `${path}/:document`,
    name: 'getDocument',
    summary: "Returns a document that the game's clients request.",
    responses: { 200: { description: 'The document.', type: '*/*' } },
    errors: ['not-found'],
    handler: (c) => serveDocument(c, roomFromPath(c)),
  },
  {
    method: 'GET',
    path,
    name: 'enterRoom',
    summary:
      "Returns the room's page. With an upgrade, connects a player over a WebSocket, one packet of the game per message.",
    responses: {
      101: { description: 'The player is connected.' },
      200: { description: 'The page.', type: 'text/html' },
    },
    errors: ['not-found'],
    handler: (c) => connectOrShowPage(c, roomFromPath(c)),
  },
]

/** Operations for the files that are also available below the room's path in the API. */
export function apiFileOperations(games: readonly Game[]): HandledOperation[] {
  return games.flatMap((game) =>
    Object.entries(entriesInAllStages(game, 'apiFiles')).map(
      ([file, summary]): HandledOperation => ({
        method: 'GET',
        path: `/api/rooms/${game.slug}/:room/${file}`,
        name: `${game.slug}.${file}`,
        summary,
        token: 'host',
        responses: { 200: { description: 'The file.', type: '*/*' } },
        errors: ['not-found'],
        handler: (c) => serveFile(c, { game, name: roomNameFromPath(c, game) }, file),
      }),
    ),
  )
}

/** If two games define the same path, the path belongs to the first game. */
function documentAliases(games: readonly Game[]) {
  return games.flatMap((game) =>
    Object.entries(game.documents ?? {}).flatMap(([name, document]) =>
      document.aliases.map((alias) => ({ game, name, alias })),
    ),
  )
}

async function connectOrShowPage(c: AppContext, ref: RoomRef): Promise<Response> {
  if (isWebSocketUpgrade(c)) return rejectForeignPage(c, ref.game) ?? forwardToRoom(c, ref.name, 'play')
  try {
    return await showRoomPage(c, ref)
  } catch (error) {
    const progress =
      error instanceof ApiError && error.status === 404 && (await creationProgressOf(c, ref.name))
    if (!progress) throw error
    return pageResponse(c, creationProgressPage(ref.game, progress))
  }
}

async function showRoomPage(c: AppContext, { game: ofRoom, name }: RoomRef): Promise<Response> {
  const hasOwnHomePage = gameWithItsStages(ofRoom).every(roomHomePage)
  const stateResult = await cachedRoomState(c, name, hasOwnHomePage ? 'withoutView' : undefined)
  const { state, addresses } = stateResult
  const game = gameInStage(ofRoom, state.stage) ?? ofRoom
  const ownPart = roomHomePage(game)
  const room = toRoomResponse(c, game, { state, addresses })
  const readable = state.status === 'open' || state.status === 'closed'
  const publicFiles = state.status === 'damaged' ? [] : await publicFileNames(c, name)
  const own = ownPart && readable ? await gamePageContent(c, game, ownPart, name, stateResult) : undefined
  const stories = state.stories === undefined ? undefined : await cachedStories(c, name)
  const visitor = { location: clientLocationOf(c.req.raw) }
  return revalidatedPage(
    c,
    await pageResponse(c, roomPage(game, room, publicFiles, siteOrigin(c), { own, stories, ...visitor })),
  )
}

async function publicFileNames(c: AppContext, name: string): Promise<readonly string[]> {
  const load = async () => {
    const files = await (await findRoom(c, name)).listFiles()
    return files.filter(({ secret }) => !secret).map((file) => file.name)
  }
  return (await readCached(c, `files ${name}`, pageTtl(c), load)).value!
}

async function watchWorld(c: AppContext, { game, name }: RoomRef): Promise<Response> {
  if (!game.createSpectatorFeed) throw notFoundError(`${game.title} cannot be watched`)
  if (!isWebSocketUpgrade(c)) {
    if (prefersHtml(c)) return showWatchPage(c, { game, name })
    throw upgradeRequiredError()
  }
  return rejectForeignPage(c, game) ?? forwardToRoom(c, name, 'watch')
}

async function openLink(c: AppContext, name: string): Promise<Response> {
  await requireSidecarToken(c)
  if (!isWebSocketUpgrade(c)) throw upgradeRequiredError()
  return forwardToRoom(c, name, 'link')
}

/**
 * Hands the socket over to the room. The internal path contains only the name of the gateway. With the public path,
 * clients of a room named `link` would reach the gateway for sidecars.
 */
async function forwardToRoom(
  c: AppContext,
  name: string,
  gateway: 'play' | 'link' | 'watch',
): Promise<Response> {
  const room = await findRoom(c, name)
  const answer = await room.fetch(toRoomRequest(c, `https://room/${gateway}`))
  if (answer.status === 404) throw missingRoomError(c, name)
  if (answer.status === unknownUpgradePathStatus)
    throw new VersionMismatch(`the room does not support ${gateway} upgrades`)
  return answer
}

async function serveFile(
  c: AppContext,
  ref: RoomRef,
  fileName = c.req.param('name') ?? '',
): Promise<Response> {
  const { game, name } = ref
  const room = await findRoom(c, name)
  const file = await room.readFile(fileName, await hasOwnerToken(c, room, name))
  if (file === undefined) throw noneNamedError('file of this room', fileName)
  if (file === 'secret') throw unauthorizedError('this file needs the room token or the site token')
  if (typeof file === 'string') throw unknownResultError('readFile', file)
  const transformed = await transformedFile(c, ref, file)
  // The game can change the transformed file at any time, so clients must revalidate it.
  return transformed === file ? fileResponse(c, game, file) : fileResponse(c, game, transformed, 0)
}

/** Returns `file` itself if the game does not transform it. */
async function transformedFile(
  c: AppContext,
  { game, name }: RoomRef,
  file: RoomFileResponse,
): Promise<RoomFileResponse> {
  if (!game.transformFile || file.secret || !(file.body instanceof Uint8Array)) return file
  const { connect } = toRoomResponse(c, game, await readRoomState(c, name, 'withoutView'))
  return connect?.[0] === undefined ? file : { ...file, body: game.transformFile(file.body, connect[0]) }
}

async function servePicture(c: AppContext, { game, name }: RoomRef): Promise<Response> {
  if (!game.drawPicture) throw notFoundError(`${game.title} has no pictures of its rooms`)
  return pictureResponse(c, name, async () => (await findRoom(c, name)).picture())
}

async function serveSiteDocument(c: AppContext, game: Game, document: string): Promise<Response> {
  const name = `${game.slug}/${c.env.SITE_ROOM || 'harbor'}`
  return renderDocument(c, game, name, game.documents?.[document])
}

async function serveDocument(c: AppContext, { game, name }: RoomRef): Promise<Response> {
  const documentName = c.req.param('document') ?? ''
  const document = Object.hasOwn(game.documents ?? {}, documentName)
    ? game.documents?.[documentName]
    : undefined
  return renderDocument(c, game, name, document)
}

async function renderDocument(c: AppContext, game: Game, name: string, document: GameDocument | undefined) {
  if (!document) throw notFoundError()
  const room = await readListedRoom(c, name)
  if (!room) throw missingRoomError(c, name)
  return uncachedFileResponse(
    document.type,
    document.render(
      toRoomInDocument(room),
      nearestAddress(transportForDocuments(game), room, clientLocationOf(c.req.raw)),
    ),
  )
}
