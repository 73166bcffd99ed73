// `packetboat room …`: create, list, show, set, close, open, delete, token; all by the HTTP API.
import type { ListenerRequest, RoomPatch } from '../durable-objects/rooms.ts'
import type { Json } from '../games/game.ts'
import { Api, type CreatedRoom, type RoomEntry } from './api/api.ts'
import { place, whenReported } from './api/doors.ts'
import { readUpload } from './api/upload.ts'
import { type TypedOption, typedOptions } from './options/typed.ts'
import { defaultState, readAdminToken } from './state.ts'
import { Failure, Usage } from './terminal/failure.ts'
import { columns, type Output, plain } from './terminal/output.ts'

/** The Worker's address, and the caller's token. */
export interface RoomAccess {
  readonly url: string
  readonly token?: string
  /** State folder with the admin token of a local Worker. */
  readonly state?: string
  readonly json?: boolean
}

export interface RoomRequest extends RoomAccess {
  /** Path of a file. */
  readonly save?: string
  /** Paths of files or folders. */
  readonly arch?: string
  readonly maps?: string
  readonly room?: string
  readonly title?: string
  /** Default: near its host. */
  readonly region?: string
  readonly option: readonly TypedOption[]
  /** Default: the game's usual listeners. */
  readonly listen?: readonly ListenerRequest[]
}

/** Absent fields stay as they are. */
export interface RoomChange extends RoomAccess {
  readonly title?: string
  readonly comment?: readonly string[]
  readonly watching?: 'on' | 'off'
  readonly listen?: readonly ListenerRequest[]
  readonly option: readonly TypedOption[]
  /** '' removes it. */
  readonly password?: string
}

export async function createRoom(game: string, path: string | undefined, asked: RoomRequest, output: Output) {
  const parts = new FormData()
  parts.set('game', game)
  if (asked.room !== undefined) parts.set('room', asked.room)
  if (asked.title !== undefined) parts.set('title', asked.title)
  if (asked.region !== undefined) parts.set('region', asked.region)
  if (asked.option.length) parts.set('options', JSON.stringify(await typedOptions(game, asked.option)))
  if (asked.listen) parts.set('listen', JSON.stringify(asked.listen))
  if (path !== undefined) parts.set('file', await readUpload(path))
  if (asked.save !== undefined) parts.set('save', await readUpload(asked.save))
  // Debian keeps the maps inside the folder of the archetypes.
  if (asked.arch !== undefined)
    parts.set('arch', await readUpload(asked.arch, { keeps: (file) => !file.startsWith('maps/') }))
  if (asked.maps !== undefined) parts.set('maps', await readUpload(asked.maps))
  const worker = api(asked)
  const tell = (share: number) => output.err(`making the room: ${Math.floor(share * 100)} %`)
  await tellOfNew(worker, await worker.create(parts, tell), asked, output)
}

export interface ForkRequest extends RoomAccess {
  readonly from: 'beginning' | 'now' | 'save'
  /** Path of a file. */
  readonly save?: string
  readonly room?: string
  readonly title?: string
}

/** Forks the room of this name. */
export async function forkRoom(name: string, asked: ForkRequest, output: Output) {
  const parts = new FormData()
  parts.set('from', asked.save === undefined ? asked.from : 'save')
  if (asked.room !== undefined) parts.set('room', asked.room)
  if (asked.title !== undefined) parts.set('title', asked.title)
  if (asked.save !== undefined) parts.set('save', await readUpload(asked.save))
  const worker = api(asked)
  await tellOfNew(worker, await worker.fork(name, parts), asked, output)
}

/** Prints a new room's details for its host, the token first. */
export async function tellOfNew(worker: Api, room: CreatedRoom, asked: RoomAccess, output: Output) {
  const { out, err } = output
  if (asked.json) {
    const { addresses } = await opened(worker, room, output)
    return out(JSON.stringify({ ...room, addresses }))
  }
  // The token is shown once: prints it before anything that may take time.
  out(plain(room.url))
  out(`websocket ${plain(room.websocket)}`)
  out(`token     ${plain(room.adminToken)}`)
  for (const warning of room.warnings ?? []) err(`warning: ${plain(warning)}`)
  const { addresses } = await opened(worker, room, output)
  for (const address of addresses) out(`address   ${place(address)}`)
}

export interface PreviewRequest extends RoomAccess {
  /** Path of a file. */
  readonly save?: string
}

/** Creates no room. */
export async function previewFile(game: string, path: string, asked: PreviewRequest, { out }: Output) {
  const parts = new FormData()
  parts.set('game', game)
  parts.set('file', await readUpload(path))
  if (asked.save !== undefined) parts.set('save', await readUpload(asked.save))
  const seen = await api(asked).preview(parts)
  if (asked.json) return out(JSON.stringify(seen))
  for (const line of columns(Object.entries(seen.preview).flatMap(([field, value]) => rowsOf(field, value))))
    out(line)
}

/** A row for each item of a list; an object's values follow their names. */
function rowsOf(field: string, value: Json): string[][] {
  if (Array.isArray(value)) return value.map((one: Json) => [field, plain(wordsOf(one))])
  return [[field, plain(wordsOf(value))]]
}

function wordsOf(value: Json): string {
  if (typeof value !== 'object' || value === null) return String(value ?? 'none')
  if (Array.isArray(value)) return value.map(wordsOf).join(', ')
  return Object.entries(value)
    .map(([name, one]) => `${name} ${wordsOf(one)}`)
    .join(', ')
}

/** The room with its addresses. It exists even if they cannot be read: reports such errors on stderr. */
async function opened(
  worker: Api,
  { game, room }: CreatedRoom,
  { err }: Output,
): Promise<Pick<RoomEntry, 'addresses'>> {
  const name = `${game}/${room}`
  try {
    const { entry, missing } = await whenReported(worker, name)
    if (missing) err(`${name}: ${missing}`)
    return entry
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    err(`${name}: its addresses are not known: ${plain(error.message)}`)
    return { addresses: [] }
  }
}

export async function listRooms(asked: RoomAccess, { out, err }: Output) {
  const rooms = await api(asked).rooms()
  if (asked.json) return out(JSON.stringify({ rooms }))
  if (!rooms.length) return err('no rooms')
  const rows = rooms.map((room) => [
    `${room.game}/${room.room}`,
    room.status,
    `${room.players}/${room.capacity}`,
    plain(room.title),
    room.addresses.map(place).join(' '),
  ])
  for (const line of columns(rows)) out(line)
}

export async function showRoom(name: string, asked: RoomAccess, { out }: Output) {
  const room = await api(asked).room(name)
  if (asked.json) return out(JSON.stringify(room))
  for (const line of columns(described(room))) out(line)
}

export async function setRoomStatus(
  name: string,
  status: 'open' | 'closed',
  asked: RoomAccess,
  { out }: Output,
) {
  const room = await api(asked).change(name, { status })
  out(asked.json ? JSON.stringify(room) : `${name} is ${room.status}`)
}

export async function setRoom(name: string, asked: RoomChange, { out, err }: Output) {
  const change = await patchOf(name, asked)
  if (!Object.keys(change).length) {
    throw new Usage('nothing to set: name a --title, --comment, --watching, --listen, --option or --password')
  }
  const worker = api(asked)
  const changed = await worker.change(name, change)
  const { entry, missing } = await whenReported(worker, name, changed)
  if (missing) err(`${name}: ${missing}`)
  if (asked.json) return out(JSON.stringify(entry))
  for (const line of columns(described(entry))) out(line)
}

async function patchOf(
  name: string,
  { title, comment, watching, listen, option, password }: RoomChange,
): Promise<RoomPatch> {
  const [game = ''] = name.split('/')
  return {
    ...(title !== undefined && { title }),
    ...(watching !== undefined && { watching }),
    ...(comment && { comments: comment }),
    ...(listen && { listen }),
    ...(option.length > 0 && { options: await typedOptions(game, option) }),
    ...(password !== undefined && { password: password || null }),
  }
}

export async function deleteRoom(name: string, asked: RoomAccess, { out }: Output) {
  await api(asked).remove(name)
  out(asked.json ? JSON.stringify({ deleted: name }) : `${name} is deleted`)
}

export async function renewRoomToken(name: string, asked: RoomAccess, { out }: Output) {
  const renewed = await api(asked).renewToken(name)
  out(asked.json ? JSON.stringify(renewed) : plain(renewed.adminToken))
}

/** Parses `http://…` from the command line. */
export function workerUrl(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new Usage(`--url: ${text} is not an http or https address`)
}

/** The client of the Worker's API, with the request's token. */
export function api(asked: RoomAccess): Api {
  return new Api(workerUrl(asked.url), tokenOf(asked))
}

/** The request's token, if any. */
export function tokenOf({ url, token, state }: RoomAccess): string | undefined {
  return token ?? (process.env.ADMIN_TOKEN || localToken(workerUrl(url), state ?? defaultState))
}

/** The token of a state folder is sent only to a Worker on this machine. */
function localToken(url: URL, state: string): string | undefined {
  const local = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  return local ? readAdminToken(state) : undefined
}

function described(room: RoomEntry): string[][] {
  const {
    game,
    title,
    status,
    damage,
    players,
    capacity,
    comments,
    options,
    addresses,
    url,
    websocket,
    createdAt,
    region,
  } = room
  return [
    ['room', `${game}/${room.room}`],
    ['title', plain(title)],
    ['status', status],
    ...(damage === undefined ? [] : [['damage', plain(damage)]]),
    ['players', `${players} of ${capacity}`],
    ['created', plain(createdAt)],
    ...(region === undefined ? [] : [['region', plain(region)]]),
    ...comments.map((comment) => ['comment', plain(comment)]),
    ...Object.entries(options).map(([name, value]) => ['option', plain(`${name}=${JSON.stringify(value)}`)]),
    ...addresses.map((address) => ['address', place(address)]),
    ['url', plain(url)],
    ['websocket', plain(websocket)],
  ]
}

/** Prints one line per day, the newest last, and the cost of a month at that rate. */
export async function showCost(name: string, asked: RoomAccess, { out }: Output) {
  const meter = await api(asked).meter(name)
  if (asked.json) return out(JSON.stringify(meter))
  const rows = meter.days.map(({ day, minutes, messages, requests, rowsWritten, awakeSeconds, dollars }) => [
    ...[day, `${(minutes / 60).toFixed(1)} h in use`, `${(awakeSeconds / 3600).toFixed(1)} h awake`],
    ...[`${messages} messages`, `${requests} requests`, `${rowsWritten} rows`, `$${dollars.toFixed(4)}`],
  ])
  for (const line of columns(rows)) out(line)
  const { aMonth, freePlan } = meter
  out(`$${aMonth.toFixed(2)} a month; the free plan has ${freePlan.hoursADay.toFixed(1)} h a day of such use`)
}
