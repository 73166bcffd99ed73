import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { type RawData, WebSocket } from 'ws'
import { closeReason } from '../../../wire/link/close-reason.ts'
import type { PendingBatch } from '../../../wire/link/json-batch.ts'
import { splitJsonList } from '../../../wire/link/json-split.ts'
import type { Urgency } from '../../../wire/link/link-codec.ts'
import type { RoomFrame } from '../../sessions/room-frame.ts'
import type { SessionHandle, TransportClient } from '../../sessions/session.ts'
import { disconnectOnFault } from '../../util/disconnect-on-fault.ts'
import type { ListenerContext, ListenerSpec } from '../base/listener.ts'
import type { RegisteredClient } from '../limits/client-registry.ts'
import { SlowConsumerDetector, unreadLimits } from '../limits/slow-consumer-detector.ts'
import type { BufferedClient, FlushScheduler } from './flush-scheduler.ts'
import type { LargeMessageCache } from './large-message-cache.ts'
import { webSocketLimits } from './websocket-limits.ts'
import { type DeflatedMessage, joinFrames, type WebSocketMessage } from './websocket-message.ts'

declare module 'ws' {
  interface WebSocket {
    /**
     * Undocumented fields of the library ws: the received parts of an incomplete message, and the bytes that it has not
     * parsed yet.
     */
    readonly _receiver: {
      readonly _buffers: readonly unknown[]
      readonly _bufferedBytes: number
      readonly _fragments: readonly unknown[]
      readonly _messageLength: number
    }
  }
}

/** A connection takes about this many bytes in addition to its messages; more with TLS or compression. */
const plainBytes = 16_384
const tlsBytes = 49_152
const inflateBytes = 49_152
/** A piece of an incomplete message takes about this many bytes in addition to its content. */
const bytesPerPiece = 256

const webSocketCloseCodes = { normal: 1000, goingAway: 1001, policy: 1008 } as const

/** `windowBits`: bits of the client's inflate window, if the client uses compression. */
export interface AcceptedWebSocket {
  readonly webSocket: WebSocket
  readonly socket: Duplex
  readonly windowBits: number
  readonly address: string
}

export interface WebSocketOutput {
  readonly flushScheduler: FlushScheduler
  readonly largeMessages: LargeMessageCache
}

export class WebSocketClient implements TransportClient, RegisteredClient, BufferedClient {
  readonly transport = 'websocket'
  readonly compressed: boolean
  readonly address: string
  readonly #webSocket: WebSocket
  /**
   * Frames are written directly to the client's TCP socket. The library ws writes only pings and the close, which never
   * need to wait.
   */
  readonly #socket: Duplex
  readonly #windowBits: number
  readonly #context: ListenerContext
  readonly #flushScheduler: FlushScheduler
  readonly #largeMessages: LargeMessageCache
  readonly #slowConsumer = new SlowConsumerDetector()
  readonly #session: SessionHandle
  readonly #batchesJson: boolean
  #pendingBatch: PendingBatch<RoomFrame, WebSocketMessage> | undefined
  /** The message that is being deflated, and those that wait for it. */
  readonly #deflateQueue: { readonly framed: DeflatedMessage; readonly bytes: number }[] = []
  #deflateQueueBytes = 0
  /** Closes the client once all messages are deflated and written. */
  #closeAfterDeflate: (() => void) | undefined
  #isClosed = false
  #isPaused = false
  #overrunBytes = 0
  #pingedAt: number
  /** Number of pings and pongs since the last sweep. */
  #controlFrames = 0

  constructor(
    connection: AcceptedWebSocket,
    { flushScheduler, largeMessages }: WebSocketOutput,
    spec: ListenerSpec,
    context: ListenerContext,
  ) {
    const { webSocket, socket, windowBits, address } = connection
    this.#webSocket = webSocket
    this.#socket = socket
    this.#windowBits = windowBits
    this.address = address
    this.#flushScheduler = flushScheduler
    this.#largeMessages = largeMessages
    this.#context = context
    this.#pingedAt = context.clock.now()
    this.#batchesJson = spec.definition.joins ?? false
    this.compressed = webSocket.extensions.includes('permessage-deflate')
    webSocket.on('message', (data, isBinary) =>
      disconnectOnFault(context.log, this, () => this.#onMessage(data, isBinary)),
    )
    for (const kind of ['ping', 'pong'] as const) webSocket.on(kind, () => this.#onControlFrame())
    // The message was too large or malformed. The library ws has already responded with 1009, 1002 or 1007.
    webSocket.on('error', () => this.#context.counters.countRejection('malformed'))
    webSocket.once('close', () => this.disconnect('client closed'))
    this.#session = context.openSession(spec.assignment, this)
  }

  write(frame: RoomFrame, urgency?: Urgency): void {
    if (this.#isClosed) return
    const { emptyBatch } = this.#flushScheduler
    if (!urgency || !this.#batchesJson || !frame.isText) {
      this.flushPending()
      return this.#send(
        urgency ? emptyBatch.append(frame).joined(joinFrames) : this.#largeMessages.messageOf(frame),
      )
    }
    // Frames that arrive together are joined into one message, because each message wakes the client and the sidecar.
    this.#pendingBatch = (this.#pendingBatch ?? emptyBatch).append(frame)
    if (this.#pendingBatch.isFull) this.flushPending()
    else this.#flushScheduler.add(this, urgency)
  }

  flushPending(): void {
    const pendingBatch = this.#pendingBatch
    this.#pendingBatch = undefined
    if (pendingBatch && !this.#isClosed) this.#send(pendingBatch.joined(joinFrames))
  }

  #send(message: WebSocketMessage): void {
    if (this.#unreadBytes > unreadLimits.maxBytes) return this.terminate('slow')
    this.#context.counters.countFrameFromServer(message.bytes.length)
    const framed = this.compressed ? message.deflated(this.#windowBits) : message.plain
    if (framed instanceof Buffer && this.#deflateQueue.length === 0) return this.#writeFramed(framed)
    this.#deflateQueueBytes += message.bytes.length
    this.#deflateQueue.push({ framed, bytes: message.bytes.length })
    if (this.#deflateQueue.length === 1) void this.#writeDeflated()
  }

  async #writeDeflated(): Promise<void> {
    for (let next = this.#deflateQueue[0]; next; next = this.#deflateQueue[0]) {
      this.#writeFramed(await next.framed)
      this.#deflateQueue.shift()
      this.#deflateQueueBytes -= next.bytes
    }
    this.#closeAfterDeflate?.()
  }

  /**
   * Writes all output of one event-loop iteration in one write, because a write takes longer than all other work on the
   * output.
   */
  #writeFramed(framed: Buffer): void {
    if (this.#webSocket.readyState !== WebSocket.OPEN) return
    if (this.#socket.writableCorked === 0) this.#flushScheduler.cork(this.#socket)
    this.#socket.write(framed, this.#context.writeLatency?.startTimer())
  }

  get #unreadBytes(): number {
    return this.#webSocket.bufferedAmount + this.#deflateQueueBytes
  }

  get keptBytes(): number {
    const { _receiver: receiver, readyState } = this.#webSocket
    if (readyState === WebSocket.CLOSED) return 0
    const pieces = receiver._buffers.length + receiver._fragments.length
    const incompleteBytes = receiver._bufferedBytes + receiver._messageLength + pieces * bytesPerPiece
    const connectionBytes =
      plainBytes + (this.#socket instanceof TLSSocket ? tlsBytes : 0) + (this.compressed ? inflateBytes : 0)
    return connectionBytes + incompleteBytes + this.#socket.readableLength + this.#unreadBytes
  }

  close(reason: string): void {
    this.#closeConnection(reason, webSocketCloseCodes.normal)
  }

  pause(): void {
    if (this.#isClosed) return
    this.#isPaused = true
    this.#webSocket.pause()
  }

  resume(): void {
    this.#isPaused = false
    this.#overrunBytes = 0
    this.#webSocket.resume()
  }

  /** Closes the connection, if the client has not closed it already, and notifies the room. */
  disconnect(reason: string, code: number = webSocketCloseCodes.goingAway): void {
    if (this.#isClosed) return
    this.#closeConnection(reason, code)
    this.#session.clientClosed(reason)
  }

  /** Runs once a second. */
  checkTimeouts(now: number): void {
    this.#controlFrames = 0
    if (this.#slowConsumer.isTooSlow(this.#unreadBytes, now)) return this.terminate('slow')
    if (this.#isClosed) return
    if (now - this.#pingedAt < webSocketLimits.pingMs) return
    this.#pingedAt = now
    this.#webSocket.ping()
  }

  #onControlFrame(): void {
    if (++this.#controlFrames > webSocketLimits.controlFramesPerSecond) this.terminate('flood')
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (this.#isClosed) return
    const bytes = data as Buffer // by default, ws passes messages as Buffers
    this.#context.counters.countFrameFromClient(bytes.length)
    if (this.#isPaused) this.#overrunBytes += bytes.length
    if (this.#overrunBytes > webSocketLimits.overrunBytes) return this.terminate('flood')
    if (isBinary) return this.#session.sendFrame(bytes)
    const frame = bytes.toString()
    // If the room closes the client because of one part, the later parts are discarded.
    for (const part of this.#batchesJson ? splitJsonList(frame) : [frame])
      if (!this.#isClosed) this.#session.sendFrame(part)
  }

  #reject(reason: string): void {
    this.#context.counters.countRejection(reason)
    this.disconnect(reason, webSocketCloseCodes.policy)
  }

  terminate(reason: string): void {
    if (!this.#isClosed) this.#reject(reason)
    this.#webSocket.terminate()
  }

  #closeConnection(reason: string, code: number): void {
    if (this.#isClosed) return
    this.flushPending()
    this.#isClosed = true
    this.#flushScheduler.delete(this)
    this.#context.log.debug({ peer: this.address, reason }, 'closed')
    this.#webSocket.resume() // otherwise the client's close frame would not be read
    const close = () => this.#webSocket.close(code, closeReason(reason))
    if (this.#deflateQueue.length > 0) this.#closeAfterDeflate = close
    else close()
  }
}
