// Serves the raw dispatch response, for clients that read only one packet and support little of HTTP. Each connection
// gets the whole response in one write. The sidecar does not interpret the response.
import { createServer, type Server, type Socket } from 'node:net'
import { decodeBase64 } from '../../../wire/util/base64.ts'
import { listeningPort, startListening, stopListening } from '../../util/server-port.ts'
import { ConnectionAcceptor } from '../base/connection-acceptor.ts'
import type { Listener, ListenerContext, ListenerFactory, ListenerSpec } from '../base/listener.ts'
import { PendingConnectionLimiter } from '../limits/pending-connection-limiter.ts'

export const dispatchListenerLimits = {
  /** A client that has sent nothing gets the response after this time. */
  silenceMs: 1_000,
  connectionMs: 5_000,
  /** Bytes of a request that are read and discarded. Unread bytes would reset the connection during the response. */
  requestBytes: 4_096,
} as const

/** Throws if the definition has no response. */
export const openDispatchListener: ListenerFactory = async (spec, at, context) => {
  const listener = new DispatchListener(spec, context)
  await startListening(listener.server, at)
  listener.server.on('error', (error) => context.log.error({ err: error }, 'dispatch listener'))
  return listener
}

class DispatchListener implements Listener {
  readonly server: Server
  readonly #context: ListenerContext
  readonly #sockets = new Set<Socket>()
  readonly #pending: PendingConnectionLimiter
  #onlineResponse: Uint8Array
  #offlineResponse: Uint8Array

  constructor(spec: ListenerSpec, context: ListenerContext) {
    this.#context = context
    this.#pending = new PendingConnectionLimiter(context.maxConnections, (pending) => pending)
    ;[this.#onlineResponse, this.#offlineResponse] = decodeResponses(spec)
    const acceptor = new ConnectionAcceptor(context, (socket, address) => this.#onConnection(socket, address))
    this.server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => acceptor.accept(socket))
  }

  get port(): number {
    return listeningPort(this.server)
  }

  update(spec: ListenerSpec): void {
    ;[this.#onlineResponse, this.#offlineResponse] = decodeResponses(spec)
  }

  stopAccepting(): Promise<void> {
    return stopListening(this.server)
  }

  async close(): Promise<void> {
    const stopped = this.stopAccepting()
    for (const socket of this.#sockets) socket.destroy()
    await stopped
  }

  async whenEmpty(): Promise<void> {} // `close` destroys all sockets

  #onConnection(socket: Socket, address: string): void {
    socket.on('error', () => {}) // 'close' follows
    const pending = { address, evict: () => socket.destroy() }
    const rejection = address ? this.#pending.admit(pending) : 'gone'
    if (rejection) {
      this.#context.counters.countRejection(rejection)
      socket.destroy()
      return
    }
    this.#sockets.add(socket)
    const lifeTimer = setTimeout(() => socket.destroy(), dispatchListenerLimits.connectionMs)
    const silenceTimer = setTimeout(() => this.#respond(socket), dispatchListenerLimits.silenceMs)
    socket.on('data', () => {
      this.#respond(socket)
      if (socket.bytesRead >= dispatchListenerLimits.requestBytes) socket.pause()
    })
    socket.once('end', () => this.#respond(socket))
    socket.once('close', () => {
      clearTimeout(lifeTimer)
      clearTimeout(silenceTimer)
      this.#sockets.delete(socket)
      this.#pending.release(pending)
    })
  }

  #respond(socket: Socket): void {
    if (socket.writableEnded || socket.destroyed) return
    const isOffline = this.#context.isWorkerUnreachable()
    this.#context.counters.countDispatchResponse(isOffline ? 'away' : 'here')
    socket.end(isOffline ? this.#offlineResponse : this.#onlineResponse)
  }
}

function decodeResponses({ definition }: ListenerSpec): [online: Uint8Array, offline: Uint8Array] {
  if (!definition.answer) throw new Error('no dispatch response')
  return [decodeBase64(definition.answer.here), decodeBase64(definition.answer.away)]
}
