// Runs everything that happens in a world as a transaction. Its writes are committed together, and its output is sent
// afterwards; if the transaction fails, both are dropped.
import type { Frame, GameEvent } from '../../../games/game.ts'
import { isStorageFull } from '../../../wire/util/storage-full.ts'
import { TransactionMetrics } from '../../model/room-metrics.ts'
import type { Records, Stored } from '../../storage/records.ts'
import type { ClientSession } from '../sessions/client-session.ts'
import type { FrameProgress } from '../sessions/connection.ts'
import { Outbox } from './outbox.ts'

export interface TransactionRunnerSettings {
  /** Adds the transaction's events to its changes; the returned function is called once these are written. */
  publishEvents?(news: readonly GameEvent[], changes: Map<string, Stored | undefined>): () => void
  readonly records: Records
  /** Milliseconds. */
  now(): number
  /** A transaction closed this session. */
  onClose(client: ClientSession, reason: string): void
  /** The cost of a transaction of this session, in steps. */
  charge(client: ClientSession, steps: { readonly spent: number; readonly sent: number }): void
  /** A transaction is over and its output is sent. `kind`: its kind; `client`: its session. */
  onDone(kind: string, client: ClientSession | undefined): void
  /** A transaction threw this and was rolled back. `client`: its session. */
  onFailed(client: ClientSession | undefined, kind: string, error: unknown): void
}

export class TransactionRunner {
  /** Writes of the current transaction, by full keys; undefined deletes. */
  readonly changes = new Map<string, Stored | undefined>()
  /** Events of the current transaction. */
  readonly events: GameEvent[] = []
  readonly metrics = new TransactionMetrics()
  readonly #settings: TransactionRunnerSettings
  #outbox: Outbox | undefined
  #hasOnlyReplied = true
  #spentSteps = 0

  constructor(settings: TransactionRunnerSettings) {
    this.#settings = settings
  }

  /** Nothing has been sent except replies, and nothing has changed that other sessions would have been sent. */
  get hasOnlyReplied(): boolean {
    return this.#hasOnlyReplied
  }

  /**
   * If the body returns how far it got with `client`'s frame, it has processed that frame or a part, and its output to
   * that session is the reply. False: the transaction failed. `kept` is called after the commit, before any output is sent.
   */
  run(
    client: ClientSession | undefined,
    kind: string,
    body: () => FrameProgress | undefined | void,
    onCommitted: () => void = () => {},
  ): boolean {
    const outbox = new Outbox()
    this.#outbox = outbox
    this.#spentSteps = 0
    this.events.length = 0
    const startedAt = this.#settings.now()
    let replyingClient: ClientSession | undefined
    let resumeState: Uint8Array | undefined
    let replies: readonly Frame[] = []
    try {
      const progress = body() ?? undefined
      if (client && progress) {
        replyingClient = client
        resumeState = client.changedResumeState
        replies = outbox.repliesTo(client)
        client.connection.stageReplies(progress, replies, resumeState)
      }
      this.#commit(replyingClient)
    } catch (error) {
      this.changes.clear()
      this.#outbox = undefined
      replyingClient?.connection.discardStaged()
      // Work that ends in an error was done all the same. A full disk is nobody's fault, and the transaction will be run again.
      if (client && !isStorageFull(error)) this.#settings.charge(client, { spent: this.#spentSteps, sent: 0 })
      this.#settings.onFailed(client, kind, error)
      return false
    }
    this.#outbox = undefined
    this.#countTransaction(outbox, client)
    if (resumeState) replyingClient?.setResumeState(resumeState)
    replyingClient?.chargeReplies(bytesOf(replies), this.#settings.now())
    onCommitted()
    this.#release(outbox, replyingClient)
    this.metrics.turnMs += this.#settings.now() - startedAt
    this.#settings.onDone(kind, client)
    return true
  }

  #countTransaction(outbox: Outbox, client: ClientSession | undefined): void {
    const { steps, bytes } = outbox.cost
    if (client) this.#settings.charge(client, { spent: this.#spentSteps, sent: steps })
    this.metrics.turns++
    this.metrics.steps += this.#spentSteps + steps
    this.metrics.outputBytes += bytes
  }

  /** During a transaction the output waits for its end; otherwise it is sent at once. */
  output(write: (outbox: Outbox) => void): void {
    if (this.#outbox) return write(this.#outbox)
    const output = new Outbox()
    write(output)
    this.#release(output)
  }

  /** Adds to the cost of the current transaction. */
  spend(steps: number): void {
    this.#spentSteps += steps
  }

  #commit(replyingClient: ClientSession | undefined): void {
    // A session that has not resumed gets no output, and would miss this change.
    if (this.changes.size > 0) this.#hasOnlyReplied = false
    replyingClient?.connection.addCheckpoint(this.changes)
    const onWritten =
      this.events.length > 0 ? this.#settings.publishEvents?.(this.events.splice(0), this.changes) : undefined
    if (this.changes.size === 0) return
    this.#settings.records.write(this.changes)
    this.metrics.commits++
    this.changes.clear()
    onWritten?.()
  }

  #release(outbox: Outbox, replying?: ClientSession): void {
    this.#hasOnlyReplied &&= !outbox.hasOutputBeyond(replying)
    replying?.connection.sendStaged()
    outbox.send(replying, (client, reason) => this.#settings.onClose(client, reason))
  }
}

function bytesOf(frames: readonly Frame[]): number {
  return frames.reduce((sum, frame) => sum + frame.length, 0)
}
