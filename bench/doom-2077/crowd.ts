// The process of the load clients (see crowd-channel.ts).
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fromClient } from '../../games/doom-2077/packets.ts'
import { serveCrowd } from '../crowd-channel.ts'
import { percentile } from '../statistics.ts'
import { LoadClient } from './client.ts'

const joinGapMs = 50
const joinPatienceMs = 7000
const pingMs = 200
const pollMs = 50
/** Milliseconds to wait before the measurement, and after it for the last MOVEs. */
const settleMs = 1000
const atOnce = 50

export interface WalkRequest {
  readonly port: number
  readonly count: number
  /** Datagrams that each client reads per second. 0: each client reads every datagram at once. */
  readonly readsPerSecond: number
  readonly movesPerSecond: number
  readonly forMs: number
}

/**
 * `fanoutP50` and `fanoutP95`: milliseconds from sending a MOVE until another client reads it. `pingP50` and `pingP99`:
 * milliseconds from PING to PONG.
 */
interface WalkResult {
  readonly joined: number
  /**
   * How many MOVEs the other clients should have received (`expected`) and have received (`delivered`, without
   * duplicates), in total.
   */
  readonly expected: number
  readonly delivered: number
  readonly fanoutP50: number
  readonly fanoutP95: number
  /** Age in milliseconds of the newest MOVE of another player that a client has read, sampled every 50 ms. */
  readonly ageP50: number
  readonly ageP95: number
  readonly pingP50: number
  readonly pingP99: number
  /** The number of unread datagrams at the end, of the client that has the most. */
  readonly unread: number
  readonly processorUs: number
}

async function walk(request: WalkRequest): Promise<WalkResult> {
  const clients = Array.from(
    { length: request.count },
    (_, index) => new LoadClient(request.port, `load${index}`, request.readsPerSecond),
  )
  const cpu = process.cpuUsage()
  try {
    for (const client of clients) {
      client.join()
      await delay(joinGapMs)
    }
    const late = performance.now() + joinPatienceMs
    while (clients.some(({ id }) => id === 0) && performance.now() < late) await delay(pollMs)
    const joined = clients.filter(({ id, kicked }) => id !== 0 && !kicked)
    const measured = await new Walking(joined, request).run()
    const { user, system } = process.cpuUsage(cpu)
    const unread = Math.max(0, ...clients.map((client) => client.unread))
    return { joined: joined.length, ...measured, unread, processorUs: user + system }
  } finally {
    for (const client of clients) client.end()
  }
}

class Walking {
  readonly #clients: readonly LoadClient[]
  readonly #request: WalkRequest
  /** The send times of MOVEs, by the player's id and the number of the MOVE. */
  readonly #sent = new Map<number, number[]>()
  readonly #fanout: number[] = []
  readonly #ages: number[] = []
  readonly #pings: number[] = []
  #measuring = false
  #from = 0
  #until = 0

  constructor(clients: readonly LoadClient[], request: WalkRequest) {
    this.#clients = clients
    this.#request = request
  }

  async run(): Promise<Omit<WalkResult, 'joined' | 'unread' | 'processorUs'>> {
    const newest = this.#clients.map((client) => this.#listen(client))
    for (const client of this.#clients) await this.#begin(client)
    await delay(settleMs)
    this.#from = performance.now()
    this.#until = this.#from + this.#request.forMs
    this.#measuring = true
    while (performance.now() < this.#until) {
      await delay(pollMs)
      const now = performance.now()
      for (const others of newest) for (const sent of others.values()) this.#ages.push(now - sent)
    }
    this.#measuring = false
    await delay(settleMs)
    const counted = [...this.#sent.values()].flat().filter((at) => this.#counts(at)).length
    return {
      expected: counted * (this.#clients.length - 1),
      delivered: this.#fanout.length,
      fanoutP50: percentile(this.#fanout, 0.5),
      fanoutP95: percentile(this.#fanout, 0.95),
      ageP50: percentile(this.#ages, 0.5),
      ageP95: percentile(this.#ages, 0.95),
      pingP50: percentile(this.#pings, 0.5),
      pingP99: percentile(this.#pings, 0.99),
    }
  }

  /**
   * Returns a map that is updated at each MOVE: it contains, by player, the send time of the newest MOVE that the
   * client has read.
   */
  #listen(client: LoadClient): Map<number, number> {
    const newest = new Map<number, number>()
    const seen = new Map<number, Set<number>>()
    client.ponged = (ms) => this.#measuring && this.#pings.push(ms)
    client.received = (id, move) => {
      const at = this.#sent.get(id)?.[move]
      if (at === undefined) return
      newest.set(id, Math.max(at, newest.get(id) ?? 0))
      const moves = seen.get(id) ?? new Set()
      seen.set(id, moves)
      if (moves.has(move) || !this.#counts(at)) return
      moves.add(move)
      this.#fanout.push(performance.now() - at)
    }
    return newest
  }

  /** Waits, so that the clients do not all send at the same moment. */
  async #begin(client: LoadClient): Promise<void> {
    const { movesPerSecond } = this.#request
    const sent: number[] = []
    this.#sent.set(client.id, sent)
    client.walk(movesPerSecond, (move) => {
      sent[move] = performance.now()
    })
    client.ping(pingMs)
    await delay(1000 / movesPerSecond / this.#clients.length)
  }

  #counts(at: number): boolean {
    return at >= this.#from && at < this.#until
  }
}

/** The address with this index in the loopback range, from 127.1.0.0. */
function addressOf(index: number): string {
  return `127.${1 + Math.floor(index / 65_536)}.${Math.floor(index / 256) % 256}.${index % 256}`
}

/** Sends a JOIN from each of `addresses` addresses, and returns how many it sent. */
async function flood(port: number, addresses: number): Promise<number> {
  const join = fromClient.encode({ type: 'JOIN', name: 'an unknown player' })
  let next = 0
  let sent = 0
  const sendAll = async () => {
    for (let index = next++; index < addresses; index = next++) {
      const socket = createSocket('udp4')
      socket.bind(0, addressOf(index))
      await once(socket, 'listening')
      await new Promise<void>((resolve) => socket.send(join, port, '127.0.0.1', () => resolve()))
      socket.close()
      sent++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendAll))
  return sent
}

const crowd = { walk, flood }
export type Crowd = typeof crowd

serveCrowd(crowd)
