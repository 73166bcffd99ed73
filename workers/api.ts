// `/api`: rooms are listed, created, looked at, changed and removed; sidecars come in.
import type { RoomCalls, RoomPatch } from '../durable-objects/rooms.ts'
import type { Game } from '../games/game.ts'
import { isLoopback } from '../wire/address.ts'
import { ApiError, invalid, json, notFound, refusal, unauthorized, upgradeWanted } from './answers/error.ts'
import { originOf, shown, siteOf, urlsOf } from './answers/shown.ts'
import { maxUpload, readForm, readJsonObject } from './body.ts'
import { hostPattern, namePattern, type RoomForm, roomForm, roomPatch } from './fields.ts'
import { directoryOf, roomNamed } from './objects.ts'
import { addressOf } from './peer.ts'
import { isUnopened, roomState } from './room-state.ts'
import { type Asked, only, type Routes, roomOf, wantsSocket } from './routes.ts'
import type { There } from './there.ts'
import { isForeign, isSite, mustBeHost, mustBeSidecar, mustBeSite, mustShowToken } from './tokens.ts'
import { threeWords } from './words.ts'

export function apiRoutes(app: Routes, games: readonly Game[], there: There): void {
  only(app, '/api/rooms', { GET: (c) => listRooms(c, games), POST: (c) => createRoom(c, games) })
  only(app, '/api/rooms/:game/:room', {
    GET: (c) => showRoom(c, there, roomOf(c, games)),
    PATCH: (c) => changeRoom(c, there, roomOf(c, games)),
    DELETE: (c) => deleteRoom(c, there, roomOf(c, games).name),
  })
  only(app, '/api/rooms/:game/:room/token', { POST: (c) => renewToken(c, there, roomOf(c, games).name) })
  only(app, '/api/sidecar', { GET: connectSidecar })
  app.all('/api/*', () => {
    throw notFound()
  })
}

type Named = ReturnType<typeof roomOf>

async function listRooms(c: Asked, games: readonly Game[]): Promise<Response> {
  const rooms = await directoryOf(c.env).rooms()
  const gameOf = (slug: string) => games.find((game) => game.slug === slug)
  return json({ rooms: rooms.map((room) => shown(gameOf(room.game), room, room.addresses, siteOf(c))) })
}

async function showRoom(c: Asked, there: There, { game, name }: Named): Promise<Response> {
  const { state, addresses } = await roomState(c, there, name)
  return json(shown(game, state, addresses, siteOf(c)))
}

async function createRoom(c: Asked, games: readonly Game[]): Promise<Response> {
  await mustBeAllowedToCreate(c)
  const form = roomForm(await readForm(c.req.raw, maxUpload(c.env.MAX_UPLOAD)), games)
  const { room, title, adminToken, warnings } = await foundNamed(c, form)
  const { url, websocket } = urlsOf(originOf(c), form.game.slug, room)
  const host = `${url}/host#${adminToken}`
  return json({ game: form.game.slug, room, title, url, websocket, host, adminToken, warnings }, 201)
}

/**
 * Throws 401 unless the site is open to all or shown its token, 429 for who creates too many rooms. Even a site that is
 * open to all refuses the pages of other sites: they would make their visitors' browsers create rooms.
 */
export async function mustBeAllowedToCreate(c: Asked): Promise<void> {
  if (c.env.CREATE !== 'open') return mustBeSite(c.req.raw, c.env)
  if (await isSite(c.req.raw, c.env)) return
  if (isForeign(c.req.raw, [new URL(c.req.url).origin, new URL(originOf(c)).origin]))
    throw unauthorized("a page of another site creates rooms here only with this site's token")
  const address = addressOf(c.req.raw, c.env)
  if (isLoopback(address)) return
  const waitMs = await directoryOf(c.env).admit(address)
  if (waitMs === 0) return
  throw new ApiError('slow-down', 'this address has created many rooms just now', {
    headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
  })
}

/** Chance finds a free name among 262,144 in fewer tries than this, unless almost all are taken. */
const nameTries = 8

/** Founds the room, under a free name if it asks for none. Throws what is wrong with it. */
export async function foundNamed(c: Asked, form: RoomForm) {
  if (form.room !== undefined) {
    const made = await foundAs(c, form, form.room)
    if (!made)
      throw new ApiError('taken', `there is a room ${form.game.slug}/${form.room}`, { field: 'room' })
    return made
  }
  for (let i = 0; i < nameTries; i++) {
    const made = await foundAs(c, form, threeWords(randomBytes))
    if (made) return made
  }
  throw new ApiError('unavailable', 'no free name was found; give one')
}

const randomBytes = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes)

/** Undefined if the name is taken. Throws what else prevents the room, and then the name is free again. */
async function foundAs(c: Asked, form: RoomForm, room: string) {
  const directory = directoryOf(c.env)
  const name = `${form.game.slug}/${room}`
  const title = form.title ?? titleOf(room)
  const generation = await directory.reserve(name)
  if (generation === undefined) return undefined
  let founded: Awaited<ReturnType<RoomCalls['found']>>
  try {
    founded = await roomNamed(c.env, name).found({
      game: form.game.slug,
      room,
      generation,
      title,
      options: form.options,
      listen: form.listen,
      files: form.files.map(({ field, file }) => ({ field, name: file.name, body: file.stream() })),
    })
  } catch (error) {
    await directory.release(name, generation)
    throw error
  }
  if (founded && 'adminToken' in founded) return { ...founded, room, title }
  await directory.release(name, generation)
  if (founded) throw refusal(founded)
  return undefined
}

/** `bacon-kitchen-broom` is `Bacon Kitchen Broom`. */
const titleOf = (room: string) =>
  room
    .split('-')
    .filter((word) => word !== '')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ')

/** The room, for its host. Throws 401 for all but the room's and the site's token; 404 for a room that is not there. */
async function hosted(c: Asked, there: There, name: string) {
  mustShowToken(c.req.raw)
  const room = await there.room(c, name)
  await mustBeHost(c.req.raw, c.env, room)
  return room
}

async function changeRoom(c: Asked, there: There, { game, name }: Named): Promise<Response> {
  const room = await hosted(c, there, name)
  const change: RoomPatch = roomPatch(await readJsonObject(c.req.raw), game)
  const state = await room.patch(change)
  if (!state) throw there.none(name)
  if ('refused' in state) throw refusal(state)
  const listed = await directoryOf(c.env).room(name)
  return json(shown(game, state, listed?.addresses ?? [], siteOf(c)))
}

async function deleteRoom(c: Asked, there: There, name: string): Promise<Response> {
  const room = await hosted(c, there, name)
  const directory = directoryOf(c.env)
  const listed = await directory.room(name)
  const removed = await removeRoom(room)
  // A room that is lost, or knows nothing of itself any more, cannot say that its name is free.
  if (listed) await directory.remove(name, listed.generation)
  if (!removed && !listed) throw there.none(name)
  return new Response(null, { status: 204 })
}

/** False: there was none, or none that anything can be done with. */
async function removeRoom(room: RoomCalls): Promise<boolean> {
  try {
    return await room.remove()
  } catch (error) {
    if (!isUnopened(error)) throw error
    return false
  }
}

async function renewToken(c: Asked, there: There, name: string): Promise<Response> {
  await mustBeSite(c.req.raw, c.env)
  const adminToken = await (await there.room(c, name)).renewToken()
  if (adminToken === undefined) throw there.none(name)
  return json({ adminToken }, 201)
}

async function connectSidecar(c: Asked): Promise<Response> {
  await mustBeSidecar(c.req.raw, c.env)
  if (!wantsSocket(c)) throw upgradeWanted()
  if (!namePattern.test(c.req.query('id') ?? '')) throw invalid('id', "this is no sidecar's name")
  if (!hostPattern.test(c.req.query('advertise') ?? ''))
    throw invalid('advertise', 'a host name or address is wanted')
  return directoryOf(c.env).fetch(c.req.raw)
}
