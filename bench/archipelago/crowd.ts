// The process of the load clients (see crowd-channel.ts).
import { setTimeout as delay } from 'node:timers/promises'
import { serveCrowd } from '../crowd-channel.ts'
import { percentile } from '../statistics.ts'
import { type Item, LoadClient, type Operation, type Slot } from './client.ts'
import { connectCompressed, connectUncompressed } from './load-socket.ts'

/** Number of clients that join at the same time. */
const joinsAtOnce = 16
/** Clients per address. The room accepts at most 256 clients from an address. */
const perAddress = 200
/**
 * A measurement ends after `quietMs` without a frame. A release ends after `releaseQuietMs`, because deflating its
 * frames takes time.
 */
const quietMs = 300
const releaseQuietMs = 1000
const timeoutMs = 10_000
/** Intervals of polling in milliseconds: `paceMs` for checks that are due, `pollMs` for received frames. */
const paceMs = 2
const pollMs = 10

export interface CheckRequest {
  /**
   * Checks per second of all clients together. If undefined, each client checks its next location when its previous
   * check is answered.
   */
  readonly perSecond?: number
  readonly forMs: number
  /** If the clients have sent this many checks before `forMs` has passed, the run ends early. */
  readonly maxChecks?: number
}

interface EnterRequest {
  /** `http:` URL of the room or of a sidecar's port. */
  readonly url: string
  /** The slot of each client. Several clients may share a slot. */
  readonly slots: readonly Slot[]
  readonly deflate: boolean
}

/** `p50` and `p95`: milliseconds from a check until its item reaches the receiver. */
interface CheckResult {
  /** Number of answered checks. */
  readonly checks: number
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly frames: number
  /** Number of lost connections, unanswered checks and undelivered items. */
  readonly lost: number
  readonly processorUs: number
}

interface OperationRequest {
  readonly kind: Operation
  /** Each client sends its next request when the last request is answered. */
  readonly clients: number
  readonly forMs: number
}

interface OperationResult {
  readonly answered: number
  readonly perSecond: number
}

interface Release {
  /** `frames`: number of frames that all clients together have received. `bytes`: size of these frames on the wire. */
  readonly frames: number
  readonly bytes: number
  /** Milliseconds until the last client received its last frame. */
  readonly ms: number
  /** Number of lost connections and undelivered items. */
  readonly lost: number
}

export class Crowd {
  #clients: LoadClient[] = []

  /**
   * Connects the clients and waits until no more frames arrive. Returns the average number of joins per second, from
   * the first connection until the last client has joined.
   */
  async enter({ url, slots, deflate }: EnterRequest): Promise<number> {
    const clients: LoadClient[] = []
    const began = performance.now()
    let next = 0
    const enter = async () => {
      for (let index = next++; index < slots.length; index = next++) {
        const address = `127.0.0.${1 + Math.floor(index / perAddress)}`
        const wire = await (deflate
          ? connectCompressed(new URL(url), address)
          : connectUncompressed(new URL(url)))
        clients[index] = await LoadClient.join(wire, slots[index]!)
      }
    }
    await Promise.all(Array.from({ length: Math.min(joinsAtOnce, slots.length) }, enter))
    const perSecond = (slots.length * 1000) / (performance.now() - began)
    this.#clients = clients
    await this.#quiet()
    return perSecond
  }

  async check(request: CheckRequest): Promise<CheckResult> {
    const round = new CheckingRound(this.#clients, request)
    const frames = this.#frames
    const cpu = process.cpuUsage()
    const tookMs = await round.run()
    const { user, system } = process.cpuUsage(cpu)
    await this.#quiet()
    const { answered, waits, unanswered } = round
    return {
      checks: answered,
      perSecond: (answered * 1000) / tookMs,
      p50: percentile(waits, 0.5),
      p95: percentile(waits, 0.95),
      frames: this.#frames - frames,
      lost: unanswered + this.#lost,
      processorUs: user + system,
    }
  }

  /** Returns the number of Bounces per second. `atOnce`: number of clients that each have a Bounce in flight. */
  async bounce(rounds: number, atOnce = 1): Promise<number> {
    const clients = this.#clients
    const underWay = new Map<number, { left: number; done: () => void }>()
    for (const client of clients)
      client.bounced = (round) => {
        const bounce = underWay.get(round)
        if (bounce && --bounce.left === 0) bounce.done()
      }
    const began = performance.now()
    let next = 0
    const bounce = async () => {
      for (let round = next++; round < rounds; round = next++) {
        const all = new Promise<void>((done) => underWay.set(round, { left: clients.length, done }))
        clients[round % clients.length]!.bounce(round)
        const late = Symbol('late')
        if ((await Promise.race([all, delay(timeoutMs, late, { ref: false })])) === late)
          throw new Error(`Bounce ${round} did not reach all clients`)
        underWay.delete(round)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, bounce))
    return (rounds * 1000) / (performance.now() - began)
  }

  async operate({ kind, clients, forMs }: OperationRequest): Promise<OperationResult> {
    let answered = 0
    const began = performance.now()
    const operate = async (client: LoadClient) => {
      for (let nth = 0; performance.now() - began < forMs; nth++) {
        await client.ask(kind, nth)
        answered++
      }
    }
    const all = Promise.all(this.#clients.slice(0, clients).map(operate))
    const late = delay(forMs + timeoutMs, 'late', { ref: false })
    if ((await Promise.race([all, late])) === 'late') throw new Error(`a ${kind} was not answered`)
    return { answered, perSecond: (answered * 1000) / (performance.now() - began) }
  }

  async release(items: number): Promise<Release> {
    const clients = this.#clients
    const released = new Set<number>(clients[0]!.missing)
    const finder = clients[0]!.slot
    for (const client of clients) {
      client.received = (got) => {
        for (const { player, location } of got) if (player === finder) released.delete(location)
      }
    }
    if (released.size !== items) throw new Error(`unexpected number of items to release: ${released.size}`)
    const before = { frames: this.#frames, bytes: this.#bytes }
    const began = performance.now()
    clients[0]!.say('!release')
    while (released.size > 0 && performance.now() - began < timeoutMs) await delay(pollMs)
    const over = await this.#quiet(releaseQuietMs)
    return {
      frames: this.#frames - before.frames,
      bytes: this.#bytes - before.bytes,
      ms: over - began,
      lost: released.size + this.#lost,
    }
  }

  leave(): void {
    for (const client of this.#clients) client.end()
    this.#clients = []
  }

  get #frames(): number {
    return this.#clients.reduce((sum, { frames }) => sum + frames, 0)
  }

  get #bytes(): number {
    return this.#clients.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  get #lost(): number {
    return this.#clients.filter(({ lost }) => lost !== undefined).length
  }

  /**
   * Waits until no client has received a frame for `forMs`. Returns the time at which this quiet period began, accurate
   * to about 10 ms.
   */
  async #quiet(forMs = quietMs): Promise<number> {
    let since = performance.now()
    for (let frames = this.#frames; performance.now() - since < forMs; ) {
      await delay(pollMs)
      if (this.#frames === frames) continue
      frames = this.#frames
      since = performance.now()
    }
    return since
  }
}

/** For each slot, one client checks the slot's locations one by one. The slot's other clients only receive. */
class CheckingRound {
  answered = 0
  readonly waits: number[] = []
  readonly #request: CheckRequest
  readonly #checking: readonly LoadClient[]
  /**
   * Times at which checks were sent, by finder and location: `#unanswered` those without an answer, `#undelivered`
   * those whose item has not arrived.
   */
  readonly #unanswered = new Map<string, number>()
  readonly #undelivered = new Map<string, number>()
  #sent = 0
  #until = 0
  #done: () => void = () => {}

  constructor(clients: readonly LoadClient[], request: CheckRequest) {
    this.#request = request
    this.#checking = [...new Map(clients.toReversed().map((client) => [client.slot, client])).values()]
    for (const client of clients) client.received = (items) => this.#received(items)
    for (const client of this.#checking) client.checked = (locations) => this.#answered(client, locations)
  }

  get unanswered(): number {
    return this.#unanswered.size + this.#undelivered.size
  }

  async run(): Promise<number> {
    const { perSecond, forMs } = this.#request
    const began = performance.now()
    this.#until = began + forMs
    const done = new Promise<void>((resolve) => {
      this.#done = resolve
    })
    if (perSecond) await this.#pace(perSecond, began)
    else for (const client of this.#checking) this.#next(client)
    if (this.#unanswered.size > 0)
      await Promise.race([done, delay(forMs + timeoutMs, undefined, { ref: false })])
    return performance.now() - began
  }

  async #pace(perSecond: number, began: number): Promise<void> {
    for (let turn = 0; performance.now() < this.#until; await delay(paceMs)) {
      const due = ((performance.now() - began) * perSecond) / 1000
      for (; this.#sent < due; turn++) {
        const client = this.#checking[turn % this.#checking.length]!
        if (client.missing.length > 0) this.#send(client)
        else if (this.#checking.every(({ missing }) => missing.length === 0)) return
      }
    }
  }

  #next(client: LoadClient): void {
    const { maxChecks = Number.POSITIVE_INFINITY } = this.#request
    if (client.missing.length > 0 && this.#sent < maxChecks && performance.now() < this.#until)
      this.#send(client)
  }

  #send(client: LoadClient): void {
    const location = client.missing.pop()!
    const key = `${client.slot}:${location}`
    const now = performance.now()
    this.#sent++
    this.#unanswered.set(key, now)
    this.#undelivered.set(key, now)
    client.check(location)
  }

  #answered(client: LoadClient, locations: readonly number[]): void {
    for (const location of locations) {
      if (!this.#unanswered.delete(`${client.slot}:${location}`)) continue
      this.answered++
      if (!this.#request.perSecond) this.#next(client)
    }
    if (this.#unanswered.size === 0) this.#done()
  }

  #received(items: readonly Item[]): void {
    const now = performance.now()
    for (const { player, location } of items) {
      const key = `${player}:${location}`
      const sent = this.#undelivered.get(key)
      if (sent === undefined) continue
      this.#undelivered.delete(key)
      this.waits.push(now - sent)
    }
  }
}

serveCrowd(new Crowd())
