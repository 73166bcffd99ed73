// Each text or binary message is one frame of the game. Clients connect with any path and query, and get
// permessage-deflate if they offer it.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { clientAddress, isLoopback } from '../../../wire/net/ip-address.ts'
import { listeningPort, startListening, stopListening } from '../../util/server-port.ts'
import { ConnectionAcceptor, consumeFirstBytes } from '../base/connection-acceptor.ts'
import type { Listener, ListenerContext, ListenerFactory, ListenerSpec } from '../base/listener.ts'
import type { TlsCertificate } from '../base/tls-certificate.ts'
import { ClientRegistry } from '../limits/client-registry.ts'
import { type PendingConnection, PendingConnectionLimiter } from '../limits/pending-connection-limiter.ts'
import { FlushScheduler } from './flush-scheduler.ts'
import { LargeMessageCache } from './large-message-cache.ts'
import { type AcceptedWebSocket, WebSocketClient, type WebSocketOutput } from './websocket-client.ts'
import { rejectUpgrade, WebSocketHandshake } from './websocket-handshake.ts'
import { webSocketLimits } from './websocket-limits.ts'

/** The first byte of a TLS connection (RFC 8446, 5.1). */
const tlsHandshakeByte = 0x16

export function createWebSocketListenerFactory(): ListenerFactory {
  const largeMessages = new LargeMessageCache()
  return async (spec, at, context) => {
    const listener = new WebSocketListener(spec, context, largeMessages)
    await startListening(listener.server, at)
    listener.server.on('error', (error) => context.log.error({ err: error }, 'websocket listener'))
    return listener
  }
}

class WebSocketListener implements Listener {
  readonly server: Server
  readonly #context: ListenerContext
  readonly #clients: ClientRegistry
  /** Connections that have not completed the WebSocket handshake. */
  readonly #pending: PendingConnectionLimiter
  readonly #pendingByStream = new WeakMap<Duplex, PendingConnection>()
  /** Passes a connection to the HTTP server, as if the server had accepted it. */
  readonly #handleHttp: (stream: Duplex) => void
  readonly #output: WebSocketOutput
  #handshake: WebSocketHandshake
  #spec: ListenerSpec

  constructor(spec: ListenerSpec, context: ListenerContext, largeMessages: LargeMessageCache) {
    this.#spec = spec
    this.#context = context
    this.#clients = new ClientRegistry(context)
    this.#output = { flushScheduler: new FlushScheduler(context.clock, context.log), largeMessages }
    this.#pending = new PendingConnectionLimiter(
      context.maxConnections,
      (pending) => this.#clients.size + pending,
    )
    this.#handshake = new WebSocketHandshake(spec.assignment.frameBytes)
    const { handshakeMs } = webSocketLimits
    this.server = createServer({
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
      headersTimeout: handshakeMs,
      requestTimeout: handshakeMs,
      connectionsCheckingInterval: handshakeMs / 2,
      maxHeaderSize: 8192,
    })
    const [handleConnection] = this.server.listeners('connection')
    this.#handleHttp = (stream) => handleConnection!.call(this.server, stream)
    const acceptor = new ConnectionAcceptor(context, (socket, address) => this.#onConnection(socket, address))
    this.server.removeAllListeners('connection').on('connection', (socket) => acceptor.accept(socket))
    this.server.on('request', (_request, response) => {
      response
        .writeHead(426, { connection: 'close', upgrade: 'websocket' })
        .end('This port accepts only WebSocket connections.\n')
    })
    this.server.on('upgrade', (request, socket, head) => this.#onUpgrade(request, socket, head))
  }

  get port(): number {
    return listeningPort(this.server)
  }

  update(spec: ListenerSpec): void {
    if (spec.assignment.frameBytes !== this.#spec.assignment.frameBytes) {
      this.#handshake = new WebSocketHandshake(spec.assignment.frameBytes)
    }
    this.#spec = spec
  }

  stopAccepting(): Promise<void> {
    const stopped = stopListening(this.server)
    this.server.closeIdleConnections()
    return stopped
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
    const pending = { address, evict: () => socket.destroy() }
    const trusted = isLoopback(address) || this.#context.proxies.includes(address)
    const rejection = address ? this.#pending.admit(pending, trusted) : 'gone'
    if (rejection) {
      this.#context.counters.countRejection(rejection)
      socket.destroy()
      return
    }
    socket.once('close', () => this.#pending.release(pending))
    this.#detectTls(socket, (stream) => {
      this.#pendingByStream.set(stream, pending)
      this.#handleHttp(stream)
    })
  }

  /** A listener with a certificate also accepts plain connections, because some clients support no TLS. */
  #detectTls(socket: Socket, then: (stream: Duplex) => void): void {
    const { certificate, counters } = this.#context
    if (!certificate) return then(socket)
    let isSecure = false
    const read = ([first]: Buffer) => {
      isSecure = first === tlsHandshakeByte
      return 0
    }
    consumeFirstBytes(socket, read, (failed) => {
      if (failed) {
        counters.countRejection(failed)
        socket.destroy()
      } else if (isSecure) then(this.#wrapTls(socket, certificate))
      else then(socket.resume())
    })
  }

  #wrapTls(socket: Socket, { context }: TlsCertificate): TLSSocket {
    const secured = new TLSSocket(socket, { isServer: true, secureContext: context })
    return secured.on('error', () => this.#context.counters.countRejection('malformed'))
  }

  #onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => {})
    const forwarded = request.headers['x-forwarded-for']
    const pending = this.#pendingByStream.get(socket)
    const address = clientAddress(pending?.address ?? '', String(forwarded ?? ''), this.#context.proxies)
    const rejection = this.#clients.rejectReason(address, this.#spec.assignment)
    if (rejection) {
      this.#context.counters.countRejection(rejection)
      return rejectUpgrade(socket, rejection === 'full' ? 503 : 429)
    }
    this.#handshake.accept(request, socket, head, (webSocket, windowBits) => {
      if (pending) this.#pending.release(pending)
      this.#addClient({ webSocket, socket, windowBits, address })
    })
  }

  #addClient(connection: AcceptedWebSocket): void {
    const client = new WebSocketClient(connection, this.#output, this.#spec, this.#context)
    const { webSocket } = connection
    this.#clients.add(client)
    webSocket.once('close', () => this.#clients.remove(client))
  }
}
