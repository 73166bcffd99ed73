// The Room's gateway for clients' own WebSockets: maps sockets to sessions, batches frames into transactions, schedules
// output.

import type { Frame } from '../../../games/game.ts'
import { FlushCoalescer } from '../../../wire/link/flush-coalescer.ts'
import { PendingBatch } from '../../../wire/link/json-batch.ts'
import { splitJsonList } from '../../../wire/link/json-split.ts'
import type { Urgency } from '../../../wire/link/link-codec.ts'
import type { Clock } from '../../../wire/util/clock.ts'
import { describeError } from '../../../wire/util/log-line.ts'
import { OneShotTimer } from '../../platform/one-shot-timer.ts'
import type { Records } from '../../storage/records.ts'
import type { LastAnnouncement } from '../announcements/last-announcement.ts'
import type { UnwrittenUsage } from '../usage/usage-meter.ts'
import type { WorldRuntime } from '../world/world-runtime.ts'
import { CommitBatcher } from './commit-batcher.ts'
import {
  type ClientSocket,
  type RejectMessage,
  type WebSocketAttachment,
  WebSocketConnection,
} from './websocket-connection.ts'

/** Milliseconds for which output that is no reply (multicasts, ticks) is collected while the room is busy. */
const flushDelayMs = 2
/** Milliseconds for which output without urgency is collected. */
const lateFlushDelayMs = 100
/** Milliseconds that a new client of a ticking world has to send its first frame. */
const firstFrameTimeoutMs = 10_000
/** The stored time of a client's last frame may be out of date by this part of the idle timeout. */
const idlePrecision = 0.25

export interface WebSocketGatewaySettings {
  readonly clock: Clock
  readonly records: Records
  /** The game's frames are JSON lists: long ones are split, and those that are no replies may be joined. */
  readonly batchesJson: boolean
  /** The world's runtime, opened on demand; undefined: the room accepts no clients. */
  runtime(): WorldRuntime | undefined
  /** Whether the room accepts new clients. */
  isOpen(): boolean
  /** Resolves once all writes are durable, in an event of its own. */
  durable(): Promise<void>
  /** Accepts the socket: its messages arrive from now on. */
  accept(socket: ClientSocket): void
  /** Rejects the socket. */
  reject(socket: ClientSocket, farewell: RejectMessage): void
  log(event: string, detail: string): void
}

/** A frame that waits for its transaction and may be batched. */
interface WaitingFrame {
  readonly connection: WebSocketConnection
  readonly frame: Frame
  readonly length: number
}

export class WebSocketGateway {
  readonly #settings: WebSocketGatewaySettings
  readonly #connections = new Map<ClientSocket, WebSocketConnection>()
  readonly #batcher: CommitBatcher<WaitingFrame>
  readonly #coalescer: FlushCoalescer
  /** Connections with output to send. */
  readonly #withOutput = new Set<WebSocketConnection>()
  /** Connections with output without urgency. */
  readonly #withLateOutput = new Set<WebSocketConnection>()
  readonly #lateTimer: OneShotTimer
  #emptyBatch = new PendingBatch<string>()
  #isProcessing = false

  constructor(settings: WebSocketGatewaySettings) {
    this.#settings = settings
    this.#batcher = new CommitBatcher(
      (frames) => this.#processBatch(frames),
      () => settings.durable(),
    )
    this.#coalescer = new FlushCoalescer(settings.clock, flushDelayMs, () => this.#flush())
    this.#lateTimer = new OneShotTimer(settings.clock, () => this.#flushLate())
  }

  has(socket: ClientSocket): boolean {
    return this.#connections.has(socket)
  }

  /** A new client, whose upgrade is not answered yet. */
  accept(socket: ClientSocket, attachment: WebSocketAttachment): void {
    const connection = this.#newConnection(socket, attachment)
    connection.holdOutput()
    const runtime = this.#settings.runtime()
    if (!runtime) connection.disconnect('the room cannot be opened')
    else if (!this.#settings.isOpen()) runtime.reject(connection, 'closed')
    else
      runtime.openSession(connection, undefined, (client) => {
        connection.client = client
      })
    if (connection.rejectMessage) return this.#settings.reject(socket, connection.rejectMessage)
    this.#settings.accept(socket)
    connection.accepted()
  }

  /** Takes over a socket that outlived the instance that accepted it. */
  adopt(socket: ClientSocket, attachment: WebSocketAttachment): void {
    if (this.#connections.has(socket)) return
    const connection = this.#newConnection(socket, attachment)
    const resumeState = connection.readResumeState(this.#settings.records)
    const runtime = this.#settings.runtime()
    if (!runtime || !resumeState) return connection.disconnect('the room cannot be opened')
    runtime.openSession(connection, { resumeState, receivedAll: true }, (client) => {
      connection.client = client
    })
  }

  /** Stores the last announcement to the Directory in the sockets, for a later instance. */
  storeLastAnnouncement(announcement: LastAnnouncement | undefined): void {
    for (const connection of this.#connections.values()) connection.storeLastAnnouncement(announcement)
  }

  /** Likewise the room's usage, in one of them; false: there is none. */
  storeUsage(usage: UnwrittenUsage): boolean {
    const [connection] = this.#connections.values()
    connection?.storeUsage(usage)
    return connection !== undefined
  }

  get size(): number {
    return this.#connections.size
  }

  /** When the first idle client times out; undefined: none does. */
  get idleTimeoutAt(): number | undefined {
    let first: number | undefined
    for (const connection of this.#connections.values()) {
      const at = this.#timeoutOf(connection)
      if (at !== undefined && (first === undefined || at < first)) first = at
    }
    return first
  }

  /** Ends sessions that have been idle for too long. */
  endIdleSessions(): void {
    const now = this.#settings.clock.now()
    for (const connection of [...this.#connections.values()]) {
      if ((this.#timeoutOf(connection) ?? Number.POSITIVE_INFINITY) > now) continue
      if (connection.client) this.#settings.runtime()?.endSession(connection.client, 'idle for too long')
    }
  }

  /** While anybody plays, the room checks idle clients itself, except new clients of a ticking world. */
  #timeoutOf(connection: WebSocketConnection): number | undefined {
    const runtime = this.#settings.runtime()
    if (!runtime) return undefined
    const { idleTimeoutMs } = runtime.limits
    const { connectedAt, lastFrameAt } = connection.times
    if (lastFrameAt === undefined && runtime.tickMs > 0) return connectedAt + firstFrameTimeoutMs
    return idleTimeoutMs > 0 && !runtime.isOccupied
      ? (lastFrameAt ?? connectedAt) + idleTimeoutMs * (1 + idlePrecision)
      : undefined
  }

  message(socket: ClientSocket, frame: Frame): void {
    const connection = this.#connections.get(socket)
    if (!connection) return
    const { clock, runtime } = this.#settings
    const idleMs = runtime()?.limits.idleTimeoutMs ?? 0
    // Without an idle timeout the first frame is enough: each time is a write of the attachment.
    connection.storeLastFrameAt(clock.now(), idleMs > 0 ? idleMs * idlePrecision : Number.POSITIVE_INFINITY)
    const parts = this.#settings.batchesJson && typeof frame === 'string' ? splitJsonList(frame) : [frame]
    for (const part of parts) this.#batcher.add({ connection, frame: part, length: part.length })
  }

  /** The client closed, or its socket failed. */
  socketClosed(socket: ClientSocket): void {
    const connection = this.#connections.get(socket)
    if (!connection) return
    // Frames from before the close still count.
    this.#batcher.processAll()
    this.#forget(socket, connection)
    connection.socketClosed()
    if (connection.client) this.#settings.runtime()?.leave(connection.client)
  }

  /** Whether this key is the resume state of a connected client. */
  ownsRecord(key: string): boolean {
    for (const connection of this.#connections.values()) if (connection.resumeStateKey === key) return true
    return false
  }

  /** The room is deleted. */
  stop(): void {
    for (const connection of this.#connections.values()) connection.socketClosed()
    this.#connections.clear()
    this.#withOutput.clear()
    this.#withLateOutput.clear()
    this.#coalescer.stop()
    this.#lateTimer.cancel()
  }

  #newConnection(socket: ClientSocket, attachment: WebSocketAttachment): WebSocketConnection {
    const { clock, batchesJson } = this.#settings
    const connection: WebSocketConnection = new WebSocketConnection(socket, attachment, clock, batchesJson, {
      onOutput: (urgency) => this.#scheduleFlush(connection, urgency),
      emptyBatch: () => this.#emptyBatch,
      onEnded: () => {
        this.#forget(socket, connection)
        // A client that was too slow still has to leave the world.
        if (connection.client) this.#settings.runtime()?.leave(connection.client)
      },
    })
    this.#connections.set(socket, connection)
    return connection
  }

  #forget(socket: ClientSocket, connection: WebSocketConnection): void {
    this.#connections.delete(socket)
    this.#withOutput.delete(connection)
    this.#withLateOutput.delete(connection)
  }

  #processBatch(frames: readonly WaitingFrame[]): void {
    this.#isProcessing = true
    for (const { connection, frame } of frames) this.#processFrame(connection, frame)
    this.#isProcessing = false
    if (frames.length === 1) return this.#flush()
    // Replies to batched frames are sent together; output that is no reply may wait for more.
    for (const connection of this.#withOutput) {
      if (!connection.hasReply) continue
      this.#withOutput.delete(connection)
      connection.flush()
    }
    if (this.#withOutput.size > 0) this.#coalescer.schedule()
  }

  /** A failure here is an internal fault, and must not lose the frames of other clients in the same batch. */
  #processFrame(connection: WebSocketConnection, frame: Frame): void {
    try {
      if (connection.client) this.#settings.runtime()?.receive(connection.client, 1, frame)
    } catch (error) {
      this.#settings.log('fault', describeError(error))
    }
  }

  #scheduleFlush(connection: WebSocketConnection, urgency: Urgency): void {
    if (urgency === 'late') {
      this.#withLateOutput.add(connection)
      return this.#lateTimer.start(lateFlushDelayMs)
    }
    this.#withOutput.add(connection)
    if (!this.#isProcessing) this.#coalescer.schedule()
  }

  #flush(): void {
    this.#coalescer.onFlushed()
    for (const line of this.#withOutput) line.flush()
    this.#withOutput.clear()
    this.#emptyBatch = new PendingBatch()
  }

  #flushLate(): void {
    for (const connection of this.#withLateOutput) connection.flush()
    this.#withLateOutput.clear()
  }
}
