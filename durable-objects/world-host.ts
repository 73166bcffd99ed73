// A world and the sessions in it: turns, ticks and what they leave behind. Knows no sockets and no platform, so
// that a test hosts a world exactly as a Room does.
import type {
  Fork,
  ForkedFrom,
  Frame,
  Game,
  GameFile,
  Host,
  Json,
  Limits,
  News,
  Options,
  Peer,
  Picture,
  ReadRoom,
  Refused,
  Show,
  TurnedAway,
  World,
} from '../games/game.ts'
import { isRefused } from '../games/refused.ts'
import type { Clock } from '../wire/clock.ts'
import { WireError } from '../wire/error.ts'
import type { Urgency } from '../wire/link.ts'
import { detailOf } from '../wire/log-line.ts'
import { isNoSpace } from '../wire/no-space.ts'
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
  /** Of the records. */
  readonly version: number
  /** Of the founding, and of this opening alone. */
  readonly seed: string
  /** Absent: all may come in, and nobody is told who did. */
  readonly moderation?: Moderation
  /** As gameHost has it. */
  readonly guesses?: GuessLimiter
  log(level: 'info' | 'warn' | 'error', event: string, fields?: { readonly [name: string]: Json }): void
  /** The number of players has changed. */
  playersChanged(): void
  /** As Turns has it. */
  readonly tell?: (news: readonly News[], changes: Map<string, Stored | undefined>) => () => void
  /** Something fails again and again, or no longer does. */
  troubled?(): void
  /** A turn threw this by no fault of its peer. */
  failed?(error: unknown): void
  /** A turn is over: who watches may be shown what came of it. */
  turned(): void
  /** The last has left, and all is written. */
  emptied(): void
  /** Somebody said something, or plays, for the first time. */
  begun(): void
  /** The world ticks from now on, or no longer. */
  tickingChanged(ticking: boolean): void
  /** Nobody is in, and the world wants waking at this time (undefined: not at all). */
  wakeLater(at: number | undefined): void
}

/** What a session was before: its note, and whether its client has had everything that was sent to it. */
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
  readonly #host: Host
  readonly #frames: Frames
  readonly #allowances: Allowances
  #world: World | undefined
  #limits: Limits
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

  /** Opens the world. Throws what the game throws when the records cannot be read; nothing is then written. */
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
    this.#host = gameHost(settings, {
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
      failed: (error) => settings.log('error', 'fault', { what: 'space', detail: detailOf(error) }),
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
      due: () => this.#world?.due,
      occupied: () => this.#occupied,
      ticks: () => this.tickMs > 0,
      wake: () => this.wake(),
      wakeLater: (at) => settings.wakeLater(at),
      troubled: () => settings.troubled?.(),
    })
    this.#silence = new Silence({
      clock,
      seats: () => this.#seats.all,
      mayLast: () => (this.#occupied ? this.#limits.idleMs : 0),
      end: (seat) => this.#end(seat, 'silent for too long'),
    })
    this.#openWorld()
    this.#ticker = new Ticker(settings.clock, this.#world!.tickMs, () => this.#tick())
    this.#players = this.players
  }

  get limits(): Limits {
    return this.#limits
  }

  /** Since it was opened; rows are counted where they are written. */
  get figures(): Omit<Figures, 'since' | 'rowsRead' | 'rowsWritten'> {
    return { ...this.#turns.figures, overruns: this.#ticker.overruns }
  }

  get players(): number {
    return this.#world?.players ?? 0
  }

  get capacity(): number {
    return this.#world?.capacity ?? 0
  }

  /** [game.ts] Of its game's kind; none while the world is not open. */
  get sharedIds(): readonly string[] | undefined {
    return this.#world && this.#settings.game.sharedIds?.of(this.#world)
  }

  get view(): Json {
    return this.#shown.view
  }

  /** Drawn once a second at most. */
  get picture(): Picture | undefined {
    return this.#shown.picture
  }

  /** What is shown to who watches; another one after the world was opened again. Undefined: this game shows nothing. */
  get show(): Show | undefined {
    return this.#shown.show
  }

  /** How many may watch; undefined: as many as usual. */
  get mostWatchers(): number | undefined {
    return this.#limits.watchers
  }

  /** Nobody watches any more. */
  endShow(): void {
    this.#shown.endShow()
  }

  /** The JSON of one of the game's readings; undefined: there is none, or nothing by these parameters. */
  read(name: string, params: { readonly [name: string]: string }, room: ReadRoom): string | undefined {
    return this.#shown.read(name, params, room)
  }

  get all(): readonly Seat[] {
    return this.#seats.all
  }

  get seats(): number {
    return this.#seats.size
  }

  /** Nothing has been sent yet but replies, and nothing has changed: who was not in its seat has missed nothing. */
  get silent(): boolean {
    return this.#turns.silent
  }

  /** Of one tick; 0: the world does not tick. */
  get tickMs(): number {
    return this.#world?.tickMs ?? 0
  }

  get occupied(): boolean {
    return this.#occupied
  }

  get ticking(): boolean {
    return this.#ticker.running
  }

  /** What fails again and again, if anything does. */
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

  // ---- What the Room asks ----------------------------------------------------------------------------------

  /** A newcomer, or with a past a session that goes on. Undefined: turned away (and told so). */
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

  /** What a newcomer is told while the room is closed or full; the line is then hung up. */
  turnAway(line: Line, why: TurnedAway): void {
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

  /** The seat may have a turn that it waited for. */
  pump(seat: Seat): void {
    this.#frames.pump(seat)
  }

  /** The line was away and is back. */
  resumed(seat: Seat): void {
    seat.looksUnheard = 0
    this.#turns.run(seat, 'resumed', () => seat.session?.resumed())
  }

  /** The peer has left by itself, or did not come back. What it said before still has its turn, and then it is gone. */
  leave(seat: Seat, reason = 'left'): void {
    if (seat.gone || seat.leaving !== undefined) return
    seat.leaving = reason
    this.pump(seat)
  }

  /** Ends a session, telling it why. */
  dismiss(seat: Seat, reason: string): void {
    this.#end(seat, reason)
  }

  expel(seat: Seat, why: 'kicked' | 'banned', reason: string): void {
    this.#end(seat, reason, why)
  }

  /** Ends every session, telling each why. */
  hangUpAll(reason: string): void {
    for (const seat of this.#seats.all) this.#end(seat, reason)
  }

  /** Takes changed options, durable when this returns; a refusal or an error leaves all as it was. */
  configure(
    changed: Options,
    record: (changes: Map<string, Stored | undefined>, options: Options) => void,
  ): Refused | undefined {
    const configure = this.#settings.game.configure
    if (!configure) return { refused: { field: 'options', detail: 'this game has no options to change' } }
    if (!this.#reopened()) return { refused: { field: 'options', detail: 'the world could not be opened' } }
    let answer: Options | Refused = {}
    const done = this.#turns.run(undefined, 'configure', () => {
      answer = configure.call(this.#settings.game, this.#world!, { ...this.#options, ...changed })
      if (!isRefused(answer)) record(this.#turns.changes, answer)
    })
    if (!done) return { refused: { field: 'options', detail: 'could not be applied' } }
    if (isRefused(answer)) return answer
    this.#options = answer
    this.#limits = this.#settings.game.limits(answer)
    this.#allowances.allow(this.#limits)
    for (const seat of this.#seats.all) seat.allow(this.#limits)
    return undefined
  }

  /** What the game answers to its host; undefined: it could not be done, or he has nothing to say to it. */
  say(line: string): readonly string[] | undefined {
    const { console } = this.#settings.game
    if (!console || !this.#reopened()) return undefined
    let answers: readonly string[] = []
    const done = this.#turns.run(undefined, 'console', () => {
      answers = console.say(this.#world!, line)
    })
    return done ? answers : undefined
  }

  /** What another room of the same beginnings is founded of; undefined: its game has no such. */
  fork(from: ForkedFrom): Fork | undefined {
    return this.#world && this.#settings.game.fork?.(this.#world, from)
  }

  /** Sees to it that what is due is done: whoever hosted the world before may have been lost without an alarm. */
  arm(): void {
    this.#waking.arm()
  }

  /** The alarm came, which may be for somebody else, or too early. */
  alarm(): void {
    if (!this.#world || this.#waking.isDue) this.wake()
    else this.#waking.arm()
  }

  /** Lets the world do what is due. */
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

  /** The world could not be opened to be woken. */
  #wakeAgain(): void {
    this.#settings.wakeLater(this.#opens.standsStill ? undefined : this.#now + this.#opens.wait(this.#now))
  }

  /** Writes what may roll back, at once. */
  save(): void {
    this.#saving.save()
  }

  /** Stops every timer; the world is not to be used again. */
  stop(): void {
    this.#ticker.stop()
    this.#frames.stop()
    this.#space.stop()
    for (const timed of [this.#saving, this.#waking, this.#silence]) timed.cancel()
    for (const seat of this.#seats.all) {
      seat.timer?.cancel()
      // A turn that still waits for a promise must not go on here.
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
    // A session whose replies are still under way must not have its frames applied again on top of this.
    for (const seat of this.#seats.all) seat.line.record(this.#turns.changes)
  }

  // ---- After turns -----------------------------------------------------------------------------------------

  #done(what: string, seat: Seat | undefined): void {
    if (this.players !== this.#players) {
      this.#players = this.players
      this.#settings.playersChanged()
    }
    const was = this.#occupied
    this.#occupied = this.#world?.occupied ?? false
    // Saving is no reason to save.
    if (what !== 'save') this.#saving.happened(was || this.#occupied)
    if (was !== this.#occupied) this.#turned()
    else if (this.#waking.changed) this.#waking.arm()
    if (this.#occupied) this.#saving.arm()
    // Last: what is logged of it is written with what is saved.
    if (seat && !seat.gone) this.#look(seat, what)
    this.#settings.turned()
  }

  #begin(): void {
    if (this.#begun) return
    this.#begun = true
    this.#settings.begun()
  }

  /** Somebody plays where nobody did, or nobody any more: the world's time goes on, or stands still. */
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

  /** Its turn may have told who it is. */
  #look(seat: Seat, what: string): void {
    const { moderation } = this.#settings
    const name = seat.session?.name
    if (!moderation || name === seat.given) return
    seat.given = name
    moderation.named(seat, name, what === 'greet' && seat.note !== undefined)
    if (seat.name !== undefined && moderation.bansName(seat.name))
      this.expel(seat, 'banned', 'banned by the host')
  }

  /** A peer that broke the protocol is closed; anything else is our own fault, and the world starts over. */
  #failed(seat: Seat | undefined, what: string, error: unknown): void {
    if (isNoSpace(error)) return this.#cannotStore(seat, what, error)
    if (error instanceof WireError && seat) {
      this.#settings.log('warn', 'protocol', { session: idOf(seat.line), detail: error.message })
      return this.#end(seat, error.message)
    }
    this.#settings.failed?.(error)
    this.#turns.figures.faults++
    const of = seat && { session: idOf(seat.line) }
    this.#settings.log('error', 'fault', { ...of, what, detail: detailOf(error) })
    this.#settings.moderation?.fault(`A fault of ours (${what}): the world goes on from what was kept`)
    if (seat) this.#allowances.chargeFault(seat, this.#now)
    this.#dropWorld()
    if (seat) this.#end(seat, 'a fault of the room')
    // Whoever is in has another turn, by which it would be armed again; there may be nobody.
    if (this.#reopened()) this.#waking.arm()
    else this.#wakeAgain()
  }

  /** Nobody's fault, and it passes: who is in stays in, and whose turn it was has it again. Only a newcomer's greeting cannot wait. */
  #cannotStore(seat: Seat | undefined, what: string, error: unknown): void {
    if (this.#space.none()) this.#settings.log('error', 'no space', { what, detail: detailOf(error) })
    this.#dropWorld()
    if (what === 'greet' && seat?.note === undefined)
      this.#end(seat!, 'nothing can be stored: the disk is full')
    // What those put who go on in it would fail again, for ever: it is opened when there is space.
    if (!this.#reopening) this.#reopened()
  }

  /** What was said before was said to that world; nothing of it may reach the records any more. */
  #dropWorld(): void {
    this.#world = undefined
    this.#shown.forgetShow()
    for (const other of this.#seats.all) other.session = undefined
  }

  // ---- Sessions --------------------------------------------------------------------------------------------

  #greet(seat: Seat, past: Past | undefined): void {
    const { game } = this.#settings
    // What its line has: what the session makes of it as it goes on leaves with its next turn.
    if (past) seat.remember(past.note)
    if (!this.#world) return
    // A greeting is turn 0: kept like any reply until it is received.
    this.#turns.run(seat, 'greet', () => {
      seat.session = game.greet(this.#world!, this.#host, seat.peer, past?.note)
      return past ? undefined : { seq: 0, part: 0 }
    })
    if (past && !past.intact && !seat.gone) this.resumed(seat)
  }

  /** `why`: the host wants it, and it must not go on after a crash either. */
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
      seat.session?.closed()
      seat.line.end(changes, reason, forGood)
    })
    // A world that could not take leave has started over without this session; that it is over is kept all the same.
    if (!taken) this.#turns.run(undefined, 'closed', () => seat.line.end(changes, reason, forGood))
    const last = why && game.turnAway?.(why)
    if (last !== undefined) seat.line.push(last)
    seat.line.hangUp(reason)
    if (this.#seats.size === 0) this.#emptied()
  }

  #turnAway(line: Line, why: TurnedAway): undefined {
    this.#settings.moderation?.refused(line, why)
    const frame = this.#settings.game.turnAway?.(why)
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
      const world = game.open(this.#store, this.#host, this.#options, this.#version)
      if (this.#turns.changes.size > 0) records.write(this.#turns.changes)
      this.#world = world
      this.#version = game.version
    } finally {
      this.#turns.changes.clear()
    }
  }

  /** After a fault: the world from its records again, and every session that was in it. */
  #reopened(): boolean {
    if (this.#world) return true
    if (this.#opens.wait(this.#now) > 0) return false
    try {
      this.#openWorld()
      this.#opens.wentWell()
    } catch (error) {
      if (isNoSpace(error)) {
        this.#space.none()
        return false
      }
      this.#settings.log('error', 'cannot open', { detail: detailOf(error) })
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

  /** `detail`: what is wrong, where nothing was thrown that says so. */
  #countFailure(retries: Retries, detail?: string): void {
    if (detail) {
      this.#turns.figures.faults++
      this.#settings.log('error', 'fault', { what: retries.fault?.what ?? 'wake', detail })
    }
    if (retries.failed(this.#now)) this.#settings.log('error', 'standing still', { ...retries.fault! })
  }
}
