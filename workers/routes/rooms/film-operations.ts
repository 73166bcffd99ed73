// Everybody who may watch the room can play its film and clips.
import type { Game } from '../../../games/game.ts'
import { filmSegmentQuery } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { jsonResponse, noneWithIdError, notFoundError } from '../../api/responses/api-error.ts'
import { type RoomResponse, siteOrigin, toRoomResponse } from '../../api/responses/room-response.ts'
import { findRoom, requireResult } from '../../cache/room-locator.ts'
import { cachedRoomState } from '../../cache/room-state.ts'
import { type AppContext, type HandledOperation, type RoomRef, roomFromPath } from '../../context/routing.ts'
import { clientAddressOf } from '../../http/request/client-address.ts'
import { parseTime, readQuery } from '../../http/request/request-fields.ts'
import { pageResponse } from '../../http/response/page-response.ts'
import type { Page } from '../../pages/layout/frame.tsx'
import { clipPage, filmPage } from '../../pages/rooms/film.tsx'

/** Recorded data must not be cached, because erasing a player rewrites the data. */
const recordedHeaders = { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' } as const

/** Register these operations before the documents of rooms, whose path pattern also matches these paths. */
export const filmPageOperations: readonly HandledOperation[] = [
  {
    method: 'GET',
    path: '/:game/:room/film',
    name: 'showFilm',
    summary: "Returns the page that plays the room's film. `?t=` is the time to start at (ISO 8601).",
    responses: { 200: { description: 'The page.', type: 'text/html' } },
    errors: ['not-found'],
    handler: (c) => {
      const at = c.req.query('t')
      return showPage(c, roomFromPath(c), (...of) => filmPage(...of, at))
    },
  },
  {
    method: 'GET',
    path: '/:game/:room/clips/:id',
    name: 'showClip',
    summary: "Returns the page that plays a clip of the room's film.",
    responses: { 200: { description: 'The page.', type: 'text/html' } },
    errors: ['not-found'],
    handler: async (c) => {
      const ref = roomFromPath(c)
      const id = c.req.param('id') ?? ''
      await readClip(c, ref, id)
      return showPage(c, ref, (...of) => clipPage(...of, id))
    },
  },
]

const path = '/api/rooms/:game/:room'

export const filmOperations: readonly HandledOperation[] = [
  {
    method: 'GET',
    path: `${path}/film`,
    name: 'getFilm',
    summary:
      "Returns the periods that the room's film covers, and the events in them. The option `film` turns on the film.",
    responses: { 200: { description: 'The periods, with the oldest first.', schema: 'Film' } },
    errors: ['not-found', 'refused'],
    handler: (c) => getFilm(c, roomFromPath(c)),
  },
  {
    method: 'GET',
    path: `${path}/film/segment`,
    name: 'getFilmSegment',
    summary:
      'Returns the segment of the film that covers a time, or else the next segment. A segment contains a snapshot and about a minute of changes, as spectators received them, in the format of `wire/film/film-segment.ts`.',
    query: filmSegmentQuery,
    responses: { 200: { description: 'The segment.', type: 'application/octet-stream' } },
    errors: ['invalid', 'not-found', 'refused'],
    handler: (c) => getFilmSegment(c, roomFromPath(c)),
  },
  {
    method: 'GET',
    path: `${path}/clips/:id`,
    name: 'getClip',
    summary: 'Returns a clip in the format of `wire/film/film-clip.ts`, to everybody who knows its id.',
    responses: { 200: { description: 'The clip.', type: 'application/octet-stream' } },
    errors: ['not-found'],
    handler: async (c) => {
      const clip = await readClip(c, roomFromPath(c), c.req.param('id') ?? '')
      return new Response(clip, { headers: recordedHeaders })
    },
  },
]

async function showPage(
  c: AppContext,
  { game, name }: RoomRef,
  render: (game: Game, room: RoomResponse, origin: string) => Page,
): Promise<Response> {
  requireFeed(game)
  const room = toRoomResponse(c, game, await cachedRoomState(c, name, 'withoutView'))
  return pageResponse(c, render(game, room, siteOrigin(c)))
}

async function getFilm(c: AppContext, { game, name }: RoomRef): Promise<Response> {
  requireFeed(game)
  const room = await findRoom(c, name)
  const { isOn, stretches, marks } = requireResult(c, name, await room.readFilm(clientAddressOf(c)))
  return jsonResponse<Answers['Film']>({ filmed: isOn, stretches, marks })
}

async function getFilmSegment(c: AppContext, { game, name }: RoomRef): Promise<Response> {
  requireFeed(game)
  const at = parseTime('at', readQuery(filmSegmentQuery, c.req.query()).at)
  const room = await findRoom(c, name)
  const segment = requireResult(c, name, await room.readFilmSegment(at, clientAddressOf(c)))
  if (segment === null) throw notFoundError('the film has no recording of this time or later')
  return new Response(segment as Uint8Array<ArrayBuffer>, { headers: recordedHeaders })
}

async function readClip(
  c: AppContext,
  { game, name }: RoomRef,
  id: string,
): Promise<Uint8Array<ArrayBuffer>> {
  requireFeed(game)
  const room = await findRoom(c, name)
  const clip = requireResult(c, name, await room.readClip(id))
  if (clip === null) throw noneWithIdError('clip', id, 'its host may have deleted it')
  return clip as Uint8Array<ArrayBuffer>
}

function requireFeed(game: Game): void {
  if (!game.createSpectatorFeed) throw notFoundError(`${game.title} cannot be watched`)
}
