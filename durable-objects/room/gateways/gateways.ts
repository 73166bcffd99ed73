// A room's gateways: sidecar links, clients' own WebSockets, and spectators'. Dispatches socket events to them. Sockets
// may outlive the instance that accepted them, and the next one takes them over.
import type { Frame, Game } from '../../../games/game.ts'
import { closeCodes } from '../../../wire/link/control-messages.ts'
import { type Close, type Platform, type Socket, socketStates } from '../../platform/platform.ts'
import type { Records } from '../../storage/records.ts'
import { type LastAnnouncement, newestAnnouncement } from '../announcements/last-announcement.ts'
import type { Alarm } from '../lifecycle/alarm.ts'
import type { RoomLifecycle } from '../lifecycle/room-lifecycle.ts'
import type { Moderation } from '../moderation/moderation.ts'
import { ResumeStateMac } from '../sessions/resume-state-mac.ts'
import type { UnwrittenUsage } from '../usage/usage-meter.ts'
import { type SpectatorAttachment, Spectators, spectatorTag } from '../views/spectators.ts'
import type { RoomWorld } from '../world/room-world.ts'
import type { WorldRuntimeSettings } from '../world/world-runtime.ts'
import type { StoredChannel } from './sidecar-channel.ts'
import { SidecarGateway } from './sidecar-gateway.ts'
import { type ClientInfo, newAttachment, type WebSocketAttachment } from './websocket-connection.ts'
import { WebSocketGateway } from './websocket-gateway.ts'

/** The platform evicts an object without events for some 70 s, whatever timers it has. */
const tickingAlarmMs = 30_000

interface SidecarAttachment {
  readonly kind: 'link'
  /** Undefined before the hello. */
  readonly known: StoredChannel | undefined
  /** Players of the whole room at the last change: a later instance learns them only when its sidecars resume. */
  readonly players?: number
  /** The room's last announcement to the Directory. */
  readonly lastAnnouncement?: LastAnnouncement | undefined
  /** The room's unwritten usage. */
  readonly unwrittenUsage?: UnwrittenUsage | undefined
}

export interface GatewaysSettings extends Pick<WorldRuntimeSettings, 'log'> {
  readonly platform: Platform
  readonly records: Records
  readonly lifecycle: RoomLifecycle
  readonly world: RoomWorld
  readonly moderation: Moderation
  readonly alarm: Alarm
  readonly epoch: number
  /** The room's game; undefined if this build does not have it. */
  game(): Game | undefined
  /** Deletes a record that is no longer needed. */
  deleteRecord(key: string): void
  /** All sidecars have resumed their sessions. */
  onResumed(): void
}

export class Gateways {
  readonly #settings: GatewaysSettings
  readonly #platform: Platform
  #sidecarGateway: SidecarGateway | undefined
  #webSocketGateway: WebSocketGateway | undefined
  #previousPlayerCount = 0
  #lastAnnouncement: LastAnnouncement | undefined
  #unwrittenUsage: UnwrittenUsage | undefined
  readonly spectators: Spectators

  constructor(settings: GatewaysSettings) {
    const { platform, world, log } = settings
    this.#settings = settings
    this.#platform = platform
    this.spectators = new Spectators({
      clock: platform.clock,
      platform,
      world: () => world.openReadOnly(),
      refusal: (address) => {
        if (settings.lifecycle.meta?.watching === 'off') return 'the owner has turned off watching'
        return settings.moderation.bansSpectator(address) ? 'banned by the host' : undefined
      },
      log: (event, detail) => log('error', event, { detail }),
    })
  }

  /** Accepts a sidecar's WebSocket, whose upgrade is not answered yet. False: there is no such room. */
  acceptSidecar(socket: Socket): boolean {
    if (!this.#settings.lifecycle.meta) return false
    this.#platform.accept(socket, 'link')
    const attached: SidecarAttachment = { kind: 'link', known: undefined }
    socket.serializeAttachment(attached)
    return true
  }

  /** Likewise a client's own WebSocket. */
  acceptClient(socket: Socket, client: ClientInfo): boolean {
    if (!this.#settings.lifecycle.meta) return false
    const { clock, secrets } = this.#platform
    this.#webSockets.accept(socket, newAttachment(secrets.newToken(), client, clock.now()))
    this.setAlarms()
    return true
  }

  /** Likewise a spectator's. */
  acceptSpectator(socket: Socket, address: string): boolean {
    if (!this.#settings.lifecycle.meta) return false
    this.spectators.accept(socket, address)
    return true
  }

  socketMessage(socket: Socket, message: Frame): void {
    // Ignores messages from before the peer saw our close: its link may be fenced.
    if (socket.readyState !== socketStates.open) return
    if (!this.#settings.lifecycle.meta) return socket.close(closeCodes.gone, 'the room is gone')
    // The common case in a busy room: attachments are not read for each message.
    if (this.#sidecarGateway?.has(socket)) return this.#sidecarMessage(socket, message, undefined)
    if (!this.#webSockets.has(socket)) {
      const attached = socket.deserializeAttachment() as
        | WebSocketAttachment
        | SidecarAttachment
        | SpectatorAttachment
      if (attached.kind === 'watch') return this.spectators.message(socket, message)
      if (attached.kind === 'link') return this.#sidecarMessage(socket, message, attached.known)
      this.#webSockets.adopt(socket, attached)
    }
    this.#webSockets.message(socket, message)
  }

  #sidecarMessage(socket: Socket, message: Frame, known: SidecarAttachment['known']): void {
    if (typeof message === 'string') socket.close(closeCodes.protocol, 'link: text')
    else this.#withResumption(() => this.#sidecars.message(socket, message, known))
  }

  /** Runs `act`, which may complete the resumption of sessions. */
  #withResumption(act: () => void): void {
    const was = this.isResuming
    act()
    if (was && !this.isResuming) this.#settings.onResumed()
  }

  /** The other end closed, or the socket failed (`close` is absent). */
  socketClosed(socket: Socket, close?: Close): void {
    // The platform leaves the close reply to us, and the other end waits for it.
    if (socket.readyState === socketStates.closing) socket.close(1000, 'goodbye')
    const attached = socket.deserializeAttachment() as
      | WebSocketAttachment
      | SidecarAttachment
      | SpectatorAttachment
    if (!this.#settings.lifecycle.meta) return
    if (attached.kind === 'watch') return this.spectators.socketClosed(socket)
    if (attached.kind === 'link')
      return this.#withResumption(() => this.#sidecars.socketClosed(socket, close))
    // After hibernation the world must still see a client leave, unless the room ended that session itself.
    if (attached.resumeState) this.#webSockets.adopt(socket, attached)
    this.#webSockets.socketClosed(socket)
  }

  /** The world is open: resumes the sessions of sockets that outlived the previous instance. */
  adoptSockets(): void {
    this.#adoptClients()
    this.#adoptSidecars(this.#sidecars)
  }

  endIdleSessions(): void {
    this.#webSockets.endIdleSessions()
  }

  /** Sets the alarms for clients' own sockets; sidecars time out their clients themselves. */
  setAlarms(): void {
    const { alarm, world } = this.#settings
    const ticks = world.runtime?.isTicking === true && this.#webSockets.size > 0
    if (!ticks) alarm.request('ticking', undefined)
    else if (!alarm.isRequested('ticking'))
      alarm.request('ticking', this.#platform.clock.now() + tickingAlarmMs)
    alarm.request('idle', this.#webSockets.idleTimeoutAt)
  }

  /** Whether the record of this key belongs to a session that is here or may resume. */
  ownsRecord(key: string): boolean {
    return this.#sidecars.ownsRecord(key) || this.#webSockets.ownsRecord(key)
  }

  /** A sidecar whose link survived the previous instance has not resumed its sessions yet. */
  get isResuming(): boolean {
    return this.#sidecarGateway?.isResuming ?? false
  }

  /** Players in the world (`playing`), or those of the previous instance while sidecars have not resumed. */
  countPlayers(playing: number): number {
    return this.isResuming ? Math.max(playing, this.#previousPlayerCount) : playing
  }

  /** Stores the player count for a later instance. The previous one's count is kept until all sidecars have resumed. */
  storePlayerCount(): void {
    const players = this.#playerCount
    for (const socket of this.#platform.sockets('link')) {
      const attached = socket.deserializeAttachment() as SidecarAttachment
      if (attached.players !== players) socket.serializeAttachment({ ...attached, players })
    }
  }

  /** The last announcement to the Directory, by this instance or the previous one. */
  get lastAnnouncement(): LastAnnouncement | undefined {
    return this.#lastAnnouncement
  }

  /** Undefined: the Directory's state is unknown. */
  storeLastAnnouncement(announcement: LastAnnouncement | undefined): void {
    this.#lastAnnouncement = announcement
    for (const socket of this.#platform.sockets('link')) {
      const attached = socket.deserializeAttachment() as SidecarAttachment
      socket.serializeAttachment({ ...attached, lastAnnouncement: announcement } satisfies SidecarAttachment)
    }
    this.#webSockets.storeLastAnnouncement(announcement)
  }

  /** Stores the room's unwritten usage in one socket, for a later instance. False: there is no socket. */
  storeUsage(unwrittenUsage: UnwrittenUsage): boolean {
    this.#unwrittenUsage = unwrittenUsage
    if (this.#webSockets.storeUsage(unwrittenUsage)) return true
    const others = [...this.#platform.sockets('link'), ...this.#platform.sockets(spectatorTag)]
    const socket = others.find(({ readyState }) => readyState === socketStates.open)
    socket?.serializeAttachment({ ...(socket.deserializeAttachment() as object), unwrittenUsage })
    return socket !== undefined
  }

  /** The usage that an earlier instance stored so. */
  loadUsage(): UnwrittenUsage | undefined {
    const all = this.#platform
      .sockets()
      .map(
        (socket) =>
          (socket.deserializeAttachment() as { readonly unwrittenUsage?: UnwrittenUsage } | null)
            ?.unwrittenUsage,
      )
    this.#unwrittenUsage = all.reduce(
      (one, other) => (!one || (other && other.at > one.at) ? other : one),
      undefined,
    )
    return this.#unwrittenUsage
  }

  /** The room is deleted. */
  reset(): void {
    this.#sidecarGateway?.stop()
    this.#sidecarGateway = undefined
    this.#webSocketGateway?.stop()
    this.#webSocketGateway = undefined
    this.spectators.stop()
    this.#previousPlayerCount = 0
    this.#lastAnnouncement = undefined
    this.#unwrittenUsage = undefined
  }

  get #playerCount(): number {
    return this.countPlayers(this.#settings.world.runtime?.players ?? 0)
  }

  get #webSockets(): WebSocketGateway {
    const { records, world, lifecycle, log, game } = this.#settings
    this.#webSocketGateway ??= new WebSocketGateway({
      clock: this.#platform.clock,
      records,
      batchesJson: game()?.listeners.some(({ batchesJson }) => batchesJson) ?? false,
      runtime: () => world.open(),
      isOpen: () => lifecycle.meta?.status === 'open',
      durable: () => this.#platform.disk.durable(),
      accept: (socket) => this.#platform.accept(socket as Socket, 'direct'),
      reject: (socket, { frames, reason }) => this.#platform.reject(socket as Socket, frames, reason),
      log: (event, detail) => log('error', event, { detail }),
    })
    return this.#webSocketGateway
  }

  get #sidecars(): SidecarGateway {
    if (this.#sidecarGateway) return this.#sidecarGateway
    const { records, world, lifecycle, log, epoch, deleteRecord } = this.#settings
    this.#sidecarGateway = new SidecarGateway({
      clock: this.#platform.clock,
      records,
      resumeStateMac: this.#resumeStateMac,
      epoch,
      runtime: () => world.open(),
      isOpen: () => lifecycle.meta?.status === 'open',
      deleteRecord,
      storeAttachment: (socket, known) => {
        const attached: SidecarAttachment = {
          kind: 'link',
          known,
          players: this.#playerCount,
          lastAnnouncement: this.#lastAnnouncement,
          unwrittenUsage: this.#unwrittenUsage,
        }
        ;(socket as Socket).serializeAttachment(attached)
      },
      log: (event, fields) => log('info', event, fields),
    })
    this.#adoptSidecars(this.#sidecarGateway)
    return this.#sidecarGateway
  }

  get #resumeStateMac(): ResumeStateMac {
    const { lifecycle, game } = this.#settings
    const { version = 0, readableVersions = [] } = game() ?? {}
    return new ResumeStateMac(lifecycle.meta!.seed, [version, ...readableVersions])
  }

  /** Resumes the sessions of direct sockets that outlived the previous instance. */
  #adoptClients(): void {
    for (const socket of this.#platform.sockets('direct')) {
      if (socket.readyState !== socketStates.open) continue
      const attached = socket.deserializeAttachment() as WebSocketAttachment
      this.#lastAnnouncement = newestAnnouncement(this.#lastAnnouncement, attached.lastAnnouncement)
      if (attached.resumeState && !this.#webSockets.has(socket)) this.#webSockets.adopt(socket, attached)
    }
  }

  /** Takes over links that did so; their clients get nothing until their sidecars resume them. */
  #adoptSidecars(gateway: SidecarGateway): void {
    for (const socket of this.#platform.sockets('link')) {
      if (socket.readyState !== socketStates.open) continue
      const { known, players = 0, lastAnnouncement } = socket.deserializeAttachment() as SidecarAttachment
      if (!known) continue
      this.#lastAnnouncement = newestAnnouncement(this.#lastAnnouncement, lastAnnouncement)
      this.#previousPlayerCount = Math.max(this.#previousPlayerCount, players)
      gateway.adopt(socket, known)
    }
  }
}
