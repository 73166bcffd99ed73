// The writes of a transaction are committed together, and its output is sent afterwards. If the transaction fails, its
// writes and its output are dropped.
import type { Frame } from '../../../games/game.ts'
import type { Urgency } from '../../../wire/link/link-codec.ts'
import { isStorageFull } from '../../../wire/util/storage-full.ts'
import { isWorldLineKind } from '../../model/room-log.ts'
import { TransactionMetrics } from '../../model/room-metrics.ts'
import type { Records, StoredValue } from '../../storage/records.ts'
import type { RoomContext } from '../context/room-context.ts'
import type { TimelineEvent } from '../context/room-events.ts'
import type {
  ClientSession,
  FrameProgress,
  Multicaster,
  SessionConnection,
  TransactionResult,
} from '../sessions/client-session.ts'
import { sendingCostInSteps } from '../sessions/work-quota.ts'

/** The kinds of transactions, which the log of faults names. `receive`: processes a session's frame. */
export type TransactionKind =
  | 'receive'
  | 'greet'
  | 'resumed'
  | 'closed'
  | 'tick'
  | 'action'
  | 'wake'
  | 'save'
  | 'configure'
  | 'console'
  | 'broadcast'
  | 'erasure'

export interface TransactionOwner {
  /** `spent`: steps that the game counted. `sent`: steps of the room's sends. */
  charge(session: ClientSession, steps: { readonly spent: number; readonly sent: number }): void
  /** Called when a transaction has closed the session. */
  endSession(session: ClientSession, reason: string): void
  /** Called when a transaction is committed and its output is sent. */
  transactionDone(kind: TransactionKind, session: ClientSession | undefined): void
  /** Called when a transaction was rolled back. */
  transactionFailed(session: ClientSession | undefined, kind: TransactionKind, error: unknown): void
}

export class Transactions {
  /** Keys include the prefix of the world's records; undefined deletes a record. */
  readonly changes = new Map<string, StoredValue | undefined>()
  readonly events: TimelineEvent[] = []
  readonly metrics = new TransactionMetrics()
  readonly #context: RoomContext
  readonly #records: Records
  readonly #owner: TransactionOwner
  #outbox: Outbox | undefined
  #hasOnlyReplied = true
  #spentSteps = 0

  constructor(context: RoomContext, records: Records, owner: TransactionOwner) {
    this.#context = context
    this.#records = records
    this.#owner = owner
  }

  /** Whether transactions have changed no record and sent only replies, so that no session has missed anything. */
  get hasOnlyReplied(): boolean {
    return this.#hasOnlyReplied
  }

  /**
   * If `body` processes a frame of `session`, it returns the progress of that frame. The output to that session then
   * counts as the reply. Returns false if the transaction failed.
   */
  run(
    session: ClientSession | undefined,
    kind: TransactionKind,
    body: () => FrameProgress | undefined | void,
  ): boolean {
    const outbox = new Outbox()
    this.#outbox = outbox
    this.#spentSteps = 0
    this.events.length = 0
    const startedAt = this.#context.now
    let result: TransactionResult | undefined
    try {
      const progress = body() ?? undefined
      if (session && progress) result = resultOf(session, progress, outbox)
      this.#commit(session, result)
    } catch (error) {
      this.changes.clear()
      this.#outbox = undefined
      // A full disk is not the session's fault, and the transaction will run again, so the session is not charged.
      if (session && !isStorageFull(error)) this.#owner.charge(session, { spent: this.#spentSteps, sent: 0 })
      this.#owner.transactionFailed(session, kind, error)
      return false
    }
    this.#outbox = undefined
    this.#countTransaction(outbox, session)
    if (result) {
      session!.chargeReplies(bytesOf(result.replies), this.#context.now)
      // The frame is removed before the output is sent: if sending ends a session, the world may be reopened, and then
      // all queued frames are processed again.
      if (kind === 'receive' && result.part === 0) session!.dequeue()
    }
    this.#release(outbox, session, result)
    this.metrics.turnMs += this.#context.now - startedAt
    this.#owner.transactionDone(kind, session)
    return true
  }

  /** Outside a transaction, the output is sent at once. */
  send(session: ClientSession, frame: Frame): void {
    this.#output((outbox) => outbox.addFrame(session, frame))
  }

  /** Sends a frame to a set of sessions, which the caller must not change afterwards. */
  multicast(sessions: Set<ClientSession>, frame: Frame, urgency?: Urgency): void {
    this.#output((outbox) => outbox.multicast(sessions, frame, urgency))
  }

  close(session: ClientSession, reason: string): void {
    this.#output((outbox) => outbox.addClose(session, reason))
  }

  spend(steps: number): void {
    this.#spentSteps += steps
  }

  #output(write: (outbox: Outbox) => void): void {
    if (this.#outbox) return write(this.#outbox)
    const outbox = new Outbox()
    write(outbox)
    this.#release(outbox)
  }

  #countTransaction(outbox: Outbox, session: ClientSession | undefined): void {
    const { steps, bytes } = outbox.cost
    if (session) this.#owner.charge(session, { spent: this.#spentSteps, sent: steps })
    this.metrics.turns++
    this.metrics.steps += this.#spentSteps + steps
    this.metrics.outputBytes += bytes
  }

  #commit(session: ClientSession | undefined, result: TransactionResult | undefined): void {
    // Sessions that have not resumed yet miss this change, because they do not receive the output.
    if (this.changes.size > 0) this.#hasOnlyReplied = false
    if (result) session!.connection.addCheckpoint(this.changes, result)
    const { events, roomLog } = this.#context
    const news = this.events.splice(0)
    const hasNews = news.length > 0
    const lastLine = hasNews ? roomLog.lastNumber : 0
    try {
      for (const event of news) {
        if (event.kind === 'report') roomLog.add(event.kind, event.text, event.player)
        else if (isWorldLineKind(event.kind)) roomLog.addEvent(event.kind, event.text)
      }
      if (hasNews) events.emit('committing', news, this.changes)
      // If no record has changed, the log lines of events are written with the next change.
      if (this.changes.size === 0) return
      roomLog.addUnwritten(this.changes)
      this.#records.write(this.changes)
    } catch (error) {
      if (hasNews) roomLog.dropAfter(lastLine)
      if (hasNews) events.emit('commitFailed')
      throw error
    }
    roomLog.written()
    this.metrics.commits++
    this.changes.clear()
    if (hasNews) events.emit('committed')
  }

  #release(outbox: Outbox, session?: ClientSession, result?: TransactionResult): void {
    const replying = result && session
    this.#hasOnlyReplied &&= !outbox.hasOutputBeyond(replying)
    if (result) session!.connection.committed(result)
    outbox.send(replying, this.#owner)
  }
}

/** The transaction's result; throws if the part number does not increase, because the frame would never end. */
function resultOf(session: ClientSession, progress: FrameProgress, outbox: Outbox): TransactionResult {
  const { framePart } = session.connection
  if (progress.part !== 0 && progress.part <= framePart)
    throw new Error(`part ${framePart} of a frame was followed by part ${progress.part}`)
  return {
    seq: progress.seq,
    part: progress.part,
    replies: outbox.repliesTo(session),
    resumeState: session.changedResumeState,
  }
}

function bytesOf(frames: readonly Frame[]): number {
  return frames.reduce((sum, frame) => sum + frame.length, 0)
}

type Output =
  | { readonly kind: 'frame'; readonly session: ClientSession; readonly frame: Frame }
  | {
      readonly kind: 'multicast'
      readonly sessions: Set<ClientSession>
      readonly frame: Frame
      readonly urgency: Urgency
    }
  | { readonly kind: 'close'; readonly session: ClientSession; readonly reason: string }

export class Outbox {
  readonly #outputs: Output[] = []

  /** Adds a frame to one session. The same frame object for several sessions in a row becomes one multicast. */
  addFrame(session: ClientSession, frame: Frame): void {
    const last = this.#outputs.at(-1)
    if (last?.kind === 'frame' && last.frame === frame && last.session !== session) {
      this.#outputs.pop()
      this.multicast(new Set([last.session, session]), frame)
    } else if (
      last?.kind === 'multicast' &&
      last.frame === frame &&
      last.urgency === 'soon' &&
      !last.sessions.has(session)
    )
      last.sessions.add(session)
    else this.#outputs.push({ kind: 'frame', session, frame })
  }

  multicast(sessions: Set<ClientSession>, frame: Frame, urgency: Urgency = 'soon'): void {
    this.#outputs.push({ kind: 'multicast', sessions, frame, urgency })
  }

  addClose(session: ClientSession, reason: string): void {
    this.#outputs.push({ kind: 'close', session, reason })
  }

  /** The cost of all output of the transaction. */
  get cost(): { readonly steps: number; readonly bytes: number } {
    let steps = 0
    let bytes = 0
    for (const output of this.#outputs) {
      if (output.kind === 'close') continue
      const receivers = output.kind === 'multicast' ? output.sessions.size : 1
      steps += sendingCostInSteps(output.frame, receivers)
      bytes += output.frame.length * receivers
    }
    return { steps, bytes }
  }

  hasOutputBeyond(replying: ClientSession | undefined): boolean {
    return this.#outputs.some(
      (output) => output.kind === 'multicast' || (output.kind === 'frame' && output.session !== replying),
    )
  }

  /** Includes multicasts. */
  repliesTo(session: ClientSession): Frame[] {
    const replies: Frame[] = []
    for (const output of this.#outputs) {
      if (output.kind === 'frame' && output.session === session) replies.push(output.frame)
      else if (output.kind === 'multicast' && output.sessions.has(session)) replies.push(output.frame)
    }
    return replies
  }

  /** Sends the output in order. Skips `replying`, whose connection sends the output as replies. */
  send(
    replying: ClientSession | undefined,
    owner: { endSession(session: ClientSession, reason: string): void },
  ): void {
    for (const output of this.#outputs) {
      if (output.kind === 'multicast') multicast(output.sessions, replying, output.frame, output.urgency)
      else if (output.kind === 'close') owner.endSession(output.session, output.reason)
      else if (output.session !== replying && !output.session.hasEnded)
        output.session.connection.send(output.frame)
    }
  }
}

/** Sends the frame once to each multicaster for all of its connections, and directly to connections without one. */
function multicast(
  sessions: Iterable<ClientSession>,
  replying: ClientSession | undefined,
  frame: Frame,
  urgency: Urgency,
): void {
  const byMulticaster = new Map<Multicaster, SessionConnection[]>()
  for (const session of sessions) {
    if (session.hasEnded || session === replying) continue
    const { connection } = session
    const connections = connection.multicaster && byMulticaster.get(connection.multicaster)
    if (connections) connections.push(connection)
    else if (connection.multicaster) byMulticaster.set(connection.multicaster, [connection])
    else connection.send(frame, urgency)
  }
  for (const [multicaster, connections] of byMulticaster) multicaster.multicast(connections, frame, urgency)
}
