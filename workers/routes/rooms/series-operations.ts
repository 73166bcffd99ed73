// A series is a group of rooms of one game that share a board of players.
import type { SeriesBoard } from '../../../durable-objects/model/series.ts'
import type { Game } from '../../../games/game.ts'
import { seriesNamePattern } from '../../../games/shared/options/series-option.ts'
import { seriesErasureQuery } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { invalidFieldError, jsonResponse, noneNamedError } from '../../api/responses/api-error.ts'
import { siteOrigin } from '../../api/responses/room-response.ts'
import { pageTtl, readCached } from '../../cache/cache-policy.ts'
import { type AppContext, gameFromPath, type HandledOperation } from '../../context/routing.ts'
import { callWithSeriesKey } from '../../http/auth/tokens.ts'
import { readQuery } from '../../http/request/request-fields.ts'
import { pageResponse } from '../../http/response/page-response.ts'
import { seriesPage } from '../../pages/rooms/series.tsx'
import { directoryStub } from '../../platform/stubs.ts'
import { withSeconds } from './story-operations.ts'

const path = '/api/series/:game/:series'

export const seriesOperations: readonly HandledOperation[] = [
  {
    method: 'GET',
    path,
    name: 'readSeries',
    summary:
      'Returns the rooms of a series that have had players, including deleted rooms, and the board of these players: the sums over the 50 best players of each room.',
    responses: { 200: { description: 'The series.', schema: 'Series' } },
    errors: ['not-found'],
    handler: (c) => readSeries(c, seriesFromPath(c)),
  },
  {
    method: 'DELETE',
    path,
    name: 'eraseFromSeries',
    summary:
      'Erases rows of deleted rooms: all rows of one room, or all rows of a player. To erase a player from a room that exists, use `erasePlayerData`.',
    token: 'series',
    query: seriesErasureQuery,
    responses: { 200: { description: 'The rows are erased.', schema: 'ErasedFromSeries' } },
    errors: ['invalid', 'not-found'],
    handler: (c) => eraseFromSeries(c, seriesFromPath(c)),
  },
  {
    method: 'GET',
    path: '/series/:game/:series',
    name: 'showSeries',
    summary: 'Returns the page of a series.',
    responses: { 200: { description: 'The page.', type: 'text/html' } },
    errors: ['not-found'],
    handler: (c) => showSeries(c, seriesFromPath(c)),
  },
]

interface SeriesRef {
  readonly game: Game
  /** `game/name`. */
  readonly id: string
  readonly name: string
}

function seriesFromPath(c: AppContext): SeriesRef {
  const game = gameFromPath(c)
  const name = c.req.param('series') ?? ''
  if (!seriesNamePattern.test(name)) throw noSeries(`${game.slug}/${name}`)
  return { game, name, id: `${game.slug}/${name}` }
}

const noSeries = (id: string) => noneNamedError('series', id)

async function cachedSeries(c: AppContext, { id }: SeriesRef): Promise<SeriesBoard> {
  const load = () => directoryStub(c.env).readSeries(id)
  const weigh = ({ rooms, board }: SeriesBoard) => 1 + ((rooms.length + board.length) * 100) / 1024
  const series = (await readCached(c, `series ${id}`, pageTtl(c), load, weigh)).value
  if (!series) throw noSeries(id)
  return series
}

async function readSeries(c: AppContext, series: SeriesRef): Promise<Response> {
  const { rooms, board } = await cachedSeries(c, series)
  return jsonResponse<Answers['Series']>({
    ...{ game: series.game.slug, series: series.name },
    rooms: rooms.map(({ name, title, isDamaged }) => ({
      room: name.slice(name.indexOf('/') + 1),
      ...(title !== undefined && { title }),
      ...(isDamaged && { damaged: true as const }),
    })),
    board: board.map(withSeconds),
  })
}

async function eraseFromSeries(c: AppContext, { game, id }: SeriesRef): Promise<Response> {
  const { room, player } = readQuery(seriesErasureQuery, c.req.query())
  if ((room === undefined) === (player === undefined))
    throw invalidFieldError('room', 'pass a room or a player')
  const what = player === undefined ? { room: `${game.slug}/${room}` } : { player }
  const erased = await callWithSeriesKey(c, id, (credential) =>
    directoryStub(c.env).eraseFromSeries(id, what, credential),
  )
  if (erased === undefined) throw noSeries(id)
  return jsonResponse<Answers['ErasedFromSeries']>({ rooms: erased })
}

async function showSeries(c: AppContext, series: SeriesRef): Promise<Response> {
  return pageResponse(c, seriesPage(series.game, series.name, await cachedSeries(c, series), siteOrigin(c)))
}
