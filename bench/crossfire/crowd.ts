// The process of the load clients (see crowd-channel.ts).
import { setTimeout as delay } from 'node:timers/promises'
import { serveCrowd } from '../crowd-channel.ts'
import { median, percentile } from '../statistics.ts'
import { LoadClient } from './client.ts'
import { type RequestKind, requestKinds } from './figures.ts'

const atOnce = 10
const faces = 40
/**
 * Pauses in milliseconds: `settleMs` after all clients have joined, `stepMs` after a step until all of its data has
 * arrived.
 */
const settleMs = 1500
const stepMs = 400

interface PlayResult {
  /** Latency in milliseconds. */
  readonly waits: {
    readonly [what in RequestKind]: { readonly p50: number; readonly p95: number }
  }
  /** Number of unanswered requests and lost connections. */
  readonly lost: number
  /** Bytes per second that one client receives. */
  readonly bytes: number
  readonly answers: number
  readonly processorUs: number
}

export class Crowd {
  #clients: LoadClient[] = []
  /** The next number in a client's name, which makes the name unique. */
  #names = 0

  /** Returns the 95th percentile of the milliseconds from the request for an account to addme_success. */
  async enter(port: number, count: number): Promise<number> {
    const logins: number[] = []
    this.#clients = []
    for (let index = 0; index < count; index += atOnce) {
      const some = Array.from({ length: Math.min(atOnce, count - index) }, async () => {
        const client = await LoadClient.connected(port)
        logins.push(await client.enter(`Load${letters(this.#names++)}`))
        return client
      })
      this.#clients.push(...(await Promise.all(some)))
    }
    await delay(settleMs)
    return percentile(logins, 0.95)
  }

  async play(forMs: number): Promise<PlayResult> {
    const clients = this.#clients
    const before = clients.reduce((sum, { bytes }) => sum + bytes, 0)
    const cpu = process.cpuUsage()
    const until = performance.now() + forMs
    const waits: { [what in RequestKind]: number[] } = { stay: [], say: [], info: [], face: [] }
    let lost = 0
    const play = async (client: LoadClient, index: number) => {
      await delay(Math.random() * 150)
      for (let turn = index; performance.now() < until && client.lost === undefined; turn++) {
        const what = requestKinds[turn % requestKinds.length]!
        const began = performance.now()
        await question(client, what, turn).then(
          () => waits[what].push(performance.now() - began),
          () => lost++, // counted
        )
      }
    }
    await Promise.all(clients.map(play))
    const { user, system } = process.cpuUsage(cpu)
    const bytes = clients.reduce((sum, client) => sum + client.bytes, 0) - before
    return {
      waits: {
        stay: summary(waits.stay),
        say: summary(waits.say),
        info: summary(waits.info),
        face: summary(waits.face),
      },
      lost: lost + clients.filter((client) => client.lost !== undefined).length,
      bytes: (bytes * 1000) / forMs / clients.length,
      answers: Object.values(waits).reduce((sum, { length }) => sum + length, 0),
      processorUs: user + system,
    }
  }

  async step(steps: number): Promise<number> {
    const client = this.#clients[0]!
    const bytes: number[] = []
    for (let step = 0; step < steps; step++) {
      const before = client.bytes
      await client.command(step % 2 ? 'west' : 'east')
      await delay(stepMs)
      // The first two steps are not counted, because with them the server may send faces that the client does not have
      // yet.
      if (step >= 2) bytes.push(client.bytes - before)
    }
    return median(bytes)
  }

  leave(): void {
    for (const client of this.#clients) client.end()
    this.#clients = []
  }
}

function question(client: LoadClient, what: RequestKind, turn: number): Promise<void> {
  switch (what) {
    case 'stay':
      return client.command('stay')
    case 'say':
      return client.command('say hello')
    case 'info':
      return client.ask({ type: 'requestinfo', info: 'skill_info' }, (word) => word === 'replyinfo')
    case 'face': {
      const face = 1 + (turn % faces)
      return client.ask(
        { type: 'askface', face },
        (word, data) => word === 'image2' && data.readUInt32BE(0) === face,
      )
    }
  }
}

function summary(waits: readonly number[]) {
  return { p50: percentile(waits, 0.5), p95: percentile(waits, 0.95) }
}

/** Character names may contain only letters. */
function letters(index: number): string {
  return String.fromCharCode(...[676, 26, 1].map((place) => 97 + (Math.floor(index / place) % 26)))
}

serveCrowd(new Crowd())
