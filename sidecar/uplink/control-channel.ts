// Receives assignments over a WebSocket to the Worker's Directory, and sends reports of opened listeners. Reconnects
// forever, unless another sidecar takes over the id.
import { type RawData, WebSocket } from 'ws'
import {
  type Assignment,
  closeCodes,
  keepaliveTexts,
  type MessageFromSidecar,
  type MessageToSidecar,
} from '../../wire/link/control-messages.ts'
import type { PortRange } from '../../wire/net/port-range.ts'
import { parseJsonOrUndefined } from '../../wire/util/json.ts'
import type { SidecarSettings } from '../config/settings.ts'
import type { Logger } from '../util/log.ts'
import { type ConnectFailure, isUnauthorized, OutageReporter } from './outage-reporter.ts'

export const controlLimits = {
  minDelayMs: 100,
  maxDelayMs: 10_000,
  /** Wait before the next attempt if the Worker has rejected the token, which only the operator can correct. */
  unauthorizedDelayMs: 60_000,
  /**
   * [LINK-15] Wait before the next attempt after a rejected message. The wait doubles with each further rejection, up
   * to `unauthorizedDelayMs`. It is reset when no message was rejected for twice `unauthorizedDelayMs`.
   */
  firstProtocolDelayMs: 1_000,
  handshakeMs: 10_000,
  pingIntervalMs: 30_000,
  pongTimeoutMs: 10_000,
  maxMessageBytes: 64 << 20,
} as const

export interface ControlChannelSettings
  extends Pick<SidecarSettings, 'upstream' | 'id' | 'advertise' | 'region' | 'rooms' | 'token' | 'headers'> {
  readonly ports?: PortRange | undefined
  readonly log: Logger
  random(): number
  onMessage(message: MessageToSidecar): void
  /** Called when another sidecar has taken over this id, after which the control socket does not reconnect. */
  onFenced(): void
}

export class ControlChannel {
  readonly #settings: ControlChannelSettings
  readonly #outages: OutageReporter
  #socket: WebSocket | undefined
  #connected = false
  #isClosed = false
  #attempts = 0
  #wasUnauthorized = false
  /** [LINK-15] Number of consecutive rejections. `#protocolRejectedAt`: time of the last one by performance.now(). */
  #protocolRejections = 0
  #protocolRejectedAt = 0
  #wasProtocolError = false
  #retryTimer: NodeJS.Timeout | undefined
  #pingTimer: NodeJS.Timeout | undefined
  #pongTimer: NodeJS.Timeout | undefined

  constructor(settings: ControlChannelSettings) {
    this.#settings = settings
    this.#outages = new OutageReporter(settings.upstream, settings.log)
    this.#dial()
  }

  get connected(): boolean {
    return this.#connected
  }

  /**
   * Sends a message, or drops it while disconnected. After a reconnect the Worker sends `all`, and the reply reports
   * all rooms.
   */
  send(message: MessageFromSidecar): void {
    if (this.#connected) this.#socket?.send(JSON.stringify(message))
  }

  close(code: number, reason: string): void {
    this.#isClosed = true
    clearTimeout(this.#retryTimer)
    this.#socket?.close(code, reason)
    this.#markDisconnected()
  }

  #dial(): void {
    const { token, headers } = this.#settings
    let failure: ConnectFailure | undefined
    const socket = new WebSocket(this.#controlUrl(), {
      headers: { ...headers, authorization: `Bearer ${token}` },
      handshakeTimeout: controlLimits.handshakeMs,
      maxPayload: controlLimits.maxMessageBytes,
      perMessageDeflate: false,
    })
    this.#socket = socket
    socket.on('open', () => this.#onOpen())
    socket.on('message', (data, isBinary) => this.#onMessage(data, isBinary))
    socket.on('unexpected-response', (_request, response) => {
      failure = response.statusCode ?? 0
      socket.terminate() // 'error' and 'close' follow
    })
    socket.on('error', (error) => {
      failure ??= error
    })
    socket.on('close', (code, reason) => this.#onClose(socket, { code, reason: String(reason) }, failure))
  }

  #controlUrl(): URL {
    const { upstream, id, advertise, region, ports, rooms = [] } = this.#settings
    const address = new URL(upstream)
    address.protocol = upstream.protocol === 'https:' ? 'wss:' : 'ws:'
    address.pathname = `${upstream.pathname.replace(/\/$/, '')}/api/sidecar`
    const identity = {
      id,
      advertise,
      ...(region && { region }),
      ...(ports && { ports: `${ports.first}-${ports.last}` }),
    }
    address.search = new URLSearchParams([
      ...Object.entries(identity),
      ...rooms.map((name) => ['room', name]),
    ]).toString()
    return address
  }

  #onOpen(): void {
    this.#connected = true
    this.#outages.onConnected()
    this.#settings.log.info({ upstream: this.#settings.upstream.host }, 'worker connected')
    // The first ping is sent at once, because the Directory detects a silent sidecar only if it has pinged before.
    this.#sendPing()
    this.#pingTimer = setInterval(() => this.#sendPing(), controlLimits.pingIntervalMs).unref()
  }

  /**
   * Cloudflare answers the ping in place of the Directory, without waking it. If no answer arrives, the connection is
   * half-open.
   */
  #sendPing(): void {
    this.#socket?.send(keepaliveTexts.ping)
    clearTimeout(this.#pongTimer)
    this.#pongTimer = setTimeout(() => this.#socket?.terminate(), controlLimits.pongTimeoutMs).unref()
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    const text = isBinary ? '' : String(data)
    if (text === keepaliveTexts.pong) return clearTimeout(this.#pongTimer)
    const message = parseControlMessage(text)
    if (!message) return this.#settings.log.warn('unknown message from the worker')
    this.#attempts = 0 // a valid message shows that the Worker works; an accepted connection alone does not
    if (performance.now() - this.#protocolRejectedAt >= 2 * controlLimits.unauthorizedDelayMs)
      this.#protocolRejections = 0
    this.#settings.onMessage(message)
  }

  #onClose(
    socket: WebSocket,
    { code, reason }: { readonly code: number; readonly reason: string },
    failure: ConnectFailure | undefined,
  ): void {
    if (this.#isClosed || socket !== this.#socket) return
    this.#wasProtocolError = code === closeCodes.protocol
    if (this.#wasProtocolError)
      this.#settings.log.error({ detail: reason }, 'the worker could not process a message of this sidecar')
    else if (this.#connected) this.#settings.log.warn({ code }, 'worker disconnected')
    else if (failure !== undefined) this.#outages.report(failure)
    this.#wasUnauthorized = failure !== undefined && isUnauthorized(failure)
    this.#markDisconnected()
    if (code !== closeCodes.fenced) return this.#scheduleDial()
    this.#isClosed = true
    this.#settings.log.error({ id: this.#settings.id }, 'another sidecar has taken over this id')
    this.#settings.onFenced()
  }

  #markDisconnected(): void {
    this.#connected = false
    clearInterval(this.#pingTimer)
    clearTimeout(this.#pongTimer)
  }

  #scheduleDial(): void {
    if (this.#isClosed) return
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(() => this.#dial(), this.#nextDelayMs())
  }

  #nextDelayMs(): number {
    const { minDelayMs, maxDelayMs, unauthorizedDelayMs, firstProtocolDelayMs } = controlLimits
    if (this.#wasUnauthorized) return unauthorizedDelayMs
    if (this.#wasProtocolError) {
      this.#protocolRejectedAt = performance.now()
      return Math.min(
        unauthorizedDelayMs,
        firstProtocolDelayMs * 2 ** Math.min(this.#protocolRejections++, 10),
      )
    }
    // A random wait from `minDelayMs` to a maximum that doubles with each attempt.
    const upper = Math.min(maxDelayMs, minDelayMs * 2 ** Math.min(++this.#attempts, 10))
    return minDelayMs + this.#settings.random() * (upper - minDelayMs)
  }
}

/** [LINK-15] Undefined for an unknown type. Leaves out listeners with unknown transports. */
function parseControlMessage(text: string): MessageToSidecar | undefined {
  const message = parseJsonOrUndefined(text)
  if (!isRecord(message)) return undefined
  const { type, assignments, assignment, name } = message
  if (type === 'all' && Array.isArray(assignments) && assignments.every(isAssignment))
    return { type, assignments: assignments.map(withKnownTransports) }
  if (type === 'room' && isAssignment(assignment))
    return { type, assignment: withKnownTransports(assignment) }
  if ((type === 'gone' || type === 'leave') && typeof name === 'string') return { type, name }
  return undefined
}

function isAssignment(value: unknown): value is Assignment {
  if (!isRecord(value) || typeof value.name !== 'string' || !Array.isArray(value.doors)) return false
  const { windowBytes, frameBytes, peersPerAddress, generation } = value
  const numbers = [windowBytes, frameBytes, peersPerAddress, generation]
  return numbers.every(Number.isSafeInteger) && value.doors.every(isListenerDefinition)
}

function isListenerDefinition(value: unknown): boolean {
  return isRecord(value) && typeof value.transport === 'string' && Number.isInteger(value.port)
}

function withKnownTransports(assignment: Assignment): Assignment {
  const doors = assignment.doors.filter(({ transport }) => knownTransports.has(transport))
  return doors.length === assignment.doors.length ? assignment : { ...assignment, doors }
}

const knownTransports: ReadonlySet<string> = new Set(['tcp', 'udp', 'websocket', 'dispatch'])

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
