// The site's public port at home. The Workers runtime listens on loopback only and trusts this front's headers about
// the client, so the front sanitizes all headers.
import { Agent, createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { inspectFirstBytes } from '../../sidecar/arrivals.ts'
import { listen, portOf } from '../../sidecar/listening.ts'
import { parseProxyHeader } from '../../sidecar/proxy-header.ts'
import { normalizeAddress } from '../../wire/address.ts'
import { Failure, oneLine, systemCode } from '../terminal/failure.ts'
import { Connections } from './connections.ts'
import { type FrontLimits, frontLimits } from './limits.ts'
import { hasBody, type Passage, RequestPassage, type Runtime, readOut, WebSocketPassage } from './passage.ts'
import { type Passed, passOn, type Refusal } from './request.ts'

export interface FrontSettings {
  readonly host: string
  /** 0: any. */
  readonly port: number
  /** Proxies whose X-Forwarded-* and PROXY headers count. */
  readonly proxies: readonly string[]
  ownerOf(name: string): 'machine' | 'public' | undefined
  /** Proves to the Worker that a request is from this front. */
  readonly secret: string
  /** The Workers runtime's port on loopback. */
  readonly runtimePort: number
  /** A line for the site's operator. */
  log(line: string): void
  readonly limits?: Partial<FrontLimits>
}

/** The origin of a connection. */
interface Origin {
  readonly peer: string
  /** `peer` is from a PROXY header. */
  readonly brought: boolean
}

/** Limit of logged lines of one kind: clients make up the names in them. */
const mostLogged = 8
/** Milliseconds that a rejected client has to read the reason. */
const refusedMs = 1_000
/** The runtime closes idle connections after 5 s. */
const idleUpstreamMs = 3_000

/** Opens the port. Throws Failure if that fails. */
export async function openFront(settings: FrontSettings): Promise<Front> {
  const front = new Front(settings)
  await front.open()
  return front
}

export class Front {
  readonly #settings: FrontSettings
  readonly #limits: FrontLimits
  readonly #server: Server
  readonly #runtime: Runtime
  readonly #connections: Connections
  readonly #bodies: Connections
  readonly #origins = new WeakMap<Duplex, Origin>()
  readonly #sockets = new Set<Socket>()
  readonly #unanswered = new WeakMap<Duplex, Set<ServerResponse>>()
  readonly #underway = new Set<Passage>()
  readonly #logged = new Map<string, Set<string>>()
  readonly #speak: (socket: Socket) => void
  readonly #looking: NodeJS.Timeout

  constructor(settings: FrontSettings) {
    this.#settings = settings
    this.#limits = { ...frontLimits, ...settings.limits }
    const reused = {
      keepAlive: true,
      timeout: idleUpstreamMs,
      scheduling: 'lifo',
      maxFreeSockets: 64,
    } as const
    this.#runtime = { port: settings.runtimePort, agent: new Agent(reused) }
    this.#connections = new Connections(this.#limits.connections)
    this.#bodies = new Connections(this.#limits.bodies)
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
    this.#server.maxConnections = this.#limits.connections.inAll + 256
    const [speak] = this.#server.listeners('connection')
    this.#speak = (socket) => speak!.call(this.#server, socket)
    this.#server.removeAllListeners('connection')
    this.#server.on('connection', (socket) => this.#connected(socket))
    this.#server.on('request', (request, response) => this.#request(request, response))
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket as Socket, head))
    this.#looking = setInterval(() => this.#look(), this.#limits.lookMs).unref()
  }

  async open(): Promise<void> {
    const { host, port, log } = this.#settings
    try {
      await listen(this.#server, { host, port })
    } catch (error) {
      throw unopened(error, host, port)
    }
    this.#server.on('error', (error) => log(`port ${this.port}: ${oneLine(error)}`))
  }

  get port(): number {
    return portOf(this.#server)
  }

  /** The number of active requests and WebSockets. */
  get underway(): number {
    return this.#underway.size
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    clearInterval(this.#looking)
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    this.#runtime.agent.destroy()
    await closed
  }

  #connected(socket: Socket): void {
    socket.on('error', () => {}) // 'close' follows
    if (socket.remoteAddress === undefined) return void socket.destroy() // gone; what it has sent can still be read
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    const peer = normalizeAddress(socket.remoteAddress)
    if (!this.#settings.proxies.includes(peer)) return this.#enter(socket, { peer, brought: false })
    let origin = { peer, brought: false }
    const read = (held: Buffer) => {
      if (!mayBeProxyHeader(held)) return 0
      const header = parseProxyHeader(held)
      if (header?.address) origin = { peer: header.address, brought: true }
      return header?.length
    }
    inspectFirstBytes(socket, read, (failed) => {
      if (failed) socket.destroy()
      else this.#enter(socket.resume(), origin)
    })
  }

  #enter(socket: Socket, origin: Origin): void {
    // A proxy's connections serve many clients, so its requests are counted instead.
    if (!this.#settings.proxies.includes(origin.peer)) {
      const leave = this.#connections.enter(origin.peer)
      if (!leave) return refuseConnection(socket)
      socket.once('close', leave)
    }
    this.#origins.set(socket, origin)
    const unanswered = new Set<ServerResponse>()
    this.#unanswered.set(socket, unanswered)
    socket.once('close', () => end(unanswered))
    this.#speak(socket)
  }

  #request(request: IncomingMessage, response: ServerResponse): void {
    const unanswered = this.#unanswered.get(request.socket)!
    unanswered.add(response)
    response.once('close', () => unanswered.delete(response))
    const passed = this.#passed(request)
    if ('status' in passed) return refuse(response, passed)
    const leave = this.#counted(request, passed, response.socket === null)
    if (!leave) return refuse(response, tooMany('connections'))
    response.once('close', leave)
    if (hasBody(request)) {
      const bodyLeft = this.#bodies.enter(passed.address)
      if (!bodyLeft) return refuse(response, tooMany('uploads'))
      response.once('close', bodyLeft)
    }
    const underway = () => new RequestPassage(response, refuse, request, passed, this.#runtime, this.#limits)
    this.#begin(underway, response)
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    // Two would write into one connection, and Node throws at that.
    if (this.#unanswered.get(request.socket)!.size > 0) return void socket.destroy()
    const answer = () => responseOn(request, socket)
    if (!isWebSocket(request))
      return refuse(answer(), badUpgrade('the only upgrade that is known here is to websocket'))
    if (hasBody(request)) return refuse(answer(), badUpgrade('an upgrade has no body'))
    const passed = this.#passed(request)
    if ('status' in passed) return refuse(answer(), passed)
    const leave = this.#counted(request, passed)
    if (!leave) return refuse(answer(), tooMany('connections'))
    socket.once('close', leave)
    const underway = () =>
      new WebSocketPassage(socket, head, answer, refuse, request, passed, this.#runtime, this.#limits)
    this.#begin(underway, socket)
  }

  #begin(make: () => Passage, client: ServerResponse | Socket): void {
    const passage = make()
    this.#underway.add(passage)
    client.once('close', () => this.#underway.delete(passage))
  }

  #passed(request: IncomingMessage): Passed | Refusal {
    const { proxies, ownerOf, secret } = this.#settings
    const { peer, brought } = this.#origins.get(request.socket)!
    const { httpVersion: version, method = 'GET', url: target = '/', rawHeaders: headers } = request
    const host = `localhost:${this.port}`
    const passed = passOn(
      { peer, brought, version, method, target, headers },
      { proxies, ownerOf: (name) => ownerOf(name), host, secret },
    )
    if ('status' in passed) {
      if (passed.name !== undefined) this.#log('name', passed.name, unknownName)
    } else if (passed.unnamedProxy !== undefined) this.#log('proxy', passed.unnamedProxy, unnamedProxy)
    return passed
  }

  /**
   * Behind a trusted proxy a request counts for its client, elsewhere its connection has been counted already. One that waits
   * behind another (pipelining) counts as a connection more: each has one of its own to the runtime.
   */
  #counted({ socket }: IncomingMessage, { address }: Passed, waits = false): (() => void) | undefined {
    const { peer } = this.#origins.get(socket)!
    return waits || this.#settings.proxies.includes(peer) ? this.#connections.enter(address) : () => {}
  }

  #look(): void {
    for (const passage of this.#underway) passage.look()
  }

  #log(kind: string, what: string, line: (what: string) => string): void {
    const logged = this.#logged.get(kind) ?? new Set()
    this.#logged.set(kind, logged)
    if (logged.has(what) || logged.size >= mostLogged) return
    logged.add(what)
    this.#settings.log(line(what))
  }
}

const unknownName = (name: string) =>
  `refused a request for the host ${name}, which is no name of this site. If players reach it by that name, start with HOSTS=${name}`
const unnamedProxy = (address: string) =>
  `all clients of the proxy at ${address} count as one address. If it is your reverse proxy, start with PROXIES=${address}`

/** Of an answer that waits behind another one Node does not say that it is closed. */
function end(unanswered: ReadonlySet<ServerResponse>): void {
  for (const response of unanswered) {
    response.destroy()
    response.emit('close')
  }
}

const isWebSocket = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket'

/** No HTTP method starts like this, and no request starts with two line ends and a zero. */
function mayBeProxyHeader(held: Buffer): boolean {
  const text = held.toString('latin1', 0, 6)
  return 'PROXY '.startsWith(text) || '\r\n\r\n\0\r'.startsWith(text)
}

const tooMany = (what: string): Refusal => ({
  status: 503,
  error: 'unavailable',
  detail: `too many ${what}: try again in 10 s`,
  retryAfter: 10,
})
const badUpgrade = (detail: string): Refusal => ({ status: 400, error: 'invalid', detail })

function refuse(response: ServerResponse, refusal: Refusal): void {
  const { req: request } = response
  if (hasBody(request)) response.once('finish', () => readOut(request))
  // Closing the connection while the client still sends would reset it, and the answer would be lost.
  response.writeHead(refusal.status, { ...headersOf(refusal), ...(!hasBody(request) && closing) })
  response.end(bodyOf(refusal))
}

const closing = { connection: 'close' } as const

const bodyOf = ({ error, detail }: Refusal) => JSON.stringify({ error, detail })

function headersOf(refusal: Refusal) {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': `${Buffer.byteLength(bodyOf(refusal))}`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(refusal.retryAfter !== undefined && { 'retry-after': `${refusal.retryAfter}` }),
  }
}

/** Rejects a connection before it sends anything. */
function refuseConnection(socket: Socket): void {
  const refusal = tooMany('connections')
  const fields = Object.entries({ ...headersOf(refusal), ...closing })
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 503 Service Unavailable\r\n${lines.join('')}\r\n${bodyOf(refusal)}`)
  // Unread bytes would reset the connection before the client reads the answer.
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), refusedMs)
  socket.once('close', () => clearTimeout(timer))
}

/** A response for a WebSocket upgrade, since Node leaves that connection to us. */
function responseOn(request: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  response.once('finish', () => socket.destroySoon())
  return response
}

function unopened(error: unknown, host: string, port: number): Failure {
  const code = systemCode(error)
  const other = 'choose another with --port (0 is any)'
  if (code === 'EADDRINUSE') return new Failure(`port ${port} of ${host} is taken: ${other}`)
  if (code === 'EACCES') return new Failure(`port ${port} of ${host} is not permitted: ${other}`)
  return new Failure(`cannot listen on port ${port} of ${host}: ${oneLine(error)}`)
}
