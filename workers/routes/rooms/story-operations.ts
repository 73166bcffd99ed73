import type { Board, Story, StoryPlayer } from '../../../durable-objects/model/story.ts'
import type { RoomStories } from '../../../durable-objects/rpc/rpc-types.ts'
import { gameInStage } from '../../../games/stages.ts'
import { storiesQuery } from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import { jsonResponse, noneWithIdError } from '../../api/responses/api-error.ts'
import { siteOrigin, toRoomResponse } from '../../api/responses/room-response.ts'
import { pageTtl, readCached } from '../../cache/cache-policy.ts'
import { findRoom, requireResult } from '../../cache/room-locator.ts'
import { cachedRoomState } from '../../cache/room-state.ts'
import { type AppContext, type HandledOperation, type RoomRef, roomFromPath } from '../../context/routing.ts'
import { readQuery } from '../../http/request/request-fields.ts'
import { pageResponse } from '../../http/response/page-response.ts'
import { pictureResponse } from '../../http/response/picture-response.ts'
import { storiesPage } from '../../pages/rooms/stories.tsx'

export const storyOperations: readonly HandledOperation[] = [
  {
    method: 'GET',
    path: '/api/rooms/:game/:room/stories',
    name: 'readStories',
    summary:
      "Returns the room's last 100 stories, with the newest first, and a board that sums up all stories of the room. Each match, game or day (UTC) with players is a story.",
    query: storiesQuery,
    responses: { 200: { description: 'The stories.', schema: 'Stories' } },
    errors: ['invalid', 'not-found'],
    handler: (c) => readStories(c, roomFromPath(c)),
  },
]

const path = '/:game/:room/stories'

export const storyPageOperations: readonly HandledOperation[] = [
  {
    method: 'GET',
    path,
    name: 'showStories',
    summary: "Returns the page of the room's stories.",
    responses: { 200: { description: 'The page.', type: 'text/html' } },
    errors: ['not-found'],
    handler: (c) => showStories(c, roomFromPath(c)),
  },
  {
    method: 'GET',
    path: `${path}/:number/picture.png`,
    name: 'getStoryPicture',
    summary: 'Returns the picture of a story, if it has one. It shows the world at the end of the story.',
    responses: {
      200: { description: 'The picture. Cached for a minute.', type: 'image/png' },
      304: { description: 'Not modified.' },
    },
    errors: ['not-found'],
    handler: (c) => serveStoryPicture(c, roomFromPath(c)),
  },
]

export async function cachedStories(c: AppContext, name: string): Promise<RoomStories> {
  const load = async () => (await findRoom(c, name)).readStories(0)
  return requireResult(c, name, (await readCached(c, `stories ${name}`, pageTtl(c), load, weigh)).value)
}

/** In kilobytes: about 100 bytes for each player. */
const weigh = ({ stories, board }: RoomStories) =>
  1 + (stories.reduce((sum, { players }) => sum + players.length, board.length) * 100) / 1024

async function readStories(c: AppContext, { name }: RoomRef): Promise<Response> {
  const { after = '0' } = readQuery(storiesQuery, c.req.query())
  const room = await findRoom(c, name)
  const { stories, current, board } = requireResult(c, name, await room.readStories(Number(after)))
  const here = `${siteOrigin(c)}/${name}/stories`
  return jsonResponse<Answers['Stories']>({
    stories: stories.map((story) => toStoryAnswer(story, here)),
    ...(current && { current: { from: time(current.from), players: current.players.map(withSeconds) } }),
    board: board.map(withSeconds),
  })
}

function toStoryAnswer({ isDrawn, number, from, to, players, ...story }: Story, here: string) {
  return {
    ...{ number, from: time(from), to: time(to), ...story, players: players.map(withSeconds) },
    ...(isDrawn && { picture: `${here}/${number}/picture.png` }),
  }
}

/** Converts the players' time in the room from milliseconds to seconds, the unit of the API. */
export function withSeconds<P extends StoryPlayer | Board['rows'][number]>({ ms, ...player }: P) {
  return { ...player, seconds: Math.round(ms / 1000) }
}

const time = (at: number) => new Date(at).toISOString()

async function showStories(c: AppContext, { game, name }: RoomRef): Promise<Response> {
  const { state, addresses } = await cachedRoomState(c, name, 'withoutView')
  const stories = await cachedStories(c, name)
  const staged = gameInStage(game, state.stage) ?? game
  const room = toRoomResponse(c, staged, { state, addresses })
  return pageResponse(c, storiesPage(staged, room, stories, siteOrigin(c)))
}

async function serveStoryPicture(c: AppContext, { name }: RoomRef): Promise<Response> {
  const number = c.req.param('number') ?? ''
  if (!/^[1-9]\d{0,14}$/.test(number)) throw noneWithIdError('story', number)
  return pictureResponse(c, `${name}/${number}`, async () =>
    (await findRoom(c, name)).storyPicture(Number(number)),
  )
}
