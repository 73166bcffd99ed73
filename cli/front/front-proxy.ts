// The front proxy, which listens on the public port of a site that runs on your own machine. The Workers runtime
// listens only on loopback and trusts the headers about the client, so the front proxy sanitizes all headers.

import { Agent, createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { consumeFirstBytes } from '../../sidecar/listeners/base/connection-acceptor.ts'
import { parseProxyHeader } from '../../sidecar/listeners/base/proxy-header.ts'
import { listeningPort, startListening } from '../../sidecar/util/server-port.ts'
import { systemErrorCode } from '../../sidecar/util/system-error-code.ts'
import { normalizeAddress } from '../../wire/net/ip-address.ts'
import { describeInOneLine, Failure } from '../terminal/failure.ts'
import { ConcurrencyLimiter } from './connection-limiter.ts'
import { type FrontProxyLimits, frontProxyLimits } from './limits.ts'
import {
  drainBody,
  hasBody,
  ProxiedRequest,
  ProxiedWebSocket,
  type ProxyExchange,
  type RuntimeAddress,
} from './proxied-request.ts'
import { type Rejection, type SanitizedRequest, sanitizeRequest } from './sanitize-request.ts'

export interface FrontProxySettings {
  readonly host: string
  /** The public port. 0: any free port. */
  readonly port: number
  /** The addresses of proxies whose X-Forwarded-* headers and PROXY headers are used. */
  readonly proxies: readonly string[]
  classifyName(name: string): 'machine' | 'public' | undefined
  /** The secret with which the Worker recognizes requests from this front proxy. */
  readonly secret: string
  /** The loopback port of the Workers runtime. */
  readonly runtimePort: number
  /** The Unix socket of the Workers runtime, which is used for WebSockets. Default: the runtime's port. */
  readonly runtimeSocketPath?: string
  log(line: string): void
  readonly limits?: Partial<FrontProxyLimits>
}

interface ConnectionOrigin {
  readonly peer: string
  /** Whether `peer` comes from a PROXY header. */
  readonly isFromProxyHeader: boolean
}

/** Maximum log lines of each kind. Without a limit, clients could fill the log with names that they choose. */
const maxLogged = 8
/** Milliseconds until the connection of a rejected client is closed, so that the client can read the reason. */
const rejectedLingerMs = 1_000
/** Milliseconds until an idle connection to the runtime is closed. The runtime itself closes it after 5 s. */
const idleUpstreamMs = 3_000

/** Throws Failure if the port cannot be opened. */
export async function openFrontProxy(settings: FrontProxySettings): Promise<FrontProxy> {
  const front = new FrontProxy(settings)
  await front.open()
  return front
}

export class FrontProxy {
  readonly #settings: FrontProxySettings
  readonly #limits: FrontProxyLimits
  readonly #server: Server
  readonly #runtime: RuntimeAddress
  readonly #webSocketRuntime: RuntimeAddress
  readonly #connections: ConcurrencyLimiter
  readonly #bodies: ConcurrencyLimiter
  readonly #origins = new WeakMap<Duplex, ConnectionOrigin>()
  readonly #sockets = new Set<Socket>()
  readonly #unanswered = new WeakMap<Duplex, Set<ServerResponse>>()
  readonly #active = new Set<ProxyExchange>()
  readonly #logged = new Map<string, Set<string>>()
  readonly #serve: (socket: Socket) => void
  readonly #sweepTimer: NodeJS.Timeout

  constructor(settings: FrontProxySettings) {
    this.#settings = settings
    this.#limits = { ...frontProxyLimits, ...settings.limits }
    const reused = {
      keepAlive: true,
      timeout: idleUpstreamMs,
      scheduling: 'lifo',
      maxFreeSockets: 64,
    } as const
    this.#runtime = { port: settings.runtimePort, agent: new Agent(reused) }
    const { runtimeSocketPath: socketPath } = settings
    this.#webSocketRuntime = socketPath ? { socketPath, agent: this.#runtime.agent } : this.#runtime
    this.#connections = new ConcurrencyLimiter(this.#limits.connections)
    this.#bodies = new ConcurrencyLimiter(this.#limits.bodies)
    this.#server = createServer({
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
      headersTimeout: this.#limits.headersMs,
      requestTimeout: 0,
      keepAliveTimeout: this.#limits.idleMs,
      connectionsCheckingInterval: Math.min(this.#limits.headersMs / 2, 5_000),
      shouldUpgradeCallback: isWebSocket,
    })
    // Up to 256 connections over the limit are answered with 503. Node drops further connections.
    this.#server.maxConnections = this.#limits.connections.total + 256
    const [serveHttp] = this.#server.listeners('connection')
    this.#serve = (socket) => serveHttp!.call(this.#server, socket)
    this.#server.removeAllListeners('connection')
    this.#server.on('connection', (socket) => this.#connected(socket))
    this.#server.on('request', (request, response) => this.#request(request, response))
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket as Socket, head))
    this.#sweepTimer = setInterval(() => this.#sweep(), this.#limits.sweepMs).unref()
  }

  async open(): Promise<void> {
    const { host, port, log } = this.#settings
    try {
      await startListening(this.#server, { host, port })
    } catch (error) {
      throw listenFailure(error, host, port)
    }
    this.#server.on('error', (error) => log(`port ${this.port}: ${describeInOneLine(error)}`))
  }

  get port(): number {
    return listeningPort(this.#server)
  }

  /** The number of active requests and WebSockets. */
  get activeCount(): number {
    return this.#active.size
  }

  async close(): Promise<void> {
    clearInterval(this.#sweepTimer)
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    this.#runtime.agent.destroy()
    await closed
  }

  #connected(socket: Socket): void {
    socket.on('error', () => {}) // 'close' follows
    if (socket.remoteAddress === undefined) return void socket.destroy()
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    const peer = normalizeAddress(socket.remoteAddress)
    if (!this.#settings.proxies.includes(peer))
      return this.#accept(socket, { peer, isFromProxyHeader: false })
    let origin: ConnectionOrigin = { peer, isFromProxyHeader: false }
    const read = (held: Buffer) => {
      if (!mayBeProxyHeader(held)) return 0
      const header = parseProxyHeader(held)
      if (header?.address) origin = { peer: header.address, isFromProxyHeader: true }
      return header?.length
    }
    consumeFirstBytes(socket, read, (failed) => {
      if (failed) socket.destroy()
      else this.#accept(socket.resume(), origin)
    })
  }

  #accept(socket: Socket, origin: ConnectionOrigin): void {
    // A connection of a trusted proxy serves many clients, so the requests on it are counted instead of the connection.
    if (!this.#settings.proxies.includes(origin.peer)) {
      const release = this.#connections.acquire(origin.peer)
      if (!release) return rejectConnection(socket)
      socket.once('close', release)
    }
    this.#origins.set(socket, origin)
    const unanswered = new Set<ServerResponse>()
    this.#unanswered.set(socket, unanswered)
    socket.once('close', () => destroyResponses(unanswered))
    this.#serve(socket)
  }

  #request(request: IncomingMessage, response: ServerResponse): void {
    const unanswered = this.#unanswered.get(request.socket)!
    unanswered.add(response)
    response.once('close', () => unanswered.delete(response))
    const sanitized = this.#sanitize(request)
    if ('status' in sanitized) return sendRejection(response, sanitized)
    const release = this.#acquire(request, sanitized, response.socket === null)
    if (!release) return sendRejection(response, tooMany('connections'))
    response.once('close', release)
    if (hasBody(request)) {
      const bodyLeft = this.#bodies.acquire(sanitized.address)
      if (!bodyLeft) return sendRejection(response, tooMany('uploads'))
      response.once('close', bodyLeft)
    }
    this.#track(
      new ProxiedRequest(response, sendRejection, request, sanitized, this.#runtime, this.#limits),
      response,
    )
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    // Disconnects a client that requests an upgrade before earlier requests are answered, because Node throws if two
    // responses are written to one connection.
    if (this.#unanswered.get(request.socket)!.size > 0) return void socket.destroy()
    const answer = () => responseOn(request, socket)
    if (!isWebSocket(request))
      return sendRejection(answer(), badUpgrade('the only supported upgrade is websocket'))
    // The front proxy rejects other methods itself, because the runtime would log two errors.
    if (request.method !== 'GET') return sendRejection(answer(), badUpgrade('a WebSocket begins with GET'))
    if (hasBody(request)) return sendRejection(answer(), badUpgrade('an upgrade has no body'))
    const sanitized = this.#sanitize(request)
    if ('status' in sanitized) return sendRejection(answer(), sanitized)
    const release = this.#acquire(request, sanitized)
    if (!release) return sendRejection(answer(), tooMany('connections'))
    socket.once('close', release)
    const exchange = new ProxiedWebSocket(
      socket,
      head,
      answer,
      sendRejection,
      request,
      sanitized,
      this.#webSocketRuntime,
      this.#limits,
    )
    this.#track(exchange, socket)
  }

  #track(exchange: ProxyExchange, client: ServerResponse | Socket): void {
    this.#active.add(exchange)
    client.once('close', () => this.#active.delete(exchange))
  }

  #sanitize(request: IncomingMessage): SanitizedRequest | Rejection {
    const { proxies, classifyName, secret } = this.#settings
    const { peer, isFromProxyHeader } = this.#origins.get(request.socket)!
    const { httpVersion: version, method = 'GET', url: target = '/', rawHeaders: headers } = request
    const host = `localhost:${this.port}`
    const passed = sanitizeRequest(
      { peer, isFromProxyHeader, version, method, target, headers },
      { proxies, classifyName: (name) => classifyName(name), host, secret },
    )
    if ('status' in passed) {
      if (passed.name !== undefined) this.#log('name', passed.name, unknownName)
    } else if (passed.unlistedProxy !== undefined) this.#log('proxy', passed.unlistedProxy, unnamedProxy)
    return passed
  }

  /**
   * If the peer is a trusted proxy, counts each request as a connection of the request's client. Otherwise the client's
   * connection is already counted. A pipelined request (`waits`) is then counted too, because it needs another
   * connection to the runtime.
   */
  #acquire(
    { socket }: IncomingMessage,
    { address }: SanitizedRequest,
    waits = false,
  ): (() => void) | undefined {
    const { peer } = this.#origins.get(socket)!
    return waits || this.#settings.proxies.includes(peer) ? this.#connections.acquire(address) : () => {}
  }

  #sweep(): void {
    for (const exchange of this.#active) exchange.sweep()
  }

  #log(kind: string, what: string, line: (what: string) => string): void {
    const logged = this.#logged.get(kind) ?? new Set()
    this.#logged.set(kind, logged)
    if (logged.has(what) || logged.size >= maxLogged) return
    logged.add(what)
    this.#settings.log(line(what))
  }
}

const unknownName = (name: string) =>
  `refused a request for the host ${name}, which does not belong to this site. If players reach it by that name, start with HOSTS=${name}`
const unnamedProxy = (address: string) =>
  `all clients of the proxy at ${address} count as one address. If it is your reverse proxy, start with PROXIES=${address}`

/** Emits `close`, which Node does not emit for a response that is destroyed while it waits for an earlier response. */
function destroyResponses(unanswered: ReadonlySet<ServerResponse>): void {
  for (const response of unanswered) {
    response.destroy()
    response.emit('close')
  }
}

const isWebSocket = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket'

/**
 * Whether the first bytes may be the start of a PROXY header of version 1 or 2. Six bytes distinguish a PROXY header
 * from an HTTP request.
 */
function mayBeProxyHeader(held: Buffer): boolean {
  const text = held.toString('latin1', 0, 6)
  return 'PROXY '.startsWith(text) || '\r\n\r\n\0\r'.startsWith(text)
}

const tooMany = (what: string): Rejection => ({
  status: 503,
  error: 'unavailable',
  detail: `too many ${what}; try again in 10 s`,
  retryAfter: 10,
})
const badUpgrade = (detail: string): Rejection => ({ status: 400, error: 'invalid', detail })

function sendRejection(response: ServerResponse, refusal: Rejection): void {
  const { req: request } = response
  if (hasBody(request)) response.once('finish', () => drainBody(request))
  // A connection whose request has a body stays open. Closing the connection while the client still sends would reset
  // it, and the answer would be lost.
  response.writeHead(refusal.status, { ...headersOf(refusal), ...(!hasBody(request) && closeHeader) })
  response.end(bodyOf(refusal))
}

const closeHeader = { connection: 'close' } as const

const bodyOf = ({ error, detail }: Rejection) => JSON.stringify({ error, detail })

function headersOf(refusal: Rejection) {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': `${Buffer.byteLength(bodyOf(refusal))}`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(refusal.retryAfter !== undefined && { 'retry-after': `${refusal.retryAfter}` }),
  }
}

function rejectConnection(socket: Socket): void {
  const refusal = tooMany('connections')
  const fields = Object.entries({ ...headersOf(refusal), ...closeHeader })
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 503 Service Unavailable\r\n${lines.join('')}\r\n${bodyOf(refusal)}`)
  // Reads and ignores the client's bytes. Unread bytes would reset the connection before the client reads the answer.
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), rejectedLingerMs)
  socket.once('close', () => clearTimeout(timer))
}

/** Node creates no response for a WebSocket upgrade. */
function responseOn(request: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  response.once('finish', () => socket.destroySoon())
  return response
}

function listenFailure(error: unknown, host: string, port: number): Failure {
  const code = systemErrorCode(error)
  const other = 'choose another with --port (0 is any)'
  if (code === 'EADDRINUSE') return new Failure(`port ${port} on ${host} is in use: ${other}`)
  if (code === 'EACCES') return new Failure(`port ${port} on ${host} needs a permission: ${other}`)
  return new Failure(`cannot listen on port ${port} of ${host}: ${describeInOneLine(error)}`)
}
