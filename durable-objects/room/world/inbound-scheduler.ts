// Runs the frames of each session in order, as the session's rate limits, its connection and its previous transaction
// allow. Counts the cost of transactions, so that one event processes only a slice of the waiting frames.
import type { Frame, ReceiveResult } from '../../../games/game.ts'
import { OneShotTimer } from '../../platform/clock.ts'
import type { RoomContext } from '../context/room-context.ts'
import type { ClientSession } from '../sessions/client-session.ts'
import type { Transactions } from './transactions.ts'

/** After these steps (about 5 ms) the event ends, so that other sockets are served. The last part may take more. */
export const stepsPerSlice = 20_480

export interface InboundSchedulerOwner {
  /** Milliseconds until the work quota and the disk allow a transaction. */
  waitMs(session: ClientSession): number
  endSession(session: ClientSession, reason: string): void
  /** If too many bytes wait in the room, ends the sessions with the most waiting bytes. */
  endCrowdingSessions(): void
}

export class InboundScheduler {
  readonly #context: RoomContext
  readonly #transactions: Transactions
  readonly #owner: InboundSchedulerOwner
  #hasFirstFrame = false
  #spentSteps = 0
  readonly #yielded = new Set<ClientSession>()
  readonly #sliceTimer: OneShotTimer
  #batch: Batch | undefined

  constructor(context: RoomContext, transactions: Transactions, owner: InboundSchedulerOwner) {
    this.#context = context
    this.#transactions = transactions
    this.#owner = owner
    this.#sliceTimer = new OneShotTimer(context.clock, () => this.#continue())
  }

  /** Runs all frames that may run now. */
  receive(session: ClientSession, seq: number, frame: Frame): void {
    if (session.hasEnded) return
    if (this.#batch?.mustWait(session, frame))
      return this.#batch.defer(session, () => this.receive(session, seq, frame))
    session.idleChecks = 0
    this.noteActivity()
    const refused = session.enqueue(seq, frame)
    if (refused !== undefined) return this.#owner.endSession(session, refused)
    this.#owner.endCrowdingSessions()
    this.processQueue(session)
  }

  /** Until `endBatch`, frames that only read are run at once, and frames that may write wait. */
  beginBatch(): void {
    this.#batch = new Batch()
  }

  /**
   * First calls `sendReplies` for the replies to the frames that only read, then runs the waiting frames. The replies
   * need not wait for a commit, because nothing has changed yet.
   */
  endBatch(sendReplies: () => void): void {
    const { hasRead, deferred } = this.#batch!
    this.#batch = undefined
    if (hasRead && deferred.length > 0) sendReplies()
    // An internal fault must not lose the frames of other sessions in the same batch.
    for (const run of deferred) this.#context.attempt('fault', run, 'error')
  }

  /** Call when the client has left or did not resume. The session ends when its earlier frames are processed. */
  leave(session: ClientSession, reason = 'left'): void {
    if (session.hasEnded || session.leaveReason !== undefined) return
    if (this.#batch?.isBlocked(session)) return this.#batch.defer(session, () => this.leave(session, reason))
    session.leaveReason = reason
    this.processQueue(session)
  }

  processQueue(session: ClientSession): void {
    while (this.#mayProcessHead(session)) {
      const { seq, frame } = session.queue[0]!
      const { game, connection } = session
      let rest: Promise<() => ReceiveResult> | undefined
      this.#transactions.run(session, 'receive', () => {
        const answer = game!.receive(frame, connection.framePart)
        if (!(answer instanceof Promise)) return { seq, part: answer ?? 0 }
        rest = answer
        if (this.#transactions.changes.size > 0)
          throw new Error('a session changed records before it returned its promise')
        return undefined
      })
      if (rest) this.#awaitRest(session, game, rest)
    }
    if (session.isReady && session.queue.length === 0 && session.leaveReason !== undefined)
      this.#owner.endSession(session, session.leaveReason)
  }

  /** Call when a frame arrives, players start to play, or an erasure starts. Emits `firstActivity` once. */
  noteActivity(): void {
    if (this.#hasFirstFrame) return
    this.#hasFirstFrame = true
    this.#context.events.emit('firstActivity')
  }

  charge(session: ClientSession, steps: number): void {
    const { clock } = this.#context
    // `soon` resets the count at the end of the current event. The clock cannot show when the event ends: on Cloudflare
    // it stops during an event, elsewhere it advances.
    if (this.#spentSteps === 0 && steps > 0)
      clock.soon(() => {
        this.#spentSteps = 0
      })
    this.#spentSteps += steps
    session.chargeSteps(steps, clock.now())
  }

  stop(): void {
    this.#sliceTimer.cancel()
    this.#yielded.clear()
  }

  get #isSliceUsed(): boolean {
    return this.#spentSteps >= stepsPerSlice
  }

  /** Whether the session's first frame may be processed now. If the frame has to wait, schedules it. */
  #mayProcessHead(session: ClientSession): boolean {
    const { connection } = session
    if (!session.isReady || session.queue.length === 0) return false
    // A session that has left receives no replies, so its frames need not wait for acknowledgements.
    if (!connection.isReady && session.leaveReason === undefined) return false
    const { now } = this.#context
    const owed = Math.max(this.#owner.waitMs(session), session.replyWait(now))
    if (owed === 0 && this.#isSliceUsed) {
      this.#yielded.add(session)
      this.#sliceTimer.start(0)
      return false
    }
    // A frame whose first part is processed has already been counted by the rate limits.
    const wait = owed || (connection.framePart > 0 ? 0 : session.rateWait(now))
    if (wait > 0) this.#delay(session, wait)
    return wait === 0
  }

  /** In a new event, serves sessions with the lowest recent cost first: a flood of frames delays only its sender. */
  #continue(): void {
    const { now } = this.#context
    const waiting = [...this.#yielded].sort((a, b) => a.recentSteps(now) - b.recentSteps(now))
    for (const session of waiting) {
      if (this.#isSliceUsed) break
      this.#yielded.delete(session)
      this.processQueue(session)
    }
    if (this.#yielded.size > 0) this.#sliceTimer.start(0)
  }

  #awaitRest(session: ClientSession, game: ClientSession['game'], rest: Promise<() => ReceiveResult>): void {
    if (session.game === game && !session.hasEnded) session.setState({ name: 'awaiting' })
    rest.then(
      (run) => this.#finishHead(session, game, run),
      (error: unknown) =>
        this.#finishHead(session, game, () => {
          throw error
        }),
    )
  }

  /** Finishes a frame's transaction after its await, unless the world was reopened: then the frame has a new one. */
  #finishHead(session: ClientSession, game: ClientSession['game'], run: () => ReceiveResult): void {
    if (session.hasEnded || session.game !== game) return
    session.setState({ name: 'ready' })
    const { seq } = session.queue[0]!
    this.#transactions.run(session, 'receive', () => ({ seq, part: run() ?? 0 }))
    this.processQueue(session)
  }

  #delay(session: ClientSession, ms: number): void {
    const timer = this.#context.clock.after(ms, () => {
      session.setState({ name: 'ready' })
      this.processQueue(session)
    })
    session.setState({ name: 'delayed', timer })
  }
}

class Batch {
  hasRead = false
  /** Waiting callbacks in order of arrival. Each one processes a frame or ends a session. */
  readonly deferred: (() => void)[] = []
  readonly #blocked = new Set<ClientSession>()

  isBlocked(session: ClientSession): boolean {
    return this.#blocked.has(session)
  }

  defer(session: ClientSession, run: () => void): void {
    this.#blocked.add(session)
    this.deferred.push(run)
  }

  /** Whether the frame may write, or follows a waiting frame of its session. False in games without `isReadOnly`. */
  mustWait(session: ClientSession, frame: Frame): boolean {
    if (this.#blocked.has(session)) return true
    const isReadOnly = session.game?.isReadOnly?.(frame)
    this.hasRead ||= isReadOnly === true
    return isReadOnly === false
  }
}
