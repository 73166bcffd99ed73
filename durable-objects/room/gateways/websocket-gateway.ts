import type { Frame } from '../../../games/game.ts'
import { FlushCoalescer } from '../../../wire/link/flush-coalescer.ts'
import { PendingBatch } from '../../../wire/link/json-batch.ts'
import { splitJsonList } from '../../../wire/link/json-split.ts'
import type { Urgency } from '../../../wire/link/link-codec.ts'
import { tryAgainLaterCode } from '../../../wire/link/spectator-frames.ts'
import { describeError } from '../../../wire/util/log-line.ts'
import { OneShotTimer } from '../../platform/clock.ts'
import { type Socket, socketStates } from '../../platform/platform.ts'
import {
  type ClientInfo,
  type WebSocketAttachment,
  WebSocketConnection,
  type WebSocketConnectionGateway,
} from '../connections/websocket-connection.ts'
import type { RoomContext } from '../context/room-context.ts'
import type { WorldSource } from '../world/world-runtime.ts'

const clientTag = 'direct'
/** Output other than replies (multicasts, ticks) is sent this long after the last flush, at the earliest. */
const flushDelayMs = 2
/** Delay of output of the urgency `late`. */
const lateFlushDelayMs = 100
/** Time in which a new client of a ticking world must send its first frame. */
const firstFrameTimeoutMs = 10_000
/** The stored time of a client's last frame may be too early by up to this fraction of the idle timeout. */
const idlePrecision = 0.25
/** A batch with this many frames is processed at once. */
const maxBatchFrames = 256
const maxBatchLength = 1_048_576

export class WebSocketGateway implements WebSocketConnectionGateway {
  readonly context: RoomContext
  readonly #world: WorldSource
  readonly #connections = new Map<Socket, WebSocketConnection>()
  readonly #coalescer: FlushCoalescer
  readonly #withOutput = new Set<WebSocketConnection>()
  readonly #withLateOutput = new Set<WebSocketConnection>()
  readonly #lateTimer: OneShotTimer
  #emptyBatch: PendingBatch<string> | undefined
  /** Frames that wait for the end of the current commit. */
  #waiting: { readonly connection: WebSocketConnection; readonly frame: Frame }[] = []
  #waitingLength = 0
  #isCommitting = false
  #lastWasBatch = false
  #isProcessing = false

  constructor(context: RoomContext, world: WorldSource) {
    this.context = context
    this.#world = world
    this.#coalescer = new FlushCoalescer(context.clock, flushDelayMs, () => this.#flush())
    this.#lateTimer = new OneShotTimer(context.clock, () => this.#flushLate())
    context.events.on('deleting', () => this.#reset())
    // Closes the sockets that this instance has not taken over. The others are closed when their sessions end.
    context.events.on('worldReplaced', (reason) => {
      for (const socket of context.platform.sockets(clientTag))
        if (!this.#connections.has(socket)) socket.close(tryAgainLaterCode, reason)
    })
  }

  get emptyBatch(): PendingBatch<string> {
    this.#emptyBatch ??= new PendingBatch()
    return this.#emptyBatch
  }

  get size(): number {
    return this.#connections.size
  }

  has(socket: Socket): boolean {
    return this.#connections.has(socket)
  }

  accept(socket: Socket, { address, compressed, credential }: ClientInfo): void {
    const { platform, now } = this.context
    const id = platform.secrets.newToken()
    const connection = this.#add(
      socket,
      { kind: 'direct', id, address, compressed, resumeState: undefined, connectedAt: now },
      'held',
    )
    const runtime = this.#world.open()
    if (!runtime) connection.disconnect('the room cannot be opened')
    else if (!this.context.isOpen) runtime.reject(connection, 'closed')
    else if (!this.context.admission.admits(address, credential)) runtime.reject(connection, 'uninvited')
    else runtime.openSession(connection)
    const { rejectMessage } = connection
    if (rejectMessage) return platform.reject(socket, rejectMessage.frames, rejectMessage.reason)
    platform.accept(socket, clientTag)
    connection.accepted()
  }

  /** Takes over a socket that has outlived the instance that accepted it. */
  adopt(socket: Socket, attachment: WebSocketAttachment): void {
    if (this.#connections.has(socket)) return
    const connection = this.#add(socket, attachment, 'open')
    const { resumeState } = connection
    const runtime = this.#world.open()
    if (!runtime || !resumeState) return connection.disconnect('the room cannot be opened')
    runtime.openSession(connection, { resumeState, receivedAll: true })
  }

  adoptAll(): void {
    for (const socket of this.context.platform.sockets(clientTag)) {
      if (socket.readyState !== socketStates.open) continue
      const attachment = socket.deserializeAttachment() as WebSocketAttachment
      if (attachment.resumeState) this.adopt(socket, attachment)
    }
  }

  /**
   * Frames that arrive during a commit are processed together when the commit is done or the batch is full. A frame
   * that arrives outside a commit is processed at once, unless the last batch had several frames: then it waits for
   * more frames from pending events.
   */
  message(socket: Socket, frame: Frame): void {
    const connection = this.#connections.get(socket)
    if (!connection) return
    const { idleTimeoutMs: idleMs = 0, maxFrameBytes = 0 } = this.#world.open()?.limits ?? {}
    // Storing the time rewrites the attachment. Without an idle timeout, only the time of the first frame is stored.
    connection.storeFrameTime(idleMs > 0 ? idleMs * idlePrecision : Number.POSITIVE_INFINITY)
    // A frame over the limit is not split: its millions of elements could exhaust the memory.
    const isSplit = connection.batchesJson && typeof frame === 'string' && frame.length <= maxFrameBytes
    const parts = isSplit ? splitJsonList(frame) : [frame]
    for (const part of parts) {
      this.#waiting.push({ connection, frame: part })
      this.#waitingLength += part.length
      const isEnough = this.#waiting.length >= maxBatchFrames || this.#waitingLength >= maxBatchLength
      if (isEnough || !(this.#isCommitting || this.#lastWasBatch)) this.#processBatch()
      this.#awaitCommit()
    }
  }

  socketClosed(socket: Socket): void {
    const connection = this.#connections.get(socket)
    if (!connection) return
    // Frames that arrived before the close are still processed.
    this.#processBatch()
    this.#forget(connection)
    connection.socketClosed()
    this.#leave(connection)
  }

  ownsRecord(key: string): boolean {
    for (const connection of this.#connections.values()) if (connection.resumeStateKey === key) return true
    return false
  }

  // ---- Idle clients ------------------------------------------------------------------------------------------------

  /** Milliseconds since 1970; undefined if no client will time out. */
  get idleTimeoutAt(): number | undefined {
    let first: number | undefined
    for (const connection of this.#connections.values()) {
      const at = this.#timeoutOf(connection)
      if (at !== undefined && (first === undefined || at < first)) first = at
    }
    return first
  }

  endIdleSessions(): void {
    const { now } = this.context
    for (const connection of [...this.#connections.values()]) {
      if ((this.#timeoutOf(connection) ?? Number.POSITIVE_INFINITY) > now) continue
      if (connection.session) this.#world.open()?.endSession(connection.session, 'idle for too long')
    }
  }

  /**
   * When the client times out; undefined while a player plays, because the world's timers then end idle sessions. A
   * client that has sent no frame to a ticking world always has a timeout.
   */
  #timeoutOf({ startedAt, lastFrameAt }: WebSocketConnection): number | undefined {
    const runtime = this.#world.open()
    if (!runtime) return undefined
    const { idleTimeoutMs } = runtime.limits
    if (lastFrameAt === undefined && runtime.tickMs > 0) return startedAt + firstFrameTimeoutMs
    return idleTimeoutMs > 0 && !runtime.isOccupied
      ? (lastFrameAt ?? startedAt) + idleTimeoutMs * (1 + idlePrecision)
      : undefined
  }

  // ---- Connections -------------------------------------------------------------------------------------------------

  connectionEnded(connection: WebSocketConnection): void {
    this.#forget(connection)
    // If the connection was closed because the client was too slow, its session must still leave the world.
    this.#leave(connection)
  }

  #add(socket: Socket, attachment: WebSocketAttachment, state: 'held' | 'open'): WebSocketConnection {
    const connection = new WebSocketConnection(socket, attachment, this, state)
    this.#connections.set(socket, connection)
    return connection
  }

  #forget(connection: WebSocketConnection): void {
    this.#connections.delete(connection.socket)
    this.#withOutput.delete(connection)
    this.#withLateOutput.delete(connection)
  }

  #leave({ session }: WebSocketConnection): void {
    if (session) this.#world.open()?.inbound.leave(session)
  }

  #reset(): void {
    for (const connection of this.#connections.values()) connection.socketClosed()
    this.#connections.clear()
    this.#withOutput.clear()
    this.#withLateOutput.clear()
    this.#coalescer.stop()
    this.#lateTimer.cancel()
  }

  // ---- Batches of frames -------------------------------------------------------------------------------------------

  #processBatch(): void {
    const frames = this.#waiting
    if (frames.length === 0) return
    this.#waiting = []
    this.#waitingLength = 0
    this.#lastWasBatch = frames.length > 1
    this.#isProcessing = true
    const runtime = frames.length > 1 ? this.#world.runtime : undefined
    runtime?.inbound.beginBatch()
    for (const { connection, frame } of frames) {
      try {
        if (connection.session) this.#world.open()?.inbound.receive(connection.session, 1, frame)
      } catch (error) {
        // An internal fault must not lose the frames of other clients in the same batch.
        this.context.log('error', 'fault', { detail: describeError(error) })
      }
    }
    runtime?.inbound.endBatch(() => this.#flushReplies())
    this.#isProcessing = false
    if (frames.length === 1) return this.#flush()
    // Replies to batched frames are sent together. Other output waits up to `flushDelayMs` for more output.
    this.#flushReplies()
    if (this.#withOutput.size > 0) this.#coalescer.schedule()
  }

  #flushReplies(): void {
    for (const connection of this.#withOutput) {
      if (!connection.hasReply) continue
      this.#withOutput.delete(connection)
      connection.flush()
    }
  }

  #awaitCommit(): void {
    if (this.#isCommitting) return
    this.#isCommitting = true
    void this.context.platform.disk.durable().then(() => {
      this.#isCommitting = false
      if (this.#waiting.length === 0) return
      this.#processBatch()
      this.#awaitCommit()
    })
  }

  // ---- Output ------------------------------------------------------------------------------------------------------

  scheduleFlush(connection: WebSocketConnection, urgency: Urgency): void {
    if (urgency === 'late') {
      this.#withLateOutput.add(connection)
      return this.#lateTimer.start(lateFlushDelayMs)
    }
    this.#withOutput.add(connection)
    if (!this.#isProcessing) this.#coalescer.schedule()
  }

  #flush(): void {
    this.#coalescer.onFlushed()
    flushAll(this.#withOutput)
    this.#emptyBatch = undefined
  }

  #flushLate(): void {
    flushAll(this.#withLateOutput)
  }
}

/** Empties the set. A flush can end a session, which causes output to connections that are already flushed. */
function flushAll(connections: Set<WebSocketConnection>): void {
  for (const connection of connections) {
    connections.delete(connection)
    connection.flush()
  }
}
