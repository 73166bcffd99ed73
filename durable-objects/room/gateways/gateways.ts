// The gateways serve sidecar links, clients' own WebSockets, and spectators. Sockets may outlive the instance that
// accepted them: the next instance takes them over.
import type { Frame } from '../../../games/game.ts'
import { closeCodes } from '../../../wire/link/control-messages.ts'
import { OneShotTimer } from '../../platform/clock.ts'
import { type CloseInfo, replyToClose, type Socket, socketStates } from '../../platform/platform.ts'
import type { ClientInfo, WebSocketAttachment } from '../connections/websocket-connection.ts'
import type { RoomContext } from '../context/room-context.ts'
import type { FilmRecorder } from '../film/film-recorder.ts'
import { StaleSessionCollector } from '../resume/stale-session-collector.ts'
import { type SpectatorAttachment, Spectators } from '../views/spectators.ts'
import type { WorldLoader } from '../world/world-loader.ts'
import { type SidecarAttachment, SidecarGateway } from './sidecar-gateway.ts'
import { WebSocketGateway } from './websocket-gateway.ts'

/**
 * Timers prevent hibernation, but not eviction. Events prevent eviction, and an alarm is an event. Without events the
 * platform evicts the object after about 70 s, or after 15 minutes with a compatibility date from 2026-10-01 on.
 */
const tickingAlarmMs = 30_000
/**
 * [LINK-8] A sidecar answers a resync within milliseconds. A link that outlived the previous instance and is silent for
 * this long is half-open: its sidecar is lost. Until then its players are counted, and its sessions' records are kept.
 */
const resumptionTimeoutMs = 60_000

type Attachment = WebSocketAttachment | SidecarAttachment | SpectatorAttachment

export class Gateways {
  readonly #context: RoomContext
  readonly #world: WorldLoader
  readonly #staleSessions: StaleSessionCollector
  readonly #sidecars: SidecarGateway
  readonly #webSockets: WebSocketGateway
  readonly #spectators: Spectators
  readonly #resumptionTimer: OneShotTimer

  constructor(context: RoomContext, world: WorldLoader, film: FilmRecorder) {
    this.#context = context
    this.#world = world
    this.#staleSessions = new StaleSessionCollector(context, this)
    this.#sidecars = new SidecarGateway(context, world, this.#staleSessions)
    this.#webSockets = new WebSocketGateway(context, world)
    this.#spectators = new Spectators(context, world, film)
    this.#resumptionTimer = new OneShotTimer(context.clock, () =>
      this.#watchResumption(() => this.#sidecars.closeSilent()),
    )
    const { events, hibernation } = context
    events.on('worldReadable', () => this.#staleSessions.scan())
    events.on('worldOpened', () => {
      this.#webSockets.adoptAll()
      this.#adoptLinks()
      // Before hibernated links resume, the collector is not needed, and its timer would keep the room in memory.
      if (this.isResuming) this.#staleSessions.pause()
      this.#setAlarms()
    })
    events.on('deleting', () => this.#resumptionTimer.cancel())
    events.on('tickingChanged', () => this.#setAlarms())
    events.on('playersChanged', () => {
      hibernation.update({ players: this.countPlayers(world.runtime?.players ?? 0) })
    })
  }

  acceptSidecar(socket: Socket): void {
    this.#sidecars.accept(socket)
  }

  acceptClient(socket: Socket, client: ClientInfo): void {
    this.#webSockets.accept(socket, client)
    this.#setAlarms()
  }

  acceptSpectator(socket: Socket, address: string): void {
    this.#spectators.accept(socket, address)
  }

  socketMessage(socket: Socket, message: Frame): void {
    // Ignores messages that the peer sent before it received our close.
    if (socket.readyState !== socketStates.open) return
    if (!this.#context.meta) return socket.close(closeCodes.gone, 'the room is gone')
    // In a busy room this instance knows most sockets, and need not read their attachments.
    if (this.#webSockets.has(socket)) return this.#webSockets.message(socket, message)
    if (this.#sidecars.has(socket)) return this.#sidecarMessage(socket, message, undefined)
    const attached = socket.deserializeAttachment() as Attachment
    if (attached.kind === 'watch') return this.#spectators.message(socket, message)
    if (attached.kind === 'link') {
      this.#adoptLinks()
      return this.#sidecarMessage(socket, message, attached.known)
    }
    this.#webSockets.adopt(socket, attached)
    this.#webSockets.message(socket, message)
  }

  socketClosed(socket: Socket, close?: CloseInfo): void {
    replyToClose(socket)
    if (!this.#context.meta) return
    const attached = socket.deserializeAttachment() as Attachment
    if (attached.kind === 'watch') return this.#spectators.socketClosed(socket)
    if (attached.kind === 'link') {
      this.#adoptLinks()
      return this.#watchResumption(() => this.#sidecars.socketClosed(socket, close))
    }
    // A session from before hibernation must still end in the world. Without `resumeState` the room has ended it.
    if (attached.resumeState) this.#webSockets.adopt(socket, attached)
    this.#webSockets.socketClosed(socket)
  }

  onAlarm(): void {
    this.#webSockets.endIdleSessions()
    this.#setAlarms()
  }

  ownsRecord(key: string): boolean {
    return this.#sidecars.ownsRecord(key) || this.#webSockets.ownsRecord(key)
  }

  get isResuming(): boolean {
    return this.#sidecars.isResuming
  }

  /** `playing`, or the previous instance's number if that is larger and sidecars have not resumed yet. */
  countPlayers(playing: number): number {
    return this.isResuming ? Math.max(playing, this.#context.hibernation.previousPlayers) : playing
  }

  /** Sets the alarms for clients' own sockets. Sidecars apply the idle timeout to their clients themselves. */
  #setAlarms(): void {
    const { alarm, now } = this.#context
    const ticks = this.#world.runtime?.timers.isTicking === true && this.#webSockets.size > 0
    if (!ticks) alarm.request('ticking', undefined)
    else if (!alarm.isRequested('ticking')) alarm.request('ticking', now + tickingAlarmMs)
    alarm.request('idle', this.#webSockets.idleTimeoutAt)
  }

  #sidecarMessage(socket: Socket, message: Frame, known: SidecarAttachment['known']): void {
    if (typeof message === 'string') socket.close(closeCodes.protocol, 'link: text')
    else this.#watchResumption(() => this.#sidecars.message(socket, message, known))
  }

  #adoptLinks(): void {
    this.#sidecars.adoptAll()
    if (this.isResuming) this.#resumptionTimer.start(resumptionTimeoutMs)
  }

  #watchResumption(act: () => void): void {
    const was = this.isResuming
    act()
    if (!was || this.isResuming) return
    this.#resumptionTimer.cancel()
    this.#staleSessions.scan()
    this.#context.events.emit('playersChanged')
  }
}
