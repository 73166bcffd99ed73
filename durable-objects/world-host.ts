// The runtime of a world and its sessions: turns, ticks and persistence. Independent of sockets and platform, so that a
// test runs a world exactly as a Room does.
import type {
  ForkInput,
  ForkOrigin,
  Frame,
  Game,
  GameFile,
  GameContext,
  Json,
  RoomLimits,
  GameEvent,
  Options,
  Peer,
  Picture,
  EndpointRoom,
  Refusal,
  SpectatorFeed,
  RejectReason,
  World,
} from '../games/game.ts'
import { isRefusal } from '../games/refused.ts'
import type { Clock } from '../wire/clock.ts'
import { WireError } from '../wire/error.ts'
import type { Urgency } from '../wire/link.ts'
import { describeError } from '../wire/log-line.ts'
import { isStorageFull } from '../wire/no-space.ts'
import { Allowances } from './allowances.ts'
import { Ticker } from './clock.ts'
import type { Figures } from './figures.ts'
import { Frames } from './frames.ts'
import { gameHost } from './game-host.ts'
import type { GuessLimiter } from './guess-limiter.ts'
import type { Line } from './line.ts'
import type { Hall, Moderation } from './moderation.ts'
import { idOf } from './people.ts'
import { type Fault, Retries } from './retries.ts'
import { Saving } from './saving.ts'
import type { Seat } from './seat.ts'
import { Seats } from './seats.ts'
import type { Secrets } from './secrets.ts'
import { ShownWorld } from './shown-world.ts'
import { Silence } from './silence.ts'
import { Space } from './space.ts'
import { type Records, type Stored, TurnStore } from './store.ts'
import { Turns } from './turns.ts'
import { Waking } from './waking.ts'

export interface HostSettings {
  readonly game: Game
  readonly records: Records
  readonly clock: Clock
  readonly secrets: Secrets
  readonly options: Options
  /** Version of the records. */
  readonly version: number
  /** Derived from the room's seed, and unique to this instance. */
  readonly seed: string
  /** Absent: no bans, and no log of joins. */
  readonly moderation?: Moderation
  /** As in gameHost. */
  readonly guesses?: GuessLimiter
  log(level: 'info' | 'warn' | 'error', event: string, fields?: { readonly [name: string]: Json }): void
  /** The number of players has changed. */
  playersChanged(): void
  /** As in Turns. */
  readonly tell?: (news: readonly GameEvent[], changes: Map<string, Stored | undefined>) => () => void
  /** A repeated failure has started or ended. */
  troubled?(): void
  /** A turn threw this through no fault of its peer. */
  failed?(error: unknown): void
  /** A turn is over: spectators may get its changes. */
  turned(): void
  /** The last session has left, and everything is written. */
  emptied(): void
  /** The first frame has arrived, or the first player plays. */
  begun(): void
  /** The world has started or stopped ticking. */
  tickingChanged(ticking: boolean): void
  /** Sets the wake-up for a time without players (undefined: none). */
  wakeLater(at: number | undefined): void
}

/** An earlier session's note, and whether its client has received everything sent to it. */
export interface Past {
  readonly note: Uint8Array
  readonly intact: boolean
}

export class WorldHost implements Hall {
  readonly #settings: HostSettings
  readonly #turns: Turns
  readonly #store: TurnStore
  readonly #seats = new Seats({
    send: (seat, frame) => this.#turns.say((output) => output.frame(seat, frame)),
    close: (seat, reason) => this.#turns.say((output) => output.close(seat, reason)),
  })
  readonly #saving: Saving
  readonly #shown: ShownWorld
  readonly #waking: Waking
  readonly #silence: Silence
  readonly #ticker: Ticker
  readonly #context: GameContext
  readonly #frames: Frames
  readonly #allowances: Allowances
  #world: World | undefined
  #limits: RoomLimits
  #options: Options
  #version: number
  readonly #opens = new Retries('open', () => this.#settings.troubled?.())
  readonly #space: Space
  readonly #ticks = new Retries('tick', () => this.#settings.troubled?.())
  /** Those who were in it are being greeted. */
  #reopening = false
  #players = 0
  #occupied = false
  #begun = false

  /** Opens the world. If the records are unreadable it throws the game's error and writes nothing. */
  constructor(settings: HostSettings) {
    this.#settings = settings
    this.#limits = settings.game.limits(settings.options)
    this.#allowances = new Allowances(this.#limits)
    this.#turns = new Turns({
      records: settings.records,
      ...(settings.tell && { tell: settings.tell }),
      now: () => this.#now,
      end: (seat, reason) => this.#end(seat, reason),
      // What costs nobody anything keeps the others waiting all the same.
      cost: (seat, steps) =>
        this.#frames.spent(seat, Math.max(this.#allowances.charge(seat, steps, this.#now), steps.sent)),
      done: (what, seat) => this.#done(what, seat),
      failed: (seat, what, error) => this.#failed(seat, what, error),
    })
    this.#store = new TurnStore(settings.records, 'game/', this.#turns.changes)
    this.#context = gameHost(settings, {
      cast: (peers, frame, urgency) => this.#cast(peers, frame, urgency),
      spend: (steps) => this.#turns.spend(steps),
      tell: (news) => void this.#turns.news.push(news),
    })
    this.#space = new Space({
      ...{ clock: settings.clock, records: settings.records },
      changed: () => settings.troubled?.(),
      goOn: () => {
        if (!this.#reopened()) return
        for (const seat of this.#seats.all) this.pump(seat)
        this.#saving.arm()
        this.#waking.arm()
      },
      failed: (error) => settings.log('error', 'fault', { what: 'space', detail: describeError(error) }),
    })
    this.#frames = new Frames({
      clock: settings.clock,
      turn: (seat, body, kept) => this.#turns.run(seat, 'receive', body, kept),
      held: () => this.#space.wait,
      owes: (seat) => this.#allowances.wait(seat, this.#now),
      wrote: () => this.#turns.changes.size > 0,
      emptied: (seat) => {
        if (seat.leaving !== undefined) this.#end(seat, seat.leaving)
      },
    })
    this.#options = settings.options
    this.#version = settings.version
    const { game, clock } = settings
    const world = () => this.#world
    this.#shown = new ShownWorld({ game, clock, world })
    this.#saving = new Saving({
      clock,
      world,
      save: (saved) =>
        this.#space.wait === 0 && this.#turns.run(undefined, 'save', () => this.#putSaved(saved)),
      failed: (retries) => {
        if (this.#space.wait === 0) this.#countFailure(retries)
      },
      troubled: () => settings.troubled?.(),
    })
    this.#waking = new Waking({
      clock: settings.clock,
      due: () => this.#world?.wakeAt,
      occupied: () => this.#occupied,
      ticks: () => this.tickMs > 0,
      wake: () => this.wake(),
      wakeLater: (at) => settings.wakeLater(at),
      troubled: () => settings.troubled?.(),
    })
    this.#silence = new Silence({
      clock,
      seats: () => this.#seats.all,
      mayLast: () => (this.#occupied ? this.#limits.idleTimeoutMs : 0),
      end: (seat) => this.#end(seat, 'silent for too long'),
    })
    this.#openWorld()
    this.#ticker = new Ticker(settings.clock, this.#world!.tickMs, () => this.#tick())
    this.#players = this.players
  }

  get limits(): RoomLimits {
    return this.#limits
  }

  /** Counters since it was opened; rows are counted where they are written. */
  get figures(): Omit<Figures, 'since' | 'rowsRead' | 'rowsWritten'> {
    return { ...this.#turns.figures, overruns: this.#ticker.overruns }
  }

  get players(): number {
    return this.#world?.players ?? 0
  }

  get capacity(): number {
    return this.#world?.capacity ?? 0
  }

  /** [game.ts] Ids of its game's kind; undefined while the world is not open. */
  get sharedIds(): readonly string[] | undefined {
    return this.#world && this.#settings.game.sharedIds?.idsOf(this.#world)
  }

  get view(): Json {
    return this.#shown.view
  }

  /** Drawn once a second at most. */
  get picture(): Picture | undefined {
    return this.#shown.picture
  }

  /** The spectators' feed; a new one after the world was reopened. Undefined: this game has none. */
  get show(): SpectatorFeed | undefined {
    return this.#shown.show
  }

  /** The limit of spectators; undefined: the default. */
  get mostWatchers(): number | undefined {
    return this.#limits.maxSpectators
  }

  /** The last spectator has left. */
  endShow(): void {
    this.#shown.endShow()
  }

  /** The JSON of one of the game's readings; undefined: there is none, or no result for these parameters. */
  read(name: string, params: { readonly [name: string]: string }, room: EndpointRoom): string | undefined {
    return this.#shown.read(name, params, room)
  }

  get all(): readonly Seat[] {
    return this.#seats.all
  }

  get seats(): number {
    return this.#seats.size
  }

  /** Nothing has been sent except replies, and nothing has changed: a session that resumes now has missed nothing. */
  get silent(): boolean {
    return this.#turns.silent
  }

  /** Milliseconds of a tick; 0: the world does not tick. */
  get tickMs(): number {
    return this.#world?.tickMs ?? 0
  }

  get occupied(): boolean {
    return this.#occupied
  }

  get ticking(): boolean {
    return this.#ticker.running
  }

  /** A failure that has not been followed by a success, if any. */
  get fault(): Fault | undefined {
    return (
      this.#space.fault ??
      this.#opens.fault ??
      this.#ticks.fault ??
      this.#waking.retries.fault ??
      this.#saving.retries.fault
    )
  }

  get files(): readonly GameFile[] {
    return this.#shown.files
  }

  // ---- Calls of the Room -----------------------------------------------------------------------------------

  /** Adds a session, or resumes one with a past. Undefined: rejected, and the client was sent that. */
  sit(line: Line, past?: Past, adopted?: (seat: Seat) => void): Seat | undefined {
    if (!this.#reopened() && !(past && this.#space.wait > 0)) return this.#turnAway(line, 'full')
    // A world that cannot tick is no place to be until it is tried again.
    if (this.#ticks.standsStill && this.#ticks.wait(this.#now) > 0) return this.#turnAway(line, 'full')
    const { moderation, clock } = this.#settings
    if (moderation?.bansAddress(line)) return this.#turnAway(line, 'banned')
    if (!past && this.#seats.full(line, this.#limits)) return this.#turnAway(line, 'full')
    const since = line.came ?? (past && moderation?.since(line)) ?? clock.now()
    const seat = this.#seats.add(line, this.#limits, since)
    adopted?.(seat)
    this.#greet(seat, past)
    this.#silence.arm()
    this.#waking.arm()
    return seat.gone ? undefined : seat
  }

  /** Rejects a client while the room is closed or full, and disconnects it. */
  turnAway(line: Line, why: RejectReason): void {
    this.#turnAway(line, why)
  }

  receive(seat: Seat, seq: number, frame: Frame): void {
    if (seat.gone) return
    seat.looksUnheard = 0
    this.#begin()
    const refused = seat.enqueue(seq, frame)
    if (refused) this.#end(seat, refused)
    else this.pump(seat)
  }

  /** The session may have a turn that it waited for. */
  pump(seat: Seat): void {
    this.#frames.pump(seat)
  }

  /** The line is connected again. */
  resumed(seat: Seat): void {
    seat.looksUnheard = 0
    this.#turns.run(seat, 'resumed', () => seat.session?.onResumed())
  }

  /** The client has disconnected, or did not resume. Its earlier frames are still processed before the session ends. */
  leave(seat: Seat, reason = 'left'): void {
    if (seat.gone || seat.leaving !== undefined) return
    seat.leaving = reason
    this.pump(seat)
  }

  /** Ends a session, with a reason for its client. */
  dismiss(seat: Seat, reason: string): void {
    this.#end(seat, reason)
  }

  expel(seat: Seat, why: 'kicked' | 'banned', reason: string): void {
    this.#end(seat, reason, why)
  }

  /** Ends every session, with a reason for their clients. */
  hangUpAll(reason: string): void {
    for (const seat of this.#seats.all) this.#end(seat, reason)
  }

  /** Applies changed options, durable when this returns; a refusal or an error leaves everything as it was. */
  configure(
    changed: Options,
    record: (changes: Map<string, Stored | undefined>, options: Options) => void,
  ): Refusal | undefined {
    const configure = this.#settings.game.applyOptions
    if (!configure) return { refused: { field: 'options', detail: 'this game has no options to change' } }
    if (!this.#reopened()) return { refused: { field: 'options', detail: 'the world could not be opened' } }
    let answer: Options | Refusal = {}
    const done = this.#turns.run(undefined, 'configure', () => {
      answer = configure.call(this.#settings.game, this.#world!, { ...this.#options, ...changed })
      if (!isRefusal(answer)) record(this.#turns.changes, answer)
    })
    if (!done) return { refused: { field: 'options', detail: 'could not be applied' } }
    if (isRefusal(answer)) return answer
    this.#options = answer
    this.#limits = this.#settings.game.limits(answer)
    this.#allowances.allow(this.#limits)
    for (const seat of this.#seats.all) seat.allow(this.#limits)
    return undefined
  }

  /** Runs an owner's console line; undefined: it failed, or the game has no console. */
  say(line: string): readonly string[] | undefined {
    const { ownerConsole } = this.#settings.game
    if (!ownerConsole || !this.#reopened()) return undefined
    let answers: readonly string[] = []
    const done = this.#turns.run(undefined, 'console', () => {
      answers = ownerConsole.execute(this.#world!, line)
    })
    return done ? answers : undefined
  }

  /** The inputs for a new room like this one; undefined: its game does not support that. */
  fork(from: ForkOrigin): ForkInput | undefined {
    return this.#world && this.#settings.game.fork?.(this.#world, from)
  }

  /** Schedules what is due: an earlier instance may have been lost without an alarm. */
  arm(): void {
    this.#waking.arm()
  }

  /** The alarm has fired, maybe for another reason or too early. */
  alarm(): void {
    if (!this.#world || this.#waking.isDue) this.wake()
    else this.#waking.arm()
  }

  /** Runs what is due in the world. */
  wake(): void {
    if (this.#space.wait > 0) return this.#settings.wakeLater(this.#now + this.#space.wait)
    if (!this.#reopened()) return this.#wakeAgain()
    const { retries } = this.#waking
    const isDone = this.#waking.begin()
    const ran = this.#turns.run(undefined, 'wake', () => this.#world!.wake?.(this.#now))
    if (ran && isDone()) retries.wentWell()
    else if (this.#space.wait === 0)
      this.#countFailure(retries, ran ? 'what was due is still due' : undefined)
    this.#waking.arm()
  }

  /** Schedules the next try after the world could not be opened for a wake-up. */
  #wakeAgain(): void {
    this.#settings.wakeLater(this.#opens.standsStill ? undefined : this.#now + this.#opens.wait(this.#now))
  }

  /** Saves state that may roll back, at once. */
  save(): void {
    this.#saving.save()
  }

  /** Stops every timer. Do not use the world afterwards. */
  stop(): void {
    this.#ticker.stop()
    this.#frames.stop()
    this.#space.stop()
    for (const timed of [this.#saving, this.#waking, this.#silence]) timed.cancel()
    for (const seat of this.#seats.all) {
      seat.timer?.cancel()
      // A turn that awaits a promise must not continue here.
      seat.gone = true
    }
  }

  get #now(): number {
    return this.#settings.clock.now()
  }

  #cast(peers: Iterable<Peer>, frame: Frame, urgency: Urgency | undefined): void {
    const seats = new Set<Seat>()
    for (const peer of peers) {
      const seat = this.#seats.of(peer)
      if (seat) seats.add(seat)
    }
    this.#turns.say((output) => output.cast(seats, frame, urgency))
  }

  #putSaved(world: World): undefined {
    world.save!()
    // Frames with unacknowledged replies must not be applied again after this save.
    for (const seat of this.#seats.all) seat.line.record(this.#turns.changes)
  }

  // ---- After turns -----------------------------------------------------------------------------------------

  #done(what: string, seat: Seat | undefined): void {
    if (this.players !== this.#players) {
      this.#players = this.players
      this.#settings.playersChanged()
    }
    const was = this.#occupied
    this.#occupied = this.#world?.isOccupied ?? false
    // A save itself must not cause a save.
    if (what !== 'save') this.#saving.happened(was || this.#occupied)
    if (was !== this.#occupied) this.#turned()
    else if (this.#waking.changed) this.#waking.arm()
    if (this.#occupied) this.#saving.arm()
    // Last, so that its log lines are written with the next save.
    if (seat && !seat.gone) this.#look(seat, what)
    this.#settings.turned()
  }

  #begin(): void {
    if (this.#begun) return
    this.#begun = true
    this.#settings.begun()
  }

  /** The first player plays, or the last has stopped: starts or stops the world's time. */
  #turned(): void {
    if (this.#occupied) {
      this.#begin()
      this.#ticker.start()
    } else {
      this.#ticker.stop()
      this.save()
    }
    this.#settings.tickingChanged(this.#ticker.running)
    this.#silence.arm()
    this.#waking.arm()
  }

  /** The turn may have set the player's name. */
  #look(seat: Seat, what: string): void {
    const { moderation } = this.#settings
    const name = seat.session?.name
    if (!moderation || name === seat.given) return
    seat.given = name
    moderation.named(seat, name, what === 'greet' && seat.note !== undefined)
    if (seat.name !== undefined && moderation.bansName(seat.name))
      this.expel(seat, 'banned', 'banned by the host')
  }

  /** Ends the session of a peer that broke the protocol. Other errors are internal faults: reopens the world. */
  #failed(seat: Seat | undefined, what: string, error: unknown): void {
    if (isStorageFull(error)) return this.#cannotStore(seat, what, error)
    if (error instanceof WireError && seat) {
      this.#settings.log('warn', 'protocol', { session: idOf(seat.line), detail: error.message })
      return this.#end(seat, error.message)
    }
    this.#settings.failed?.(error)
    this.#turns.figures.faults++
    const of = seat && { session: idOf(seat.line) }
    this.#settings.log('error', 'fault', { ...of, what, detail: describeError(error) })
    this.#settings.moderation?.fault(`A fault of ours (${what}): the world goes on from what was kept`)
    if (seat) this.#allowances.chargeFault(seat, this.#now)
    this.#dropWorld()
    if (seat) this.#end(seat, 'a fault of the room')
    // Sessions would arm it at their next turn, but there may be none.
    if (this.#reopened()) this.#waking.arm()
    else this.#wakeAgain()
  }

  /** Nobody's fault, and it passes: who is in stays in, and whose turn it was has it again. Only a newcomer's greeting cannot wait. */
  #cannotStore(seat: Seat | undefined, what: string, error: unknown): void {
    if (this.#space.none()) this.#settings.log('error', 'no space', { what, detail: describeError(error) })
    this.#dropWorld()
    if (what === 'greet' && seat?.note === undefined)
      this.#end(seat!, 'nothing can be stored: the disk is full')
    // What those put who go on in it would fail again, for ever: it is opened when there is space.
    if (!this.#reopening) this.#reopened()
  }

  /** Drops the world and its sessions, so that nothing of them can reach the records any more. */
  #dropWorld(): void {
    this.#world = undefined
    this.#shown.forgetShow()
    for (const other of this.#seats.all) other.session = undefined
  }

  // ---- Sessions --------------------------------------------------------------------------------------------

  #greet(seat: Seat, past: Past | undefined): void {
    const { game } = this.#settings
    // The line's note. Changes that the session makes while it resumes are sent with its next turn.
    if (past) seat.remember(past.note)
    if (!this.#world) return
    // A greeting is turn 0: kept like any reply until it is received.
    this.#turns.run(seat, 'greet', () => {
      seat.session = game.openSession(this.#world!, this.#context, seat.peer, past?.note)
      return past ? undefined : { seq: 0, part: 0 }
    })
    if (past && !past.intact && !seat.gone) this.resumed(seat)
  }

  /** `why`: by the owner's order; the session must not resume after a crash either. */
  #end(seat: Seat, reason: string, why?: 'kicked' | 'banned'): void {
    if (seat.gone) return
    seat.gone = true
    seat.timer?.cancel()
    this.#seats.delete(seat)
    this.#allowances.forget(seat)
    const { game, moderation } = this.#settings
    const { changes } = this.#turns
    moderation?.left(seat, reason)
    const forGood = why !== undefined
    const taken = this.#turns.run(undefined, 'closed', () => {
      seat.session?.onClosed()
      seat.line.end(changes, reason, forGood)
    })
    // A world that failed here was reopened without this session, whose end is stored nevertheless.
    if (!taken) this.#turns.run(undefined, 'closed', () => seat.line.end(changes, reason, forGood))
    const last = why && game.rejectFrame?.(why)
    if (last !== undefined) seat.line.push(last)
    seat.line.hangUp(reason)
    if (this.#seats.size === 0) this.#emptied()
  }

  #turnAway(line: Line, why: RejectReason): undefined {
    this.#settings.moderation?.refused(line, why)
    const frame = this.#settings.game.rejectFrame?.(why)
    if (frame !== undefined) line.push(frame)
    line.hangUp(why)
  }

  #emptied(): void {
    this.save()
    this.#settings.emptied()
    this.#waking.arm()
  }

  // ---- The world -------------------------------------------------------------------------------------------

  #openWorld(): void {
    const { game, records } = this.#settings
    try {
      const world = game.openWorld(this.#store, this.#context, this.#options, this.#version)
      if (this.#turns.changes.size > 0) records.write(this.#turns.changes)
      this.#world = world
      this.#version = game.version
    } finally {
      this.#turns.changes.clear()
    }
  }

  /** Reopens the world from its records after a fault, with all its sessions. */
  #reopened(): boolean {
    if (this.#world) return true
    if (this.#opens.wait(this.#now) > 0) return false
    try {
      this.#openWorld()
      this.#opens.wentWell()
    } catch (error) {
      if (isStorageFull(error)) {
        this.#space.none()
        return false
      }
      this.#settings.log('error', 'cannot open', { detail: describeError(error) })
      this.#countFailure(this.#opens)
      this.hangUpAll('the room cannot be opened')
      return false
    }
    this.#greetAgain(this.#world!)
    return this.#world !== undefined
  }

  #greetAgain(world: World): void {
    this.#reopening = true
    for (const seat of this.#seats.all) {
      // A session that cannot be had again has started the world over once more, and all that follows with it.
      if (this.#world !== world) break
      seat.busy = false
      seat.timer?.cancel()
      this.#greet(seat, { note: seat.note ?? new Uint8Array(0), intact: false })
    }
    this.#reopening = false
    if (this.#world === world) for (const seat of this.#seats.all) this.pump(seat)
  }

  #tick(): void {
    if (this.#space.wait > 0 || this.#ticks.wait(this.#now) > 0 || !this.#world) return
    const done = this.#turns.run(undefined, 'tick', () => this.#world!.tick(this.#now))
    if (done) return this.#ticks.wentWell()
    if (this.#space.wait > 0) return
    this.#countFailure(this.#ticks)
    if (this.#ticks.standsStill) this.hangUpAll('a fault of the room')
  }

  /** `detail`: the problem, if nothing was thrown. */
  #countFailure(retries: Retries, detail?: string): void {
    if (detail) {
      this.#turns.figures.faults++
      this.#settings.log('error', 'fault', { what: retries.fault?.what ?? 'wake', detail })
    }
    if (retries.failed(this.#now)) this.#settings.log('error', 'standing still', { ...retries.fault! })
  }
}
