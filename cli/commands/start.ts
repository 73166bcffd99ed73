// `packetboat start`: runs a site with a Worker and a sidecar on one state folder until a signal.

import { once } from 'node:events'
import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { newToken } from '../../durable-objects/platform/secrets.ts'
import type { ListenerRequest } from '../../durable-objects/rpc/rpc-types.ts'
import type { BackupSchedule } from '../../sidecar/backup/backup-schedule.ts'
import {
  type BackupSettings,
  ConfigError,
  settingDefinitions,
} from '../../sidecar/config/setting-definitions.ts'
import { createLog } from '../../sidecar/util/log.ts'
import { nodeClock } from '../../sidecar/util/node-clock.ts'
import { createStopSignal } from '../../sidecar/util/signals.ts'
import { systemErrorCode } from '../../sidecar/util/system-error-code.ts'
import { frontHeader } from '../../wire/net/front-header.ts'
import { normalizeAddress } from '../../wire/net/ip-address.ts'
import { ApiClient, ApiFailure, type RoomEntry } from '../api/api-client.ts'
import { bracketIpv6 } from '../api/host-in-url.ts'
import { hasReported } from '../api/listener-reports.ts'
import type { DefaultRoom } from '../bundle/default-rooms.ts'
import { loadWorker } from '../bundle/worker-bundle.ts'
import type { FrontProxy } from '../front/front-proxy.ts'
import { advertisedHost, localHost } from '../runtime/advertised-host.ts'
import { DiskReserve } from '../runtime/disk-reserve.ts'
import { OrphanReaper } from '../runtime/orphan-reaper.ts'
import {
  openStateFolder,
  prepareStateFolder,
  type StateFolder,
  stateFolderFailure,
} from '../runtime/state-folder.ts'
import { acquireLock, type StateLock } from '../runtime/state-lock.ts'
import type { RunningWorker } from '../runtime/worker.ts'
import { createWorkerLog } from '../runtime/worker-log.ts'
import { Failure, UsageError } from '../terminal/failure.ts'
import { alignColumns, type Output } from '../terminal/output.ts'
import { ownCommandLine } from '../terminal/own-command-line.ts'

export interface StartOptions {
  readonly port: number
  readonly state: string
  readonly host: string
  readonly anyPorts: boolean
  readonly metricsPort: number
  /** The automatic backups, as `to=dir,every=24h,keep=n`. */
  readonly backup?: string
  readonly json: boolean
}

/** A listener in the line of JSON that `--json` prints when the site is ready. */
export interface ReadyListener {
  readonly game: string
  readonly room: string
  readonly transport: string
  readonly host: string
  readonly port: number
  readonly error?: string
}

const builtInSidecarId = 'local'
const defaultRoomName = 'harbor'

/** Throws Failure if the site cannot start, or if the Workers runtime crashes and does not restart. */
export async function start(options: StartOptions, output: Output): Promise<void> {
  const stopped = createStopSignal()
  const backup = parseBackup(options.backup)
  checkEnvironment(process.env)
  const lock = await acquireLock(prepareStateFolder(options.state).lock).catch((error: unknown) => {
    throw systemErrorCode(error) ? stateFolderFailure(options.state, error) : error
  })
  if (lock.damaged)
    output.err(
      `the lock of the state folder was damaged and was renamed to ${lock.damaged}: stop any other packetboat start on this folder`,
    )
  const reaper = new OrphanReaper()
  const cleanups = [async () => lock.release(), async () => reaper.release()]
  try {
    const state = openStateFolder(options.state)
    for (const line of state.warnings) output.err(line)
    const recordPids = (pids: readonly number[]) => {
      reaper.replaceWatchedPids(pids)
      recordRuntimes(lock, pids, options.state, output)
    }
    cleanups.push(() => checkpointState(state, output))
    const reserve = new DiskReserve(state.folder, output)
    cleanups.push(async () => reserve.release())
    const secret = newToken()
    const started = await runWorker(secret, state, recordPids, reserve, output)
    const { worker, unlisted, missing, withoutAlarm, defaultRooms } = started
    cleanups.push(() => worker.stop())
    const front = await runFront(options, secret, worker, output)
    cleanups.push(() => front.close())
    if (stopped.aborted) return
    const sidecar = await runSidecar(options, state, secret, worker, reserve)
    cleanups.push(() => sidecar.drain())
    const localUrl = new URL(`http://${bracketIpv6(localHost(options.host))}:${front.port}`)
    const api = new ApiClient(localUrl, state.adminToken)
    await relistRooms(api, unlisted, output)
    await callRooms(api, [...missing, ...withoutAlarm], output)
    await createDefaultRooms(api, defaultRooms, options.anyPorts)
    const rooms = await waitUntilListening(api, stopped)
    if (stopped.aborted) return
    printReady(options, state, front, rooms, sidecar.httpPort, output)
    if (backup) {
      const schedule = await scheduleBackups(backup, localUrl, state)
      cleanups.push(() => schedule.stop())
      if (stopped.aborted) return
    }
    await Promise.race([once(stopped, 'abort'), worker.crashed, failWhenClosed(sidecar.closed)])
  } catch (error) {
    // After Ctrl-C the error may come from a child process, such as the bundler, that Ctrl-C has ended too.
    if (!stopped.aborted) throw error
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup()
  }
}

function checkEnvironment({ PUBLIC_URL, HOSTS, PROXIES }: NodeJS.ProcessEnv): void {
  if (PUBLIC_URL && !/^https?:$/.test(URL.parse(PUBLIC_URL)?.protocol ?? ''))
    throw new Failure(`PUBLIC_URL: ${PUBLIC_URL} is not an http or https URL`)
  const host = listOf(HOSTS).find((one) => /[*/\s]/.test(one) || !URL.canParse(`http://${one}`))
  if (host !== undefined) throw new Failure(`HOSTS: ${host} is not a host name`)
  const proxy = listOf(PROXIES).find((one) => !isIP(one))
  if (proxy !== undefined) throw new Failure(`PROXIES: ${proxy} is not an IP address`)
}

const listOf = (text = '') => text.split(',').flatMap((part) => part.trim() || [])

function parseBackup(text: string | undefined): BackupSettings | undefined {
  const { fromText, read } = settingDefinitions.backup
  try {
    return text === undefined ? undefined : read(fromText!(text), '--backup')
  } catch (error) {
    throw error instanceof ConfigError ? new UsageError(error.message) : error
  }
}

async function scheduleBackups(
  { to, everyMs, keep }: BackupSettings,
  url: URL,
  { adminToken }: StateFolder,
): Promise<BackupSchedule> {
  const [{ BackupSchedule }, { BackupFolder }, { createSiteClient }] = await Promise.all([
    import('../../sidecar/backup/backup-schedule.ts'),
    import('../../sidecar/backup/backup-folder.ts'),
    import('../../sidecar/backup/site-client.ts'),
  ])
  return new BackupSchedule({
    site: (stopped) => createSiteClient(url, adminToken, stopped),
    ...{ folder: new BackupFolder(to), everyMs, keep, clock: nodeClock, log: createLog() },
  })
}

/**
 * Records the runtime's processes, so that the next start can end them if this process and its reaper are killed. If
 * the disk is full, only a message is printed, and the worlds continue.
 */
function recordRuntimes(lock: StateLock, pids: readonly number[], state: string, { err }: Output): void {
  try {
    lock.recordRuntimes(pids)
  } catch (error) {
    err(stateFolderFailure(state, error).message)
  }
}

async function failWhenClosed(closed: Promise<number>): Promise<never> {
  await closed
  throw new Failure('the sidecar stopped unexpectedly')
}

async function runFront(
  { host, port }: StartOptions,
  secret: string,
  worker: RunningWorker,
  { err }: Output,
): Promise<FrontProxy> {
  const [{ openFrontProxy }, { SiteNames }] = await loadFrontModules()
  const { PUBLIC_URL: publicUrl, HOSTS: hosts, PROXIES } = process.env
  const names = new SiteNames({ bound: host, publicUrl, hosts, now: () => performance.now() })
  const proxies = listOf(PROXIES).map(normalizeAddress)
  return openFrontProxy({
    ...{ host, port, proxies, classifyName: (name) => names.classifyName(name), secret },
    runtimePort: worker.port,
    ...(worker.socketPath && { runtimeSocketPath: worker.socketPath }),
    log: err,
  })
}

const loadFrontModules = () =>
  Promise.all([import('../front/front-proxy.ts'), import('../front/site-names.ts')])

/** PROXIES and HOSTS are not in this list, because only the front proxy uses them. */
const overridableSettings = [
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
  { folder, worlds, adminToken, sidecarToken }: StateFolder,
  runtimes: (pids: readonly number[]) => void,
  reserve: DiskReserve,
  output: Output,
) {
  const overrides = overridableSettings.flatMap((name) =>
    process.env[name] ? [[name, process.env[name]] as const] : [],
  )
  // Edge caching is off by default: on one machine latency is low, and users expect to see their changes at once.
  const env = {
    STALE_SECONDS: '0',
    ...Object.fromEntries(overrides),
    ADMIN_TOKEN: adminToken,
    SIDECAR_TOKEN: sidecarToken,
    FRONT_SECRET: secret,
  }
  const log = createWorkerLog(folder, output)
  const [loaded, { databaseFolder, startWorker }, { quarantineDamagedRuntimeFiles, repairDatabases }] =
    await Promise.all([loadWorker(), import('../runtime/worker.ts'), import('../runtime/databases.ts')])
  const folderOf = (binding: string) => {
    const { className } = loaded.settings.objects.find((one) => one.binding === binding)!
    return databaseFolder(worlds, loaded.settings, className)
  }
  const quarantined = quarantineDamagedRuntimeFiles(worlds)
  const { unlisted, missing, withoutAlarm, warnings } = repairDatabases({
    directory: folderOf('DIRECTORY'),
    rooms: folderOf('ROOM'),
  })
  for (const line of [...quarantined, ...warnings]) output.err(line)
  const starting = startWorker({
    ...{ ...loaded, worlds, env, log, runtimes },
    hasSpace: () => reserve.hasSpace,
  })
  const [worker] = await Promise.all([starting, import('../../sidecar/sidecar.ts'), loadFrontModules()])
  return { worker, unlisted, missing, withoutAlarm, defaultRooms: loaded.defaultRooms }
}

/**
 * Writes each database's WAL file into the database. If this fails, prints that a copy of the database is complete only
 * together with its WAL file.
 */
async function checkpointState({ worlds }: StateFolder, { err }: Output): Promise<void> {
  const { checkpointDatabases } = await import('../runtime/databases.ts')
  for (const line of checkpointDatabases(worlds)) err(line)
}

const concurrentWakes = 16

/**
 * Makes the Directory list rooms again that have data but are not listed: a request with the site token makes it ask
 * the room's object.
 */
async function relistRooms(api: ApiClient, unlisted: readonly string[], { err }: Output): Promise<void> {
  for (let at = 0; at < unlisted.length; at += concurrentWakes)
    await Promise.all(
      unlisted.slice(at, at + concurrentWakes).map((name) =>
        api.room(name).then(
          () => err(`${name} was missing from the room list and was added again`),
          (error: unknown) => {
            // The room's deletion had been interrupted, and the request has completed it.
            if (error instanceof ApiFailure && error.error === 'not-found') return
            if (!(error instanceof Failure)) throw error
            err(`${name} could not be added to the room list: ${error.message}`)
          },
        ),
      ),
    )
}

/** Calls the rooms, which then set their alarms again. The Directory marks a room as damaged if its data is missing. */
async function callRooms(api: ApiClient, names: readonly string[], { err }: Output): Promise<void> {
  for (const name of names)
    await api.room(name).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
      err(`${name} could not be read: ${error.message}`)
    })
}

/**
 * This sidecar sends so much data that it bypasses the front proxy: it connects to the runtime directly, with the front
 * proxy's secret.
 */
async function runSidecar(
  { host, anyPorts, metricsPort }: StartOptions,
  { sidecarToken }: StateFolder,
  secret: string,
  worker: RunningWorker,
  reserve: DiskReserve,
) {
  const { startSidecar } = await import('../../sidecar/sidecar.ts')
  const started = startSidecar({
    upstream: new URL(`http://127.0.0.1:${worker.port}`),
    headers: { [frontHeader]: secret },
    id: builtInSidecarId,
    advertise: advertisedHost(host),
    bind: host,
    anyPort: anyPorts,
    httpPort: metricsPort,
    token: sidecarToken,
    hasSpace: () => reserve.hasSpace,
    logLevel: 'warn',
  })
  return started.catch((error: unknown) => {
    // The metrics port is the only port that a sidecar opens before it connects, so a system error concerns this port.
    if (!systemErrorCode(error)) throw error
    throw new Failure(
      `--metrics-port ${metricsPort} is not available (${systemErrorCode(error)}): choose another`,
    )
  })
}

async function createDefaultRooms(
  api: ApiClient,
  defaultRooms: readonly DefaultRoom[],
  anyPorts: boolean,
): Promise<void> {
  const existing = new Set((await api.rooms()).map(({ game, room }) => `${game}/${room}`))
  const absent = defaultRooms.filter(({ slug }) => !existing.has(`${slug}/${defaultRoomName}`))
  await Promise.all(absent.map((room) => createDefaultRoom(api, room, anyPorts)))
}

async function createDefaultRoom(
  api: ApiClient,
  { slug, listeners, title }: DefaultRoom,
  anyPorts: boolean,
): Promise<void> {
  const form = new FormData()
  form.set('game', slug)
  form.set('room', defaultRoomName)
  form.set('title', title)
  form.set('listen', JSON.stringify(listeners.map((listener) => listenerAt(listener, anyPorts))))
  try {
    await api.createRoom(form)
  } catch (error) {
    if (error instanceof ApiFailure && error.error === 'taken') return
    throw error instanceof Failure
      ? new Failure(`${slug}/${defaultRoomName} was not created: ${error.message}`)
      : error
  }
}

function listenerAt(
  { transport, port, localPort }: DefaultRoom['listeners'][number],
  anyPorts: boolean,
): ListenerRequest {
  return { transport, port: anyPorts ? 0 : (localPort ?? port) }
}

/** Milliseconds after which the start continues without the missing reports. */
const reportTimeoutMs = 10_000

/** Waits until a sidecar has reported an address or an error for each listener. */
async function waitUntilListening(api: ApiClient, stopped: AbortSignal): Promise<readonly RoomEntry[]> {
  for (const until = Date.now() + reportTimeoutMs; ; await delay(10)) {
    const rooms = await api.rooms()
    if (rooms.every(isListening) || stopped.aborted || Date.now() > until) return rooms
  }
}

function isListening(room: RoomEntry): boolean {
  return room.status === 'needs-upgrade' || hasReported(builtInSidecarId, room)
}

function printReady(
  options: StartOptions,
  { folder, adminToken }: StateFolder,
  front: FrontProxy,
  rooms: readonly RoomEntry[],
  sidecarPort: number | undefined,
  { out, err }: Output,
): void {
  const url = `http://${bracketIpv6(advertisedHost(options.host))}:${front.port}`
  const listeners = rooms.flatMap((room) => toReadyListeners(room, advertisedHost(options.host)))
  for (const failed of listeners) if (failed.error) err(portHint(failed))
  for (const { game, room } of rooms.filter((one) => !isListening(one))) {
    err(
      `${game}/${room}: the sidecar has not opened all listeners; run ${ownCommandLine} doctor --url ${url}`,
    )
  }
  if (options.json) return out(JSON.stringify({ ready: true, url, adminToken, listeners }))
  out(`Packetboat is running at ${url} (state folder: ${folder})`)
  out(`admin token ${adminToken}`)
  const sidecarMetrics = `http://127.0.0.1:${sidecarPort}/metrics`
  out(`Prometheus metrics: ${url}/api/metrics (with the admin token) and ${sidecarMetrics}`)
  const rows = listeners
    .filter(({ error }) => !error)
    .map((one) => [`${one.game}/${one.room}`, one.transport, `${bracketIpv6(one.host)}:${one.port}`])
  for (const line of alignColumns(rows)) out(line)
}

function toReadyListeners({ game, room, addresses }: RoomEntry, host: string): ReadyListener[] {
  const own = addresses.filter(({ sidecar }) => sidecar === builtInSidecarId)
  return own.map((at) => {
    const listener = { game, room, transport: at.transport, host: at.host ?? host, port: at.port }
    return at.error ? { ...listener, error: at.error } : listener
  })
}

function portHint({ game, room, transport, port, error }: ReadyListener): string {
  const other = `${ownCommandLine} room set ${game}/${room} --listen ${transport}:PORT`
  return `${game}/${room}: ${transport} port ${port} is not open (${error}): free the port, start with --ports any, or run ${other}`
}
