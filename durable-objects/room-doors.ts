// A room's gateways: sidecar links, clients' own WebSockets, and spectators'. Dispatches socket events to them. Sockets
// may outlive the instance that accepted them, and the next one takes them over.
import type { Frame, Game } from '../games/game.ts'
import { closeCodes } from '../wire/assignment.ts'
import type { Alarm } from './alarm.ts'
import { DirectDoor } from './direct-door.ts'
import { type Attached, type Newcomer, newcomer } from './direct-line.ts'
import type { Life } from './life.ts'
import type { KnownLink } from './link.ts'
import { LinkDoor } from './link-door.ts'
import type { Unwritten } from './meter.ts'
import type { Moderation } from './moderation.ts'
import { NoteSeal } from './note-seal.ts'
import { type Close, type Platform, type Socket, socketStates } from './platform.ts'
import type { RoomWorld } from './room-world.ts'
import type { Records } from './store.ts'
import { newest, type Told } from './told.ts'
import { type WatcherAttached, Watchers, watchTag } from './watchers.ts'
import type { HostSettings } from './world-host.ts'

/** The platform evicts an object without events for some 70 s, whatever timers it has. */
const tickingMs = 30_000

interface LinkAttached {
  readonly kind: 'link'
  /** Undefined before the hello. */
  readonly known: KnownLink | undefined
  /** Players of the whole room at the last change: a later instance learns them only when its sidecars resume. */
  readonly players?: number
  /** The room's last announcement to the Directory. */
  readonly told?: Told | undefined
  /** The room's unwritten usage. */
  readonly used?: Unwritten | undefined
}

export interface RoomDoorsSettings extends Pick<HostSettings, 'log'> {
  readonly platform: Platform
  readonly records: Records
  readonly life: Life
  readonly world: RoomWorld
  readonly moderation: Moderation
  readonly alarm: Alarm
  readonly epoch: number
  /** The room's game; undefined: this build does not have it. */
  game(): Game | undefined
  /** Deletes a record that is no longer needed. */
  forget(key: string): void
  /** All sidecars have resumed their sessions. */
  resumed(): void
}

export class RoomDoors {
  readonly #settings: RoomDoorsSettings
  readonly #platform: Platform
  #linkDoor: LinkDoor | undefined
  #directDoor: DirectDoor | undefined
  #playersBefore = 0
  #told: Told | undefined
  #used: Unwritten | undefined
  readonly watchers: Watchers

  constructor(settings: RoomDoorsSettings) {
    const { platform, world, log } = settings
    this.#settings = settings
    this.#platform = platform
    this.watchers = new Watchers({
      clock: platform.clock,
      platform,
      watched: () => world.seen(),
      forbids: (address) => {
        if (settings.life.meta?.watching === 'off') return 'its host lets nobody watch'
        return settings.moderation.bansWatcher(address) ? 'banned by the host' : undefined
      },
      log: (event, detail) => log('error', event, { detail }),
    })
  }

  /** Accepts a sidecar's WebSocket, whose upgrade is not answered yet. False: there is no such room. */
  enterLink(socket: Socket): boolean {
    if (!this.#settings.life.meta) return false
    this.#platform.accept(socket, 'link')
    const attached: LinkAttached = { kind: 'link', known: undefined }
    socket.serializeAttachment(attached)
    return true
  }

  /** Likewise a client's own WebSocket. */
  enterClient(socket: Socket, who: Newcomer): boolean {
    if (!this.#settings.life.meta) return false
    const { clock, secrets } = this.#platform
    this.#clients.accept(socket, newcomer(secrets.newToken(), who, clock.now()))
    this.watch()
    return true
  }

  /** Likewise a spectator's. */
  enterWatcher(socket: Socket, address: string): boolean {
    if (!this.#settings.life.meta) return false
    this.watchers.enter(socket, address)
    return true
  }

  message(socket: Socket, message: Frame): void {
    // Ignores messages from before the peer saw our close: its link may be fenced.
    if (socket.readyState !== socketStates.open) return
    if (!this.#settings.life.meta) return socket.close(closeCodes.gone, 'the room is gone')
    // The common case in a busy room: attachments are not read for each message.
    if (this.#linkDoor?.knows(socket)) return this.#fromLink(socket, message, undefined)
    if (!this.#clients.knows(socket)) {
      const attached = socket.deserializeAttachment() as Attached | LinkAttached | WatcherAttached
      if (attached.kind === 'watch') return this.watchers.message(socket, message)
      if (attached.kind === 'link') return this.#fromLink(socket, message, attached.known)
      this.#clients.adopt(socket, attached)
    }
    this.#clients.message(socket, message)
  }

  #fromLink(socket: Socket, message: Frame, known: LinkAttached['known']): void {
    if (typeof message === 'string') socket.close(closeCodes.protocol, 'link: text')
    else this.#resuming(() => this.#links.message(socket, message, known))
  }

  /** Runs `act`, which may complete the resumption of sessions. */
  #resuming(act: () => void): void {
    const was = this.resuming
    act()
    if (was && !this.resuming) this.#settings.resumed()
  }

  /** The other end closed, or the socket failed (`close` is absent). */
  closed(socket: Socket, close?: Close): void {
    // The platform leaves the close reply to us, and the other end waits for it.
    if (socket.readyState === socketStates.closing) socket.close(1000, 'goodbye')
    const attached = socket.deserializeAttachment() as Attached | LinkAttached | WatcherAttached
    if (!this.#settings.life.meta) return
    if (attached.kind === 'watch') return this.watchers.closed(socket)
    if (attached.kind === 'link') return this.#resuming(() => this.#links.closed(socket, close))
    // After hibernation the world must still see a client leave, unless the room ended that session itself.
    if (attached.note) this.#clients.adopt(socket, attached)
    this.#clients.closed(socket)
  }

  /** The world is open: resumes the sessions of sockets that outlived the previous instance. */
  adopt(): void {
    this.#adoptClients()
    this.#adoptLinks(this.#links)
  }

  endSilent(): void {
    this.#clients.endSilent()
  }

  /** Sets the alarms for clients' own sockets; sidecars time out their clients themselves. */
  watch(): void {
    const { alarm, world } = this.#settings
    const ticks = world.host?.ticking === true && this.#clients.size > 0
    if (!ticks) alarm.want('ticking', undefined)
    else if (!alarm.wants('ticking')) alarm.want('ticking', this.#platform.clock.now() + tickingMs)
    alarm.want('silent', this.#clients.silentAt)
  }

  /** Whether the record of this key belongs to a session that is here or may resume. */
  owns(key: string): boolean {
    return this.#links.owns(key) || this.#clients.owns(key)
  }

  /** A sidecar whose link survived the previous instance has not resumed its sessions yet. */
  get resuming(): boolean {
    return this.#linkDoor?.resuming ?? false
  }

  /** Players in the world (`playing`), or those of the previous instance while sidecars have not resumed. */
  players(playing: number): number {
    return this.resuming ? Math.max(playing, this.#playersBefore) : playing
  }

  /** Stores the player count for a later instance. The previous one's count is kept until all sidecars have resumed. */
  rememberPlayers(): void {
    const players = this.#players
    for (const socket of this.#platform.sockets('link')) {
      const attached = socket.deserializeAttachment() as LinkAttached
      if (attached.players !== players) socket.serializeAttachment({ ...attached, players })
    }
  }

  /** The last announcement to the Directory, by this instance or the previous one. */
  get told(): Told | undefined {
    return this.#told
  }

  /** Undefined: the Directory's state is unknown. */
  keepTold(told: Told | undefined): void {
    this.#told = told
    for (const socket of this.#platform.sockets('link')) {
      const attached = socket.deserializeAttachment() as LinkAttached
      socket.serializeAttachment({ ...attached, told })
    }
    this.#clients.keepTold(told)
  }

  /** Stores the room's unwritten usage in one socket, for a later instance. False: there is no socket. */
  keepUsed(used: Unwritten): boolean {
    this.#used = used
    if (this.#clients.keepUsed(used)) return true
    const others = [...this.#platform.sockets('link'), ...this.#platform.sockets(watchTag)]
    const socket = others.find(({ readyState }) => readyState === socketStates.open)
    socket?.serializeAttachment({ ...(socket.deserializeAttachment() as object), used })
    return socket !== undefined
  }

  /** The usage that an earlier instance stored so. */
  takeUsed(): Unwritten | undefined {
    const all = this.#platform
      .sockets()
      .map((socket) => (socket.deserializeAttachment() as { readonly used?: Unwritten } | null)?.used)
    this.#used = all.reduce((one, other) => (!one || (other && other.at > one.at) ? other : one), undefined)
    return this.#used
  }

  /** The room is deleted. */
  forget(): void {
    this.#linkDoor?.stop()
    this.#linkDoor = undefined
    this.#directDoor?.stop()
    this.#directDoor = undefined
    this.watchers.stop()
    this.#playersBefore = 0
    this.#told = undefined
    this.#used = undefined
  }

  get #players(): number {
    return this.players(this.#settings.world.host?.players ?? 0)
  }

  get #clients(): DirectDoor {
    const { records, world, life, log, game } = this.#settings
    this.#directDoor ??= new DirectDoor({
      clock: this.#platform.clock,
      records,
      joins: game()?.listeners.some(({ batchesJson }) => batchesJson) ?? false,
      host: () => world.opened(),
      open: () => life.meta?.status === 'open',
      written: () => this.#platform.disk.written(),
      accept: (socket) => this.#platform.accept(socket as Socket, 'direct'),
      turnAway: (socket, { frames, reason }) => this.#platform.turnAway(socket as Socket, frames, reason),
      log: (event, detail) => log('error', event, { detail }),
    })
    return this.#directDoor
  }

  get #links(): LinkDoor {
    if (this.#linkDoor) return this.#linkDoor
    const { records, world, life, log, epoch, forget } = this.#settings
    this.#linkDoor = new LinkDoor({
      clock: this.#platform.clock,
      records,
      seal: this.#noteSeal,
      epoch,
      host: () => world.opened(),
      open: () => life.meta?.status === 'open',
      forget,
      remember: (socket, known) => {
        const attached: LinkAttached = {
          kind: 'link',
          known,
          players: this.#players,
          told: this.#told,
          used: this.#used,
        }
        ;(socket as Socket).serializeAttachment(attached)
      },
      log: (event, fields) => log('info', event, fields),
    })
    this.#adoptLinks(this.#linkDoor)
    return this.#linkDoor
  }

  get #noteSeal(): NoteSeal {
    const { life, game } = this.#settings
    const { version = 0, readableVersions = [] } = game() ?? {}
    return new NoteSeal(life.meta!.seed, [version, ...readableVersions])
  }

  /** Resumes the sessions of direct sockets that outlived the previous instance. */
  #adoptClients(): void {
    for (const socket of this.#platform.sockets('direct')) {
      if (socket.readyState !== socketStates.open) continue
      const attached = socket.deserializeAttachment() as Attached
      this.#told = newest(this.#told, attached.told)
      if (attached.note && !this.#clients.knows(socket)) this.#clients.adopt(socket, attached)
    }
  }

  /** Takes over links that did so; their clients get nothing until their sidecars resume them. */
  #adoptLinks(door: LinkDoor): void {
    for (const socket of this.#platform.sockets('link')) {
      if (socket.readyState !== socketStates.open) continue
      const { known, players = 0, told } = socket.deserializeAttachment() as LinkAttached
      if (!known) continue
      this.#told = newest(this.#told, told)
      this.#playersBefore = Math.max(this.#playersBefore, players)
      door.adopt(socket, known)
    }
  }
}
