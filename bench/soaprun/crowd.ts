// The process of the load clients (see crowd-channel.ts).
import { setTimeout as delay } from 'node:timers/promises'
import type { BoardPoint } from '../../games/soaprun/board/board.ts'
import { serveCrowd } from '../crowd-channel.ts'
import { percentile } from '../statistics.ts'
import { LoadClient, type Request } from './client.ts'
import { connectTcp } from './load-sockets.ts'

/** Milliseconds between two packets of the stock client: 14 frames of 17 ms. */
const naturalMs = 238
const drawsEvery = 20
const tiles = [13, 14] as const

export interface RunRequest {
  /**
   * `natural`: each client sends packets at the rate of the stock client. `flood`: each client sends the next packet as
   * soon as the last one is answered. One packet per client is in flight.
   */
  readonly pace: 'natural' | 'flood'
  /** Whether one in twenty packets draws on the floor. */
  readonly drawing: boolean
  readonly warmUpMs: number
  readonly forMs: number
}

/** A drawn tile that the room has acknowledged. */
export interface PaintedTile extends BoardPoint {
  readonly tile: number
}

/** `p50`, `p95` and `p99`: milliseconds from a packet to its answer. */
interface RunResult {
  /** Number of answered packets, including those of the warm-up. */
  readonly answers: number
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Number of lost connections and wrong answers. */
  readonly wrong: number
  /** The clients' CPU time in microseconds, including the warm-up. */
  readonly processorUs: number
}

export class Crowd {
  #clients: LoadClient[] = []
  #steps: Stepper[] = []

  /** Resolves when all clients have logged in and, if `canvas` is passed, have reached their cells of the canvas. */
  async enter(port: number, count: number, canvas?: readonly BoardPoint[]): Promise<void> {
    const enter = async (index: number) => {
      const client = await LoadClient.welcomed(await connectTcp(port))
      await client.logIn()
      const cell = canvas?.[index]
      if (cell) await client.walk({ x: client.place.x, y: cell.y }, cell)
      return client
    }
    this.#clients = await Promise.all(Array.from({ length: count }, (_, index) => enter(index)))
    this.#steps = this.#clients.map((client, index) => new Stepper(client, index))
  }

  async run({ pace, drawing, warmUpMs, forMs }: RunRequest): Promise<RunResult> {
    const bad = this.#bad
    const cpu = process.cpuUsage()
    const from = performance.now() + warmUpMs
    const until = from + forMs
    const waits: number[] = []
    let answers = 0
    const answered = (sent: number, now: number) => {
      answers++
      if (sent >= from && now <= until) waits.push(now - sent)
    }
    const steps = this.#steps
    await Promise.all(
      pace === 'natural'
        ? steps.map((step) => atNaturalRate(step, until, answered))
        : steps.map((step) => flooding(step, drawing, until, answered)),
    )
    const { user, system } = process.cpuUsage(cpu)
    return {
      answers,
      perSecond: (waits.length * 1000) / forMs,
      p50: percentile(waits, 0.5),
      p95: percentile(waits, 0.95),
      p99: percentile(waits, 0.99),
      wrong: this.#bad - bad + this.#clients.filter(({ lost }) => lost !== undefined).length,
      processorUs: user + system,
    }
  }

  leave(): readonly PaintedTile[] {
    const drawings = this.#steps.flatMap(({ drawn }) => drawn ?? [])
    for (const client of this.#clients) client.end()
    this.#clients = []
    this.#steps = []
    return drawings
  }

  get #bad(): number {
    return this.#clients.reduce((sum, { bad }) => sum + bad, 0)
  }
}

/** A client that steps aside and back in turn, and sometimes draws at its first position. */
class Stepper {
  readonly client: LoadClient
  drawn: PaintedTile | undefined
  readonly #walks: readonly [away: Request, back: Request]
  readonly #draws: readonly (readonly [here: Request, aside: Request])[]
  readonly #cell: BoardPoint
  #aside = false
  #count: number
  #drawings = 0

  constructor(client: LoadClient, index: number) {
    this.client = client
    this.#count = index // so that the clients do not all draw at once
    const cell = client.place
    const aside = { x: cell.x + 1, y: cell.y }
    this.#cell = cell
    this.#walks = [
      client.request({ type: 'myPo', nodes: [cell, aside] }),
      client.request({ type: 'myPo', nodes: [aside, cell] }),
    ]
    this.#draws = tiles.map((tile) => [
      client.request({ type: 'DrFl', ...cell, tile, nodes: [cell] }),
      client.request({ type: 'DrFl', ...cell, tile, nodes: [aside, cell] }),
    ])
  }

  step(drawing: boolean, answered: (there: boolean) => void): void {
    if (drawing && this.#count++ % drawsEvery === 0) return this.#draw(answered)
    const request = this.#walks[this.#aside ? 1 : 0]
    this.#aside = !this.#aside
    this.client.send(request, (packet) => answered(packet !== undefined))
  }

  #draw(answered: (there: boolean) => void): void {
    const which = this.#drawings++ % tiles.length
    const request = this.#draws[which]![this.#aside ? 1 : 0]
    this.#aside = false
    this.client.send(request, (packet) => {
      if (packet) this.drawn = { ...this.#cell, tile: tiles[which]! }
      answered(packet !== undefined)
    })
  }
}

type Answered = (sent: number, now: number) => void

/** Sends each packet as soon as the last one is answered. */
function flooding(step: Stepper, drawing: boolean, until: number, answered: Answered): Promise<void> {
  return new Promise((resolve) => {
    const next = (sent: number) => {
      step.step(drawing, (there) => {
        const now = performance.now()
        if (there) answered(sent, now)
        if (there && now < until) next(now)
        else resolve()
      })
    }
    next(performance.now())
  })
}

/** If an answer takes longer, the client sends the next packet when the answer arrives. */
async function atNaturalRate(step: Stepper, until: number, answered: Answered): Promise<void> {
  await delay(Math.random() * naturalMs)
  for (;;) {
    const sent = performance.now()
    if (sent >= until) return
    const there = await new Promise<boolean>((resolve) =>
      step.step(false, (answer) => {
        if (answer) answered(sent, performance.now())
        resolve(answer)
      }),
    )
    if (!there) return
    await delay(Math.max(0, sent + naturalMs - performance.now()))
  }
}

serveCrowd(new Crowd())
