// Compares the cost of hostile frames with the charge of their sender. The cost is the measured CPU time of each event
// and the number of sent bytes. In every game, time and bytes per charged step must stay under a limit for any frames,
// and each event must be short.
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { WorkQuota } from '../../durable-objects/room/sessions/work-quota.ts'
import { Transactions } from '../../durable-objects/room/world/transactions.ts'
import type { Frame, Game } from '../../games/game.ts'
import type { Transport } from '../../wire/net/framing.ts'
import { assertProperty } from '../property.ts'
import { type HarnessClient, type HarnessSettings, RoomHarness } from '../room-harness.ts'

export interface HostileSetup {
  readonly game: Game
  readonly settings?: HarnessSettings
  readonly transport: Transport
  /** Number of other players (default 4). */
  readonly bystanders?: number
  /** Logs in a client whose connection is open. `n`: 0 for the hostile client, from 1 for the other players. */
  enter(client: HarnessClient, harness: RoomHarness, n: number): void | Promise<void>
  /** Number of steps that the game may do for free, because a client can cause them only once. */
  readonly freeSteps?: number
  /** The frames of the hostile client, in order. */
  readonly frames: fc.Arbitrary<readonly Frame[]>
}

export interface EventCost {
  readonly turns: number
  readonly steps: number
  /** Milliseconds of CPU time per event. */
  readonly times: readonly number[]
  /** Number of bytes sent to all clients in these events, without unrelated output. Text counts in UTF-16 units. */
  readonly bytes: number
}

/** Maximum CPU time per charged step, as a multiple of the time that a step takes on this machine. */
const maxStepFactor = 3
/** Steps and reply bytes that each event may use without a charge. Message rates limit the number of events. */
const stepsPerEvent = 400
const bytesPerEvent = 4096
/** Games charge a step for every 16 bytes that they send; the limit of 20 leaves a margin. */
const maxBytesPerStep = 20
/**
 * Maximum steps of an event: 40,000 steps are about 10 ms. The factor of six allows for other test files, which share
 * the CPU caches. An attack that no limit stops takes a hundred times as long.
 */
const maxStepsPerEvent = 40_000 * 6
/** The system counts CPU time in units of up to 4 ms. */
const granularityMs = 8
/**
 * How often a cost over the limit is measured again, because the machine may be busy. Each repetition processes the
 * same events in a new room, and the shortest time of each event counts.
 */
const repeats = 4

/** Property test: the charge for randomly drawn frames covers their cost. `numRuns`: number of draws (default 30). */
export function expectCostsCovered(hostile: HostileSetup, { numRuns = 30 } = {}): Promise<void> {
  const stepMs = measureStepMs()
  return assertProperty(
    fc.asyncProperty(hostile.frames, async (frames) => {
      let worst: readonly string[] = []
      let least: readonly number[] = []
      for (let nth = 0; nth <= repeats; nth++) {
        const price = await priceOf(hostile, frames)
        least = price.times.map((ms, turn) => Math.min(ms, least[turn] ?? ms))
        const paid = { ...price, times: least, steps: price.steps + (hostile.freeSteps ?? 0) }
        worst = unpaidCosts(paid, stepMs)
        if (worst.length > 0) worst = unpaidCosts(paid, Math.max(stepMs, measureStepMs()))
        if (worst.length === 0) return
      }
      expect(worst).toEqual([])
    }),
    // `endOnFailure` avoids shrinking, which takes too long for a slow example.
    { numRuns, endOnFailure: true },
  )
}

export function unpaidCosts(price: EventCost, stepMs: number): string[] {
  const { turns, steps, times, bytes } = price
  const ms = times.reduce((sum, each) => sum + each, 0)
  const longestMs = Math.max(0, ...times)
  const json = JSON.stringify({ ...price, times: undefined })
  const maxMs = maxStepFactor * stepMs * (steps + stepsPerEvent * turns) + granularityMs
  // One event more than `turns`, for the bytes that the disconnection sends.
  const maxBytes = maxBytesPerStep * steps + bytesPerEvent * (turns + 1)
  return [
    ms > maxMs && `${ms.toFixed(1)} ms of CPU time, ${maxMs.toFixed(1)} charged: ${json}`,
    longestMs > stepMs * maxStepsPerEvent + granularityMs &&
      `one event of ${longestMs.toFixed(1)} ms: ${json}`,
    bytes > maxBytes && `${bytes} bytes sent, ${maxBytes} charged: ${json}`,
  ].filter((over) => over !== false)
}

/**
 * Measures the cost of the frames in a new room, after all players have logged in. Stops at the frame that disconnects
 * the hostile client.
 */
export async function priceOf(hostile: HostileSetup, frames: readonly Frame[]): Promise<EventCost> {
  const { game, settings, transport, bystanders = 4 } = hostile
  const harness = await RoomHarness.create(game, settings)
  for (let n = bystanders; n > 0; n--) await connect(harness, hostile, n)
  const client = await connect(harness, hostile, 0)
  harness.pass(10_000)
  using meter = new PriceMeter(client)
  for (const frame of frames) {
    if (client.closedFor !== undefined) break
    client.call.sendFrame(frame)
    // Waits until the client's quota has recovered, because too many waiting frames would end the session.
    for (let seconds = 0; seconds < 10; seconds++) {
      harness.pass(1000)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return meter.price

  async function connect(harness: RoomHarness, { enter }: HostileSetup, n: number): Promise<HarnessClient> {
    const client = harness.client(transport, n === 0 ? hostileAddress : `203.0.113.${n}`)
    harness.pass(100)
    await enter(client, harness, n)
    harness.pass(1000)
    return client
  }
}

const hostileAddress = '192.0.2.1'

class PriceMeter implements Disposable {
  #turns = 0
  #steps = 0
  readonly #times: number[] = []
  #bytes = 0
  readonly #client: HarnessClient
  readonly #spies: readonly { mockRestore(): void }[]

  constructor(client: HarnessClient) {
    this.#client = client
    const { run } = Transactions.prototype
    const { charge } = WorkQuota.prototype
    const meter = this
    this.#spies = [
      vi.spyOn(Transactions.prototype, 'run').mockImplementation(function (this: Transactions, ...turn) {
        const sent = this.metrics.outputBytes
        const began = cpuMs()
        const done = run.apply(this, turn)
        if (turn[0] && meter.#isFrom(turn[0].connection))
          meter.#add(cpuMs() - began, this.metrics.outputBytes - sent)
        return done
      }),
      vi.spyOn(WorkQuota.prototype, 'charge').mockImplementation(function (this: WorkQuota, ...turn) {
        const steps = charge.apply(this, turn)
        if (meter.#isFrom(turn[0].connection)) meter.#steps += steps
        return steps
      }),
    ]
  }

  get price(): EventCost {
    return { turns: this.#turns, steps: this.#steps, times: this.#times, bytes: this.#bytes }
  }

  #isFrom({ address }: { readonly address: string }): boolean {
    return address === this.#client.address
  }

  #add(ms: number, bytes: number): void {
    this.#turns++
    this.#bytes += bytes
    this.#times.push(ms)
  }

  [Symbol.dispose](): void {
    for (const spy of this.#spies) spy.mockRestore()
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Milliseconds of a step on this machine under its current load: about 0.25 µs if idle. */
function measureStepMs(): number {
  const began = cpuMs()
  for (let nth = 0; nth < references; nth++) reference()
  return (cpuMs() - began) / (references * referenceSteps)
}

/** Repetitions of the reference work, which together take some 100 ms. */
const references = 40
/**
 * The number of steps that the reference work counts as. The work is similar to that of rooms: JSON parsing, JSON
 * writing and lookups.
 */
const referenceSteps = 10_000
function reference(): number {
  const seen = new Map<string, number>()
  for (let n = 0; n < referenceSteps / 4; n++) {
    const text = `{"key":"k${n % 512}","list":[${n},${n + 1}]}`
    const { key, list }: { key: string; list: number[] } = JSON.parse(text)
    seen.set(key, (seen.get(key) ?? 0) + JSON.stringify(list).length)
  }
  return seen.size
}
