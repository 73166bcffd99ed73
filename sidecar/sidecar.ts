// A running sidecar: the control socket assigns rooms, listeners accept clients, and links carry them to their rooms.
// Runs inside any process; main.ts runs it as a process of its own.
import type { ToSidecar } from '../wire/assignment.ts'
import { BackupFolder } from './backup/folder.ts'
import { BackupSchedule } from './backup/schedule.ts'
import { siteAt } from './backup/site.ts'
import { Certificate } from './certificate.ts'
import { systemClock } from './clock.ts'
import type { Settings } from './config.ts'
import { Control } from './control.ts'
import { Doors } from './doors.ts'
import { type Carrier, Links } from './links.ts'
import { createLog, type Logger } from './log.ts'
import { Metrics, serveMetrics } from './metrics.ts'
import { Timings } from './timings.ts'

/** The current state of a listener. */
export interface OpenedDoor {
  readonly game: string
  readonly room: string
  readonly transport: 'tcp' | 'udp' | 'websocket' | 'dispatch'
  /** The advertised host. */
  readonly host: string
  /** The requested port if it could not be opened. */
  readonly port: number
  readonly error?: string
}

export interface Sidecar {
  doors(): OpenedDoor[]
  /** Resolves when the first assignments are applied and reported. */
  settled(): Promise<void>
  /** Accepts no new clients, delivers pending frames, then disconnects all clients. Takes at most 10 s. */
  drain(): Promise<void>
  /** Resolves to the exit code: 0 after a drain, 1 if another sidecar took over the id. */
  readonly closed: Promise<number>
  /** Port of `/healthz` and `/metrics`, if they are on. */
  readonly httpPort: number | undefined
}

/**
 * Rejects only if the metrics port cannot be opened or the certificate is invalid. Retries while the Worker is
 * unreachable. Callers may pass their own `log` and `carry`.
 */
export async function startSidecar(
  settings: Settings,
  log: Logger = createLog(settings.logLevel),
  carry: (settings: Settings, log: Logger, timings: Timings) => Carrier = (given, to, timings) =>
    new Links(given, to, timings),
): Promise<Sidecar> {
  const certificate = settings.certificate && (await Certificate.read(settings.certificate, log))
  const timings = new Timings()
  const sidecar = new RunningSidecar(settings, carry(settings, log, timings), timings, log, certificate)
  await sidecar.start()
  return sidecar
}

class RunningSidecar implements Sidecar {
  readonly closed: Promise<number>
  readonly #settings: Settings
  readonly #links: Carrier
  readonly #log: Logger
  readonly #certificate: Certificate | undefined
  readonly #metrics: Metrics
  readonly #doors: Doors
  readonly #first = Promise.withResolvers<void>()
  readonly #end = Promise.withResolvers<number>()
  #control: Control | undefined
  #backups: BackupSchedule | undefined
  #http: { port: number; close(): Promise<void> } | undefined
  #stopping: Promise<void> | undefined

  constructor(
    settings: Settings,
    links: Carrier,
    timings: Timings,
    log: Logger,
    certificate: Certificate | undefined,
  ) {
    this.#certificate = certificate
    this.#settings = settings
    this.#links = links
    this.#log = log
    this.closed = this.#end.promise
    const connected = () => this.#connected
    this.#metrics = new Metrics({ connected, links: () => links.stats() }, timings)
    this.#doors = new Doors({
      bind: settings.bind,
      ports: { anyPort: settings.anyPort ?? false, ...(settings.portRange && { range: settings.portRange }) },
      dispatch: settings.dispatch ?? [],
      proxies: settings.proxies ?? [],
      balancers: settings.balancers ?? [],
      certificate,
      links,
      metrics: this.#metrics,
      log,
      away: () => !this.#connected,
      opened: (report) => this.#control?.send({ type: 'opened', ...report }),
      allOpened: (rooms) => this.#control?.send({ type: 'all', rooms }),
    })
  }

  get httpPort(): number | undefined {
    return this.#http?.port
  }

  async start(): Promise<void> {
    const { httpPort, upstream, id, advertise, region, portRange, rooms, token, headers } = this.#settings
    if (httpPort !== undefined)
      this.#http = await serveMetrics(this.#metrics, () => this.#connected, httpPort)
    this.#backups = this.#scheduled()
    this.#control = new Control({
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
      received: (message) => void this.#follow(message),
      fenced: () => void this.#stop('another sidecar has this id', 1),
    })
  }

  #scheduled(): BackupSchedule | undefined {
    const { backup, upstream } = this.#settings
    if (!backup) return undefined
    return new BackupSchedule({
      site: (stopped) => siteAt(upstream, backup.token, stopped),
      ...{ folder: new BackupFolder(backup.to), everyMs: backup.everyMs, keep: backup.keep },
      ...{ clock: systemClock, log: this.#log },
    })
  }

  doors(): OpenedDoor[] {
    return this.#doors.list().map(({ name, transport, port, error }) => {
      const [game = '', room = ''] = name.split('/')
      return { game, room, transport, host: this.#settings.advertise, port, ...(error && { error }) }
    })
  }

  settled(): Promise<void> {
    return this.#first.promise
  }

  drain(): Promise<void> {
    return this.#stop('the sidecar is stopping', 0)
  }

  get #connected(): boolean {
    return this.#control?.connected ?? false
  }

  async #follow(message: ToSidecar): Promise<void> {
    switch (message.type) {
      case 'all':
        await this.#doors.all(message.assignments)
        return this.#first.resolve()
      case 'room':
        return this.#doors.room(message.assignment)
      case 'gone':
        return this.#doors.gone(message.name)
      case 'leave':
        return this.#doors.leave(message.name)
    }
  }

  #stop(reason: string, code: number): Promise<void> {
    this.#stopping ??= this.#shut(reason, code)
    return this.#stopping
  }

  /** Gives the links and the clients 5 s each. */
  async #shut(reason: string, code: number): Promise<void> {
    this.#log.info({ clients: this.#metrics.clients, reason }, 'stopping')
    const backedUp = this.#backups?.stop()
    await this.#doors.stop()
    await this.#links.drain()
    await this.#doors.close(reason)
    this.#control?.close(1001, reason)
    await this.#http?.close()
    await backedUp
    this.#certificate?.stop()
    this.#log.info('stopped')
    this.#end.resolve(code)
  }
}
