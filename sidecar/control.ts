// The WebSocket to the Worker's Directory: receives assignments, reports opened listeners. Reconnects forever, unless
// another sidecar takes over the id.
import { type RawData, WebSocket } from 'ws'
import { type Assignment, alive, closeCodes, type FromSidecar, type ToSidecar } from '../wire/assignment.ts'
import type { PortRange } from '../wire/ports.ts'
import type { Region } from '../wire/region.ts'
import type { Logger } from './log.ts'
import { type Failed, isRefusal, Unreached } from './unreached.ts'

/** In milliseconds; `message` in bytes. */
export const controlLimits = {
  soonest: 100,
  latest: 10_000,
  /** Between attempts after the token was rejected: only the operator can fix that. */
  refused: 60_000,
  /** [LINK-15] First wait after a rejected message. Doubles up to `refused`, and resets after twice `refused`. */
  notUnderstood: 1_000,
  handshake: 10_000,
  ping: 30_000,
  pong: 10_000,
  message: 64 << 20,
} as const

export interface ControlSettings {
  readonly upstream: URL
  readonly id: string
  readonly advertise: string
  readonly region?: Region | undefined
  readonly ports?: PortRange | undefined
  readonly rooms?: readonly string[] | undefined
  readonly token: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly log: Logger
  random(): number
  received(message: ToSidecar): void
  /** Another sidecar has taken over this id. The control socket does not reconnect. */
  fenced(): void
}

export class Control {
  readonly #settings: ControlSettings
  readonly #unreached: Unreached
  #socket: WebSocket | undefined
  #connected = false
  #closed = false
  #attempts = 0
  #wasRefused = false
  /** [LINK-15] Consecutive rejections, and the time of the last one by performance.now(). */
  #refusals = 0
  #refusedAt = 0
  #wasNotUnderstood = false
  #retry: NodeJS.Timeout | undefined
  #ping: NodeJS.Timeout | undefined
  #pong: NodeJS.Timeout | undefined

  constructor(settings: ControlSettings) {
    this.#settings = settings
    this.#unreached = new Unreached(settings.upstream, settings.log)
    this.#dial()
  }

  get connected(): boolean {
    return this.#connected
  }

  /** Drops the message while disconnected: the Worker sends `all` when it is back, and the reply reports all rooms. */
  send(message: FromSidecar): void {
    if (this.#connected) this.#socket?.send(JSON.stringify(message))
  }

  close(code: number, reason: string): void {
    this.#closed = true
    clearTimeout(this.#retry)
    this.#socket?.close(code, reason)
    this.#lost()
  }

  #dial(): void {
    const { token, headers } = this.#settings
    let failed: Failed | undefined
    const socket = new WebSocket(this.#address(), {
      headers: { ...headers, authorization: `Bearer ${token}` },
      handshakeTimeout: controlLimits.handshake,
      maxPayload: controlLimits.message,
      perMessageDeflate: false,
    })
    this.#socket = socket
    socket.on('open', () => this.#opened())
    socket.on('message', (data, isBinary) => this.#take(data, isBinary))
    socket.on('unexpected-response', (_request, response) => {
      failed = response.statusCode ?? 0
      socket.terminate() // 'error' and 'close' follow
    })
    socket.on('error', (error) => {
      failed ??= error
    })
    socket.on('close', (code, reason) => this.#ended(socket, { code, reason: String(reason) }, failed))
  }

  #address(): URL {
    const { upstream, id, advertise, region, ports, rooms = [] } = this.#settings
    const address = new URL(upstream)
    address.protocol = upstream.protocol === 'https:' ? 'wss:' : 'ws:'
    address.pathname = `${upstream.pathname.replace(/\/$/, '')}/api/sidecar`
    const said = {
      id,
      advertise,
      ...(region && { region }),
      ...(ports && { ports: `${ports.first}-${ports.last}` }),
    }
    address.search = new URLSearchParams([
      ...Object.entries(said),
      ...rooms.map((name) => ['room', name]),
    ]).toString()
    return address
  }

  #opened(): void {
    this.#connected = true
    this.#unreached.reached()
    this.#settings.log.info({ upstream: this.#settings.upstream.host }, 'worker connected')
    // Pings at once: the Directory times out only sidecars that have pinged before.
    this.#ask()
    this.#ping = setInterval(() => this.#ask(), controlLimits.ping).unref()
  }

  /** The platform responds for the Directory. A half-open connection does not respond. */
  #ask(): void {
    this.#socket?.send(alive.ping)
    clearTimeout(this.#pong)
    this.#pong = setTimeout(() => this.#socket?.terminate(), controlLimits.pong).unref()
  }

  #take(data: RawData, isBinary: boolean): void {
    const text = isBinary ? '' : String(data)
    if (text === alive.pong) return clearTimeout(this.#pong)
    const message = readToSidecar(text)
    if (!message) return this.#settings.log.warn('a message of the worker is not understood')
    this.#attempts = 0 // a valid message shows that the Worker is back; an accepted connection alone does not
    if (performance.now() - this.#refusedAt >= 2 * controlLimits.refused) this.#refusals = 0
    this.#settings.received(message)
  }

  #ended(
    socket: WebSocket,
    { code, reason }: { readonly code: number; readonly reason: string },
    failed: Failed | undefined,
  ): void {
    if (this.#closed || socket !== this.#socket) return
    this.#wasNotUnderstood = code === closeCodes.protocol
    if (this.#wasNotUnderstood)
      this.#settings.log.error({ detail: reason }, 'the worker does not understand this sidecar')
    else if (this.#connected) this.#settings.log.warn({ code }, 'worker away')
    else if (failed !== undefined) this.#unreached.tell(failed)
    this.#wasRefused = failed !== undefined && isRefusal(failed)
    this.#lost()
    if (code !== closeCodes.fenced) return this.#dialLater()
    this.#closed = true
    this.#settings.log.error({ id: this.#settings.id }, 'another sidecar has taken over this id')
    this.#settings.fenced()
  }

  #lost(): void {
    this.#connected = false
    clearInterval(this.#ping)
    clearTimeout(this.#pong)
  }

  #dialLater(): void {
    if (this.#closed) return
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#dial(), this.#pauseMs())
  }

  /** Backoff with full jitter: from `soonest` to a maximum that doubles. */
  #pauseMs(): number {
    const { soonest, latest, refused, notUnderstood } = controlLimits
    if (this.#wasRefused) return refused
    if (this.#wasNotUnderstood) {
      this.#refusedAt = performance.now()
      return Math.min(refused, notUnderstood * 2 ** Math.min(this.#refusals++, 10))
    }
    const most = Math.min(latest, soonest * 2 ** Math.min(++this.#attempts, 10))
    return soonest + this.#settings.random() * (most - soonest)
  }
}

/** Undefined for unknown messages. [LINK-15] Omits listeners with unknown transports. */
function readToSidecar(text: string): ToSidecar | undefined {
  const message = parsed(text)
  if (!isRecord(message)) return undefined
  const { type, assignments, assignment, name } = message
  if (type === 'all' && Array.isArray(assignments) && assignments.every(isAssignment))
    return { type, assignments: assignments.map(withKnownDoors) }
  if (type === 'room' && isAssignment(assignment)) return { type, assignment: withKnownDoors(assignment) }
  if ((type === 'gone' || type === 'leave') && typeof name === 'string') return { type, name }
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not JSON: the caller rejects it as an unknown message
  }
}

function isAssignment(value: unknown): value is Assignment {
  if (!isRecord(value) || typeof value.name !== 'string' || !Array.isArray(value.doors)) return false
  const { windowBytes, frameBytes, peersPerAddress, generation = 0 } = value
  const numbers = [windowBytes, frameBytes, peersPerAddress, generation]
  return numbers.every(Number.isSafeInteger) && value.doors.every(isDoor)
}

function isDoor(value: unknown): boolean {
  return isRecord(value) && typeof value.transport === 'string' && Number.isInteger(value.port)
}

function withKnownDoors(assignment: Assignment): Assignment {
  const doors = assignment.doors.filter(({ transport }) => knownTransports.has(transport))
  return doors.length === assignment.doors.length ? assignment : { ...assignment, doors }
}

const knownTransports: ReadonlySet<string> = new Set(['tcp', 'udp', 'websocket', 'dispatch'])

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
