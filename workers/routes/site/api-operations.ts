import { maxSubscribedRooms } from '../../../durable-objects/rpc/rpc-types.ts'
import { parsePortRange } from '../../../wire/net/port-range.ts'
import {
  creationForm,
  liveQuery,
  maxPageSize,
  roomPatchFields,
  roomsQuery,
  sidecarQuery,
} from '../../api/description/fields.ts'
import type { Answers } from '../../api/responses/answers.ts'
import {
  ApiError,
  invalidFieldError,
  jsonResponse,
  notFoundError,
  upgradeRequiredError,
} from '../../api/responses/api-error.ts'
import { toRoomResponse } from '../../api/responses/room-response.ts'
import { readListedRooms } from '../../cache/directory-client.ts'
import { findRoom } from '../../cache/room-locator.ts'
import { readRoomState } from '../../cache/room-state.ts'
import {
  type AppContext,
  type HandledOperation,
  isWebSocketUpgrade,
  type RoomRef,
  roomFromPath,
} from '../../context/routing.ts'
import { createRoom } from '../../create/create-room.ts'
import { requireCreatePermission } from '../../create/creation-policy.ts'
import { creationProgressOf } from '../../create/creation-progress.ts'
import { rejectForeignPage } from '../../http/auth/page-origin.ts'
import { bearerToken, requireSidecarToken, requireSiteToken } from '../../http/auth/tokens.ts'
import { readJsonObject, readMultipartForm } from '../../http/request/body.ts'
import { clientRegionOf, toRoomRequest } from '../../http/request/client-address.ts'
import { parseCreateRoomForm, readQuery } from '../../http/request/request-fields.ts'
import { ndjsonType, type OnProgress, respondWithProgress } from '../../http/response/ndjson-progress.ts'
import { directoryStub, roomStub } from '../../platform/stubs.ts'
import { createdResponse } from '../owner/created-response.ts'
import { moderationOperations } from '../owner/moderation-operations.ts'
import { OwnedRoom, requireOwnerFor } from '../owner/owned-room.ts'
import { deleteRoom, renewToken, undeleteRoom, updateRoom } from '../owner/owner-actions.ts'

const path = '/api/rooms/:game/:room'

export const apiOperations: readonly HandledOperation[] = [
  {
    method: 'GET',
    path: '/api/rooms',
    name: 'listRooms',
    summary:
      'Lists all rooms, or one page of them, without their public state. Without a token the list may be some seconds old.',
    query: roomsQuery,
    responses: {
      200: {
        description: 'The rooms, sorted by name. `next`: pass it as `after` to get the next page.',
        schema: 'Rooms',
      },
    },
    errors: ['invalid'],
    handler: listRooms,
  },
  {
    method: 'POST',
    path: '/api/rooms',
    name: 'createRoom',
    summary: `Creates a room, from files if the game accepts them. Large rooms are created in steps: accept \`${ndjsonType}\` to receive the progress.`,
    token: 'creator',
    form: creationForm,
    responses: {
      200: {
        description:
          'One JSON line per finished step, `{"room": "game/name", "share": 0.4}`. The last line is the result, `{"status": 201, "answer": …}`.',
        type: ndjsonType,
      },
      201: { description: 'The room was created.', schema: 'CreatedRoom' },
    },
    errors: ['invalid', 'taken', 'too-large', 'unsupported', 'refused', 'slow-down'],
    handler: (c) => respondWithProgress(c, (onProgress) => handleCreate(c, onProgress)),
  },
  {
    method: 'GET',
    path: '/api/live',
    name: 'watchRooms',
    summary: 'Sends the state of changed rooms over a WebSocket, at most once per second.',
    query: liveQuery,
    responses: {
      101: { description: 'The socket is open. Messages are `LiveRooms`.' },
      426: { description: 'The request is not a WebSocket upgrade.', schema: 'Error' },
    },
    errors: ['invalid'],
    handler: subscribeToRooms,
  },
  {
    method: 'GET',
    path: '/api/sidecar',
    name: 'connectSidecar',
    summary:
      'Connects a sidecar over a WebSocket. The site assigns listeners, and the sidecar reports their addresses.',
    token: 'sidecar',
    query: sidecarQuery,
    responses: {
      101: { description: 'The sidecar is connected.' },
      426: { description: 'The request is not a WebSocket upgrade.', schema: 'Error' },
    },
    errors: ['invalid'],
    handler: connectSidecar,
  },
  {
    method: 'GET',
    path,
    name: 'showRoom',
    summary: 'Returns one room with its public state.',
    responses: { 200: { description: 'The room.', schema: 'Room' } },
    errors: ['not-found'],
    handler: (c) => showRoom(c, roomFromPath(c)),
  },
  ...requireOwnerFor([
    {
      method: 'PATCH',
      path,
      name: 'changeRoom',
      summary: 'Changes the fields in the body. Other fields keep their values.',
      json: roomPatchFields,
      responses: { 200: { description: 'The changed room.', schema: 'Room' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported', 'refused'],
      handler: changeRoom,
    },
    {
      method: 'DELETE',
      path,
      name: 'deleteRoom',
      summary:
        'Deletes a room and its world. The site can restore the room for seven days, unless everybody can create rooms on this site and the room’s owner has deleted it.',
      responses: { 204: { description: 'Deleted.' } },
      errors: ['not-found'],
      handler: handleDelete,
    },
  ]),
  {
    method: 'POST',
    path: `${path}/undelete`,
    name: 'undeleteRoom',
    summary: 'Restores a room that was deleted in the last seven days, if its name is free.',
    token: 'site',
    responses: { 200: { description: 'The restored room.', schema: 'Room' } },
    errors: ['not-found', 'taken'],
    handler: (c) => handleUndelete(c, roomFromPath(c)),
  },
  {
    method: 'GET',
    path: `${path}/founding`,
    name: 'showFounding',
    summary: 'Returns the progress of a room that is being created and is not listed yet.',
    responses: { 200: { description: 'The progress.', schema: 'CreationProgress' } },
    errors: ['not-found'],
    async handler(c) {
      const { name } = roomFromPath(c)
      const progress = await creationProgressOf(c, name)
      if (!progress) throw notFoundError(`no room called ${name} is being created`)
      return jsonResponse<Answers['CreationProgress']>(progress)
    },
  },
  {
    method: 'POST',
    path: `${path}/token`,
    name: 'renewToken',
    summary: 'Creates a new room token. The old one stops working.',
    token: 'site',
    responses: { 201: { description: 'The token, returned only once.', schema: 'Token' } },
    errors: ['not-found'],
    handler: (c) => handleRenewToken(c, roomFromPath(c)),
  },
  ...moderationOperations,
]

/** Without `limit` the response contains all rooms. The Worker reads them page by page. */
async function listRooms(c: AppContext): Promise<Response> {
  const { limit, after = '' } = readQuery(roomsQuery, c.req.query())
  const pageSize = limit === undefined ? maxPageSize : Number(limit)
  const first = await readListedRooms(c, after, pageSize)
  const rooms = [...first.rooms]
  let { next } = first
  while (limit === undefined && next !== undefined) {
    const page = await readListedRooms(c, next, pageSize)
    rooms.push(...page.rooms)
    next = page.next
  }
  const gameOf = (slug: string) => c.get('games').find((game) => game.slug === slug)
  const answer = jsonResponse<Answers['Rooms']>({
    rooms: rooms.map((room) =>
      toRoomResponse(c, gameOf(room.game), { state: room, addresses: room.addresses }),
    ),
    ...(next !== undefined && { next }),
  })
  if (bearerToken(c.req.raw) === undefined)
    answer.headers.set('cache-control', 'public, max-age=1, stale-while-revalidate=5')
  return answer
}

async function showRoom(c: AppContext, { game, name }: RoomRef): Promise<Response> {
  return jsonResponse(toRoomResponse(c, game, await readRoomState(c, name)))
}

async function handleCreate(c: AppContext, onProgress: OnProgress): Promise<Response> {
  await requireCreatePermission(c)
  const form = parseCreateRoomForm(await readMultipartForm(c), c.get('games'))
  return createdResponse(c, await createRoom(c, form, onProgress))
}

async function changeRoom(room: OwnedRoom, c: AppContext): Promise<Response> {
  const state = await updateRoom(room, await readJsonObject(c.req.raw))
  const listed = await directoryStub(c.env).getRoom(room.name)
  return jsonResponse(toRoomResponse(c, room.game, { state, addresses: listed?.addresses ?? [] }))
}

async function handleDelete(room: OwnedRoom, c: AppContext): Promise<Response> {
  await deleteRoom(c, room)
  return new Response(null, { status: 204 })
}

async function handleUndelete(c: AppContext, ref: RoomRef): Promise<Response> {
  await requireSiteToken(c)
  await undeleteRoom(c, ref.name, roomStub(c.env, ref.name))
  return showRoom(c, ref)
}

async function handleRenewToken(c: AppContext, ref: RoomRef): Promise<Response> {
  await requireSiteToken(c)
  const room = new OwnedRoom(c, ref, await findRoom(c, ref.name))
  return jsonResponse<Answers['Token']>({ adminToken: await renewToken(room) }, 201)
}

/** The parameter `room` may be repeated. Throws 400 for a malformed name or too many names. */
function requestedRooms(c: AppContext): readonly string[] {
  const names = c.req.queries('room') ?? []
  if (names.length > maxSubscribedRooms)
    throw invalidFieldError('room', `at most ${maxSubscribedRooms} rooms are allowed`)
  for (const name of names) readQuery(liveQuery, { room: name })
  return names
}

/**
 * The WebSocket sends the state of the named rooms at once and after each change. Without names, it sends the state of
 * all rooms.
 */
async function subscribeToRooms(c: AppContext): Promise<Response> {
  if (!isWebSocketUpgrade(c)) throw upgradeRequiredError()
  const rejection = rejectForeignPage(c)
  if (rejection) return rejection
  const names = requestedRooms(c)
  const query = new URLSearchParams(names.map((name) => ['room', name]))
  const answer = await directoryStub(c.env).fetch(toRoomRequest(c, `https://directory/live?${query}`))
  if (answer.status === 503)
    throw new ApiError('unavailable', 'too many live connections to this site: try again later')
  return answer
}

async function connectSidecar(c: AppContext): Promise<Response> {
  await requireSidecarToken(c)
  if (!isWebSocketUpgrade(c)) throw upgradeRequiredError()
  const { region = clientRegionOf(c.req.raw), ports } = readQuery(sidecarQuery, c.req.query())
  if (ports !== undefined && !parsePortRange(ports))
    throw invalidFieldError('ports', 'must be a range, as in 40000-40099')
  requestedRooms(c)
  const url = new URL(c.req.url)
  if (region) url.searchParams.set('region', region)
  return directoryStub(c.env).fetch(new Request(url, c.req.raw))
}
