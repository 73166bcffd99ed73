// One Durable Object a room, for every game: it founds and opens the world, takes links and WebSockets, keeps time.
// Knows Game, no game. An unfounded room answers "not founded" and stores nothing.
import { DurableObject } from 'cloudflare:workers'
import type { Founded, Game, Refused } from '../games/game.ts'
import { isRefused } from '../games/refused.ts'
import { closeCodes } from '../wire/assignment.ts'
import type { Clock } from '../wire/clock.ts'
import type { Hello } from '../wire/link.ts'
import { announcement, reads } from './announcement.ts'
import { systemClock } from './clock.ts'
import { DirectDoor } from './direct-door.ts'
import { type Attached, newcomer } from './direct-line.ts'
import type { Env } from './env.ts'
import { foundedChanges, founding, prepared } from './founding.ts'
import { LinkDoor } from './link-door.ts'
import { type Meta, newMeta, putMeta, readMeta, withPatch } from './meta.ts'
import type { Announcement, FileReply, FoundRequest, RoomCalls, RoomPatch, RoomState } from './rooms.ts'
import { digest, hasDigest, newToken } from './secrets.ts'
import { oldSessionRows } from './session-row.ts'
import { createRecords, hasRecords, type Records, type SqlStorage, type Stored, sqlRecords } from './store.ts'
import { WorldHost } from './world-host.ts'

/** Players come and go more often than the Directory needs to hear of it. */
const announceMs = 1000

interface LinkAttached {
  readonly kind: 'link'
  readonly hello: Hello | undefined
}

/** The one Room class of a Worker that has these games. */
export abstract class Room extends DurableObject<Env> implements RoomCalls {
  protected abstract readonly games: readonly Game[]
  protected abstract readonly clock: Clock
  readonly #sql: SqlStorage
  readonly #records: Records
  readonly #epoch =
    1 + Math.floor(crypto.getRandomValues(new Uint32Array(1))[0]! * (0xfffffffe / 0x100000000))
  #meta: Meta | undefined
  #host: WorldHost | undefined
  #linkDoor: LinkDoor | undefined
  #directDoor: DirectDoor | undefined
  /** Being founded or removed: until that is over nobody else may do either, nor announce it. */
  #busy = false
  #announcing: { cancel(): void } | undefined
  #alarmAt: number | undefined

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#sql = ctx.storage.sql as unknown as SqlStorage
    this.#records = sqlRecords(this.#sql, (body) => ctx.storage.transactionSync(body))
    if (hasRecords(this.#sql)) this.#meta = readMeta(this.#records)
  }

  // ---- The API -------------------------------------------------------------------------------------------------

  async found(
    request: FoundRequest,
  ): Promise<{ adminToken: string; warnings: readonly string[] } | Refused | undefined> {
    if (this.#meta || this.#busy) return undefined
    const game = this.#gameNamed(request.game)
    if (!game) return { refused: { field: 'game', detail: `there is no game ${request.game}` } }
    this.#busy = true
    try {
      const founded = await founding(game, request, this.clock)
      if (isRefused(founded)) return founded
      const adminToken = await this.#settle(game, request, founded)
      this.#busy = false
      // It is there now, and its founder must have the token even if nobody can be told of it yet.
      await this.#announce().catch((error: unknown) => {
        this.#log('warn', 'not announced', { detail: String(error) })
        this.#announceSoon()
      })
      return { adminToken, warnings: founded.warnings }
    } finally {
      this.#busy = false
    }
  }

  async describe(): Promise<RoomState | undefined> {
    if (!this.#meta) return undefined
    const { limits, ...state } = this.#announcement(this.#meta)
    return { ...state, view: this.#host?.view ?? null }
  }

  async patch(change: RoomPatch): Promise<RoomState | Refused | undefined> {
    const asked = this.#meta
    if (!asked) return undefined
    const ready = await prepared(this.#gameNamed(asked.game), change, this.clock)
    // While the game took its time, the room may have changed, or made way for another of its name.
    if (this.#meta?.seed !== asked.seed) return undefined
    if (isRefused(ready)) return ready
    const changed = withPatch(this.#meta, change)
    const refused = ready.options ? this.#configure(changed, ready.options) : this.#keep(changed)
    if (refused) return refused
    await this.#announce()
    return this.describe()
  }

  async remove(): Promise<boolean> {
    if (!this.#meta) return false
    this.#busy = true
    try {
      await this.#directory.remove(this.#name(this.#meta))
      this.#forget()
      for (const socket of this.ctx.getWebSockets()) socket.close(closeCodes.gone, 'the room is gone')
      await this.ctx.storage.deleteAll()
      await this.ctx.storage.sync()
    } finally {
      this.#busy = false
    }
    return true
  }

  /** From here on this instance is one of a room that never was. */
  #forget(): void {
    this.#announcing?.cancel()
    this.#announcing = undefined
    this.#host?.stop()
    this.#host = undefined
    this.#linkDoor?.stop()
    this.#linkDoor = undefined
    this.#directDoor?.stop()
    this.#directDoor = undefined
    this.#alarmAt = undefined
    this.#meta = undefined
  }

  async accepts(token: string): Promise<boolean> {
    return this.#meta !== undefined && (await hasDigest(token, this.#meta.token))
  }

  async renewToken(): Promise<string | undefined> {
    const token = newToken()
    const kept = await digest(token)
    if (!this.#meta) return undefined
    this.#keep({ ...this.#meta, token: kept })
    return token
  }

  async files(): Promise<readonly { name: string; secret: boolean }[]> {
    return (this.#opened()?.files ?? []).map(({ name, secret }) => ({ name, secret: secret ?? false }))
  }

  async file(name: string, allowed: boolean): Promise<FileReply | 'secret' | undefined> {
    const file = this.#opened()?.files.find((one) => one.name === name)
    if (!file) return undefined
    return file.secret && !allowed ? 'secret' : { type: file.type, body: file.body() }
  }

  // ---- Sockets -------------------------------------------------------------------------------------------------

  /** Upgrades only: `/link` is a sidecar's door, whose token the Worker has checked; anything else a client. */
  override async fetch(request: Request): Promise<Response> {
    if (!this.#meta) return new Response('no such room', { status: 404 })
    const { 0: client, 1: server } = new WebSocketPair()
    if (new URL(request.url).pathname === '/link') this.#acceptLink(server)
    else this.#acceptClient(server, request)
    return new Response(null, { status: 101, webSocket: client })
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    // What a peer said before it learned of our close no longer counts: its link may have been fenced.
    if (socket.readyState !== WebSocket.OPEN) return
    if (!this.#meta) return socket.close(closeCodes.gone, 'the room is gone')
    if (!this.#clients.knows(socket)) {
      const attached = socket.deserializeAttachment() as Attached | LinkAttached
      if (attached.kind === 'link') return this.#fromLink(socket, message, attached)
      this.#clients.adopt(socket, attached)
    }
    this.#clients.message(socket, typeof message === 'string' ? message : new Uint8Array(message))
  }

  #fromLink(socket: WebSocket, message: string | ArrayBuffer, { hello }: LinkAttached): void {
    if (typeof message === 'string') socket.close(closeCodes.protocol, 'link: text')
    else this.#links.message(socket, new Uint8Array(message), hello)
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    // The platform leaves the answer to us, and until it comes the other end waits.
    if (socket.readyState === WebSocket.CLOSING) socket.close(1000, 'goodbye')
    const attached = socket.deserializeAttachment() as Attached | LinkAttached
    if (!this.#meta) return
    if (attached.kind === 'link') return this.#links.closed(socket)
    // A world that slept must still hear who left it, but not of one whose session it ended itself.
    if (attached.note) this.#clients.adopt(socket, attached)
    this.#clients.closed(socket)
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.webSocketClose(socket)
  }

  override async alarm(): Promise<void> {
    this.#alarmAt = undefined
    this.#opened()?.wake()
  }

  #acceptLink(socket: WebSocket): void {
    this.ctx.acceptWebSocket(socket, ['link'])
    const attached: LinkAttached = { kind: 'link', hello: undefined }
    socket.serializeAttachment(attached)
  }

  #acceptClient(socket: WebSocket, request: Request): void {
    this.ctx.acceptWebSocket(socket, ['direct'])
    const attached = newcomer(request)
    socket.serializeAttachment(attached)
    this.#clients.accept(socket, attached)
  }

  get #clients(): DirectDoor {
    this.#directDoor ??= new DirectDoor({
      clock: this.clock,
      records: this.#records,
      joins: this.#gameNamed(this.#meta?.game ?? '')?.listen.some(({ joins }) => joins) ?? false,
      host: () => this.#opened(),
      open: () => this.#meta?.status === 'open',
      written: () => this.ctx.storage.sync(),
      log: (event, detail) => this.#log('error', event, { detail }),
    })
    return this.#directDoor
  }

  get #links(): LinkDoor {
    if (this.#linkDoor) return this.#linkDoor
    this.#linkDoor = new LinkDoor({
      clock: this.clock,
      records: this.#records,
      epoch: this.#epoch,
      host: () => this.#opened(),
      open: () => this.#meta?.status === 'open',
      remember: (socket, hello) => {
        const attached: LinkAttached = { kind: 'link', hello }
        ;(socket as WebSocket).serializeAttachment(attached)
      },
      log: (event, fields) => this.#log('info', event, fields),
    })
    this.#adoptLinks(this.#linkDoor)
    return this.#linkDoor
  }

  // ---- The world -----------------------------------------------------------------------------------------------

  /** The world's host; undefined if there is none, or its records are not for this build. */
  #opened(): WorldHost | undefined {
    const game = this.#meta && this.#gameNamed(this.#meta.game)
    if (!this.#meta || !game || !reads(game, this.#meta.version)) return undefined
    if (this.#host) return this.#host
    const opening: Meta = { ...this.#meta, openings: this.#meta.openings + 1 }
    const opened: Meta = { ...opening, version: game.version }
    try {
      // A world that rewrote its records and the version that says so are kept together.
      this.#host = this.ctx.storage.transactionSync(() => {
        const host = this.#openWorld(game, opening)
        const changes: Map<string, Stored | undefined> = oldSessionRows(this.#records, this.clock.now())
        putMeta(changes, opened)
        this.#records.write(changes)
        return host
      })
    } catch (error) {
      this.#log('error', 'cannot open', {
        detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
      return undefined
    }
    this.#meta = opened
    this.#adoptClients()
    this.#adoptLinks(this.#links)
    this.#host.arm()
    this.#announceSoon()
    return this.#host
  }

  #openWorld(game: Game, { options, version, seed, openings }: Meta): WorldHost {
    return new WorldHost({
      game,
      records: this.#records,
      clock: this.clock,
      options,
      version,
      seed: `${seed} ${openings}`,
      log: (level, event, fields) => this.#log(level, event, fields),
      playersChanged: () => this.#announceSoon(),
      wakeLater: (at) => this.#setAlarm(at),
    })
  }

  /** Direct sockets that slept through the instance before this one have their sessions again. */
  #adoptClients(): void {
    for (const socket of this.ctx.getWebSockets('direct')) {
      if (socket.readyState !== WebSocket.OPEN || this.#clients.knows(socket)) continue
      const attached = socket.deserializeAttachment() as Attached
      if (attached.note) this.#clients.adopt(socket, attached)
    }
  }

  /** Links that did likewise; behind them are clients who hear nothing until their sidecars have resumed them. */
  #adoptLinks(door: LinkDoor): void {
    for (const socket of this.ctx.getWebSockets('link')) {
      if (socket.readyState !== WebSocket.OPEN) continue
      const { hello } = socket.deserializeAttachment() as LinkAttached
      if (hello) door.adopt(socket, hello)
    }
  }

  #setAlarm(at: number | undefined): void {
    if (at === this.#alarmAt) return
    this.#alarmAt = at
    if (at === undefined) void this.ctx.storage.deleteAlarm()
    else void this.ctx.storage.setAlarm(at)
  }

  // ---- Its own record --------------------------------------------------------------------------------------------

  /** All of it is stored or nothing. Gives the room's token. */
  async #settle(game: Game, request: FoundRequest, founded: Founded): Promise<string> {
    const adminToken = newToken()
    const meta = newMeta(game, request, founded.options, await digest(adminToken), this.clock.now())
    const changes = foundedChanges(founded)
    putMeta(changes, meta)
    this.ctx.storage.transactionSync(() => {
      createRecords(this.#sql)
      this.#records.write(changes)
    })
    this.#meta = meta
    return adminToken
  }

  #configure(changed: Meta, options: NonNullable<RoomPatch['options']>): Refused | undefined {
    const host = this.#opened()
    if (!host) return { refused: { field: 'options', detail: 'the world could not be opened' } }
    let kept = changed
    const refused = host.configure(options, (changes, merged) => {
      kept = { ...changed, openings: this.#meta!.openings, version: this.#meta!.version, options: merged }
      putMeta(changes, kept)
    })
    if (!refused) this.#meta = kept
    return refused
  }

  #keep(meta: Meta): undefined {
    const changes = new Map<string, Stored | undefined>()
    putMeta(changes, meta)
    this.#records.write(changes)
    this.#meta = meta
  }

  // ---- The Directory -----------------------------------------------------------------------------------------------

  #announcement(meta: Meta): Announcement {
    const host = this.#opened()
    return announcement(meta, this.#gameNamed(meta.game), host)
  }

  async #announce(): Promise<void> {
    this.#announcing?.cancel()
    this.#announcing = undefined
    if (this.#meta && !this.#busy) await this.#directory.announce(this.#announcement(this.#meta))
  }

  #announceSoon(): void {
    this.#announcing ??= this.clock.after(announceMs, () => {
      this.#announce().catch((error: unknown) =>
        this.#log('warn', 'not announced', { detail: String(error) }),
      )
    })
  }

  get #directory() {
    return this.env.DIRECTORY.getByName('directory')
  }

  #gameNamed(slug: string): Game | undefined {
    return this.games.find((game) => game.slug === slug)
  }

  #name(meta: Meta): string {
    return `${meta.game}/${meta.room}`
  }

  #log(level: 'info' | 'warn' | 'error', event: string, fields: object = {}): void {
    const { game, room } = this.#meta ?? {}
    console[level](JSON.stringify({ level, event, game, room, ...fields }))
  }
}

/** The Room of these games; the class that a Worker exports. */
export function createRoom(
  games: readonly Game[],
  clock: Clock = systemClock,
): new (
  ctx: DurableObjectState,
  env: Env,
) => Room {
  return class extends Room {
    protected override readonly games = games
    protected override readonly clock = clock
  }
}
