// Forwards a request or a WebSocket to the Workers runtime as streams with back-pressure. When one side ends, the other
// side is ended too.

import {
  type Agent,
  request as ask,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { systemErrorCode } from '../../sidecar/util/system-error-code.ts'
import { uploadTimeoutMs } from '../../wire/net/upload-rate.ts'
import type { FrontProxyLimits } from './limits.ts'
import type { Rejection, SanitizedRequest } from './sanitize-request.ts'

export type RuntimeAddress = ({ readonly port: number } | { readonly socketPath: string }) & {
  readonly agent: Agent
}

export interface ProxyExchange {
  /** Ends the exchange if a timeout is exceeded. */
  sweep(): void
}

/**
 * Milliseconds in which a client must finish sending after an early answer, or close its side after our side is closed.
 */
const drainMs = 2_000
const retryEveryMs = 50
const restartingRejection: Rejection = {
  status: 503,
  error: 'unavailable',
  detail: 'the Workers runtime is restarting; try again',
  retryAfter: 1,
}

abstract class ProxiedExchange implements ProxyExchange {
  protected readonly request: IncomingMessage
  protected readonly limits: FrontProxyLimits
  readonly #sanitized: SanitizedRequest
  readonly #runtime: RuntimeAddress
  readonly #since = performance.now()
  protected upstream: ClientRequest | undefined
  #unreadMs = 0

  constructor(
    request: IncomingMessage,
    sanitized: SanitizedRequest,
    runtime: RuntimeAddress,
    limits: FrontProxyLimits,
  ) {
    this.request = request
    this.#sanitized = sanitized
    this.#runtime = runtime
    this.limits = limits
  }

  protected abstract readonly client: ServerResponse | Socket
  /** Whether the request can be repeated, because no part of its body was read. */
  protected abstract readonly isRepeatable: boolean
  protected abstract forwardAnswer(answer: IncomingMessage): void
  protected abstract reject(refusal: Rejection): void

  protected sendUpstream(extraHeaders: readonly string[] = []): void {
    const { path, headers } = this.#sanitized
    const { method } = this.request
    const where = { host: '127.0.0.1', ...this.#runtime, maxHeaderSize: 65_536 }
    const upstream = ask({ ...where, method, path, headers: [...headers, ...extraHeaders] })
    this.upstream = upstream
    upstream.on('response', (answer) => this.forwardAnswer(answer))
    upstream.on('error', (error) => this.#failed(error, extraHeaders))
    this.sent(upstream)
  }

  protected abstract sent(upstream: ClientRequest): void
  protected abstract readonly hasAnswer: boolean

  /**
   * Repeats the request if possible, because the runtime may be restarting or may just have closed an idle connection.
   */
  #failed(error: Error, extraHeaders: readonly string[]): void {
    if (this.hasAnswer || this.client.destroyed) return
    const code = systemErrorCode(error)
    const isLost =
      code === 'ECONNREFUSED' || (this.upstream?.reusedSocket && /^(?:ECONNRESET|EPIPE)$/.test(code ?? ''))
    const isInTime = performance.now() - this.#since < this.limits.restartMs
    if (!isLost || !isInTime || !this.isRepeatable) return this.reject(restartingRejection)
    setTimeout(() => {
      if (!this.client.destroyed) this.sendUpstream(extraHeaders)
    }, retryEveryMs)
  }

  sweep(): void {
    this.#unreadMs = this.client.writableNeedDrain ? this.#unreadMs + this.limits.sweepMs : 0
    if (this.#unreadMs > this.limits.unreadMs) this.client.destroy()
  }
}

export class ProxiedRequest extends ProxiedExchange {
  protected readonly client: ServerResponse
  readonly #hasBody: boolean
  readonly #refuse: (response: ServerResponse, refusal: Rejection) => void
  readonly #bytesBefore: number
  #readingMs = 0

  constructor(
    response: ServerResponse,
    refuse: (response: ServerResponse, refusal: Rejection) => void,
    ...rest: ConstructorParameters<typeof ProxiedExchange>
  ) {
    super(...rest)
    this.client = response
    this.#refuse = refuse
    this.#hasBody = hasBody(this.request)
    this.#bytesBefore = this.request.socket.bytesRead
    this.request.on('error', () => {}) // the event 'close' of the response follows
    response.once('close', () => {
      if (!response.writableFinished) this.upstream?.destroy()
    })
    response.once('finish', () => this.#finishReading())
    this.sendUpstream()
  }

  protected get isRepeatable(): boolean {
    return !this.#hasBody
  }

  protected get hasAnswer(): boolean {
    return this.client.headersSent
  }

  protected sent(upstream: ClientRequest): void {
    if (!this.#hasBody) return void upstream.end()
    upstream.flushHeaders() // the runtime may answer, or reject, before the body arrives
    this.request.pipe(upstream)
  }

  protected forwardAnswer(answer: IncomingMessage): void {
    const { client } = this
    if (client.destroyed) return void answer.destroy()
    client.writeHead(answer.statusCode!, answer.statusMessage, endToEndHeaders(answer.rawHeaders))
    let hasBegun = false
    answer.once('data', () => {
      hasBegun = true
    })
    forwardResponse(answer, client)
    // Sends the head of the answer even if the first bytes of its body are delayed.
    setImmediate(() => hasBegun || client.writableEnded || client.destroyed || client.flushHeaders())
  }

  #finishReading(): void {
    const { request } = this
    if (request.complete) return
    request.unpipe()
    this.upstream?.destroy()
    drainBody(request)
  }

  protected reject(refusal: Rejection): void {
    this.#refuse(this.client, refusal)
  }

  override sweep(): void {
    super.sweep()
    const { request, upstream } = this
    if (!this.#hasBody || request.complete || upstream?.writableNeedDrain) return
    this.#readingMs += this.limits.sweepMs
    const { uploadRate } = this.limits
    if (this.#readingMs <= uploadTimeoutMs(request.socket.bytesRead - this.#bytesBefore, uploadRate)) return
    upstream?.destroy()
    if (this.hasAnswer) return void request.destroy()
    const detail = `the request's body came too slowly: send at least ${uploadRate.minBytesPerSecond} bytes a second`
    this.reject({ status: 408, error: 'timeout', detail })
  }
}

export class ProxiedWebSocket extends ProxiedExchange {
  protected readonly client: Socket
  readonly #head: Buffer
  readonly #answer: () => ServerResponse
  readonly #refuse: (response: ServerResponse, refusal: Rejection) => void
  #isOpen = false

  /** `answer`: creates a response for a rejected upgrade. */
  constructor(
    socket: Socket,
    head: Buffer,
    answer: () => ServerResponse,
    refuse: (response: ServerResponse, refusal: Rejection) => void,
    ...rest: ConstructorParameters<typeof ProxiedExchange>
  ) {
    super(...rest)
    this.client = socket
    this.#head = head
    this.#answer = answer
    this.#refuse = refuse
    socket.once('close', () => this.upstream?.destroy())
    this.sendUpstream(['connection', 'Upgrade', 'upgrade', 'websocket'])
  }

  protected readonly isRepeatable = true

  protected get hasAnswer(): boolean {
    return this.#isOpen
  }

  protected sent(upstream: ClientRequest): void {
    upstream.on('upgrade', (answer, socket: Socket, head) => this.#join(answer, socket, head))
    upstream.end()
  }

  #join(answer: IncomingMessage, runtime: Socket, head: Buffer): void {
    const { client } = this
    this.#isOpen = true
    if (client.destroyed) return void runtime.destroy()
    runtime.on('error', () => {}) // 'close' follows
    runtime.setTimeout(0)
    runtime.setNoDelay(true)
    client.setTimeout(0)
    client.write(upgradeHead(answer))
    if (head.length > 0) client.write(head)
    if (this.#head.length > 0) runtime.write(this.#head)
    client.pipe(runtime)
    runtime.pipe(client)
    client.once('close', () => runtime.destroy())
    runtime.once('close', () => {
      if (!runtime.readableEnded) return void client.destroy()
      const timer = setTimeout(() => client.destroy(), drainMs)
      client.once('close', () => clearTimeout(timer))
    })
  }

  protected forwardAnswer(answer: IncomingMessage): void {
    this.#isOpen = true
    const response = this.#answer()
    response.writeHead(answer.statusCode!, answer.statusMessage, endToEndHeaders(answer.rawHeaders))
    forwardResponse(answer, response)
  }

  protected reject(refusal: Rejection): void {
    this.#refuse(this.#answer(), refusal)
  }
}

function forwardResponse(answer: IncomingMessage, client: ServerResponse): void {
  answer.on('error', () => {}) // 'close' follows
  answer.once('close', () => {
    if (!answer.complete) client.destroy()
  })
  answer.pipe(client)
}

/** Reads the rest of the body, because many clients read the answer only after they have sent the whole body. */
export function drainBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  request.resume()
  const timer = setTimeout(() => request.destroy(), drainMs)
  request.once('close', () => clearTimeout(timer))
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0
}

const hopByHopHeaders = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'trailer',
]

function endToEndHeaders(raw: readonly string[]): string[] {
  return raw.filter((_, at) => !hopByHopHeaders.includes(raw[at - (at % 2)]!.toLowerCase()))
}

function upgradeHead({ rawHeaders: raw }: IncomingMessage): string {
  const lines = raw.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${raw[at + 1]}\r\n`] : []))
  return `HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`
}
