// One run: a room, its Directory, its sidecars and its clients, the steps of a plan, and the invariants.

import { RoomLog } from '../../../durable-objects/model/room-log.ts'
import {
  currentStoryKeyPrefix,
  endedStoryKeyPrefix,
  type Story,
} from '../../../durable-objects/model/story.ts'
import type { Platform } from '../../../durable-objects/platform/platform.ts'
import { Room } from '../../../durable-objects/room/room.ts'
import { failedTransactionSeconds } from '../../../durable-objects/room/sessions/work-quota.ts'
import type { Records } from '../../../durable-objects/storage/records.ts'
import { type WriteLogLimits, WriteLogRecords } from '../../../durable-objects/storage/write-log-records.ts'
import type { Options } from '../../../games/game.ts'
import type { UdpAddress } from '../../../sidecar/listeners/transports/udp.ts'
import type { Assignment } from '../../../wire/link/control-messages.ts'
import { encodeBase64 } from '../../../wire/util/base64.ts'
import { SimulatedClock } from '../../simulated-clock.ts'
import { Player } from '../actors/player.ts'
import { RoomOwner } from '../actors/room-owner.ts'
import { SimulatedSidecar } from '../actors/sidecar.ts'
import { Visitor } from '../actors/visitor.ts'
import {
  type DurableRecords,
  type GameModel,
  InvariantError,
  isIdleTimeout,
  violate,
} from '../core/game-model.ts'
import { Scheduler } from '../core/scheduler.ts'
import { SeededRandom } from '../core/seeded-random.ts'
import { checkCollections, checkOutput, checkPacks, checkRows } from '../invariants/bounds.ts'
import { ShownMessages } from '../invariants/film.ts'
import { takeCensus } from '../invariants/memory-census.ts'
import { AnnouncedEvents } from '../invariants/stories.ts'
import { DatagramNetwork, Endpoint, maxUnvalidatedPeers, sendTrickle } from '../platform/datagram-network.ts'
import { type CommitOutcome, SimulatedObject } from '../platform/durable-object.ts'
import { RecordDisk } from '../platform/record-disk.ts'
import { sessionToken } from '../platform/secrets.ts'
import { type ClientEnd, SimulatedSocket } from '../platform/sockets.ts'
import type { Fault, Plan, Step } from './plan.ts'
import { RoomExports } from './room-exports.ts'

/** Maximum milliseconds to wait for an answer on a network without faults. */
const patienceMs = 10_000
/** Milliseconds within which disconnected clients time out. */
const sessionTimeoutMs = 61_000
/** [LINK-7] A session is closed when this many Room instances were lost after they received the same frame. */
const maxLostInstances = 3
/** Milliseconds between two attempts to hibernate a room, which may be busy for a while. */
const sleepEveryMs = 20
const sleepTries = 200
const creationTries = 50
const doneTries = 2000
/** Milliseconds between two idle messages of a client. The interval is shorter if messages may be lost. */
const idleEveryMs = { stream: 5000, datagrams: 2000 } as const
/** Small limits, so that a short run fills records, compacts them and unpacks them. */
const smallLimits: WriteLogLimits = { logRecords: 3, maxRecordBytes: 300, maxTotalBytes: 1500 }
/** Maximum milliseconds until a refused or stuck link is connected again. */
const reconnectMs = 5000
/** Milliseconds between two datagrams of a forger. */
const forgedEveryMs = 300
/**
 * Milliseconds within which the effects of all messages arrive if there are no faults and every client program has sent
 * an idle message.
 */
const settleMs = 1000
/** Maximum number of checks until one of them finds the durable state at each client. */
const presentTries = 20
const presentEveryMs = 70
/** [LINK-11] Milliseconds between two reports of silent clients by a sidecar, including the latency of the report. */
const silenceReportMs = 10_000
/** Milliseconds within which a sidecar acknowledges all messages. */
const acknowledgementMs = 3000
/** Milliseconds between two checks in a run that hurries. The interval is shorter while the world ticks. */
const lookEveryMs = { still: 1000, ticking: 200 } as const
/** Maximum milliseconds until a retry after 12 s of failures. */
const retryMs = 20_000
const sidecarIds = ['east', 'west'] as const

export interface SimulationOutcome {
  readonly broken: InvariantError | undefined
  readonly step: number
  /** Simulated milliseconds, and the number of events. */
  readonly elapsedMs: number
  readonly events: number
  readonly log: readonly string[]
}

export async function runSimulation(
  model: GameModel,
  plan: Plan,
  traced = false,
): Promise<SimulationOutcome> {
  const simulation = new Simulation(model, plan.seed, traced)
  let step = 0
  try {
    await simulation.createRoom()
    for (; step < plan.steps.length; step++) await simulation.take(plan.steps[step]!)
    if (plan.counts) simulation.count('connected')
    await simulation.rest(plan)
    if (plan.counts) await simulation.countWhatIsLeft()
  } catch (error) {
    if (!(error instanceof InvariantError)) throw error
    simulation.broken ??= error
  }
  const { broken, scheduler, log } = simulation
  return { broken, step, elapsedMs: scheduler.elapsed, events: scheduler.count, log }
}

class Simulation {
  readonly scheduler = new Scheduler()
  readonly log: string[] = []
  broken: InvariantError | undefined
  readonly #onBroken = (error: InvariantError): void => {
    this.broken ??= error
  }
  readonly #model: GameModel
  readonly #random: SeededRandom
  readonly #seed: string
  readonly #traced: boolean
  readonly #disk = new RecordDisk()
  #read: { readonly commits: number; readonly records: Records } | undefined
  readonly #room: SimulatedObject<Room>
  readonly #datagrams: DatagramNetwork
  readonly #shown = new ShownMessages()
  readonly #announced = new AnnouncedEvents()
  readonly #exports: RoomExports
  #owner!: RoomOwner
  readonly #sidecars: SimulatedSidecar[] = []
  readonly #players: Player[] = []
  /** The clients who were connected when the run became idle. */
  #stayed: readonly Player[] = []
  /** Sessions that may belong to silent clients or forged addresses. */
  #overlooked = 0
  /** Whether the world ticks while it has players, according to the room. */
  #ticks = false
  #processes = 0
  readonly #fates: CommitOutcome[] = []
  #commitMs = 1
  #loseBefore = false
  #loseAfter = false
  #writesUntilThrow = 0
  #fullUntil = 0
  /** Until this time the room may reject a new client because of a full disk. */
  #rejectsUntil = 0
  #threw = false
  #alarmFailed = false
  /** The end of the period in which players may be charged for failed transactions. */
  #owedUntil = 0
  /** The times of losses, and of hibernations with a cut socket, which look like losses to a sidecar. */
  readonly #losses: number[] = []
  #slept = false
  /** Whether a link has been stuck in this run. From then on a hibernation also counts as a lost instance. */
  #stuck = false
  /** A cut link may stay disconnected until this time. */
  #cutUntil = 0
  #checkedCommits = 0
  #delayMs = 0
  #skewMs = 0
  #maxSkewMs = 0
  #wasSetBack = false
  /**
   * Whether a link was stuck, or a sidecar's token was refused, at some time in this run: idle timeouts of UDP clients
   * are expected.
   */
  #mayHaveLostDatagrams = false
  /** Until this time clients may wait because of faults. */
  #delaysAllowedUntil = 0
  /** Until this time recoveries may take place. Grace periods count from it. */
  #patientFrom = 0

  constructor(model: GameModel, seed: string, traced: boolean) {
    this.#model = model
    this.#seed = seed
    this.#traced = traced
    this.#random = new SeededRandom(`${seed} network`)
    this.#disk.beforeWrite = () => this.#beforeWrite()
    this.#room = new SimulatedObject<Room>({
      name: 'the room',
      scheduler: this.scheduler,
      random: new SeededRandom(`${seed} secrets`),
      disk: this.#disk,
      host: (platform) => this.#host(platform, this.#shown.recorded(this.#announced.recorded(model.game))),
      fate: () => this.#takeFate(),
      commitMs: () => this.#commitMs * (0.5 + this.#random.next()),
      wayMs: () => this.#wayMs(),
      skewMs: () => this.#skewMs,
      lost: (how) => {
        this.#logLine(() => `the instance is gone: ${how}`)
        if (how === 'lost') this.#lose()
        else this.#sleep()
      },
      logged: (_level, line) => {
        this.#logLine(() => line)
        // [LINK-2]
        if (line.includes('"link refused"'))
          this.broken ??= new InvariantError('sidecars and rooms understand each other', line)
      },
    })
    this.#datagrams = new DatagramNetwork({
      scheduler: this.scheduler,
      random: this.#random,
      // A draining sidecar keeps its port until it ends.
      listener: (who) => (this.#sidecars[who]!.alive ? this.#sidecars[who]! : this.#living(who)).listener,
      broken: this.#onBroken,
    })
    this.#exports = new RoomExports({
      ...{ scheduler: this.scheduler, game: model.game, room: this.#room, disk: this.#disk },
      host: (platform) => this.#host(platform),
      random: new SeededRandom(`${seed} erasure`),
      broken: this.#onBroken,
      maxSkewMs: () => this.#maxSkewMs,
      wasSetBack: () => this.#wasSetBack,
      logLine: (line) => this.#logLine(line),
    })
    for (const i of sidecarIds.keys()) this.#sidecars.push(this.#newSidecar(i))
  }

  /**
   * After a hibernation, a sidecar detects a stuck or cut socket only when the next instance has started. The sidecar
   * cannot tell whether the previous instance hibernated or was lost.
   */
  #sleep(): void {
    this.#slept = true
    if (this.#stuck || this.scheduler.now < this.#cutUntil) this.#losses.push(this.scheduler.now)
  }

  #lose(): void {
    this.#losses.push(this.scheduler.now)
    for (const { clientModel } of this.#players) clientModel.onInstanceLost?.()
  }

  // ---- Room ------------------------------------------------------------------------------------------------------

  async createRoom(): Promise<void> {
    const { game, options, file } = this.#model
    const request = { game: game.slug, room: 'harbor', generation: 1, title: 'Harbor', options, listen: [] }
    const creation = this.#room.call((room) =>
      room.createRoom({
        ...request,
        files: file ? [{ field: 'file', name: file.name, body: [file.bytes] }] : [],
      }),
    )
    let created: Awaited<typeof creation>
    creation.then((answer) => {
      created = answer
    })
    await this.scheduler.advance(100)
    // The creation awaits more promises than one event has rounds of the microtask queue.
    for (let tries = creationTries; !created && tries > 0; tries--) await this.scheduler.advance(1)
    if (!created || !('adminToken' in created)) throw new Error(`not created: ${JSON.stringify(created)}`)
    this.#owner = this.#newOwner(created.adminToken)
    // Half of the rooms keep a history, and half of them are filmed.
    await this.#setHalfTheTime({ history: '7d' })
    if (game.createSpectatorFeed) await this.#setHalfTheTime({ film: true })
    // Few plans have an export, and a run without an export cannot detect faults of a history.
    const random = new SeededRandom(`${this.#seed} export`)
    if (random.happens(0.2)) this.scheduler.after(random.integerBelow(3000), () => this.#exports.begin())
  }

  async #setHalfTheTime(options: Options): Promise<void> {
    if (new SeededRandom(`${this.#seed} ${Object.keys(options).join()}`).next() < 0.5)
      await this.#passUntilDone(this.#room.call(async (room) => void (await room.patch({ options }))))
  }

  #newOwner(token: string): RoomOwner {
    const { game, optionChanges, transports } = this.#model
    const [transport = 'tcp'] = transports
    return new RoomOwner(
      {
        ...{ game, room: this.#room },
        players: () => this.#players,
        options: optionChanges,
        now: () => this.scheduler.now,
        visit: (address, events) => {
          const { now } = this.scheduler
          const visitor = new Visitor(address, transport, now, events, this.#onBroken)
          visitor.connectThrough(this.#living(this.#players.length % 2))
          return visitor
        },
        logLine: (line) => this.#logLine(line),
      },
      ...(['Harbor', token, {}] as const),
    )
  }

  #host(platform: Platform, game = this.#model.game): Room {
    return new Room({
      games: [game],
      platform,
      directory: {
        announce: async ({ limits }) => {
          this.#ticks ||= limits.ticks
          return undefined
        },
        removeRoom: async () => {},
      },
      writeLogLimits: smallLimits,
    })
  }

  get #records(): DurableRecords {
    return {
      get: (key) => this.#durable.get(`game/${key}`),
      keys: (prefix) =>
        Array.from(this.#durable.list(`game/${prefix}`), ([key]) => key.slice('game/'.length)),
    }
  }

  get #durable(): Records {
    const disk = this.#disk
    if (this.#read?.commits === disk.commits) return this.#read.records
    const records = new WriteLogRecords(disk.records('durable'))
    this.#read = { commits: disk.commits, records }
    return records
  }

  #takeFate(): CommitOutcome {
    return this.#fates.shift() ?? 'good'
  }

  #beforeWrite(): void {
    const isFull = this.scheduler.now < this.#fullUntil
    if (!isFull && (this.#writesUntilThrow === 0 || --this.#writesUntilThrow > 0)) return
    this.#logLine(() => 'a write throws')
    this.#threw = true
    // Clients who share a slot, character or address with the failed transaction's client wait for the charge to
    // expire.
    this.#owedUntil = Math.max(this.#owedUntil, this.scheduler.now) + failedTransactionSeconds * 1000
    this.#allowDelay(this.#owedUntil - this.scheduler.now)
    throw new Error('database or disk is full: SQLITE_FULL')
  }

  // ---- Steps -----------------------------------------------------------------------------------------------------

  async take(step: Step): Promise<void> {
    this.#logLine(() => `${this.scheduler.elapsed.toFixed(1)} ms: ${JSON.stringify(step)}`)
    if (step.do === 'come') this.#come(step.by, step.who)
    else if (step.do === 'speak') this.#speak(step.who, step.times, step.next)
    else if (step.do === 'fail') this.#fail(step.fault)
    await this.#pass(step.do === 'pass' ? step.ms : this.#random.next() * 2)
  }

  async #pass(ms: number): Promise<void> {
    this.#checkBounds()
    for (let left = ms; left > 0; left -= patienceMs) {
      await this.scheduler.advance(Math.min(left, patienceMs))
      this.#check()
    }
    if (this.broken) throw this.broken
  }

  #come(by: 'sidecar' | 'socket', who: number): void {
    const n = this.#players.length
    const [ofSidecars = 'tcp'] = this.#model.transports
    const transport = by === 'socket' ? 'websocket' : ofSidecars
    const now = () => this.scheduler.now
    const clientModel = this.#model.createClient(
      n,
      new SeededRandom(`${this.#seed} client ${n}`),
      now,
      transport,
    )
    const player = new Player(n, clientModel, transport, {
      now,
      records: () => this.#records,
      broken: this.#onBroken,
      isLastFrame: (frame) => this.#owner.isLastFrame(player, frame),
      explainsClose: (reason) =>
        this.#explainsClose(reason) ||
        this.#owner.explainsClose(player, reason) ||
        (player.transport === 'udp' && this.#explainsSilence(reason)),
    })
    if (this.#owner.mayReject(player.address)) return this.#owner.startVisit(player.address)
    this.#players.push(player)
    this.#idle(player)
    if (transport === 'udp') return player.connectByUdp(this.#endpoint(player, who))
    if (by === 'sidecar' || !this.#model.transports.includes('websocket'))
      return player.connectThrough(this.#living(who))
    const pipe = this.#pipe({
      opened() {},
      message: (message) => player.receive(message),
      closed: (code, reason) => (code === 1006 ? player.lost('its socket was lost') : player.close(reason)),
    })
    pipe.connect((socket) => this.#room.hosted!.acceptClient(socket, player))
    player.connectDirectly(pipe)
  }

  #endpoint(player: Player, who: number): Endpoint {
    return new Endpoint(this.#datagrams, who, `198.18.${player.n >> 1}.1`, {
      receive: (datagram) => player.receive(datagram),
      closed: (reason) => player.sessionEnded(reason),
    })
  }

  #idle(player: Player): void {
    if (!player.clientModel.idleFrame) return
    this.scheduler.after(idleEveryMs[player.transport === 'udp' ? 'datagrams' : 'stream'], () => {
      if (player.gone) return
      player.idle()
      this.#idle(player)
    })
  }

  #speak(who: number, times: number, next: 'stay' | 'leave' | 'vanish'): void {
    const present = this.#players.filter(({ gone }) => !gone)
    const player = present.at(who % present.length)
    if (!player) return
    for (let i = 0; i < times; i++) player.speak()
    if (next === 'leave') player.leave()
    else if (next === 'vanish') player.vanish()
  }

  #living(who: number): SimulatedSidecar {
    const sidecar = this.#sidecars[who]!
    if (sidecar.alive && !sidecar.draining) return sidecar
    const next = this.#newSidecar(who)
    // The previous process's last messages may arrive after the first ones of the new process, and fence it.
    next.excuse('another sidecar has taken this id')
    this.#sidecars[who] = next
    return next
  }

  /**
   * A frame that was being processed in three lost instances ends its session. A full disk does not end sessions, but
   * the room rejects a new client if it cannot open the world without a write.
   */
  #explainsClose(reason: string): boolean {
    if (reason === 'unavailable') return this.scheduler.now < this.#rejectsUntil
    return reason === 'this frame may have crashed the room' && this.#losses.length >= maxLostInstances
  }

  /** Datagrams are not buffered: without a working link, the room receives nothing from the client. */
  #explainsSilence(reason: string): boolean {
    return isIdleTimeout(reason) && this.#mayHaveLostDatagrams
  }

  #newSidecar(who: number): SimulatedSidecar {
    const process = `process ${++this.#processes}`
    const chance = new SeededRandom(`${this.#seed} ${process}`)
    return new SimulatedSidecar({
      scheduler: this.scheduler,
      hello: { sidecar: sidecarIds[who]!, process },
      random: () => chance.next(),
      newToken: () => sessionToken(chance),
      assignment: this.#assignment(),
      datagrams: this.#datagrams,
      ticks: () => this.#ticks,
      dial: (far) => {
        const pipe = this.#pipe(far)
        pipe.connect((socket) => this.#room.hosted!.acceptSidecar(socket))
        return pipe
      },
      logged: (event) => this.#logLine(() => `${sidecarIds[who]} (${process}): ${event()}`),
    })
  }

  #assignment(): Assignment {
    const { game, options } = this.#model
    const { windowBytes, maxFrameBytes, maxSessionsPerAddress = 0, idleTimeoutMs = 0 } = game.limits(options)
    const doors = game.listeners.map(({ transport, port, framing, supersedePrefix }) => ({
      transport,
      port,
      ...(framing && { framing }),
      ...(supersedePrefix && { supersede: encodeBase64(supersedePrefix) }),
    }))
    return {
      name: `${game.slug}/harbor`,
      generation: 1,
      doors,
      windowBytes,
      frameBytes: maxFrameBytes,
      peersPerAddress: maxSessionsPerAddress,
      ticks: true,
      idleMs: idleTimeoutMs,
    }
  }

  #pipe(far: ClientEnd): SimulatedSocket {
    return new SimulatedSocket(this.#room, far, {
      scheduler: this.scheduler,
      random: this.#random,
      delayMs: () => this.#wayMs(),
      beforeMessage: () => this.#beforeMessage(),
      afterMessage: () => this.#afterMessage(),
    })
  }

  /** Draws a one-way latency in milliseconds, which is usually short and rarely long. */
  #wayMs(): number {
    const drawn = this.#random.next()
    return this.#delayMs + (drawn < 0.9 ? drawn * 2 : drawn * 30)
  }

  #beforeMessage(): void {
    if (!this.#loseBefore) return
    this.#loseBefore = false
    this.#room.lose()
  }

  #afterMessage(): void {
    if (!this.#loseAfter) return
    this.#loseAfter = false
    this.#room.lose()
  }

  // ---- Faults ----------------------------------------------------------------------------------------------------

  #fail(fault: Fault): void {
    this.#allowDelay(0)
    switch (fault.kind) {
      case 'lose':
        if (fault.when === 'now') this.#room.lose()
        else if (fault.when === 'before message') this.#loseBefore = true
        else this.#loseAfter = true
        return
      case 'commit':
        this.#fates.push(fault.fate)
        return
      case 'slow disk':
        this.#commitMs = fault.ms
        return
      case 'write':
        this.#writesUntilThrow = fault.nth
        return
      case 'sleep':
        return this.#sleepSoon(sleepTries)
      case 'cut':
      case 'stick': {
        const pipe = this.#anyPipe(fault.who)
        if (this.#slept) this.#losses.push(this.scheduler.now)
        this.#slept = false
        if (fault.kind === 'cut') {
          pipe?.cut()
          this.#cutUntil = this.scheduler.now + reconnectMs
        }
        const foundMs = fault.kind === 'stick' ? (pipe?.stick() ?? 0) : 0
        this.#stuck ||= fault.kind === 'stick'
        this.#mayHaveLostDatagrams ||= fault.kind === 'stick'
        return this.#allowDelay(foundMs, fault.kind === 'cut' ? 0 : reconnectMs)
      }
      case 'delay':
        this.#delayMs = fault.ms
        this.scheduler.after(fault.forMs, () => {
          this.#delayMs = 0
        })
        return this.#allowDelay(fault.forMs + fault.ms)
      case 'slow reader': {
        const pipe = this.#players[fault.who % Math.max(1, this.#players.length)]?.pipe
        pipe?.hold()
        this.scheduler.after(fault.ms, () => pipe?.read())
        return this.#allowDelay(fault.ms)
      }
      case 'sidecar':
        return this.#failSidecar(fault.who, fault.what)
      case 'token': {
        const sidecar = this.#sidecars[fault.who]!
        sidecar.refused = true
        this.#mayHaveLostDatagrams = true
        this.scheduler.after(fault.ms, () => {
          sidecar.refused = false
        })
        return this.#allowDelay(fault.ms, reconnectMs)
      }
      case 'clock':
        if (fault.who === undefined) {
          this.#skewMs += fault.byMs
          this.#maxSkewMs = Math.max(this.#maxSkewMs, this.#skewMs)
          this.#wasSetBack ||= fault.byMs < 0
        } else this.#sidecars[fault.who]!.jump(fault.byMs)
        return
      case 'crash':
        for (let i = 0; i < fault.times; i++)
          this.#fates.push(this.#random.choose(['lost', 'unacknowledged'] as const))
        if (fault.who !== undefined) this.#living(fault.who).die()
        this.#room.lose()
        // Only an accepted message resets the delay before a reconnection, and each further loss increases the delay.
        return this.#allowDelay(0, reconnectMs)
      case 'full disk':
        this.#fullUntil = this.scheduler.now + fault.ms
        this.#rejectsUntil = this.#fullUntil + retryMs
        return this.#allowDelay(fault.ms, retryMs)
      case 'owner':
        return this.#owner.act(fault.action, fault.who)
      case 'export':
        return this.#exports.begin()
      case 'alarm':
        this.#room.alarmFault = () => fault
        this.#alarmFailed = true
        return
      case 'room':
        if (fault.what === 'patch') return this.#owner.act('rename', 0)
        if (fault.what === 'token') return this.#owner.act('token', 0)
        return this.#ask(fault.what)
      case 'port':
        return this.#players[fault.who % Math.max(1, this.#players.length)]?.rebind()
      case 'forger':
        return this.#forge(fault.who, { address: `203.0.113.${fault.from}`, port: 53 }, fault.times)
      case 'trickle':
        return sendTrickle(this.#datagrams, this.scheduler, fault.who, this.scheduler.elapsed + fault.forMs)
    }
  }

  #forge(who: number, from: UdpAddress, times: number): void {
    const { forgedFrame } = this.#model
    if (!forgedFrame || times === 0) return
    this.#datagrams.send(forgedFrame(this.#random) as Uint8Array, from, who)
    this.scheduler.after(forgedEveryMs, () => this.#forge(who, from, times - 1))
  }

  #sleepSoon(tries: number, slept: () => void = () => {}): void {
    if (this.#room.sleep()) return slept()
    if (tries > 0) this.scheduler.after(sleepEveryMs, () => this.#sleepSoon(tries - 1, slept))
  }

  #anyPipe(who: number): SimulatedSocket | undefined {
    const pipes = [
      ...this.#sidecars.map(({ pipe }) => pipe),
      ...this.#players.filter(({ gone }) => !gone).map(({ pipe }) => pipe),
    ].filter((pipe) => pipe?.open)
    return pipes[who % Math.max(1, pipes.length)]
  }

  #failSidecar(who: number, what: 'dies' | 'drains' | 'rival'): void {
    const sidecar = this.#living(who)
    if (what === 'dies') return sidecar.die()
    if (what === 'drains') return sidecar.drain()
    const rival = this.#newSidecar(who)
    this.#sidecars[who] = rival
    // The older process may fence the newer one's link in turn, until the Directory has rejected it.
    for (const one of [sidecar, rival]) one.excuse('another sidecar has taken this id')
    this.scheduler.after(this.#random.integerBelow(2000), () => sidecar.drain(), sidecar)
    this.#come('sidecar', who)
  }

  #ask(what: 'file' | 'describe'): void {
    const asked = this.#room.call<unknown>((room) =>
      what === 'file' ? room.calls.readFile('totals.txt', false) : room.describe(),
    )
    asked.catch((error: unknown) => this.#logLine(() => `asking for ${what} failed: ${String(error)}`))
  }

  /** Allows clients to wait for `ms` milliseconds, and recoveries to take `later` milliseconds more. */
  #allowDelay(ms: number, later = 0): void {
    const until = this.scheduler.now + ms
    this.#delaysAllowedUntil = Math.max(this.#delaysAllowedUntil, until)
    this.#patientFrom = Math.max(this.#patientFrom, until + later)
  }

  // ---- Invariants --------------------------------------------------------------------------------------------------

  #check(): void {
    for (const player of this.#players) {
      const { waitsSince, n } = player
      if (waitsSince === undefined || player.gone) continue
      const since = Math.max(waitsSince, this.#patientFrom)
      if (this.scheduler.now - since > patienceMs)
        violate('no client waits over 10 s', `client ${n} has waited since ${since}`)
    }
    this.#owner.check(this.#patientFrom, patienceMs)
  }

  #checkBounds(): void {
    checkOutput([...this.#sidecars, ...this.#players].map(({ pipe }) => pipe))
    if (this.#checkedCommits === this.#disk.commits) return
    this.#checkedCommits = this.#disk.commits
    checkPacks(this.#disk, smallLimits)
    checkRows(this.#sessionRows, this.#players.length + this.#owner.visitors)
  }

  count(all: 'connected' | 'disconnected'): void {
    const strangers = this.#kind === 'datagrams' ? maxUnvalidatedPeers : 0
    const parts = [this.#room.hosted, ...this.#sidecars.flatMap((sidecar) => sidecar.parts)]
    const clients = this.#players.length + this.#owner.visitors
    checkCollections(takeCensus(parts), clients + strangers, all, this.#model.lastingCollections)
  }

  async countWhatIsLeft(): Promise<void> {
    await this.#pass(acknowledgementMs)
    this.count('disconnected')
  }

  /**
   * Runs after the last fault, until all clients have received their answers, have disconnected, and have timed out.
   */
  async rest({ hurries = false, overlooks = false }: Pick<Plan, 'hurries' | 'overlooks'>): Promise<void> {
    this.#logLine(() => 'rest')
    this.#fates.length = 0
    this.#fullUntil = 0
    this.#commitMs = 1
    this.#loseBefore = this.#loseAfter = false
    this.#writesUntilThrow = 0
    this.#room.alarmFault = () => ({ lateMs: 0, times: 1 })
    this.#allowDelay(0)
    const wellMs = Math.max(0, this.#patientFrom - this.scheduler.now) + patienceMs + 1000
    await this.#passUntil(wellMs, () => hurries && this.#isHealthy)
    // A client that has sent many requests may get its last answer later.
    await this.#passUntil(sessionTimeoutMs, () => this.#isHealthy)
    await this.#checkOwner(hurries)
    await this.#passUntilDone(this.#exports.importLast())
    this.#overlooked = overlooks ? sidecarIds.length * this.#datagrams.addresses : 0
    await this.#passUntil(sessionTimeoutMs, () => hurries && this.#sessionCountMatches)
    await this.#pass(this.#leastRestMs)
    // In a run that hurries, the count may have included a new client instead of a client that was about to leave, so
    // the run waits for the right count.
    await this.#passUntil(hurries ? sessionTimeoutMs : 0, () => this.#sessionCountMatches)
    // The request wakes a hibernated room, which then counts its sessions.
    this.#ask('describe')
    await this.#pass(1000)
    // A client whose session has just ended may not have received the close yet, and a run that hurries does not wait
    // for a hibernated room.
    await this.#passUntil(hurries ? sessionTimeoutMs : lookEveryMs.still, () => this.#sessionCountMatches)
    await this.#passUntil(this.#silenceTimeoutMs, () => this.#sessionCountMatches)
    this.#checkSessionCount()
    await this.#checkPresent()
    await this.#passUntil(sessionTimeoutMs, () => !this.#maySleep || this.#room.armed === 0)
    this.#checkSleep()
    this.#stayed = this.#players.filter(({ gone }) => !gone)
    for (const player of this.#players) player.leave()
    await this.#pass(hurries ? this.#leastRestMs : patienceMs)
    // The request starts a new instance. The new instance finds the session rows of an earlier instance that was lost
    // together with its clients.
    this.#ask('describe')
    await this.#passUntil(sessionTimeoutMs, () => hurries && this.#isForgotten)
    await this.#passUntil(this.#silenceTimeoutMs, () => this.#isForgotten)
    this.#checkLeft()
    this.#shown.check(this.#disk)
    this.#judge()
  }

  /** Checks that the room has kept every acknowledged change, and that all players whom the owner removed have left. */
  async #checkOwner(hurries: boolean): Promise<void> {
    if (this.#owner.isIdle) return
    await this.#passUntilDone(this.#owner.examine())
    await this.#pass(settleMs)
    await this.#passUntil(patienceMs, () => hurries && this.#owner.isSettled)
    this.#owner.leave()
  }

  /** Advances time until the promise settles, and throws its error if it rejects. */
  async #passUntilDone(doing: Promise<void>): Promise<void> {
    let result: { readonly error?: unknown } | undefined
    doing.then(
      () => {
        result = {}
      },
      (error: unknown) => {
        result = { error }
      },
    )
    for (let tries = doneTries; !result && tries > 0; tries--) await this.#pass(1)
    if (!result) violate('every request is answered', 'the owner waits')
    if ('error' in result) throw result.error
  }

  get #kind(): 'stream' | 'datagrams' {
    return this.#model.transports.includes('udp') ? 'datagrams' : 'stream'
  }

  get #leastRestMs(): number {
    return idleEveryMs[this.#kind] + settleMs
  }

  /**
   * [LINK-11] UDP has no close. If the room does not tick, its sidecar detects a silent client, later than a ticking
   * world would.
   */
  get #silenceTimeoutMs(): number {
    const { game, options } = this.#model
    if (this.#kind === 'stream' || (this.#ticks && this.#room.armed > 0)) return 0
    return (game.limits(options).idleTimeoutMs ?? 0) + silenceReportMs
  }

  async #passUntil(ms: number, holds: () => boolean): Promise<void> {
    for (let left = ms; left > 0 && !holds(); ) {
      const now = Math.min(left, lookEveryMs[this.#ticks && this.#room.armed > 0 ? 'ticking' : 'still'])
      await this.#pass(now)
      left -= now
    }
  }

  /** Changes in progress are visible only for a moment, so one attempt may fail and the next one succeed. */
  async #checkPresent(): Promise<void> {
    for (let tries = presentTries; ; tries--) {
      const clientModels = this.#players.filter(({ gone }) => !gone).map(({ clientModel }) => clientModel)
      try {
        return this.#model.checkPresent?.(clientModels, this.#records)
      } catch (error) {
        if (!(error instanceof InvariantError) || tries === 0) throw error
      }
      await this.#pass(presentEveryMs)
    }
  }

  /** Whether the network has no faults and no client waits for an answer. */
  get #isHealthy(): boolean {
    return (
      this.scheduler.now >= this.#delaysAllowedUntil &&
      this.#players.every(({ waitsSince, gone }) => gone || waitsSince === undefined)
    )
  }

  /**
   * Whether all sessions have ended, as far as the run can tell. A hibernated room does not count its sessions, so this
   * check may overlook some.
   */
  get #sessionCountMatches(): boolean {
    const { hosted } = this.#room
    if (!hosted) return true
    const more = hosted.sessionCount - this.#connectedCount
    return more >= 0 && more <= this.#overlooked
  }

  get #connectedCount(): number {
    return this.#players.filter(({ gone, clientModel }) => !gone && !clientModel.isDone).length
  }

  get #isForgotten(): boolean {
    const { hosted, armed, settled } = this.#room
    return settled && armed === 0 && (hosted?.sessionCount ?? 0) === 0 && this.#sessionRows.length === 0
  }

  get #sessionRows(): readonly string[] {
    return ['session/', 'resume-state/', 'end/'].flatMap((prefix) =>
      Array.from(this.#durable.list(prefix), ([key]) => key),
    )
  }

  /** While clients and world are idle, connections must not keep the room awake. */
  get #maySleep(): boolean {
    const { game, options } = this.#model
    const { idleTimeoutMs = 0 } = game.limits(options)
    return (
      !this.#ticks &&
      idleTimeoutMs === 0 &&
      this.#players.every(({ gone, clientModel }) => gone || !clientModel.idleFrame)
    )
  }

  #checkSleep(): void {
    if (this.#maySleep && this.#room.armed > 0)
      violate('an idle room has no timer', `${this.#room.armed} timers, but no client is active`)
  }

  #checkSessionCount(): void {
    if (!this.#sessionCountMatches)
      violate(
        'the session count matches the clients',
        `${this.#room.hosted?.sessionCount} sessions, ${this.#connectedCount} connected clients`,
      )
  }

  #checkLeft(): void {
    const sessions = this.#room.hosted?.sessionCount ?? 0
    if (sessions > 0)
      violate('the session count matches the clients', `${sessions} sessions, but no client is connected`)
    const rows = this.#sessionRows
    if (rows.length > 0) violate('no session row without a client', rows.join())
    if (this.#room.armed > 0)
      violate('an idle room has no timer', `${this.#room.armed} timers, but no client is connected`)
  }

  #judge(): void {
    // A client that was connected until the end has received the reason for the end of its session. A client that left
    // earlier may not have received it, because a failed transaction, a third lost instance or a fenced sidecar can
    // lose its last messages.
    const outcomes = this.#players.map((player) => {
      const stayed = this.#stayed.includes(player)
      const sure = !this.#threw && !player.sidecar?.mayLoseMessages && this.#losses.length < maxLostInstances
      return {
        clientModel: player.clientModel,
        stayedToEnd: stayed,
        allFramesDelivered: player.allDelivered && (stayed || sure) && !this.#owner.mayHaveEnded(player),
      }
    })
    const isCalm = this.#room.instances === 1 && !this.#threw && !this.#alarmFailed
    this.#model.checkFinal(outcomes, this.#records, isCalm)
    const log = new RoomLog({ clock: new SimulatedClock(), log() {} }, this.#durable)
    const texts = log.timelineAfter(0).map(({ text }) => text)
    const tallies = Array.from(this.#durable.list(currentStoryKeyPrefix), ([, value]) =>
      JSON.parse(String(value)),
    )
    const told = Array.from(this.#durable.list(endedStoryKeyPrefix), ([, value]) => JSON.parse(String(value)))
    const players = [...tallies, ...told.flatMap((story: Story) => story.players)]
    const announced = this.#announced.check(texts, players)
    this.#model.checkTimeline?.(announced, players, this.#records)
  }

  /** Adds a line to the log, if the run keeps one. */
  #logLine(line: () => string): void {
    if (this.#traced) this.log.push(`${this.scheduler.elapsed.toFixed(1)} ${line()}`)
  }
}
