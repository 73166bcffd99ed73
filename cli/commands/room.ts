// `packetboat room …`: create, list, show, set, close, open, delete, token and others. All these commands use the HTTP
// API.
import type { ListenerRequest, RoomPatch } from '../../durable-objects/rpc/rpc-types.ts'
import type { Json } from '../../games/game.ts'
import type { RoomStage } from '../../games/stages.ts'
import { isToken } from '../../wire/net/token.ts'
import { ApiClient, type CreateRoomResponse, type RoomEntry } from '../api/api-client.ts'
import { formatAddress, waitForReports } from '../api/listener-reports.ts'
import { readUpload } from '../api/upload.ts'
import { type OptionFlag, parseOptionFlags } from '../options/parse-option-flags.ts'
import { defaultStateFolder, readAdminToken } from '../runtime/state-folder.ts'
import { requireConfirmation } from '../terminal/confirm.ts'
import { Failure, UsageError } from '../terminal/failure.ts'
import { alignColumns, type Output } from '../terminal/output.ts'
import { ownCommandLine } from '../terminal/own-command-line.ts'

export interface ApiFlags {
  readonly url: string
  readonly token?: string
  /** The state folder of a local site, which contains the site token. */
  readonly state?: string
  readonly json?: boolean
}

export interface CreateRoomFlags extends ApiFlags {
  /** Path of a file. */
  readonly save?: string
  /** `arch` and `maps`: paths of files or folders. */
  readonly arch?: string
  readonly maps?: string
  readonly room?: string
  readonly title?: string
  /**
   * The stage in which the room starts, if players submit files before the world is created. Default: the room starts
   * with its world.
   */
  readonly stage?: RoomStage
  readonly region?: string
  readonly option: readonly OptionFlag[]
  /** Default: each of the game's listeners on a free port. */
  readonly listen?: readonly ListenerRequest[]
}

/** The changes of a room. Absent fields keep their values. */
export interface SetRoomFlags extends ApiFlags {
  readonly title?: string
  readonly comment?: readonly string[]
  readonly watching?: 'on' | 'off'
  readonly join?: 'open' | 'password' | 'invited'
  /** Opening hours. An empty list removes the opening hours. */
  readonly hours?: readonly string[]
  readonly timeZone?: string
  /** The closing date. An empty string removes the closing date. */
  readonly closes?: string
  readonly listen?: readonly ListenerRequest[]
  readonly option: readonly OptionFlag[]
  /** The new password. An empty string removes the password. */
  readonly password?: string
}

export async function createRoom(
  game: string,
  path: string | undefined,
  flags: CreateRoomFlags,
  output: Output,
) {
  const form = new FormData()
  form.set('game', game)
  if (flags.room !== undefined) form.set('room', flags.room)
  if (flags.title !== undefined) form.set('title', flags.title)
  if (flags.stage !== undefined) form.set('stage', flags.stage)
  if (flags.region !== undefined) form.set('region', flags.region)
  if (flags.option.length)
    form.set('options', JSON.stringify(await parseOptionFlags(game, flags.option, flags.stage)))
  if (flags.listen) form.set('listen', JSON.stringify(flags.listen))
  if (path !== undefined) form.set('file', await readUpload(path))
  if (flags.save !== undefined) form.set('save', await readUpload(flags.save))
  // In Debian's packages `maps/` is a sub-folder of the archetypes, so it is left out here.
  if (flags.arch !== undefined)
    form.set(
      'arch',
      await readUpload(flags.arch, { includes: (file) => !file.startsWith('maps/'), unpacks: true }),
    )
  if (flags.maps !== undefined) form.set('maps', await readUpload(flags.maps, { unpacks: true }))
  const client = apiClient(flags)
  const onProgress = (share: number) => output.err(`creating the room: ${Math.floor(share * 100)} %`)
  await printCreatedRoom(client, await client.createRoom(form, onProgress), flags, output)
}

export interface ForkRoomFlags extends ApiFlags {
  readonly from: 'beginning' | 'now' | 'save'
  /** Path of a file. */
  readonly save?: string
  readonly room?: string
  readonly title?: string
}

export async function forkRoom(name: string, flags: ForkRoomFlags, output: Output) {
  const form = new FormData()
  form.set('from', flags.save === undefined ? flags.from : 'save')
  if (flags.room !== undefined) form.set('room', flags.room)
  if (flags.title !== undefined) form.set('title', flags.title)
  if (flags.save !== undefined) form.set('save', await readUpload(flags.save))
  const client = apiClient(flags)
  await printCreatedRoom(client, await client.fork(name, form), flags, output)
}

/** Prints the details of a new room for its host, beginning with the token. Returns the room's name and listeners. */
export async function printCreatedRoom(
  client: ApiClient,
  room: CreateRoomResponse,
  flags: ApiFlags,
  output: Output,
) {
  const { out, err } = output
  if (flags.json) {
    const entry = await readListeners(client, room, output)
    out(JSON.stringify({ ...room, addresses: entry.addresses }))
    return entry
  }
  // The token is shown only once, so it is printed before steps that may take time.
  out(room.url)
  out(`websocket ${room.websocket}`)
  out(`token     ${room.adminToken}`)
  for (const warning of room.warnings ?? []) err(`warning: ${warning}`)
  const entry = await readListeners(client, room, output)
  for (const address of entry.addresses) out(`address   ${formatAddress(address)}`)
  return entry
}

export interface PreviewFlags extends ApiFlags {
  /** Path of a file. */
  readonly save?: string
}

export async function previewFile(game: string, path: string, flags: PreviewFlags, { out }: Output) {
  const form = new FormData()
  form.set('game', game)
  form.set('file', await readUpload(path))
  if (flags.save !== undefined) form.set('save', await readUpload(flags.save))
  const answer = await apiClient(flags).preview(form)
  if (flags.json) return out(JSON.stringify(answer))
  const rows = Object.entries(answer.preview).flatMap(([field, value]) => previewRows(field, value))
  for (const line of alignColumns(rows)) out(line)
}

function previewRows(field: string, value: Json): string[][] {
  if (Array.isArray(value)) return value.map((one: Json) => [field, formatValue(one)])
  return [[field, formatValue(value)]]
}

function formatValue(value: Json): string {
  if (typeof value !== 'object' || value === null) return String(value ?? 'none')
  if (Array.isArray(value)) return value.map(formatValue).join(', ') || 'none'
  return Object.entries(value)
    .map(([name, one]) => `${name} ${formatValue(one)}`)
    .join(', ')
}

/** Prints a failure instead of throwing it, because the room was created in any case. */
async function readListeners(
  client: ApiClient,
  { game, room }: CreateRoomResponse,
  { err }: Output,
): Promise<Pick<RoomEntry, 'listen' | 'addresses'> & { readonly name: string }> {
  const name = `${game}/${room}`
  try {
    const { entry, missing } = await waitForReports(client, name)
    if (missing) err(`${name}: ${missing}`)
    return { name, listen: entry.listen, addresses: entry.addresses }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    err(`${name}: cannot read its addresses: ${error.message}`)
    return { name, listen: [], addresses: [] }
  }
}

export async function listRooms(flags: ApiFlags, { out, err }: Output) {
  const rooms = await apiClient(flags).rooms()
  if (flags.json) return out(JSON.stringify({ rooms }))
  if (!rooms.length) return err('no rooms')
  const rows = rooms.map((room) => [
    `${room.game}/${room.room}`,
    shownStatus(room),
    `${room.players}/${room.capacity}`,
    room.addresses.map(formatAddress).join(' '),
    // The title is last, so that one long title does not make every line long.
    room.title,
  ])
  for (const line of alignColumns(rows)) out(line)
}

/** Before the world exists, the stage follows the status, as in `open, gathering`. */
function shownStatus({ status, stage }: RoomEntry): string {
  return stage === undefined ? status : `${status}, ${stage}`
}

export async function showRoom(name: string, flags: ApiFlags, { out }: Output) {
  const room = await apiClient(flags).room(name)
  if (flags.json) return out(JSON.stringify(room))
  for (const line of alignColumns(describeRoom(room))) out(line)
}

export async function setRoomStatus(
  name: string,
  status: 'open' | 'closed',
  flags: ApiFlags,
  { out }: Output,
) {
  const room = await apiClient(flags).updateRoom(name, { status })
  out(flags.json ? JSON.stringify(room) : `${name} is ${room.status}`)
}

export async function setRoom(name: string, flags: SetRoomFlags, { out, err }: Output) {
  const schedule = await scheduleChange(name, flags)
  const patch = { ...(await toPatch(name, flags)), ...(schedule !== undefined && { schedule }) }
  if (!Object.keys(patch).length) {
    throw new UsageError(
      'nothing to change: pass --title, --comment, --watching, --join, --hours, --time-zone, --closes, --listen, --option or --password',
    )
  }
  const client = apiClient(flags)
  const changed = await client.updateRoom(name, patch)
  const { entry, missing } = await waitForReports(client, name, changed)
  if (missing) err(`${name}: ${missing}`)
  if (flags.json) return out(JSON.stringify(entry))
  for (const line of alignColumns(describeRoom(entry))) out(line)
}

async function toPatch(
  name: string,
  { title, comment, watching, join, listen, option, password }: SetRoomFlags,
): Promise<RoomPatch> {
  const [game = ''] = name.split('/')
  return {
    ...(title !== undefined && { title }),
    ...(watching !== undefined && { watching }),
    ...(join !== undefined && { join }),
    ...(comment && { comments: comment }),
    ...(listen && { listen }),
    ...(option.length > 0 && { options: await parseOptionFlags(game, option) }),
    ...(password !== undefined && { password: password || null }),
  }
}

/** Returns null if the room has no schedule after the change, and undefined if the flags do not change the schedule. */
async function scheduleChange(
  name: string,
  { hours, timeZone, closes, ...flags }: SetRoomFlags,
): Promise<RoomPatch['schedule']> {
  if (hours === undefined && timeZone === undefined && closes === undefined) return undefined
  const { schedule: before } = await apiClient(flags).room(name)
  const closesOn = closes ?? before?.closesOn ?? ''
  const lines = hours ?? before?.hours ?? []
  if (lines.length === 0 && closesOn === '') return null
  const zone = timeZone ?? before?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return { timeZone: zone, hours: lines, ...(closesOn !== '' && { closesOn }) }
}

export interface ConfirmationFlags extends ApiFlags {
  readonly yes?: true
}

export async function deleteRoom(name: string, flags: ConfirmationFlags, output: Output) {
  await requireConfirmation(`This deletes ${name}.`, flags.yes, output)
  await apiClient(flags).deleteRoom(name)
  const restore = `${ownCommandLine} room undelete ${name}`
  output.out(
    flags.json
      ? JSON.stringify({ deleted: name })
      : `${name} deleted; if the site has kept it, restore it within seven days: ${restore}`,
  )
}

export async function undeleteRoom(name: string, flags: ApiFlags, { out }: Output) {
  const room = await apiClient(flags).undeleteRoom(name)
  out(flags.json ? JSON.stringify(room) : `${name} restored; its tokens and listeners are as before`)
}

export async function renewRoomToken(name: string, flags: ConfirmationFlags, output: Output) {
  await requireConfirmation(`This voids the current host link of ${name}.`, flags.yes, output)
  const renewed = await apiClient(flags).renewToken(name)
  output.out(flags.json ? JSON.stringify(renewed) : renewed.adminToken)
}

export function parseWorkerUrl(text: string, flag = '--url'): URL {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new UsageError(`${flag}: ${text} is not an http or https URL`)
  if (url.username || url.password)
    throw new UsageError(`${flag}: must not contain a user name or a password`)
  return url
}

export function apiClient(flags: ApiFlags): ApiClient {
  return new ApiClient(parseWorkerUrl(flags.url), resolveToken(flags))
}

export function resolveToken({ url, token, state }: ApiFlags): string | undefined {
  const { PACKETBOAT_TOKEN, ADMIN_TOKEN } = process.env
  const found =
    token ?? (PACKETBOAT_TOKEN || ADMIN_TOKEN || localToken(parseWorkerUrl(url), state ?? defaultStateFolder))
  if (found && !isToken(found)) throw new Failure('the token is damaged: it has characters that no token has')
  return found
}

/** Returns undefined for a site on another machine, so that other sites do not get the token. */
function localToken(url: URL, state: string): string | undefined {
  const local = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  return local ? readAdminToken(state) : undefined
}

function describeRoom(room: RoomEntry): string[][] {
  const { damage, opensAt, schedule, region, series } = room
  return [
    ['room', `${room.game}/${room.room}`],
    ['title', room.title],
    ['status', shownStatus(room)],
    ...(damage === undefined ? [] : [['damage', damage]]),
    ...(opensAt === undefined ? [] : [['opens', opensAt]]),
    ['join', room.join],
    ['watching', room.watching],
    ...(schedule?.hours ?? []).map((hours) => ['hours', `${hours} (${schedule?.timeZone})`]),
    ...(schedule?.closesOn === undefined ? [] : [['closes', schedule.closesOn]]),
    ['players', `${room.players} of ${room.capacity}`],
    ['created', room.createdAt],
    ...(region === undefined ? [] : [['region', region]]),
    ...(series ? [['series', `${series.name}: ${series.problem ?? series.url}`]] : []),
    ...room.comments.map((comment) => ['comment', comment]),
    ...Object.entries(room.options).map(([name, value]) => ['option', `${name}=${JSON.stringify(value)}`]),
    ...room.addresses.map((address) => ['address', formatAddress(address)]),
    ['url', room.url],
    ['websocket', room.websocket],
  ]
}

/** The newest day is last. */
export async function showCost(name: string, flags: ApiFlags, { out }: Output) {
  const usage = await apiClient(flags).usage(name)
  if (flags.json) return out(JSON.stringify(usage))
  const rows = usage.days.map(({ day, minutes, messages, requests, rowsWritten, awakeSeconds, dollars }) => [
    ...[day, `${(minutes / 60).toFixed(1)} h in use`, `${(awakeSeconds / 3600).toFixed(1)} h awake`],
    ...[`${messages} messages`, `${requests} requests`, `${rowsWritten} rows`, `$${dollars.toFixed(4)}`],
  ])
  for (const line of alignColumns(rows)) out(line)
  const { aMonth, freePlan, storage } = usage
  if (storage) out(`stores ${storage.bytes} bytes: $${storage.dollars.toFixed(4)} per month`)
  out(
    `$${aMonth.toFixed(2)} per month at this rate; the free plan allows ${freePlan.hoursADay.toFixed(1)} h per day`,
  )
}
