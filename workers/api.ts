// `/api`: lists, creates, shows, changes and deletes rooms; accepts sidecars.
import { unknownAnswer } from '../durable-objects/calls.ts'
import { mostNamed, type RoomCalls, type RoomPatch } from '../durable-objects/rooms.ts'

import type { Game } from '../games/game.ts'
import { isRefused } from '../games/refused.ts'
import { isLoopback } from '../wire/address.ts'
import { portRangeOf } from '../wire/ports.ts'
import { type Region, regionAt } from '../wire/region.ts'
import { ApiError, invalid, json, refusal, slowDown, unauthorized, upgradeWanted } from './answers/error.ts'
import { originOf, shown, siteOf, urlsOf } from './answers/shown.ts'
import { mustBeBegun } from './begun.ts'
import { readForm, readJsonObject } from './body.ts'
import {
  changeFields,
  foundingForm,
  liveQuery,
  mostOfAPage,
  roomsQuery,
  sidecarQuery,
} from './description/fields.ts'
import { type RoomForm, readQuery, roomForm, roomPatch } from './fields.ts'
import { hosted } from './hosted.ts'
import { inLines, linesType, type Telling } from './in-lines.ts'
import { foundToItsEnd } from './in-parts.ts'
import type { Listings } from './listings.ts'
import { moderationOperations } from './moderation.ts'
import { directoryOf, roomNamed } from './objects.ts'
import { isOwnPage, refusedPage } from './page-origin.ts'
import { addressOf, forRoom, placeOf } from './peer.ts'
import { isUnopened, roomState } from './room-state.ts'
import { type Asked, roomOf, type Served, wantsSocket } from './routes.ts'
import type { There } from './there.ts'
import { bearer, isSite, mustBeSidecar, mustBeSite } from './tokens.ts'
import { threeWords } from './words.ts'

/** All operations of `/api`; any other path under it is 404. */
export function apiOperations(games: readonly Game[], there: There, listings: Listings): Served[] {
  return [
    ...siteOperations(games, listings),
    ...ofOneRoom(games, there),
    ...moderationOperations(games, there),
  ]
}

function siteOperations(games: readonly Game[], listings: Listings): Served[] {
  return [
    {
      method: 'GET',
      path: '/api/rooms',
      name: 'listRooms',
      says:
        'Rooms, without what their games show: all of them, or a page at a time. A list may be some seconds old, but for ' +
        'who shows a token.',
      query: roomsQuery,
      answers: {
        200: { says: 'The rooms, by name; with `next` there are more behind them.', schema: 'Rooms' },
      },
      errors: ['invalid'],
      answer: (c) => listRooms(c, games, listings),
    },
    {
      method: 'POST',
      path: '/api/rooms',
      name: 'createRoom',
      says:
        'Founds a room, of a file where the game takes or wants one. A large one is made in parts, and who accepts ' +
        `\`${linesType}\` is told how far it is.`,
      token: 'creator',
      form: foundingForm,
      answers: {
        200: {
          says:
            'A line of JSON for each part that is done, `{"room": "game/name", "share": 0.4}`, and at the end ' +
            '`{"status": 201, "answer": …}`: what would have been answered without.',
          type: linesType,
        },
        201: { says: 'The room is there.', schema: 'CreatedRoom' },
      },
      errors: ['invalid', 'taken', 'too-large', 'unsupported', 'refused', 'slow-down'],
      answer: (c) => inLines(c, (tell) => createRoom(c, games, tell)),
    },
    {
      method: 'GET',
      path: '/api/live',
      name: 'watchRooms',
      says: 'Tells, by WebSocket and at most once a second, how rooms are that have changed.',
      query: liveQuery,
      answers: {
        101: { says: 'From now on messages are `LiveRooms`.' },
        426: { says: 'A WebSocket is wanted.', schema: 'Error' },
      },
      errors: ['invalid'],
      answer: lookOn,
    },
    {
      method: 'GET',
      path: '/api/sidecar',
      name: 'connectSidecar',
      says: 'A sidecar comes in, by WebSocket: it is told which doors to open, and says where they are.',
      token: 'sidecar',
      query: sidecarQuery,
      answers: {
        101: { says: 'It is in.' },
        426: { says: 'A WebSocket is wanted.', schema: 'Error' },
      },
      errors: ['invalid'],
      answer: connectSidecar,
    },
  ]
}

function ofOneRoom(games: readonly Game[], there: There): Served[] {
  const path = '/api/rooms/:game/:room'
  return [
    {
      method: 'GET',
      path,
      name: 'showRoom',
      says: 'One room, with what its game shows.',
      answers: { 200: { says: 'The room.', schema: 'Room' } },
      errors: ['not-found'],
      answer: (c) => showRoom(c, there, roomOf(c, games)),
    },
    {
      method: 'PATCH',
      path,
      name: 'changeRoom',
      says: 'Changes what is named, and leaves the rest.',
      token: 'host',
      json: changeFields,
      answers: { 200: { says: 'The room as it is now.', schema: 'Room' } },
      errors: ['invalid', 'not-found', 'too-large', 'unsupported', 'refused'],
      answer: (c) => changeRoom(c, there, roomOf(c, games)),
    },
    {
      method: 'DELETE',
      path,
      name: 'deleteRoom',
      says: 'Ends a room and forgets it.',
      token: 'host',
      answers: { 204: { says: 'It is gone.' } },
      errors: ['not-found'],
      answer: (c) => deleteRoom(c, there, roomOf(c, games).name),
    },
    {
      method: 'GET',
      path: `${path}/founding`,
      name: 'showFounding',
      says: 'How far a room is that is being made, and is in no list yet.',
      answers: { 200: { says: 'It is being made.', schema: 'Founding' } },
      errors: ['not-found'],
      answer: async (c) => json(await mustBeBegun(c, roomOf(c, games).name)),
    },
    {
      method: 'POST',
      path: `${path}/token`,
      name: 'renewToken',
      says: "A new token for a room's host; the old one is void.",
      token: 'site',
      answers: { 201: { says: 'The token, told this once.', schema: 'Token' } },
      errors: ['not-found'],
      answer: (c) => renewToken(c, there, roomOf(c, games).name),
    },
  ]
}

type Named = ReturnType<typeof roomOf>

/** Without `limit` the answer has all rooms, read page by page. */
async function listRooms(c: Asked, games: readonly Game[], listings: Listings): Promise<Response> {
  const { limit, after = '' } = readQuery(roomsQuery, c.req.query())
  const wanted = limit === undefined ? mostOfAPage : Number(limit)
  const first = await listings.page(c, after, wanted)
  const rooms = [...first.rooms]
  let { next } = first
  while (limit === undefined && next !== undefined) {
    const page = await listings.page(c, next, wanted)
    rooms.push(...page.rooms)
    next = page.next
  }
  const gameOf = (slug: string) => games.find((game) => game.slug === slug)
  const answer = json({
    rooms: rooms.map((room) => shown(gameOf(room.game), room, room.addresses, siteOf(c))),
    ...(next !== undefined && { next }),
  })
  if (bearer(c.req.raw) === undefined)
    answer.headers.set('cache-control', 'public, max-age=1, stale-while-revalidate=5')
  return answer
}

async function showRoom(c: Asked, there: There, { game, name }: Named): Promise<Response> {
  const { state, addresses } = await roomState(c, there, name)
  return json(shown(game, state, addresses, siteOf(c)))
}

async function createRoom(c: Asked, games: readonly Game[], tell: Telling): Promise<Response> {
  await mustBeAllowedToCreate(c)
  const form = roomForm(await readForm(c), games)
  const { room, title, adminToken, warnings } = await foundNamed(c, form, tell)
  const { url, websocket } = urlsOf(originOf(c), form.game.slug, room)
  const host = `${url}/host#${adminToken}`
  return json({ game: form.game.slug, room, title, url, websocket, host, adminToken, warnings }, 201)
}

/**
 * Throws 401 unless the site is open to all or the request has its token, and 429 for too many rooms. Even an open
 * site refuses pages of other sites: they would make their visitors' browsers create rooms.
 */
export async function mustBeAllowedToCreate(c: Asked): Promise<void> {
  if (c.env.CREATE !== 'open') return mustBeSite(c)
  if (await isSite(c)) return
  if (!isOwnPage(c))
    throw unauthorized("a page of another site creates rooms here only with this site's token")
  const address = addressOf(c.req.raw, c.env)
  if (isLoopback(address)) return
  const waitMs = await directoryOf(c.env).admit(address, maxRooms(c.env.MAX_ROOMS))
  if (waitMs === 0) return
  if (waitMs === 'full')
    throw new ApiError(
      'unavailable',
      'this site has as many rooms as it takes. Only its operator can create more',
    )
  throw slowDown('this address has created many rooms just now', waitMs)
}

const usualMaxRooms = 1000

/** `MAX_ROOMS`: a whole number; anything else means the default. */
function maxRooms(given: string | undefined): number {
  return /^\d{1,9}$/.test(given ?? '') ? Number(given) : usualMaxRooms
}

/** Random choice finds a free name among 262,144 in fewer tries, unless almost all are taken. */
const nameTries = 8

/** Creates the room, by default under a random free name. Throws its errors. `tell`: receives progress per part. */
export async function foundNamed(c: Asked, form: RoomForm, tell: Telling = () => {}) {
  if (form.room !== undefined) {
    const made = await foundAs(c, form, form.room, tell)
    if (!made)
      throw new ApiError('taken', `there is a room ${form.game.slug}/${form.room}`, { field: 'room' })
    return made
  }
  for (let i = 0; i < nameTries; i++) {
    const made = await foundAs(c, form, threeWords(randomBytes), tell)
    if (made) return made
  }
  throw new ApiError('unavailable', 'no free name was found; give one')
}

const randomBytes = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes)

async function foundAs(c: Asked, form: RoomForm, room: string, tell: Telling) {
  const title = form.title ?? titleOf(room)
  const region = form.region ?? regionOf(c)
  const files = async () =>
    Promise.all(
      form.files.map(async ({ field, file }) => ({
        ...{ field, name: file.name },
        body: await c.get('files').read(file),
      })),
    )
  const make = async (object: RoomCalls, generation: number) =>
    object.found({
      ...{ game: form.game.slug, room, generation, title },
      ...(region && { region }),
      ...{ options: form.options, listen: form.listen, files: await files() },
    })
  const founded = await madeAs(c, `${form.game.slug}/${room}`, region, make, tell)
  return founded && { ...founded, room, title }
}

/** Undefined if the name is taken. On any other error throws and releases the name. */
export async function madeAs(
  c: Asked,
  name: string,
  region: Region | undefined,
  make: (object: RoomCalls, generation: number) => ReturnType<RoomCalls['found']>,
  tell: Telling = () => {},
) {
  const directory = directoryOf(c.env)
  const generation = (await directory.reserve(name)) ?? (await reservedAgain(c, name))
  if (generation === undefined) return undefined
  let made: Awaited<ReturnType<typeof foundToItsEnd>>
  const object = () => roomNamed(c.env, name, region)
  try {
    made = await foundToItsEnd(object, generation, await make(object(), generation), async (share) => {
      tell({ room: name, share })
      await directory.hold(name, generation).catch(() => {}) // it expires, and the room lets nobody else create it
    })
  } catch (error) {
    await directory.release(name, generation)
    if (!isUnopened(error)) throw error
    // As for an abandoned room: only someone with access to the files can clear it away.
    throw new ApiError('unavailable', `a damaged database lies under ${name}; a new start puts it aside`)
  }
  if (made && 'adminToken' in made) return made
  // Whatever a newer room means by another answer, its name is not free.
  if (made && !isRefused(made)) throw unknownAnswer('found', made)
  await directory.release(name, generation)
  if (made) throw refusal(made)
  return undefined
}

/**
 * The name may still be reserved for a creation that was lost with its Worker or room. If no creation is running,
 * releases the name and reserves it again. If two callers do this at once, the room accepts one.
 */
async function reservedAgain(c: Asked, name: string): Promise<number | undefined> {
  const directory = directoryOf(c.env)
  const held = await directory.held(name)
  if (held === undefined || (await roomNamed(c.env, name).begun()) !== undefined) return undefined
  await directory.release(name, held)
  return directory.reserve(name)
}

/** The region nearest to the owner, for a request without a region. */
function regionOf(c: Asked): Region | undefined {
  const place = placeOf(c.req.raw)
  return place && regionAt(place)
}

/** Turns `bacon-kitchen-broom` into `Bacon Kitchen Broom`. */
const titleOf = (room: string) =>
  room
    .split('-')
    .filter((word) => word !== '')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ')

async function changeRoom(c: Asked, there: There, { game, name }: Named): Promise<Response> {
  const room = await hosted(c, there, name)
  const change: RoomPatch = roomPatch(await readJsonObject(c.req.raw), game)
  const state = await room.patch(change)
  if (!state) throw there.none(name)
  if (isRefused(state)) throw refusal(state)
  if (!('status' in state)) throw unknownAnswer('patch', state)
  const listed = await directoryOf(c.env).room(name)
  return json(shown(game, state, listed?.addresses ?? [], siteOf(c)))
}

async function deleteRoom(c: Asked, there: There, name: string): Promise<Response> {
  const room = await hosted(c, there, name)
  const directory = directoryOf(c.env)
  const listed = await directory.room(name)
  const removed = await removeRoom(room)
  // A room that was lost, or cannot read its own records, cannot release its name.
  if (listed) await directory.remove(name, listed.generation)
  if (!removed && !listed) throw there.none(name)
  return new Response(null, { status: 204 })
}

/** False: there is no room, or it cannot be opened. */
async function removeRoom(room: RoomCalls): Promise<boolean> {
  try {
    return await room.remove()
  } catch (error) {
    if (!isUnopened(error)) throw error
    return false
  }
}

async function renewToken(c: Asked, there: There, name: string): Promise<Response> {
  await mustBeSite(c)
  const adminToken = await (await there.room(c, name)).renewToken()
  if (adminToken === undefined) throw there.none(name)
  return json({ adminToken }, 201)
}

/** `room` may be repeated. Throws 400 for a malformed name, and for too many. */
function roomsNamed(c: Asked): readonly string[] {
  const names = c.req.queries('room') ?? []
  if (names.length > mostNamed) throw invalid('room', `at most ${mostNamed} rooms are named`)
  for (const name of names) readQuery(liveQuery, { room: name })
  return names
}

/** Subscribes to the named rooms and sends their state at once; without names, to all rooms. */
async function lookOn(c: Asked): Promise<Response> {
  if (!wantsSocket(c)) throw upgradeWanted()
  const refused = refusedPage(c)
  if (refused) return refused
  const names = roomsNamed(c)
  const query = new URLSearchParams(names.map((name) => ['room', name]))
  const answer = await directoryOf(c.env).fetch(forRoom(c.req.raw, c.env, `https://directory/live?${query}`))
  if (answer.status === 503) throw new ApiError('unavailable', 'too many look on already')
  return answer
}

async function connectSidecar(c: Asked): Promise<Response> {
  await mustBeSidecar(c)
  if (!wantsSocket(c)) throw upgradeWanted()
  const { region = regionOf(c), ports } = readQuery(sidecarQuery, c.req.query())
  if (ports !== undefined && !portRangeOf(ports)) throw invalid('ports', 'a range as 40000-40099 is wanted')
  roomsNamed(c)
  const url = new URL(c.req.url)
  if (region) url.searchParams.set('region', region)
  return directoryOf(c.env).fetch(new Request(url, c.req.raw))
}
