// The doors of a room: links of sidecars, clients' own WebSockets and those of who only watches, and which of these a
// socket came in by. Sockets may outlive the instance that accepted them, and are adopted by the next.
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

/** The platform evicts an object that has heard nothing for some 70 s, whatever timers it has. */
const tickingMs = 30_000

interface LinkAttached {
  readonly kind: 'link'
  /** Undefined until it has said hello. */
  readonly known: KnownLink | undefined
  /** In the whole room when that changed last: an instance after this one sees them only when its sidecars resume. */
  readonly players?: number
  /** What the Directory was last told of the room. */
  readonly told?: Told | undefined
  /** What the room has used and not written down. */
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
  /** The room's; undefined: this build does not have it. */
  game(): Game | undefined
  /** Deletes a record that nobody needs any more. */
  forget(key: string): void
  /** All sidecars have said who is behind them. */
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

  /** A WebSocket that asks to be let in, its upgrade not yet answered. False: there is no such room. */
  enterLink(socket: Socket): boolean {
    if (!this.#settings.life.meta) return false
    this.#platform.accept(socket, 'link')
    const attached: LinkAttached = { kind: 'link', known: undefined }
    socket.serializeAttachment(attached)
    return true
  }

  /** Likewise a client's own. */
  enterClient(socket: Socket, who: Newcomer): boolean {
    if (!this.#settings.life.meta) return false
    const { clock, secrets } = this.#platform
    this.#clients.accept(socket, newcomer(secrets.newToken(), who, clock.now()))
    this.watch()
    return true
  }

  /** Likewise of one who only looks on. */
  enterWatcher(socket: Socket, address: string): boolean {
    if (!this.#settings.life.meta) return false
    this.watchers.enter(socket, address)
    return true
  }

  message(socket: Socket, message: Frame): void {
    // What a peer said before it learned of our close no longer counts: its link may have been fenced.
    if (socket.readyState !== socketStates.open) return
    if (!this.#settings.life.meta) return socket.close(closeCodes.gone, 'the room is gone')
    // The most of a busy room: what lies with a socket is not read for each message.
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

  /** Does what may be the last thing that was waited for. */
  #resuming(act: () => void): void {
    const was = this.resuming
    act()
    if (was && !this.resuming) this.#settings.resumed()
  }

  /** The other end closed, or the socket failed (`close` is absent). */
  closed(socket: Socket, close?: Close): void {
    // The platform leaves the answer to us, and until it comes the other end waits.
    if (socket.readyState === socketStates.closing) socket.close(1000, 'goodbye')
    const attached = socket.deserializeAttachment() as Attached | LinkAttached | WatcherAttached
    if (!this.#settings.life.meta) return
    if (attached.kind === 'watch') return this.watchers.closed(socket)
    if (attached.kind === 'link') return this.#resuming(() => this.#links.closed(socket, close))
    // A world that slept must still hear who left it, but not of one whose session it ended itself.
    if (attached.note) this.#clients.adopt(socket, attached)
    this.#clients.closed(socket)
  }

  /** The world is open: whoever slept through the instance before this one has his session again. */
  adopt(): void {
    this.#adoptClients()
    this.#adoptLinks(this.#links)
  }

  endSilent(): void {
    this.#clients.endSilent()
  }

  /** What clients' own sockets want the alarm for; a sidecar sees to its own by itself. */
  watch(): void {
    const { alarm, world } = this.#settings
    const ticks = world.host?.ticking === true && this.#clients.size > 0
    if (!ticks) alarm.want('ticking', undefined)
    else if (!alarm.wants('ticking')) alarm.want('ticking', this.#platform.clock.now() + tickingMs)
    alarm.want('silent', this.#clients.silentAt)
  }

  /** Whether the record of this key belongs to a session that is here, or may come back. */
  owns(key: string): boolean {
    return this.#links.owns(key) || this.#clients.owns(key)
  }

  /** A sidecar whose link survived the instance before this one has yet to say who is behind it. */
  get resuming(): boolean {
    return this.#linkDoor?.resuming ?? false
  }

  /** Those in the world (`playing`), and who is away behind a sidecar that slept through the change of instances. */
  players(playing: number): number {
    return this.resuming ? Math.max(playing, this.#playersBefore) : playing
  }

  /** For an instance after this one. While some have yet to come back, what the one before it knew stands. */
  rememberPlayers(): void {
    const players = this.#players
    for (const socket of this.#platform.sockets('link')) {
      const attached = socket.deserializeAttachment() as LinkAttached
      if (attached.players !== players) socket.serializeAttachment({ ...attached, players })
    }
  }

  /** What the Directory was last told by this instance, or by the one before it. */
  get told(): Told | undefined {
    return this.#told
  }

  /** Undefined: nobody knows what it knows. */
  keepTold(told: Told | undefined): void {
    this.#told = told
    for (const socket of this.#platform.sockets('link')) {
      const attached = socket.deserializeAttachment() as LinkAttached
      socket.serializeAttachment({ ...attached, told })
    }
    this.#clients.keepTold(told)
  }

  /** What the room has used and not written, for an instance after this one: one socket has it. False: there is none. */
  keepUsed(used: Unwritten): boolean {
    this.#used = used
    if (this.#clients.keepUsed(used)) return true
    const others = [...this.#platform.sockets('link'), ...this.#platform.sockets(watchTag)]
    const socket = others.find(({ readyState }) => readyState === socketStates.open)
    socket?.serializeAttachment({ ...(socket.deserializeAttachment() as object), used })
    return socket !== undefined
  }

  /** What an instance before this one had kept so. */
  takeUsed(): Unwritten | undefined {
    const all = this.#platform
      .sockets()
      .map((socket) => (socket.deserializeAttachment() as { readonly used?: Unwritten } | null)?.used)
    this.#used = all.reduce((one, other) => (!one || (other && other.at > one.at) ? other : one), undefined)
    return this.#used
  }

  /** There is no such room any more. */
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
      joins: game()?.listen.some(({ joins }) => joins) ?? false,
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
    const { version = 0, reads = [] } = game() ?? {}
    return new NoteSeal(life.meta!.seed, [version, ...reads])
  }

  /** Direct sockets that slept through the instance before this one have their sessions again. */
  #adoptClients(): void {
    for (const socket of this.#platform.sockets('direct')) {
      if (socket.readyState !== socketStates.open) continue
      const attached = socket.deserializeAttachment() as Attached
      this.#told = newest(this.#told, attached.told)
      if (attached.note && !this.#clients.knows(socket)) this.#clients.adopt(socket, attached)
    }
  }

  /** Links that did likewise; behind them are clients who hear nothing until their sidecars have resumed them. */
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
