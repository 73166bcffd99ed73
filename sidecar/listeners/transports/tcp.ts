// Splits the streams of TCP clients into frames, and limits the cost of slow, silent and malformed clients. Reads the
// length field of frames, not their contents.
import { createServer, type Server, type Socket } from 'node:net'
import {
  addLengthField,
  FrameSplitter,
  type Framing,
  fitsLengthField,
  lengthOnStream,
  stripLengthField,
  writeOnStream,
} from '../../../wire/net/framing.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import type { RoomFrame } from '../../sessions/room-frame.ts'
import type { SessionHandle, TransportClient } from '../../sessions/session.ts'
import { disconnectOnFault } from '../../util/disconnect-on-fault.ts'
import { NextTickBatch } from '../../util/next-tick-batch.ts'
import { listeningPort, startListening, stopListening } from '../../util/server-port.ts'
import { ConnectionAcceptor } from '../base/connection-acceptor.ts'
import type { Listener, ListenerContext, ListenerFactory, ListenerSpec } from '../base/listener.ts'
import { ClientRegistry, type RegisteredClient } from '../limits/client-registry.ts'
import { type PendingConnection, PendingConnectionLimiter } from '../limits/pending-connection-limiter.ts'
import { SlowConsumerDetector, unreadLimits } from '../limits/slow-consumer-detector.ts'

/** Milliseconds. */
export const tcpLimits = {
  /** Maximum time from the connection to the first frame, and from the first byte of any frame to its last byte. */
  frameMs: 60_000,
  /** Time after a close in which the client can read its remaining output. */
  closingMs: 5_000,
  keepAliveMs: 60_000,
} as const

/**
 * Node takes buffers below this size from a pool. Larger buffers are allocated outside its heap, and many of them
 * trigger full garbage collections of 20 ms and more. With a hundred players in one place, there was such a collection
 * every second.
 */
const bufferPoolBytes = 4096
/** A connection takes about this many bytes in addition to its frames. */
const connectionBytes = 8192

/** Throws if the definition has no framing. */
export const openTcpListener: ListenerFactory = async (spec, at, context) => {
  const listener = new TcpListener(spec, context)
  await startListening(listener.server, at)
  listener.server.on('error', (error) => context.log.error({ err: error }, 'tcp listener'))
  return listener
}

class TcpListener implements Listener {
  readonly server: Server
  readonly #context: ListenerContext
  readonly #clients: ClientRegistry
  /** Connections that have not sent a complete frame. */
  readonly #pending: PendingConnectionLimiter
  readonly #acceptor: ConnectionAcceptor
  readonly #writeBatch = new NextTickBatch<TcpClient>((client) =>
    disconnectOnFault(this.#context.log, client, () => client.flushOutput()),
  )
  #spec: ListenerSpec

  constructor(spec: ListenerSpec, context: ListenerContext) {
    if (!spec.definition.framing) throw new Error('no framing')
    this.#spec = spec
    this.#context = context
    this.#clients = new ClientRegistry(context)
    this.#pending = new PendingConnectionLimiter(context.maxConnections, () => this.#clients.size)
    this.#acceptor = new ConnectionAcceptor(context, (socket, address) => this.#onConnection(socket, address))
    const keepAlive = { keepAlive: true, keepAliveInitialDelay: tcpLimits.keepAliveMs }
    this.server = createServer({ noDelay: true, ...keepAlive }, (socket) => this.#acceptor.accept(socket))
  }

  get port(): number {
    return listeningPort(this.server)
  }

  update(spec: ListenerSpec): void {
    this.#spec = spec
  }

  stopAccepting(): Promise<void> {
    return stopListening(this.server)
  }

  async close(reason: string): Promise<void> {
    const stopped = this.stopAccepting()
    this.#clients.disconnectAll(reason)
    await stopped
  }

  whenEmpty(): Promise<void> {
    return this.#clients.whenEmpty()
  }

  #onConnection(socket: Socket, address: string): void {
    socket.on('error', () => {}) // 'close' follows and handles it
    let client: TcpClient | undefined
    const pending = {
      address,
      evict: () => {
        client?.disconnect('no frame sent; evicted for a new connection')
        socket.destroy()
        if (client) this.#clients.remove(client)
      },
    }
    const rejection = address ? this.#rejectReason(pending) : 'gone'
    if (rejection) {
      this.#context.counters.countRejection(rejection)
      socket.destroy()
      return
    }
    const onFirstFrame = () => this.#pending.release(pending)
    const admitted = new TcpClient(socket, address, this.#spec, this.#context, this.#writeBatch, onFirstFrame)
    client = admitted
    this.#clients.add(admitted)
    socket.once('close', () => {
      onFirstFrame()
      this.#clients.remove(admitted)
    })
  }

  #rejectReason(pending: PendingConnection): string | undefined {
    const reason =
      this.#pending.admit(pending) ?? this.#clients.rejectReason(pending.address, this.#spec.assignment)
    if (reason) this.#pending.release(pending)
    return reason
  }
}

class TcpClient implements TransportClient, RegisteredClient {
  readonly transport = 'tcp'
  readonly compressed = false
  readonly address: string
  readonly #socket: Socket
  readonly #context: ListenerContext
  readonly #framing: Framing
  readonly #splitter: FrameSplitter
  readonly #slowConsumer = new SlowConsumerDetector()
  readonly #session: SessionHandle
  readonly #writeBatch: NextTickBatch<TcpClient>
  /** Output that is written at the end of the current event-loop iteration. */
  #outgoing: Uint8Array[] = []
  #outgoingBytes = 0
  #onFirstFrame: (() => void) | undefined
  #isClosed = false
  /** Why the client has closed the connection, if it has. */
  #leaveReason: string | undefined
  /** Whether the splitter may still contain frames of the last chunk that did not fit into the session's window. */
  #mayHoldFrames = false
  #isPaused = false
  #hasCompletedFrame = false
  /** Whether the first frame is awaited, or the rest of an incomplete one. */
  #isAwaitingFrame = true
  /** When the client times out: `#timeoutMs` after its last progress; 0: never. */
  #deadline = 0
  #timeoutMs = 0

  constructor(
    socket: Socket,
    address: string,
    spec: ListenerSpec,
    context: ListenerContext,
    writeBatch: NextTickBatch<TcpClient>,
    onFirstFrame: () => void,
  ) {
    this.#onFirstFrame = onFirstFrame
    this.#writeBatch = writeBatch
    this.#socket = socket
    this.address = address
    this.#context = context
    this.#framing = spec.definition.framing!
    this.#splitter = new FrameSplitter(clientFraming(spec))
    this.#setTimeout(tcpLimits.frameMs)
    socket.on('data', (chunk: Buffer) => disconnectOnFault(context.log, this, () => this.#onData(chunk)))
    socket.once('end', () => this.#clientLeft('client ended'))
    socket.once('close', () => this.#clientLeft('client closed'))
    this.#session = context.openSession(spec.assignment, this)
  }

  write({ bytes }: RoomFrame): void {
    if (this.#isClosed) return
    if (this.#socket.writableLength + this.#outgoingBytes > unreadLimits.maxBytes)
      return this.terminate('slow')
    if (!fitsLengthField(this.#framing, bytes)) return this.#reject('oversize')
    this.#context.counters.countFrameFromServer(bytes.length)
    this.#outgoingBytes += lengthOnStream(this.#framing, bytes)
    if (this.#outgoing.push(bytes) === 1) this.#writeBatch.add(this)
  }

  /** Writes all waiting frames in one write, because a write takes longer than all other work on the frames. */
  flushOutput(): void {
    const frames = this.#outgoing
    if (frames.length === 0) return
    const bytes = this.#outgoingBytes
    this.#outgoing = []
    this.#outgoingBytes = 0
    const onWritten = this.#context.writeLatency?.startTimer()
    if (bytes < bufferPoolBytes && (frames.length > 1 || this.#framing.bare))
      return void this.#socket.write(this.#concatFrames(frames, bytes), onWritten)
    this.#socket.cork()
    for (const [i, frame] of frames.entries())
      this.#socket.write(
        this.#framing.bare ? this.#concatFrames([frame], lengthOnStream(this.#framing, frame)) : frame,
        i === frames.length - 1 ? onWritten : undefined,
      )
    this.#socket.uncork()
  }

  #concatFrames(frames: readonly Uint8Array[], bytes: number): Buffer {
    const stream = Buffer.allocUnsafe(bytes)
    let at = 0
    for (const frame of frames) at = writeOnStream(this.#framing, frame, stream, at)
    return stream
  }

  close(reason: string): void {
    if (this.#isClosed) return
    this.#context.log.debug({ peer: this.address, reason }, 'closed')
    this.#endConnection()
  }

  pause(): void {
    if (this.#isClosed) return
    this.#isPaused = true
    this.#socket.pause()
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#setTimeout(this.#timeoutMs) // the time in which the client was paused does not count
    this.#passFrames()
    if (!this.#isPaused) this.#socket.resume()
  }

  /** Handles the client's close. The client's last frames may still wait for the session's window. */
  #clientLeft(reason: string): void {
    this.#leaveReason ??= reason
    if (!this.#mayHoldFrames) this.disconnect(this.#leaveReason)
  }

  get keptBytes(): number {
    const { destroyed, readableLength, writableLength } = this.#socket
    if (destroyed) return 0
    return (
      connectionBytes + this.#splitter.bufferedBytes + readableLength + writableLength + this.#outgoingBytes
    )
  }

  /** Closes the connection, and notifies the room. */
  disconnect(reason: string): void {
    if (this.#isClosed) return
    this.close(reason)
    this.#session.clientClosed(reason)
  }

  /** Runs once a second. */
  checkTimeouts(now: number): void {
    if (this.#slowConsumer.isTooSlow(this.#socket.writableLength, now)) return this.terminate('slow')
    if (this.#isPaused || !this.#deadline || now < this.#deadline) return
    if (this.#isClosed) this.#socket.destroy()
    else this.#reject('unfinished')
  }

  #onData(chunk: Uint8Array): void {
    if (this.#isClosed) return // discards data after the sidecar's close: unread data would reset the connection
    this.#splitter.add(chunk)
    this.#mayHoldFrames = true
    this.#passFrames()
  }

  #passFrames(): void {
    try {
      while (!this.#isClosed && this.#mayHoldFrames && !this.#isPaused) this.#passNextFrame()
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      this.#context.log.info({ peer: this.address, detail: error.message }, 'malformed')
      this.#reject('malformed')
    }
  }

  #passNextFrame(): void {
    const frame = this.#splitter.next()
    if (!frame) return this.#endOfChunk()
    this.#hasCompletedFrame = true
    this.#onFirstFrame?.()
    this.#onFirstFrame = undefined
    this.#context.counters.countFrameFromClient(frame.length)
    // The socket allocates a new buffer for each read, so a frame may be a view of that buffer.
    this.#session.sendFrame(stripLengthField(this.#framing, frame))
  }

  #endOfChunk(): void {
    this.#mayHoldFrames = false
    const isBetweenFrames =
      !this.#splitter.bufferedBytes && (this.#hasCompletedFrame || !this.#isAwaitingFrame)
    if (isBetweenFrames) this.#setTimeout(0)
    else if (this.#hasCompletedFrame || !this.#isAwaitingFrame) this.#setTimeout(tcpLimits.frameMs)
    this.#isAwaitingFrame = !isBetweenFrames
    this.#hasCompletedFrame = false
    if (this.#leaveReason !== undefined) this.disconnect(this.#leaveReason)
  }

  /** `ms`: milliseconds from now; 0: no timeout. */
  #setTimeout(ms: number): void {
    this.#timeoutMs = ms
    this.#deadline = ms && this.#context.clock.now() + ms
  }

  #reject(reason: string): void {
    this.#context.counters.countRejection(reason)
    this.disconnect(reason)
  }

  terminate(reason: string): void {
    if (!this.#isClosed) this.#reject(reason)
    this.#socket.destroy()
  }

  #endConnection(): void {
    this.flushOutput()
    this.#isClosed = true
    this.#mayHoldFrames = false
    this.#isPaused = false
    this.#setTimeout(tcpLimits.closingMs)
    this.#socket.end()
    this.#socket.resume()
  }
}

/** The listener's framing, whose `max` is at most the room's frame limit plus the length field of a bare framing. */
function clientFraming({ assignment, definition }: ListenerSpec): Framing {
  const framing = definition.framing!
  const bareHeader = addLengthField(framing, new Uint8Array(0)).length
  return { ...framing, max: Math.min(framing.max, assignment.frameBytes + bareHeader) }
}
