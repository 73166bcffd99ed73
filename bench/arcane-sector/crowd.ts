// The process of the load clients (see crowd-channel.ts).
import { setTimeout as delay } from 'node:timers/promises'
import { serveCrowd } from '../crowd-channel.ts'
import { percentile } from '../statistics.ts'
import { LoadClient } from './client.ts'

/** Number of clients that log in at the same time. */
const atOnce = 10
const clientsPerRow = 20
/** Milliseconds to wait for answers after the last MOVE. */
const drainMs = 3000

export interface WalkRequest {
  /** Steps per second of each client. A client steps forward and back in turn and does not wait for answers. */
  readonly perSecond: number
  readonly warmUpMs: number
  readonly forMs: number
}

interface EnterRequest {
  readonly port: number
  readonly count: number
  /**
   * Whether each player first walks to a different place, in rows two tiles apart. Otherwise all players stay at the
   * start.
   */
  readonly spread: boolean
}

/**
 * `p50` and `p99`: milliseconds from a MOVE to the POSI that answers it. For an unanswered MOVE: milliseconds
 * since it was sent.
 */
interface WalkResult {
  readonly moves: number
  readonly p50: number
  readonly p99: number
  readonly unanswered: number
  readonly lost: number
  /** Packets and bytes per second that all clients together receive. */
  readonly packets: number
  readonly bytes: number
  readonly processorUs: number
}

export class Crowd {
  #clients: LoadClient[] = []

  async enter({ port, count, spread }: EnterRequest): Promise<number> {
    const clients: LoadClient[] = []
    const began = performance.now()
    let next = 0
    const enter = async () => {
      for (let id = next++; id < count; id = next++) clients[id] = await LoadClient.entered(port, id)
    }
    await Promise.all(Array.from({ length: Math.min(atOnce, count) }, enter))
    const perSecond = (count * 1000) / (performance.now() - began)
    if (spread) await Promise.all(clients.map(walkApart))
    this.#clients = clients
    return perSecond
  }

  async walk(request: WalkRequest): Promise<WalkResult> {
    const clients = this.#clients
    const cpu = process.cpuUsage()
    const from = performance.now() + request.warmUpMs
    const until = from + request.forMs
    const walkers = clients.map((client) => new Walker(client, from, until))
    await Promise.all(walkers.map((walker) => walker.walk(1000 / request.perSecond)))
    const counted = { packets: sum(clients, 'packets'), bytes: sum(clients, 'bytes') }
    await delay(drainMs)
    const { user, system } = process.cpuUsage(cpu)
    const unanswered = walkers.flatMap((walker) => walker.unanswered)
    const waits = [...walkers.flatMap((walker) => walker.waits), ...unanswered]
    const seconds = (request.warmUpMs + request.forMs) / 1000
    return {
      moves: waits.length,
      p50: percentile(waits, 0.5),
      p99: percentile(waits, 0.99),
      unanswered: unanswered.length,
      lost: clients.filter(({ lost }) => lost !== undefined).length,
      packets: (counted.packets - walkers.reduce((all, { before }) => all + before.packets, 0)) / seconds,
      bytes: (counted.bytes - walkers.reduce((all, { before }) => all + before.bytes, 0)) / seconds,
      processorUs: user + system,
    }
  }

  leave(): void {
    for (const client of this.#clients) client.end()
    this.#clients = []
  }
}

/** The nth POSI answers the nth MOVE. */
class Walker {
  readonly before: { readonly packets: number; readonly bytes: number }
  readonly waits: number[] = []
  readonly #client: LoadClient
  readonly #from: number
  readonly #until: number
  readonly #sent: number[] = []
  #forward = false

  constructor(client: LoadClient, from: number, until: number) {
    this.#client = client
    this.#from = from
    this.#until = until
    this.before = { packets: client.packets, bytes: client.bytes }
    client.placed = () => this.#placed()
  }

  get unanswered(): number[] {
    return this.#sent.filter((at) => this.#counts(at)).map((at) => performance.now() - at)
  }

  async walk(everyMs: number): Promise<void> {
    await delay(Math.random() * everyMs)
    for (let due = performance.now(); due < this.#until; due += everyMs) {
      await delay(Math.max(0, due - performance.now()))
      this.#forward = !this.#forward
      this.#sent.push(performance.now())
      this.#client.move(this.#forward ? 'forward' : 'back')
    }
  }

  #placed(): void {
    const at = this.#sent.shift()
    if (at !== undefined && this.#counts(at)) this.waits.push(performance.now() - at)
  }

  #counts(at: number): boolean {
    return at >= this.#from && at < this.#until
  }
}

async function walkApart(client: LoadClient, index: number): Promise<void> {
  await client.walk('forward', index % clientsPerRow)
  await client.walk('left', 2 * Math.floor(index / clientsPerRow))
}

function sum(clients: readonly LoadClient[], what: 'packets' | 'bytes'): number {
  return clients.reduce((all, client) => all + client[what], 0)
}

serveCrowd(new Crowd())
