// What hostile frames cost a room, beside what their sender is charged: the processor's time of each turn, measured, and
// the bytes that left. A property of every game: time and bytes per charged step stay under a ceiling, and one turn stays
// short, whatever a client sends.
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { WorkQuota } from '../../durable-objects/room/sessions/work-quota.ts'
import { TransactionRunner } from '../../durable-objects/room/world/transaction-runner.ts'
import type { Frame, Game } from '../../games/game.ts'
import type { Transport } from '../../wire/net/framing.ts'
import { assertProperty } from '../property.ts'
import { RoomHarness, type HarnessClient, type HarnessSettings } from '../room-harness.ts'

/** A room, and somebody who sends it what costs most. */
export interface HostileSetup {
  readonly game: Game
  readonly settings?: HarnessSettings
  readonly transport: Transport
  /** Others who are in and hear what everybody hears; 4 if it is not given. */
  readonly bystanders?: number
  /** Logs the client in; `n`: 0 is the hostile one. Called once its connection is open. */
  enter(client: HarnessClient, harness: RoomHarness, n: number): void | Promise<void>
  /** Steps of what is free because it can happen only once, and all of which the frames may bring about. */
  readonly freeSteps?: number
  /** What the hostile client sends, in order. */
  readonly frames: fc.Arbitrary<readonly Frame[]>
}

/** What the hostile client's turns came to. */
export interface Price {
  readonly turns: number
  /** That were charged. */
  readonly steps: number
  /** Of the processor, in all turns. */
  readonly ms: number
  /** Of the longest turn. */
  readonly longestMs: number
  /** That all clients were sent in these turns, and not by what goes on anyhow: of text, UTF-16 units. */
  readonly bytes: number
}

/** How much more than a step's time a charged step may take, on the machine that was calibrated on the spot. */
const mostTimes = 3
/** What a turn costs whatever is in it, which the rates of messages bound: as so many steps, and so many bytes of replies. */
const stepsOfTurn = 400
const bytesOfTurn = 4096
/** A charged step sends 16 bytes. */
const mostBytesPerStep = 20
/**
 * The 10 ms that one turn may take, as steps of the machine at hand, times six: other test files share the processor's caches
 * with this one, and the attacks that have no bound take a hundred times as long.
 */
const mostStepsOfTurn = 40_000 * 6
/** The system counts the processor's time in pieces of up to 4 ms. */
const granularityMs = 8
/** What is over a ceiling is measured so many times more, each in a new room, and the least counts: machines are busy. */
const repeats = 3

/** As a property: whatever is drawn is paid for. `numRuns`: draws, 30 if it is not given. */
export function expectPaidFor(hostile: HostileSetup, { numRuns = 30 } = {}): Promise<void> {
  const usual = measureStepMs()
  return assertProperty(
    fc.asyncProperty(hostile.frames, async (frames) => {
      let worst: readonly string[] = []
      for (let nth = 0; nth <= repeats; nth++) {
        const price = await priceOf(hostile, frames)
        const paid = { ...price, steps: price.steps + (hostile.freeSteps ?? 0) }
        worst = unpaidCosts(paid, usual)
        if (worst.length > 0) worst = unpaidCosts(paid, Math.max(usual, measureStepMs()))
        if (worst.length === 0) return
      }
      expect(worst).toEqual([])
    }),
    // What is slow is slow to make smaller.
    { numRuns, endOnFailure: true },
  )
}

/** What is over its ceiling, in words. */
export function unpaidCosts(price: Price, stepMs: number): string[] {
  const { turns, steps, ms, longestMs, bytes } = price
  const told = JSON.stringify(price)
  const mostMs = mostTimes * stepMs * (steps + stepsOfTurn * turns) + granularityMs
  // One turn more: that it leaves.
  const mostBytes = mostBytesPerStep * steps + bytesOfTurn * (turns + 1)
  return [
    ms > mostMs && `${ms.toFixed(1)} ms of processor, of which ${mostMs.toFixed(1)} are paid: ${told}`,
    longestMs > stepMs * mostStepsOfTurn + granularityMs && `one turn of ${longestMs.toFixed(1)} ms: ${told}`,
    bytes > mostBytes && `${bytes} bytes sent, of which ${mostBytes} are paid: ${told}`,
  ].filter((over) => over !== false)
}

/** In a new room, with everybody in. Ends early if the hostile client is closed. */
export async function priceOf(hostile: HostileSetup, frames: readonly Frame[]): Promise<Price> {
  const { game, settings, transport, bystanders = 4 } = hostile
  const stage = await RoomHarness.create(game, settings)
  for (let n = bystanders; n > 0; n--) await come(stage, hostile, n)
  const client = await come(stage, hostile, 0)
  stage.pass(10_000)
  using measured = new Measured(client)
  for (const frame of frames) {
    if (client.closedFor !== undefined) break
    client.call.sendFrame(frame)
    // Until it is paid for: what waits longer is not taken at all.
    for (let seconds = 0; seconds < 10; seconds++) {
      stage.pass(1000)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return measured.price

  async function come(harness: RoomHarness, { enter }: HostileSetup, n: number): Promise<HarnessClient> {
    const client = harness.client(transport, n === 0 ? hostileAddress : `203.0.113.${n}`)
    harness.pass(100)
    await enter(client, harness, n)
    harness.pass(1000)
    return client
  }
}

const hostileAddress = '192.0.2.1'

/** Measures the turns of one address from now on. */
class Measured implements Disposable {
  #turns = 0
  #steps = 0
  #ms = 0
  #longestMs = 0
  #bytes = 0
  readonly #client: HarnessClient
  readonly #spies: readonly { mockRestore(): void }[]

  constructor(client: HarnessClient) {
    this.#client = client
    const { run } = TransactionRunner.prototype
    const { charge } = WorkQuota.prototype
    const measured = this
    this.#spies = [
      vi.spyOn(TransactionRunner.prototype, 'run').mockImplementation(function (this: TransactionRunner, ...turn) {
        const sent = this.metrics.outputBytes
        const began = processorMs()
        const done = run.apply(this, turn)
        if (turn[0] && measured.#is(turn[0].connection))
          measured.#turn(processorMs() - began, this.metrics.outputBytes - sent)
        return done
      }),
      vi.spyOn(WorkQuota.prototype, 'charge').mockImplementation(function (this: WorkQuota, ...turn) {
        const steps = charge.apply(this, turn)
        if (measured.#is(turn[0].connection)) measured.#steps += steps
        return steps
      }),
    ]
  }

  get price(): Price {
    return {
      ...{ turns: this.#turns, steps: this.#steps, ms: this.#ms, longestMs: this.#longestMs },
      bytes: this.#bytes,
    }
  }

  #is({ address }: { readonly address: string }): boolean {
    return address === this.#client.address
  }

  #turn(ms: number, bytes: number): void {
    this.#turns++
    this.#bytes += bytes
    this.#ms += ms
    this.#longestMs = Math.max(this.#longestMs, ms)
  }

  [Symbol.dispose](): void {
    for (const spy of this.#spies) spy.mockRestore()
  }
}

/** Of this thread, in milliseconds. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** What a step is in milliseconds on this machine as busy as it is now: some 0.25 µs where nobody else works. */
export function measureStepMs(): number {
  const began = processorMs()
  for (let nth = 0; nth < references; nth++) reference()
  return (processorMs() - began) / (references * referenceSteps)
}

/** Together some 100 ms. */
const references = 40
/** The reference is as long as so many steps: texts read and written, and lookups, as rooms do them. */
const referenceSteps = 10_000
function reference(): number {
  const seen = new Map<string, number>()
  for (let n = 0; n < referenceSteps / 4; n++) {
    const { key, list } = JSON.parse(`{"key":"k${n % 512}","list":[${n},${n + 1}]}`) as Reference
    seen.set(key, (seen.get(key) ?? 0) + JSON.stringify(list).length)
  }
  return seen.size
}
interface Reference {
  readonly key: string
  readonly list: readonly number[]
}
