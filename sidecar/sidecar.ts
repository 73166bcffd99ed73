// The control socket receives assigned rooms, listeners accept clients, and links relay the clients to the rooms. A
// sidecar can run in any process; main.ts runs it as a process of its own.
import type { MessageToSidecar } from '../wire/link/control-messages.ts'
import { postServerListEntry } from './announcing/send-entry.ts'
import { ServerListAnnouncer } from './announcing/server-list-announcer.ts'
import { BackupFolder } from './backup/backup-folder.ts'
import { BackupSchedule } from './backup/backup-schedule.ts'
import { createSiteClient } from './backup/site-client.ts'
import { ConfigError, type SidecarSettings } from './config/settings.ts'
import { TlsCertificate } from './listeners/base/tls-certificate.ts'
import { Listeners } from './listeners/listeners.ts'
import { LatencyHistograms } from './monitoring/latency-histograms.ts'
import { Metrics, serveMetrics } from './monitoring/metrics.ts'
import { ControlChannel } from './uplink/control-channel.ts'
import { RoomChannels, type SessionRouter } from './uplink/room-channels.ts'
import { createLog, type Logger } from './util/log.ts'
import { nodeClock } from './util/node-clock.ts'

interface SidecarListener {
  readonly game: string
  readonly room: string
  readonly transport: 'tcp' | 'udp' | 'websocket' | 'dispatch'
  readonly host: string
  /** The open port, or the requested port if it could not be opened. */
  readonly port: number
  readonly error?: string
}

export interface Sidecar {
  listeners(): SidecarListener[]
  /** Resolves when the first assignments are applied and reported. */
  ready(): Promise<void>
  /** Stops accepting clients, delivers pending frames, and then disconnects all clients. Takes at most 10 s. */
  drain(): Promise<void>
  /**
   * Resolves to the exit code when the sidecar has ended: 0 after a drain, 1 if another sidecar has taken over the id.
   */
  readonly closed: Promise<number>
  /** The port of `/healthz` and `/metrics`; undefined if they are off. */
  readonly httpPort: number | undefined
}

/**
 * Rejects with ConfigError if the metrics port cannot be opened or the certificate is invalid. If the Worker is
 * unreachable, the sidecar retries until it is reachable.
 */
export async function startSidecar(
  settings: SidecarSettings,
  log: Logger = createLog(settings.logLevel),
  createRouter: (settings: SidecarSettings, log: Logger, latencies: LatencyHistograms) => SessionRouter = (
    ...args
  ) => new RoomChannels(...args),
): Promise<Sidecar> {
  const certificate = settings.certificate && (await TlsCertificate.load(settings.certificate, log))
  const latencies = new LatencyHistograms()
  const sidecar = new RunningSidecar(
    settings,
    createRouter(settings, log, latencies),
    latencies,
    log,
    certificate,
  )
  await sidecar.start()
  return sidecar
}

class RunningSidecar implements Sidecar {
  readonly closed: Promise<number>
  readonly #settings: SidecarSettings
  readonly #sessions: SessionRouter
  readonly #log: Logger
  readonly #certificate: TlsCertificate | undefined
  readonly #metrics: Metrics
  readonly #listenerSet: Listeners
  readonly #firstAssignments = Promise.withResolvers<void>()
  readonly #exitCode = Promise.withResolvers<number>()
  #control: ControlChannel | undefined
  #backups: BackupSchedule | undefined
  #announcer: ServerListAnnouncer | undefined
  #metricsServer: { port: number; close(): Promise<void> } | undefined
  #stopping: Promise<void> | undefined

  constructor(
    settings: SidecarSettings,
    sessions: SessionRouter,
    latencies: LatencyHistograms,
    log: Logger,
    certificate: TlsCertificate | undefined,
  ) {
    this.#certificate = certificate
    this.#settings = settings
    this.#sessions = sessions
    this.#log = log
    this.closed = this.#exitCode.promise
    const connected = () => this.#isConnected
    this.#metrics = new Metrics({ isWorkerConnected: connected, channels: () => sessions.stats() }, latencies)
    this.#listenerSet = new Listeners({
      bind: settings.bind,
      ports: { anyPort: settings.anyPort ?? false, ...(settings.portRange && { range: settings.portRange }) },
      extraDispatch: settings.dispatch ?? [],
      proxies: settings.proxies ?? [],
      balancers: settings.balancers ?? [],
      certificate,
      sessions,
      metrics: this.#metrics,
      log,
      isWorkerUnreachable: () => !this.#isConnected,
      onRoomReport: (report) => this.#control?.send({ type: 'opened', ...report }),
      onFullReport: (rooms) => this.#control?.send({ type: 'all', rooms }),
    })
  }

  get httpPort(): number | undefined {
    return this.#metricsServer?.port
  }

  async start(): Promise<void> {
    const { httpPort, upstream, id, advertise, region, portRange, rooms, token, headers } = this.#settings
    if (httpPort !== undefined)
      this.#metricsServer = await serveMetrics(this.#metrics, () => this.#isConnected, httpPort).catch(
        (cause: Error) => {
          throw new ConfigError(`http_port: choose another port, or 0 for any free port: ${cause.message}`, {
            cause,
          })
        },
      )
    this.#backups = this.#createBackupSchedule()
    this.#announcer = this.#createAnnouncer()
    this.#control = new ControlChannel({
      upstream,
      id,
      advertise,
      region,
      ports: portRange,
      rooms,
      token,
      headers,
      log: this.#log,
      random: Math.random,
      onMessage: (message) => void this.#handleMessage(message),
      onFenced: () => void this.#stop('another sidecar has this id', 1),
    })
  }

  #createBackupSchedule(): BackupSchedule | undefined {
    const { backup, upstream } = this.#settings
    if (!backup) return undefined
    return new BackupSchedule({
      site: (stopped) => createSiteClient(upstream, backup.token, stopped),
      ...{ folder: new BackupFolder(backup.to), everyMs: backup.everyMs, keep: backup.keep },
      ...{ clock: nodeClock, log: this.#log },
    })
  }

  #createAnnouncer(): ServerListAnnouncer | undefined {
    if (this.#settings.serverLists === false) return undefined
    return new ServerListAnnouncer({
      ...{ advertise: this.#settings.advertise, clock: nodeClock, log: this.#log, send: postServerListEntry },
      listeners: () => this.#listenerSet.announcedListeners(),
      onResults: (room, results) => this.#listenerSet.setListResults(room, results),
    })
  }

  listeners(): SidecarListener[] {
    return this.#listenerSet.statuses().map(({ name, transport, port, error }) => {
      const [game = '', room = ''] = name.split('/')
      return { game, room, transport, host: this.#settings.advertise, port, ...(error && { error }) }
    })
  }

  ready(): Promise<void> {
    return this.#firstAssignments.promise
  }

  drain(): Promise<void> {
    return this.#stop('the sidecar is stopping', 0)
  }

  get #isConnected(): boolean {
    return this.#control?.connected ?? false
  }

  async #handleMessage(message: MessageToSidecar): Promise<void> {
    switch (message.type) {
      case 'all':
        await this.#listenerSet.applyAll(message.assignments)
        return this.#firstAssignments.resolve()
      case 'room':
        return this.#listenerSet.applyRoom(message.assignment)
      case 'gone':
        return this.#listenerSet.removeRoom(message.name)
      case 'leave':
        return this.#listenerSet.handOverRoom(message.name)
    }
  }

  #stop(reason: string, code: number): Promise<void> {
    this.#stopping ??= this.#shutDown(reason, code)
    return this.#stopping
  }

  /**
   * Ends the sidecar, after up to 5 s for the room's acknowledgements and up to 5 s for the clients to receive their
   * output.
   */
  async #shutDown(reason: string, code: number): Promise<void> {
    this.#log.info({ clients: this.#metrics.clients, reason }, 'stopping')
    this.#announcer?.stop()
    const backedUp = this.#backups?.stop()
    await this.#listenerSet.stopAccepting()
    await this.#sessions.drain()
    await this.#listenerSet.close(reason)
    this.#control?.close(1001, reason)
    await this.#metricsServer?.close()
    await backedUp
    this.#certificate?.stop()
    this.#log.info('stopped')
    this.#exitCode.resolve(code)
  }
}
