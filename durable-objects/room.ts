// One Durable Object a room, for every game: it founds and opens the world, takes links and WebSockets, keeps time.
// Knows Game, no game. An unfounded room answers "not founded" and stores nothing.
import type { Founded, Frame, Game, Picture, Refused } from '../games/game.ts'
import { isRefused } from '../games/refused.ts'
import { closeCodes } from '../wire/assignment.ts'
import type { Hello } from '../wire/link.ts'
import { Alarm } from './alarm.ts'
import { announcement, reads } from './announcement.ts'
import { Announcing } from './announcing.ts'
import { damageOf } from './damage.ts'
import { DirectDoor } from './direct-door.ts'
import { type Attached, type Newcomer, newcomer } from './direct-line.ts'
import { foundedChanges, founding, prepared } from './founding.ts'
import { Life } from './life.ts'
import { LinkDoor } from './link-door.ts'
import { type Meta, newMeta, putMeta, readMeta, withPatch } from './meta.ts'
import { type Hall, Moderation } from './moderation.ts'
import { NoteSeal } from './note-seal.ts'
import { Orphans } from './orphans.ts'
import { PackedRecords, type Packing } from './packed.ts'
import type { Person } from './people.ts'
import { type Platform, type Socket, socketStates } from './platform.ts'
import { publicIds } from './public-ids.ts'
import { Retries } from './retries.ts'
import { type LogLine, RoomLog } from './room-log.ts'
import type {
  Announcement,
  BanWish,
  DirectoryCalls,
  FileReply,
  FoundRequest,
  Reading,
  RoomCalls,
  RoomPatch,
  RoomState,
  Unreadable,
} from './rooms.ts'
import { steady } from './steady-clock.ts'
import { createRecords, hasRecords, type Records, type SqlStorage, type Stored, sqlRecords } from './store.ts'
import { UnwrittenRecords } from './unwritten.ts'
import { WorldHost } from './world-host.ts'

/** The platform evicts an object that has heard nothing for some 70 s, whatever timers it has. */
const tickingMs = 30_000

interface LinkAttached {
  readonly kind: 'link'
  readonly hello: Hello | undefined
  /** In the whole room when that changed last: an instance after this one sees them only when its sidecars resume. */
  readonly players?: number
}

export interface RoomSettings {
  readonly games: readonly Game[]
  readonly platform: Platform
  readonly directory: Pick<DirectoryCalls, 'announce' | 'remove'>
  /** A test may want packs that are full sooner. */
  readonly packing?: Packing
}

/** Neither: nothing is founded here. */
function ownRecord(sql: SqlStorage, records: Records): { meta?: Meta; error?: unknown } {
  try {
    return hasRecords(sql) ? { meta: readMeta(records) } : {}
  } catch (error) {
    return { error }
  }
}

function metaChange(meta: Meta): ReadonlyMap<string, Stored | undefined> {
  const changes = new Map<string, Stored | undefined>()
  putMeta(changes, meta)
  return changes
}

/** What a patch names, without what it says: some of it is secret. */
function changedIn({ options = {}, ...rest }: RoomPatch): string {
  const { status, ...others } = rest
  const names = [...Object.keys(others), ...Object.keys(options).map((option) => `option ${option}`)]
  return [...(status === undefined ? [] : [`it is ${status}`]), ...names].join(', ') || 'nothing'
}

/** One instance of it; `room-object.ts` makes it a Durable Object. */
export class Room {
  readonly #settings: RoomSettings
  readonly #platform: Platform
  /** As they are on the disk. */
  readonly #table: Records
  readonly #packed: PackedRecords
  /** What is written there takes the log's lines along. */
  readonly #records: Records
  readonly #roomLog: RoomLog
  readonly #moderation: Moderation
  readonly #epoch: number
  readonly #life: Life
  readonly #announcing: Announcing
  #host: WorldHost | undefined
  /** The world as somebody has looked at it who did not come in, with what its opening would have written. */
  #looked: { readonly host: WorldHost; readonly records: UnwrittenRecords } | undefined
  readonly #opens = new Retries('open')
  /** Why its records cannot be opened, or its own not even read: then there is a room, but no `#meta` of it. */
  #damage: string | undefined
  #linkDoor: LinkDoor | undefined
  readonly #orphans: Orphans
  #directDoor: DirectDoor | undefined
  readonly #alarm: Alarm
  #playersBefore = 0

  constructor(settings: RoomSettings) {
    const platform = steady(settings.platform)
    const { disk } = platform
    this.#settings = settings
    this.#platform = platform
    this.#epoch = platform.secrets.newEpoch()
    this.#alarm = new Alarm((at) => disk.setAlarm(at))
    this.#table = sqlRecords(disk.sql, (body) => disk.transaction(body))
    this.#packed = new PackedRecords(this.#table, settings.packing)
    this.#roomLog = new RoomLog({
      clock: platform.clock,
      records: this.#packed,
      failed: (error) => this.#log('warn', 'not logged', { detail: String(error) }),
    })
    this.#records = this.#roomLog.alongWith()
    this.#moderation = new Moderation({
      clock: platform.clock,
      records: this.#records,
      log: this.#roomLog,
      namesArePlaces: () => this.#gameNamed(this.#meta?.game ?? '')?.namesArePlaces ?? false,
    })
    this.#orphans = new Orphans({
      clock: platform.clock,
      records: this.#records,
      owned: (key) => this.#links.owns(key) || this.#clients.owns(key),
      log: (event, detail) => this.#log('warn', event, { detail }),
    })
    const own = ownRecord(disk.sql, this.#records)
    this.#life = new Life(own.meta)
    if ('error' in own) this.#damaged(own.error)
    this.#announcing = new Announcing({
      clock: platform.clock,
      tell: () => this.#announce(),
      log: (detail) => this.#log('warn', 'not announced', { detail }),
    })
  }

  #damaged(error: unknown): void {
    this.#damage = damageOf(error)
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.#log('error', 'cannot open', { detail })
  }

  get #meta(): Meta | undefined {
    return this.#life.meta
  }

  get #isUnreadable(): boolean {
    return this.#meta === undefined && this.#damage !== undefined
  }

  /** Sessions that have a seat; 0 while the world is not open. */
  get seats(): number {
    return this.#host?.seats ?? 0
  }

  // ---- The API -------------------------------------------------------------------------------------------------

  async found(
    request: FoundRequest,
  ): Promise<{ adminToken: string; warnings: readonly string[] } | Refused | undefined> {
    if (this.#meta) {
      // The Directory did not know, or it would not have come to this.
      await this.#announcing.now()
      return undefined
    }
    if (this.#isUnreadable) return undefined
    const game = this.#gameNamed(request.game)
    if (!game) return { refused: { field: 'game', detail: `there is no game ${request.game}` } }
    const answer = await this.#life.begin(
      async () => {
        const founded = await founding(game, request, this.#platform)
        return isRefused(founded) ? founded : this.#settle(game, request, founded)
      },
      (made) => ('meta' in made ? made.meta : undefined),
    )
    if (!answer || isRefused(answer)) return answer
    // It is there now, and its founder must have the token even if nobody can be told of it yet.
    await this.#announcing.now()
    return { adminToken: answer.adminToken, warnings: answer.warnings }
  }

  async describe(): Promise<RoomState | Unreadable | undefined> {
    if (this.#meta) return this.#state(this.#meta)
    return this.#damage === undefined ? undefined : { unreadable: this.#damage }
  }

  #state(meta: Meta): RoomState {
    const host = this.#seen()
    const { limits, generation, ...state } = this.#announcement(meta, host)
    const fault = this.#opens.fault ?? host?.fault
    return { ...state, view: host?.view ?? null, ...(fault && { fault }) }
  }

  async announce(): Promise<boolean> {
    if (!this.#meta) return this.#isUnreadable
    await this.#announcing.now()
    // If its removal was interrupted, the Directory has just told it to go.
    return this.#meta !== undefined
  }

  async patch(change: RoomPatch): Promise<RoomState | Refused | undefined> {
    const asked = this.#meta
    if (!asked) return undefined
    const ready = await prepared(this.#gameNamed(asked.game), change, this.#platform)
    // While the game took its time, the room may have changed, or made way for another of its name.
    if (this.#meta?.seed !== asked.seed) return undefined
    if (isRefused(ready)) return ready
    const changed = withPatch(this.#meta, change)
    const refused = ready.options ? this.#configure(changed, ready.options) : this.#keep(changed)
    if (refused) return refused
    this.#moderation.act(`changed the room: ${changedIn(change)}`)
    await this.#announcing.now()
    return this.#meta && this.#state(this.#meta)
  }

  async remove(): Promise<boolean> {
    if (this.#isUnreadable) {
      await this.#wipe()
      return true
    }
    try {
      return await this.#life.end(
        (meta) => this.#settings.directory.remove(this.#name(meta), meta.generation ?? 0),
        () => this.#wipe(),
      )
    } catch (error) {
      // The Directory may have heard of it all the same: then it says so, and the removal is finished.
      this.#announcing.soon()
      throw error
    }
  }

  async #wipe(): Promise<void> {
    this.#forget()
    for (const socket of this.#platform.sockets()) socket.close(closeCodes.gone, 'the room is gone')
    await this.#platform.disk.clear()
    this.#packed.forget()
    this.#roomLog.forget()
    this.#moderation.forget()
  }

  /** From here on this instance is one of a room that never was. */
  #forget(): void {
    this.#announcing.stop()
    this.#host?.stop()
    this.#host = undefined
    this.#looked = undefined
    this.#linkDoor?.stop()
    this.#linkDoor = undefined
    this.#directDoor?.stop()
    this.#directDoor = undefined
    this.#orphans.stop()
    this.#damage = undefined
    this.#playersBefore = 0
    this.#alarm.over()
  }

  async accepts(token: string): Promise<boolean> {
    return this.#meta !== undefined && (await this.#platform.secrets.hasDigest(token, this.#meta.token))
  }

  async renewToken(): Promise<string | undefined> {
    const { secrets } = this.#platform
    const token = secrets.newToken()
    const kept = await secrets.digest(token)
    if (!this.#meta) return undefined
    this.#keep({ ...this.#meta, token: kept })
    this.#moderation.act('has a new link, and the old one is void')
    return token
  }

  // ---- The host ------------------------------------------------------------------------------------------------

  async people(): Promise<readonly Person[] | undefined> {
    return this.#meta && this.#moderation.people(this.#hall)
  }

  async kick(id: string): ReturnType<RoomCalls['kick']> {
    if (!this.#meta) return undefined
    const kicked = this.#moderation.kick(this.#hall, id)
    return kicked ?? (this.#linkDoor?.resuming ? 'waking' : 'nobody')
  }

  async ban(wish: BanWish): ReturnType<RoomCalls['ban']> {
    return this.#meta && this.#moderation.ban(this.#hall, wish)
  }

  async bans(): ReturnType<RoomCalls['bans']> {
    return this.#meta && this.#moderation.bans
  }

  async lift(which?: Parameters<RoomCalls['lift']>[0]): ReturnType<RoomCalls['lift']> {
    return this.#meta && this.#moderation.lift(which)
  }

  async log(after: number): Promise<readonly LogLine[] | undefined> {
    return this.#meta && this.#roomLog.after(after)
  }

  /** Who is in. Where nobody is connected no world need be opened to know that. */
  get #hall(): Hall {
    const host = this.#platform.sockets().length > 0 ? this.#opened() : this.#host
    return host ?? { all: [], expel() {} }
  }

  async picture(): Promise<Picture | undefined> {
    return this.#seen()?.picture
  }

  async read({ name, params, url, ports }: Reading): Promise<string | undefined> {
    const game = this.#meta && this.#gameNamed(this.#meta.game)
    if (!this.#meta || !game) return undefined
    const { seed, createdAt } = this.#meta
    const ids = publicIds(seed, game.publicIds?.names ?? [])
    return this.#seen()?.read(name, params, { url, ports, createdAt: Date.parse(createdAt), publicIds: ids })
  }

  async files(): Promise<readonly { name: string; secret: boolean }[]> {
    return (this.#seen()?.files ?? []).map(({ name, secret }) => ({ name, secret: secret ?? false }))
  }

  async file(name: string, allowed: boolean): Promise<FileReply | 'secret' | undefined> {
    const file = this.#seen()?.files.find((one) => one.name === name)
    if (!file) return undefined
    const { type, secret = false, unchanging = false } = file
    return secret && !allowed ? 'secret' : { type, secret, unchanging, body: file.body() }
  }

  // ---- Sockets -------------------------------------------------------------------------------------------------

  /** A WebSocket that asks to be let in, its upgrade not yet answered. False: there is no such room. */
  enterLink(socket: Socket): boolean {
    if (!this.#meta) return false
    this.#platform.accept(socket, 'link')
    const attached: LinkAttached = { kind: 'link', hello: undefined }
    socket.serializeAttachment(attached)
    return true
  }

  /** Likewise a client's own. */
  enterClient(socket: Socket, who: Newcomer): boolean {
    if (!this.#meta) return false
    this.#clients.accept(socket, newcomer(this.#platform.secrets.newToken(), who, this.#now))
    this.#watchClients()
    return true
  }

  message(socket: Socket, message: Frame): void {
    // What a peer said before it learned of our close no longer counts: its link may have been fenced.
    if (socket.readyState !== socketStates.open) return
    if (!this.#meta) return socket.close(closeCodes.gone, 'the room is gone')
    if (!this.#clients.knows(socket)) {
      const attached = socket.deserializeAttachment() as Attached | LinkAttached
      if (attached.kind === 'link') return this.#fromLink(socket, message, attached)
      this.#clients.adopt(socket, attached)
    }
    this.#clients.message(socket, message)
  }

  #fromLink(socket: Socket, message: Frame, { hello }: LinkAttached): void {
    if (typeof message === 'string') socket.close(closeCodes.protocol, 'link: text')
    else this.#links.message(socket, message, hello)
  }

  /** The other end closed, or the socket failed. */
  closed(socket: Socket): void {
    // The platform leaves the answer to us, and until it comes the other end waits.
    if (socket.readyState === socketStates.closing) socket.close(1000, 'goodbye')
    const attached = socket.deserializeAttachment() as Attached | LinkAttached
    if (!this.#meta) return
    if (attached.kind === 'link') return this.#links.closed(socket)
    // A world that slept must still hear who left it, but not of one whose session it ended itself.
    if (attached.note) this.#clients.adopt(socket, attached)
    this.#clients.closed(socket)
  }

  alarm(): void {
    this.#alarm.over()
    const host = this.#opened()
    if (host) {
      host.alarm()
      this.#clients.endSilent()
      return this.#watchClients()
    }
    const { fault } = this.#opens
    if (fault && !fault.standsStill) this.#alarm.want('due', this.#now + this.#opens.wait(this.#now))
  }

  /** What clients' own sockets want the alarm for; a sidecar sees to its own by itself. */
  #watchClients(): void {
    const ticks = this.#host?.ticking === true && this.#clients.size > 0
    if (!ticks) this.#alarm.want('ticking', undefined)
    else if (!this.#alarm.wants('ticking')) this.#alarm.want('ticking', this.#now + tickingMs)
    this.#alarm.want('silent', this.#clients.silentAt)
  }

  get #clients(): DirectDoor {
    this.#directDoor ??= new DirectDoor({
      clock: this.#platform.clock,
      records: this.#records,
      joins: this.#gameNamed(this.#meta?.game ?? '')?.listen.some(({ joins }) => joins) ?? false,
      host: () => this.#opened(),
      open: () => this.#meta?.status === 'open',
      written: () => this.#platform.disk.written(),
      accept: (socket) => this.#platform.accept(socket as Socket, 'direct'),
      turnAway: (socket, { frames, reason }) => this.#platform.turnAway(socket as Socket, frames, reason),
      log: (event, detail) => this.#log('error', event, { detail }),
    })
    return this.#directDoor
  }

  get #links(): LinkDoor {
    if (this.#linkDoor) return this.#linkDoor
    this.#linkDoor = new LinkDoor({
      clock: this.#platform.clock,
      records: this.#records,
      seal: this.#noteSeal,
      epoch: this.#epoch,
      host: () => this.#opened(),
      open: () => this.#meta?.status === 'open',
      forget: (key) => this.#orphans.forget(key),
      remember: (socket, hello) => {
        const attached: LinkAttached = { kind: 'link', hello, players: this.#players(this.#host) }
        ;(socket as Socket).serializeAttachment(attached)
      },
      log: (event, fields) => this.#log('info', event, fields),
    })
    this.#adoptLinks(this.#linkDoor)
    return this.#linkDoor
  }

  get #noteSeal(): NoteSeal {
    const { game, seed } = this.#meta!
    const { version = 0, reads = [] } = this.#gameNamed(game) ?? {}
    return new NoteSeal(seed, [version, ...reads])
  }

  // ---- The world -----------------------------------------------------------------------------------------------

  /** The world's host; undefined if there is none, or its records are not for this build. */
  #opened(): WorldHost | undefined {
    if (this.#host) return this.#host
    const looked = this.#look()
    if (!this.#meta || !looked) return undefined
    const { version } = this.#gameNamed(this.#meta.game)!
    const opened: Meta = { ...this.#meta, version }
    looked.records.open()
    try {
      // A world that rewrote its records and the version that says so are kept together.
      if (version !== this.#meta.version) looked.records.writeAll(metaChange(opened))
    } catch (error) {
      // It can be read. That nothing can be written, on a full disk, is no damage.
      this.#log('error', 'cannot open', { detail: String(error) })
      return this.#cannotOpen()
    }
    this.#opens.wentWell()
    this.#host = looked.host
    this.#looked = undefined
    this.#life.keep(opened)
    this.#adoptClients()
    this.#adoptLinks(this.#links)
    this.#host.arm()
    this.#watchClients()
    return this.#host
  }

  /** The world to look at. Who only looks at a room that sleeps has nothing written for it. */
  #seen(): WorldHost | undefined {
    if (this.#host || this.#platform.sockets().length > 0) return this.#opened()
    return this.#look()?.host
  }

  /** The world, open but with nothing of that written yet. What failed is not tried again for everyone who asks. */
  #look(): { readonly host: WorldHost; readonly records: UnwrittenRecords } | undefined {
    const game = this.#meta && this.#gameNamed(this.#meta.game)
    if (!this.#meta || !game || !reads(game, this.#meta.version)) return undefined
    if (this.#looked) return this.#looked
    if (this.#opens.wait(this.#now) > 0) return undefined
    const records = new UnwrittenRecords(this.#records)
    try {
      this.#looked = { host: this.#openWorld(game, this.#meta, records), records }
      this.#damage = undefined
      // The Directory may have lost it, or heard of its end; if it knows all this, it writes nothing either.
      this.#announcing.soon()
      this.#orphans.adopt()
      return this.#looked
    } catch (error) {
      this.#damaged(error)
      this.#announcing.soon()
      return this.#cannotOpen()
    }
  }

  /** Somebody says something: what he is told of may be what the opening made. */
  #begin(records: UnwrittenRecords): void {
    try {
      records.writeAll()
    } catch (error) {
      this.#log('error', 'not written', { detail: String(error) })
    }
  }

  /** Nobody is in: who reads the records without knowing of packs (an older build, say) is to find them all. */
  #unpack(): void {
    try {
      this.#roomLog.write()
      this.#packed.unpack()
    } catch (error) {
      this.#log('warn', 'not unpacked', { detail: String(error) })
    }
  }

  #cannotOpen(): undefined {
    this.#looked = undefined
    if (this.#opens.failed(this.#now)) this.#log('error', 'standing still', this.#opens.fault)
    return undefined
  }

  #openWorld(game: Game, { options, version, seed }: Meta, records: UnwrittenRecords): WorldHost {
    return new WorldHost({
      game,
      records,
      clock: this.#platform.clock,
      secrets: this.#platform.secrets,
      options,
      version,
      moderation: this.#moderation,
      // Of this instance alone: nothing that the last one drew comes again.
      seed: `${seed} ${this.#epoch}`,
      log: (level, event, fields) => this.#log(level, event, fields),
      playersChanged: () => {
        this.#rememberPlayers()
        this.#announcing.soon()
      },
      emptied: () => this.#unpack(),
      begun: () => this.#begin(records),
      tickingChanged: () => this.#watchClients(),
      wakeLater: (at) => this.#alarm.want('due', at),
    })
  }

  get #now(): number {
    return this.#platform.clock.now()
  }

  /** Direct sockets that slept through the instance before this one have their sessions again. */
  #adoptClients(): void {
    for (const socket of this.#platform.sockets('direct')) {
      if (socket.readyState !== socketStates.open || this.#clients.knows(socket)) continue
      const attached = socket.deserializeAttachment() as Attached
      if (attached.note) this.#clients.adopt(socket, attached)
    }
  }

  /** Links that did likewise; behind them are clients who hear nothing until their sidecars have resumed them. */
  #adoptLinks(door: LinkDoor): void {
    for (const socket of this.#platform.sockets('link')) {
      if (socket.readyState !== socketStates.open) continue
      const { hello, players = 0 } = socket.deserializeAttachment() as LinkAttached
      if (!hello) continue
      this.#playersBefore = Math.max(this.#playersBefore, players)
      door.adopt(socket, hello)
    }
  }

  /** For an instance after this one. While some have yet to come back, what the one before it knew stands. */
  #rememberPlayers(): void {
    const players = this.#players(this.#host)
    for (const socket of this.#platform.sockets('link')) {
      const attached = socket.deserializeAttachment() as LinkAttached
      if (attached.players !== players) socket.serializeAttachment({ ...attached, players })
    }
  }

  /** Who is away, behind a sidecar that slept through the change of instances and has not resumed yet, is there. */
  #players(host: WorldHost | undefined): number {
    const players = host?.players ?? 0
    return this.#linkDoor?.resuming ? Math.max(players, this.#playersBefore) : players
  }

  // ---- Its own record --------------------------------------------------------------------------------------------

  /** All of it is stored or nothing. */
  async #settle(
    game: Game,
    request: FoundRequest,
    { options, records, warnings }: Founded,
  ): Promise<{ meta: Meta; adminToken: string; warnings: readonly string[] }> {
    const { clock, secrets } = this.#platform
    const adminToken = secrets.newToken()
    const kept = await secrets.digest(adminToken)
    const meta = newMeta(game, request, options, kept, secrets.newToken(), clock.now())
    const changes = foundedChanges({ options, records, warnings })
    putMeta(changes, meta)
    this.#platform.disk.transaction(() => {
      createRecords(this.#platform.disk.sql)
      this.#table.write(changes)
    })
    return { meta, adminToken, warnings }
  }

  #configure(changed: Meta, options: NonNullable<RoomPatch['options']>): Refused | undefined {
    const host = this.#opened()
    if (!host) return { refused: { field: 'options', detail: 'the world could not be opened' } }
    let kept = changed
    const refused = host.configure(options, (changes, merged) => {
      kept = { ...changed, version: this.#meta!.version, options: merged }
      putMeta(changes, kept)
    })
    if (!refused) this.#life.keep(kept)
    return refused
  }

  #keep(meta: Meta): undefined {
    this.#records.write(metaChange(meta))
    this.#life.keep(meta)
  }

  // ---- The Directory -----------------------------------------------------------------------------------------------

  #announcement(meta: Meta, host: WorldHost | undefined): Announcement {
    return {
      ...announcement(meta, this.#gameNamed(meta.game), host, this.#damage),
      players: this.#players(host),
    }
  }

  async #announce(): Promise<void> {
    if (!this.#meta || this.#life.phase !== 'open') return
    const answer = await this.#settings.directory.announce(this.#announcement(this.#meta, this.#seen()))
    // An instance before this one was lost between telling the Directory that the room is gone and wiping it.
    if (answer === 'removed') await this.remove()
  }

  #gameNamed(slug: string): Game | undefined {
    return this.#settings.games.find((game) => game.slug === slug)
  }

  #name(meta: Meta): string {
    return `${meta.game}/${meta.room}`
  }

  #log(level: 'info' | 'warn' | 'error', event: string, fields: object = {}): void {
    const { game, room } = this.#meta ?? {}
    this.#platform.log(level, JSON.stringify({ level, event, game, room, ...fields }))
  }
}
