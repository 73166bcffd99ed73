// `/api`: lists, creates, shows, changes and deletes rooms; accepts sidecars.
import { unknownResult } from '../../../durable-objects/rpc/versioned-calls.ts'
import { maxSubscribedRooms, type RoomRpc, type RoomPatch } from '../../../durable-objects/rpc/rpc-types.ts'

import type { Game } from '../../../games/game.ts'
import { isRefusal } from '../../../games/refusal.ts'
import { isLoopback } from '../../../wire/net/ip-address.ts'
import { parsePortRange } from '../../../wire/net/port-range.ts'
import { type Region, nearestRegion } from '../../../wire/net/region.ts'
import { ApiError, invalid, jsonResponse, gameRefusal, tooManyRequests, unauthorized, upgradeRequired } from '../../api/responses/api-error.ts'
import { originOf, toRoomResponse, siteAddressOf, roomUrls } from '../../api/responses/room-response.ts'
import { requireCreationProgress } from '../../create/creation-progress.ts'
import { readMultipartForm, readJsonObject } from '../../http/request/body.ts'
import {
  changeFields,
  creationForm,
  liveQuery,
  maxPageSize,
  roomsQuery,
  sidecarQuery,
} from '../../api/description/fields.ts'
import { type RoomForm, readQuery, parseRoomForm, parseRoomPatch } from '../../http/request/request-fields.ts'
import { requireRoomOwner } from '../owner/require-owner.ts'
import { respondWithProgress, ndjsonType, type OnProgress } from '../../http/response/ndjson-progress.ts'
import { runCreation } from '../../platform/resumable-calls.ts'
import type { DirectoryClient } from '../../cache/directory-client.ts'
import { moderationOperations } from '../owner/moderation-operations.ts'
import { directoryOf, roomNamed } from '../../platform/stubs.ts'
import { isOwnOrigin, rejectForeignPage } from '../../http/auth/page-origin.ts'
import { clientAddressOf, toRoomRequest, clientLocationOf } from '../../http/request/client-address.ts'
import { isUnopenableDatabase, readRoomState } from '../../cache/room-state.ts'
import { type AppContext, roomFromPath, type HandledOperation, isWebSocketUpgrade } from '../../context/routing.ts'
import type { RoomLocator } from '../../cache/room-locator.ts'
import { bearerToken, hasSiteToken, requireSidecarToken, requireSiteToken } from '../../http/auth/tokens.ts'
import { randomRoomName } from '../../create/random-room-name.ts'

/** All operations of `/api`; any other path under it is 404. */
export function apiOperations(games: readonly Game[], locator: RoomLocator, directoryClient: DirectoryClient): HandledOperation[] {
  return [
    ...siteOperations(games, directoryClient),
    ...roomApiOperations(games, locator),
    ...moderationOperations(games, locator),
  ]
}

function siteOperations(games: readonly Game[], directoryClient: DirectoryClient): HandledOperation[] {
  return [
    {
      method: 'GET',
      path: '/api/rooms',
      name: 'listRooms',
      summary:
        'Rooms, without what their games show: all of them, or a page at a time. A list may be some seconds old, but for ' +
        'who shows a token.',
      query: roomsQuery,
      responses: {
        200: { description: 'The rooms, by name; with `next` there are more behind them.', schema: 'Rooms' },
      },
      errors: ['invalid'],
      handler: (c) => listRooms(c, games, directoryClient),
    },
    {
      method: 'POST',
      path: '/api/rooms',
      name: 'createRoom',
      summary:
        'Founds a room, of a file where the game takes or wants one. A large one is made in parts, and who accepts ' +
        `\`${ndjsonType}\` is told how far it is.`,
      token: 'creator',
      form: creationForm,
      responses: {
        200: {
          description:
            'A line of JSON for each part that is done, `{"room": "game/name", "share": 0.4}`, and at the end ' +
            '`{"status": 201, "answer": …}`: what would have been answered without.',
          type: ndjsonType,
        },
        201: { description: 'The room is there.', schema: 'CreatedRoom' },
      },
      errors: ['invalid', 'taken', 'too-large', 'unsupported', 'refused', 'slow-down'],
      handler: (c) => respondWithProgress(c, (tell) => handleCreate(c, games, tell)),
    },
    {
      method: 'GET',
      path: '/api/live',
      name: 'watchRooms',
      summary: 'Tells, by WebSocket and at most once a second, how rooms are that have changed.',
      query: liveQuery,
      responses: {
        101: { description: 'From now on messages are `LiveRooms`.' },
        426: { description: 'A WebSocket is wanted.', schema: 'Error' },
      },
      errors: ['invalid'],
      handler: subscribeToRooms,
    },
    {
      method: 'GET',
      path: '/api/sidecar',
      name: 'connectSidecar',
      summary: 'A sidecar comes in, by WebSocket: it is told which doors to open, and says where they are.',
      token: 'sidecar',
      query: sidecarQuery,
      responses: {
        101: { description: 'It is in.' },
        426: { description: 'A WebSocket is wanted.', schema: 'Error' },
      },
      errors: ['invalid'],
      handler: connectSidecar,
    },
  ]
}

function roomApiOperations(games: readonly Game[], locator: RoomLocator): HandledOperation[] {
  const path = '/api/rooms/:game/:room'
  return [
    {
      method: 'GET',
      path,
      name: 'showRoom',
      summary: 'One room, with what its game shows.',
      responses: { 200: { description: 'The room.', schema: 'Room' } },
      errors: ['not-found'],
      handler: (c) => showRoom(c, locator, roomFromPath(c, games)),
    },
    {
      method: 'PATCH',
      path,
      name: 'changeRoom',
      summary: 'Changes what is named, and leaves the rest.',
      token: 'host',
      json: changeFields,
      responses: { 200: { description: 'The room as it is now.', schema: 'Room' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported', 'refused'],
      handler: (c) => changeRoom(c, locator, roomFromPath(c, games)),
    },
    {
      method: 'DELETE',
      path,
      name: 'deleteRoom',
      summary: 'Ends a room and forgets it.',
      token: 'host',
      responses: { 204: { description: 'It is gone.' } },
      errors: ['not-found'],
      handler: (c) => deleteRoom(c, locator, roomFromPath(c, games).name),
    },
    {
      method: 'GET',
      path: `${path}/founding`,
      name: 'showFounding',
      summary: 'How far a room is that is being made, and is in no list yet.',
      responses: { 200: { description: 'It is being made.', schema: 'Founding' } },
      errors: ['not-found'],
      handler: async (c) => jsonResponse(await requireCreationProgress(c, roomFromPath(c, games).name)),
    },
    {
      method: 'POST',
      path: `${path}/token`,
      name: 'renewToken',
      summary: "A new token for a room's host; the old one is void.",
      token: 'site',
      responses: { 201: { description: 'The token, told this once.', schema: 'Token' } },
      errors: ['not-found'],
      handler: (c) => renewToken(c, locator, roomFromPath(c, games).name),
    },
  ]
}

type RoomRef = ReturnType<typeof roomFromPath>

/** Without `limit` the answer has all rooms, read page by page. */
async function listRooms(c: AppContext, games: readonly Game[], directoryClient: DirectoryClient): Promise<Response> {
  const { limit, after = '' } = readQuery(roomsQuery, c.req.query())
  const pageSize = limit === undefined ? maxPageSize : Number(limit)
  const first = await directoryClient.page(c, after, pageSize)
  const rooms = [...first.rooms]
  let { next } = first
  while (limit === undefined && next !== undefined) {
    const page = await directoryClient.page(c, next, pageSize)
    rooms.push(...page.rooms)
    next = page.next
  }
  const gameOf = (slug: string) => games.find((game) => game.slug === slug)
  const answer = jsonResponse({
    rooms: rooms.map((room) => toRoomResponse(gameOf(room.game), room, room.addresses, siteAddressOf(c))),
    ...(next !== undefined && { next }),
  })
  if (bearerToken(c.req.raw) === undefined)
    answer.headers.set('cache-control', 'public, max-age=1, stale-while-revalidate=5')
  return answer
}

async function showRoom(c: AppContext, locator: RoomLocator, { game, name }: RoomRef): Promise<Response> {
  const { state, addresses } = await readRoomState(c, locator, name)
  return jsonResponse(toRoomResponse(game, state, addresses, siteAddressOf(c)))
}

async function handleCreate(c: AppContext, games: readonly Game[], onProgress: OnProgress): Promise<Response> {
  await requireCreatePermission(c)
  const form = parseRoomForm(await readMultipartForm(c), games)
  const { room, title, adminToken, warnings } = await createRoom(c, form, onProgress)
  const { url, websocket } = roomUrls(originOf(c), form.game.slug, room)
  const host = `${url}/host#${adminToken}`
  return jsonResponse({ game: form.game.slug, room, title, url, websocket, host, adminToken, warnings }, 201)
}

/**
 * Throws 401 unless the site is open to all or the request has its token, and 429 for too many rooms. Even an open
 * site refuses pages of other sites: they would make their visitors' browsers create rooms.
 */
export async function requireCreatePermission(c: AppContext): Promise<void> {
  if (c.env.CREATE !== 'open') return requireSiteToken(c)
  if (await hasSiteToken(c)) return
  if (!isOwnOrigin(c))
    throw unauthorized("a page of another site creates rooms here only with this site's token")
  const address = clientAddressOf(c.req.raw, c.env)
  if (isLoopback(address)) return
  const waitMs = await directoryOf(c.env).admitRoomCreation(address, maxRooms(c.env.MAX_ROOMS))
  if (waitMs === 0) return
  if (waitMs === 'full')
    throw new ApiError(
      'unavailable',
      'this site has as many rooms as it takes. Only its operator can create more',
    )
  throw tooManyRequests('this address has created many rooms just now', waitMs)
}

const defaultMaxRooms = 1000

/** `MAX_ROOMS`: a whole number; anything else means the default. */
function maxRooms(setting: string | undefined): number {
  return /^\d{1,9}$/.test(setting ?? '') ? Number(setting) : defaultMaxRooms
}

/** Random choice finds a free name among 262,144 in fewer tries, unless almost all are taken. */
const maxNameAttempts = 8

/** Creates the room, by default under a random free name. Throws its errors. `tell`: receives progress per part. */
export async function createRoom(c: AppContext, form: RoomForm, onProgress: OnProgress = () => {}) {
  if (form.room !== undefined) {
    const created = await createNamedRoom(c, form, form.room, onProgress)
    if (!created)
      throw new ApiError('taken', `there is a room ${form.game.slug}/${form.room}`, { field: 'room' })
    return created
  }
  for (let i = 0; i < maxNameAttempts; i++) {
    const made = await createNamedRoom(c, form, randomRoomName(randomBytes), onProgress)
    if (made) return made
  }
  throw new ApiError('unavailable', 'no free name was found; give one')
}

const randomBytes = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes)

async function createNamedRoom(c: AppContext, form: RoomForm, room: string, onProgress: OnProgress) {
  const title = form.title ?? titleFromName(room)
  const region = form.region ?? nearestRegion(c)
  const files = async () =>
    Promise.all(
      form.files.map(async ({ field, file }) => ({
        ...{ field, name: file.name },
        body: await c.get('files').read(file),
      })),
    )
  const create = async (object: RoomRpc, generation: number) =>
    object.createRoom({
      ...{ game: form.game.slug, room, generation, title },
      ...(region && { region }),
      ...{ options: form.options, listen: form.listen, files: await files() },
    })
  const created = await reserveAndCreate(c, `${form.game.slug}/${room}`, region, create, onProgress)
  return created && { ...created, room, title }
}

/** Undefined if the name is taken. On any other error throws and releases the name. */
export async function reserveAndCreate(
  c: AppContext,
  name: string,
  region: Region | undefined,
  create: (object: RoomRpc, generation: number) => ReturnType<RoomRpc['createRoom']>,
  onProgress: OnProgress = () => {},
) {
  const directory = directoryOf(c.env)
  const generation = (await directory.reserveName(name)) ?? (await reclaimName(c, name))
  if (generation === undefined) return undefined
  let result: Awaited<ReturnType<typeof runCreation>>
  const stub = () => roomNamed(c.env, name, region)
  try {
    result = await runCreation(stub, generation, await create(stub(), generation), async (share) => {
      onProgress({ room: name, share })
      await directory.extendReservation(name, generation).catch(() => {}) // it expires, and the room lets nobody else create it
    })
  } catch (error) {
    await directory.releaseName(name, generation)
    if (!isUnopenableDatabase(error)) throw error
    // As for an abandoned room: only someone with access to the files can clear it away.
    throw new ApiError('unavailable', `a damaged database lies under ${name}; a new start puts it aside`)
  }
  if (result && 'adminToken' in result) return result
  // Whatever a newer room means by another answer, its name is not free.
  if (result && !isRefusal(result)) throw unknownResult('found', result)
  await directory.releaseName(name, generation)
  if (result) throw gameRefusal(result)
  return undefined
}

/**
 * The name may still be reserved for a creation that was lost with its Worker or room. If no creation is running,
 * releases the name and reserves it again. If two callers do this at once, the room accepts one.
 */
async function reclaimName(c: AppContext, name: string): Promise<number | undefined> {
  const directory = directoryOf(c.env)
  const generation = await directory.reservedGeneration(name)
  if (generation === undefined || (await roomNamed(c.env, name).creationProgress()) !== undefined) return undefined
  await directory.releaseName(name, generation)
  return directory.reserveName(name)
}

/** The region nearest to the owner, for a request without a region. */
function nearestRegion(c: AppContext): Region | undefined {
  const place = clientLocationOf(c.req.raw)
  return place && nearestRegion(place)
}

/** Turns `bacon-kitchen-broom` into `Bacon Kitchen Broom`. */
const titleFromName = (room: string) =>
  room
    .split('-')
    .filter((word) => word !== '')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ')

async function changeRoom(c: AppContext, locator: RoomLocator, { game, name }: RoomRef): Promise<Response> {
  const room = await requireRoomOwner(c, locator, name)
  const change: RoomPatch = parseRoomPatch(await readJsonObject(c.req.raw), game)
  const state = await room.patch(change)
  if (!state) throw locator.missing(name)
  if (isRefusal(state)) throw gameRefusal(state)
  if (!('status' in state)) throw unknownResult('patch', state)
  const listed = await directoryOf(c.env).getRoom(name)
  return jsonResponse(toRoomResponse(game, state, listed?.addresses ?? [], siteAddressOf(c)))
}

async function deleteRoom(c: AppContext, locator: RoomLocator, name: string): Promise<Response> {
  const room = await requireRoomOwner(c, locator, name)
  const directory = directoryOf(c.env)
  const listed = await directory.getRoom(name)
  const removed = await removeRoomObject(room)
  // A room that was lost, or cannot read its own records, cannot release its name.
  if (listed) await directory.removeRoom(name, listed.generation)
  if (!removed && !listed) throw locator.missing(name)
  return new Response(null, { status: 204 })
}

/** False: there is no room, or it cannot be opened. */
async function removeRoomObject(room: RoomRpc): Promise<boolean> {
  try {
    return await room.deleteRoom()
  } catch (error) {
    if (!isUnopenableDatabase(error)) throw error
    return false
  }
}

async function renewToken(c: AppContext, locator: RoomLocator, name: string): Promise<Response> {
  await requireSiteToken(c)
  const adminToken = await (await locator.room(c, name)).renewToken()
  if (adminToken === undefined) throw locator.missing(name)
  return jsonResponse({ adminToken }, 201)
}

/** `room` may be repeated. Throws 400 for a malformed name, and for too many. */
function requestedRooms(c: AppContext): readonly string[] {
  const names = c.req.queries('room') ?? []
  if (names.length > maxSubscribedRooms) throw invalid('room', `at most ${maxSubscribedRooms} rooms are named`)
  for (const name of names) readQuery(liveQuery, { room: name })
  return names
}

/** Subscribes to the named rooms and sends their state at once; without names, to all rooms. */
async function subscribeToRooms(c: AppContext): Promise<Response> {
  if (!isWebSocketUpgrade(c)) throw upgradeRequired()
  const rejection = rejectForeignPage(c)
  if (rejection) return rejection
  const names = requestedRooms(c)
  const query = new URLSearchParams(names.map((name) => ['room', name]))
  const answer = await directoryOf(c.env).fetch(toRoomRequest(c.req.raw, c.env, `https://directory/live?${query}`))
  if (answer.status === 503) throw new ApiError('unavailable', 'too many look on already')
  return answer
}

async function connectSidecar(c: AppContext): Promise<Response> {
  await requireSidecarToken(c)
  if (!isWebSocketUpgrade(c)) throw upgradeRequired()
  const { region = nearestRegion(c), ports } = readQuery(sidecarQuery, c.req.query())
  if (ports !== undefined && !parsePortRange(ports)) throw invalid('ports', 'a range as 40000-40099 is wanted')
  requestedRooms(c)
  const url = new URL(c.req.url)
  if (region) url.searchParams.set('region', region)
  return directoryOf(c.env).fetch(new Request(url, c.req.raw))
}
