// Schedules the inbound frames of each session (`ClientSession`) in order, as its rates, its connection and its previous transaction allow.
// Counts the cost of transactions, so that one event does only a slice of the waiting work.
import type { ReceiveResult } from '../../../games/game.ts'
import type { Clock } from '../../../wire/util/clock.ts'
import { OneShotTimer } from '../../platform/one-shot-timer.ts'
import type { ClientSession } from './client-session.ts'
import type { FrameProgress } from './connection.ts'

/** Steps after which the current event yields to other sockets: 5 ms, and at most one more part of a frame. */
export const sliceSteps = 20_480

export interface InboundSchedulerSettings {
  readonly clock: Clock
  /** Runs a transaction; its body returns how far it got with the frame. `kept` is called once it is durable. */
  runTransaction(client: ClientSession, body: () => FrameProgress | undefined, onCommitted: () => void): void
  /** Milliseconds until storage accepts writes again; 0: now. */
  storageWait(): number
  /** Milliseconds until the session has paid for earlier transactions. */
  quotaWait(client: ClientSession): number
  /** Whether the current transaction has written. */
  hasWritten(): boolean
  /** The session's queue is empty. */
  onQueueEmpty(client: ClientSession): void
}

export class InboundScheduler {
  readonly #settings: InboundSchedulerSettings
  /** Steps of this event. */
  #spentSteps = 0
  /** Sessions that may run a transaction in a later event. */
  readonly #yielded = new Set<ClientSession>()
  readonly #sliceTimer: OneShotTimer

  constructor(settings: InboundSchedulerSettings) {
    this.#settings = settings
    this.#sliceTimer = new OneShotTimer(settings.clock, () => this.#continue())
  }

  /** Runs what may run now. */
  processQueue(client: ClientSession): void {
    // Nobody will receive replies for a session that has left.
    while (
      !client.hasEnded &&
      !client.isBusy &&
      client.queue.length > 0 &&
      (client.connection.isReady || client.leaveReason !== undefined)
    ) {
      const now = this.#settings.clock.now()
      const owed = Math.max(
        this.#settings.storageWait(),
        this.#settings.quotaWait(client),
        client.replyWait(now),
      )
      if (owed === 0 && this.#isSliceUsed) return this.#yield(client)
      // A frame that has started is past the rate limit.
      const wait = owed || (client.connection.framePart > 0 ? 0 : client.rateWait(now))
      if (wait > 0) this.#delay(client, wait)
      else this.#processHead(client)
    }
    if (!client.hasEnded && !client.isBusy && client.queue.length === 0) this.#settings.onQueueEmpty(client)
  }

  /** Charges a transaction of the session. */
  charge(client: ClientSession, steps: number): void {
    const { clock } = this.#settings
    // The clock does not show when an event ends: it stops during an event on Cloudflare, and advances elsewhere.
    if (this.#spentSteps === 0 && steps > 0)
      clock.soon(() => {
        this.#spentSteps = 0
      })
    this.#spentSteps += steps
    client.chargeSteps(steps, clock.now())
  }

  /** Stops processing. */
  stop(): void {
    this.#sliceTimer.cancel()
    this.#yielded.clear()
  }

  /** This event has done its slice. */
  get #isSliceUsed(): boolean {
    return this.#spentSteps >= sliceSteps
  }

  #yield(client: ClientSession): void {
    this.#yielded.add(client)
    this.#sliceTimer.start(0)
  }

  /** Continues in a new event. The sessions that spent least of late go first: a flood delays only its sender. */
  #continue(): void {
    const now = this.#settings.clock.now()
    const waiting = [...this.#yielded].sort((a, b) => a.recentSteps(now) - b.recentSteps(now))
    for (const client of waiting) {
      if (this.#isSliceUsed) break
      this.#yielded.delete(client)
      this.processQueue(client)
    }
    if (this.#yielded.size > 0) this.#sliceTimer.start(0)
  }

  #processHead(client: ClientSession): void {
    const { seq, frame } = client.queue[0]!
    const session = client.session
    let rest: Promise<() => ReceiveResult> | undefined
    this.#runTransaction(client, () => {
      const answer = session!.receive(frame, client.connection.framePart)
      if (!(answer instanceof Promise)) return { seq, part: answer ?? 0 }
      rest = answer
      if (this.#settings.hasWritten()) throw new Error('a session wrote before its promise')
      return undefined
    })
    if (!rest) return
    if (client.session === session) client.isBusy = true
    rest.then(
      (run) => this.#finishHead(client, session, run),
      (error: unknown) =>
        this.#finishHead(client, session, () => {
          throw error
        }),
    )
  }

  /** Finishes an asynchronous transaction. If the world was reopened meanwhile, the frame has started a new transaction. */
  #finishHead(client: ClientSession, session: ClientSession['session'], run: () => ReceiveResult): void {
    if (client.hasEnded || client.session !== session) return
    client.isBusy = false
    const { seq } = client.queue[0]!
    this.#runTransaction(client, () => ({ seq, part: run() ?? 0 }))
    this.processQueue(client)
  }

  #runTransaction(client: ClientSession, body: () => FrameProgress | undefined): void {
    let progress: FrameProgress | undefined
    const take = () => {
      progress = body()
      // Otherwise the frame would never end.
      if (progress && progress.part !== 0 && progress.part <= client.connection.framePart)
        throw new Error(`a frame continued at part ${client.connection.framePart} with part ${progress.part}`)
      return progress
    }
    // Dequeue before output is released: a session that ends then may reopen the world, which processes all queues
    // anew.
    this.#settings.runTransaction(client, take, () => {
      if (progress?.part === 0) client.dequeue()
    })
  }

  #delay(client: ClientSession, ms: number): void {
    client.isBusy = true
    client.timer = this.#settings.clock.after(ms, () => {
      client.isBusy = false
      this.processQueue(client)
    })
  }
}
