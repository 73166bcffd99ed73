// `packetboat start`: Worker and sidecar in one process, on one state folder, until a signal ends it.
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { ListenerRequest } from '../durable-objects/rooms.ts'
import { newToken } from '../durable-objects/secrets.ts'
import { normalizeAddress } from '../wire/address.ts'
import { frontHeader } from '../wire/front.ts'
import { Api, ApiFailure, type RoomEntry } from './api/api.ts'
import { isReportedBy } from './api/doors.ts'
import { loadWorker } from './bundle.ts'
import type { Front } from './front/front.ts'
import type { Harbor } from './harbors.ts'
import { type Lock, takeLock } from './lock.ts'
import { Reserve } from './reserve.ts'
import { onSignals } from './signals.ts'
import { openState, type State, unusable } from './state.ts'
import { Failure, systemCode } from './terminal/failure.ts'
import { columns, type Output } from './terminal/output.ts'
import { Watchman } from './watchman.ts'
import type { RunningWorker } from './worker.ts'
import { workerLog } from './worker-log.ts'

export interface StartOptions {
  /** The Worker's port; 0: any. */
  readonly port: number
  readonly state: string
  /** Address that everything is bound to. */
  readonly host: string
  /** Every listener on a free port. */
  readonly anyPorts: boolean
  readonly json: boolean
}

/** A listener in the ready line. */
export interface Listener {
  readonly game: string
  readonly room: string
  readonly transport: string
  readonly host: string
  readonly port: number
  readonly error?: string
}

/** The id of the built-in sidecar, and the name of the default rooms. */
const ownSidecar = 'local'
const ownRoom = 'harbor'

/** Runs until a signal. Throws Failure when it cannot start, or when the runtime is lost. */
export async function start(options: StartOptions, output: Output): Promise<void> {
  const stopped = onSignals()
  const state = openState(options.state)
  for (const line of state.told) output.err(line)
  const lock = await takeLock(state.lock).catch((error: unknown) => {
    throw systemCode(error) ? unusable(options.state, error) : error
  })
  if (lock.damaged)
    output.err(
      `the lock of the state folder was damaged, and is kept as ${lock.damaged}: should another start still run on this folder, end it`,
    )
  const watchman = new Watchman()
  const undo = [async () => lock.release(), async () => watchman.release()]
  try {
    const runtimes = (pids: readonly number[]) => {
      watchman.runtimes(pids)
      recordRuntimes(lock, pids, options.state, output)
    }
    undo.push(() => fold(state, output))
    const reserve = new Reserve(state.folder, output)
    undo.push(async () => reserve.release())
    const secret = newToken()
    const {
      worker,
      lost,
      gone: vanished,
      harbors,
    } = await runWorker(secret, state, runtimes, reserve, output)
    undo.push(() => worker.stop())
    const front = await runFront(options, secret, worker, output)
    undo.push(() => front.close())
    if (stopped.aborted) return
    const sidecar = await runSidecar(options, state, secret, worker, reserve)
    undo.push(() => sidecar.drain())
    const reach = new URL(`http://${inUrl(local(options.host))}:${front.port}`)
    const api = new Api(reach, state.adminToken)
    await findAgain(api, lost, output)
    await tellOfGone(api, vanished, output)
    await foundHarbors(api, harbors, options.anyPorts)
    const rooms = await whenOpened(api, stopped)
    if (stopped.aborted) return
    announce(options, state, front, rooms, sidecar.httpPort, output)
    await Promise.race([once(stopped, 'abort'), worker.lost, gone(sidecar.closed)])
  } finally {
    for (const close of undo.reverse()) await close()
  }
}

/**
 * A full disk must not end the worlds: then the record is outdated, which matters only if this process and its
 * watchman are both killed and the next start has to find their runtimes.
 */
function recordRuntimes(lock: Lock, pids: readonly number[], state: string, { err }: Output): void {
  try {
    lock.runtimes(pids)
  } catch (error) {
    err(unusable(state, error).message)
  }
}

async function gone(closed: Promise<number>): Promise<never> {
  await closed
  throw new Failure('the sidecar ended by itself')
}

/** The site's public port. */
async function runFront(
  { host, port }: StartOptions,
  secret: string,
  worker: RunningWorker,
  { err }: Output,
): Promise<Front> {
  const [{ openFront }, { OwnNames }] = await fronts()
  const { PUBLIC_URL: publicUrl, HOSTS: hosts, PROXIES = '' } = process.env
  const names = new OwnNames({ bound: host, publicUrl, hosts, now: () => performance.now() })
  const proxies = PROXIES.split(',').flatMap((proxy) => normalizeAddress(proxy.trim()) || [])
  const ownerOf = (name: string) => names.ownerOf(name)
  return openFront({ ...{ host, port, proxies, ownerOf, secret }, runtimePort: worker.port, log: err })
}

const fronts = () => Promise.all([import('./front/front.ts'), import('./front/own-names.ts')])

/** Environment variables that override the vars of wrangler.toml. PROXIES and HOSTS are for the front. */
const settings = [
  'PUBLIC_URL',
  'PUBLIC_PORT',
  'SITE_ROOM',
  'CREATE',
  'MAX_ROOMS',
  'MAX_UPLOAD',
  'ORIGINS',
  'SERVERS',
  'SIDECAR_TOKEN_NEXT',
  'STALE_SECONDS',
  'WEBHOOKS',
]

async function runWorker(
  secret: string,
  { folder, worlds, adminToken, sidecarToken }: State,
  runtimes: (pids: readonly number[]) => void,
  reserve: Reserve,
  output: Output,
): Promise<{
  worker: RunningWorker
  lost: readonly string[]
  gone: readonly string[]
  harbors: readonly Harbor[]
}> {
  const given = settings.flatMap((name) => (process.env[name] ? [[name, process.env[name]] as const] : []))
  // On one machine latency is low, and users expect to see their changes at once.
  const env = {
    STALE_SECONDS: '0',
    ...Object.fromEntries(given),
    ADMIN_TOKEN: adminToken,
    SIDECAR_TOKEN: sidecarToken,
    FRONT_SECRET: secret,
  }
  const log = workerLog(folder, output)
  const [loaded, { databasesOf, startWorker }, { setAsideDamaged, surveyRooms }] = await Promise.all([
    loadWorker(),
    import('./worker.ts'),
    import('./databases.ts'),
  ])
  const folderOf = (binding: string) => {
    const { className } = loaded.settings.objects.find((one) => one.binding === binding)!
    return databasesOf(worlds, loaded.settings, className)
  }
  const aside = setAsideDamaged(worlds)
  const { lost, gone, told } = surveyRooms({ directory: folderOf('DIRECTORY'), rooms: folderOf('ROOM') })
  for (const line of [...aside, ...told]) output.err(line)
  const starting = startWorker({
    ...{ ...loaded, worlds, env, log, runtimes },
    hasSpace: () => reserve.hasSpace,
  })
  // Loads the next modules while workerd starts.
  const [worker] = await Promise.all([starting, import('../sidecar/sidecar.ts'), fronts()])
  return { worker, lost, gone, harbors: loaded.harbors }
}

/**
 * Folds the databases so that a copy of the state folder is complete. A database that cannot be folded is complete
 * with the files beside it.
 */
async function fold({ worlds }: State, { err }: Output): Promise<void> {
  const { foldDatabases } = await import('./databases.ts')
  for (const line of foldDatabases(worlds)) err(line)
}

/** Rooms that are started at a time. */
const wokenAtOnce = 16

/** Restores rooms with data that the Directory does not list: a request with the site's token makes it look for them. */
async function findAgain(api: Api, lost: readonly string[], { err }: Output): Promise<void> {
  for (let at = 0; at < lost.length; at += wokenAtOnce)
    await Promise.all(
      lost.slice(at, at + wokenAtOnce).map((name) =>
        api.room(name).then(
          () => err(`${name} was not listed any more, and is again`),
          (error: unknown) => {
            // An interrupted deletion has now been completed.
            if (error instanceof ApiFailure && error.error === 'not-found') return
            if (!(error instanceof Failure)) throw error
            err(`${name} could not be found again: ${error.message}`)
          },
        ),
      ),
    )
}

/** A request for a room without data notifies the Directory, whose lists then show it as damaged. */
async function tellOfGone(api: Api, names: readonly string[], { err }: Output): Promise<void> {
  for (const name of names)
    await api.room(name).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
      err(`${name} could not be looked at: ${error.message}`)
    })
}

/** The sidecar's busy links bypass the front: they connect to the runtime itself, with the front's secret. */
async function runSidecar(
  { host, anyPorts }: StartOptions,
  { sidecarToken }: State,
  secret: string,
  worker: RunningWorker,
  reserve: Reserve,
) {
  const { startSidecar } = await import('../sidecar/sidecar.ts')
  return startSidecar({
    upstream: new URL(`http://127.0.0.1:${worker.port}`),
    headers: { [frontHeader]: secret },
    id: ownSidecar,
    advertise: advertised(host),
    bind: host,
    anyPort: anyPorts,
    httpPort: 0,
    token: sidecarToken,
    hasSpace: () => reserve.hasSpace,
    logLevel: 'warn',
  })
}

/** Creates the default rooms that do not exist yet. */
async function foundHarbors(api: Api, harbors: readonly Harbor[], anyPorts: boolean): Promise<void> {
  const have = new Set((await api.rooms()).map(({ game, room }) => `${game}/${room}`))
  const wanted = harbors.filter(({ slug }) => !have.has(`${slug}/${ownRoom}`))
  await Promise.all(wanted.map((harbor) => foundHarbor(api, harbor, anyPorts)))
}

async function foundHarbor(api: Api, { slug, listeners }: Harbor, anyPorts: boolean): Promise<void> {
  const parts = new FormData()
  parts.set('game', slug)
  parts.set('room', ownRoom)
  parts.set('title', 'Harbor')
  parts.set('listen', JSON.stringify(listeners.map((door) => listenAt(door, anyPorts))))
  try {
    await api.create(parts)
  } catch (error) {
    if (error instanceof ApiFailure && error.error === 'taken') return
    throw error instanceof Failure
      ? new Failure(`${slug}/${ownRoom} was not created: ${error.message}`)
      : error
  }
}

function listenAt({ transport, port, localPort }: Harbor['listeners'][number], anyPorts: boolean): ListenerRequest {
  return { transport, port: anyPorts ? 0 : (localPort ?? port) }
}

/** Timeout in milliseconds for the sidecar's report; then the start continues without it. */
const patience = 10_000

/** The rooms, once the sidecar has reported an address or an error for all their listeners. */
async function whenOpened(api: Api, stopped: AbortSignal): Promise<readonly RoomEntry[]> {
  for (const until = Date.now() + patience; ; await delay(10)) {
    const rooms = await api.rooms()
    if (rooms.every(isOpened) || stopped.aborted || Date.now() > until) return rooms
  }
}

function isOpened(room: RoomEntry): boolean {
  return room.status === 'needs-upgrade' || isReportedBy(ownSidecar, room)
}

function announce(
  options: StartOptions,
  { folder, adminToken }: State,
  front: Front,
  rooms: readonly RoomEntry[],
  sidecarPort: number | undefined,
  { out, err }: Output,
): void {
  const url = `http://${inUrl(advertised(options.host))}:${front.port}`
  const listeners = rooms.flatMap((room) => listenersOf(room, advertised(options.host)))
  for (const failed of listeners) if (failed.error) err(howToChange(failed))
  for (const { game, room } of rooms.filter((one) => !isOpened(one))) {
    err(`${game}/${room}: the sidecar has not opened all its doors; see packetboat doctor --url ${url}`)
  }
  if (options.json) return out(JSON.stringify({ ready: true, url, adminToken, listeners }))
  out(`Packetboat is at ${url}, its state in ${folder}`)
  out(`admin token ${adminToken}`)
  const own = `http://127.0.0.1:${sidecarPort}/metrics`
  out(`figures for Prometheus at ${url}/api/metrics (by that token) and ${own}`)
  const open = listeners.filter(({ error }) => !error)
  for (const line of columns(
    open.map((one) => [`${one.game}/${one.room}`, one.transport, `${one.host}:${one.port}`]),
  )) {
    out(line)
  }
}

function listenersOf({ game, room, addresses }: RoomEntry, host: string): Listener[] {
  const own = addresses.filter(({ sidecar }) => sidecar === ownSidecar)
  return own.map((at) => {
    const listener = { game, room, transport: at.transport, host: at.host ?? host, port: at.port }
    return at.error ? { ...listener, error: at.error } : listener
  })
}

function howToChange({ game, room, transport, port, error }: Listener): string {
  const other = `packetboat room set ${game}/${room} --listen ${transport}:PORT`
  return `${game}/${room}: ${transport} port ${port} is not open (${error}): free it, start with --ports any, or ${other}`
}

/** The clients' address of a listener bound to `host`. */
function advertised(host: string): string {
  if (!isAny(host)) return host
  const addresses = Object.values(networkInterfaces()).flatMap((those) => those ?? [])
  return addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1'
}

/** This machine's address of a listener bound to `host`. */
function local(host: string): string {
  return isAny(host) ? '127.0.0.1' : host
}

function isAny(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
