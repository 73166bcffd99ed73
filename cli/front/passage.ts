// One request on its way through the front, or one WebSocket: bytes pass as they come, each side waits for the other, and
// both end together.
import {
  type Agent,
  request as ask,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { allowedMs } from '../../wire/pace.ts'
import { systemCode } from '../terminal/failure.ts'
import type { FrontLimits } from './limits.ts'
import type { Passed, Refusal } from './request.ts'

/** Where the Workers runtime listens. */
export interface Runtime {
  readonly port: number
  readonly agent: Agent
}

/** What all that is under way have in common. */
export interface Passage {
  /** Called every `lookMs`: ends what is late. */
  look(): void
}

/** Milliseconds for which a client that was answered early may finish writing, or one that was closed may close. */
const closingMs = 2_000
const betweenTriesMs = 50
const away: Refusal = {
  status: 503,
  error: 'unavailable',
  detail: 'the Workers runtime is restarting: try again',
  retryAfter: 1,
}

abstract class Underway implements Passage {
  protected readonly request: IncomingMessage
  protected readonly limits: FrontLimits
  readonly #passed: Passed
  readonly #runtime: Runtime
  readonly #since = performance.now()
  protected upstream: ClientRequest | undefined
  #unreadMs = 0

  constructor(request: IncomingMessage, passed: Passed, runtime: Runtime, limits: FrontLimits) {
    this.request = request
    this.#passed = passed
    this.#runtime = runtime
    this.limits = limits
  }

  /** To whom the answer is written. */
  protected abstract readonly client: { readonly writableNeedDrain: boolean; readonly destroyed: boolean }
  /** Nothing of the body was read, so that the request can be made again. */
  protected abstract readonly isRepeatable: boolean
  protected abstract answered(answer: IncomingMessage): void
  protected abstract refuse(refusal: Refusal): void
  abstract end(): void

  protected ask(more: readonly string[] = []): void {
    const { path, headers } = this.#passed
    const { method } = this.request
    const where = { host: '127.0.0.1', ...this.#runtime, maxHeaderSize: 65_536 }
    const upstream = ask({ ...where, method, path, headers: [...headers, ...more] })
    this.upstream = upstream
    upstream.on('response', (answer) => this.answered(answer))
    upstream.on('error', (error) => this.#failed(error, more))
    this.sent(upstream)
  }

  protected abstract sent(upstream: ClientRequest): void
  protected abstract readonly hasAnswer: boolean

  /** A runtime that restarts is back within moments, and a connection that was idle may have been closed under us. */
  #failed(error: Error, more: readonly string[]): void {
    if (this.hasAnswer || this.client.destroyed) return
    const code = systemCode(error)
    const isLost =
      code === 'ECONNREFUSED' || (this.upstream?.reusedSocket && /^(?:ECONNRESET|EPIPE)$/.test(code ?? ''))
    const isInPatience = performance.now() - this.#since < this.limits.restartMs
    if (!isLost || !isInPatience || !this.isRepeatable) return this.refuse(away)
    setTimeout(() => {
      if (!this.client.destroyed) this.ask(more)
    }, betweenTriesMs)
  }

  look(): void {
    this.#unreadMs = this.client.writableNeedDrain ? this.#unreadMs + this.limits.lookMs : 0
    if (this.#unreadMs > this.limits.unreadMs) this.end()
  }
}

export class RequestPassage extends Underway {
  protected readonly client: ServerResponse
  readonly #hasBody: boolean
  readonly #refuse: (response: ServerResponse, refusal: Refusal) => void
  readonly #bytesBefore: number
  #readingMs = 0

  constructor(
    response: ServerResponse,
    refuse: (response: ServerResponse, refusal: Refusal) => void,
    ...rest: ConstructorParameters<typeof Underway>
  ) {
    super(...rest)
    this.client = response
    this.#refuse = refuse
    this.#hasBody = hasBody(this.request)
    this.#bytesBefore = this.request.socket.bytesRead
    this.request.on('error', () => {}) // the response's 'close' follows, and says it all
    response.once('close', () => {
      if (!response.writableFinished) this.upstream?.destroy()
    })
    response.once('finish', () => this.#finishReading())
    this.ask()
  }

  protected get isRepeatable(): boolean {
    return !this.#hasBody
  }

  protected get hasAnswer(): boolean {
    return this.client.headersSent
  }

  protected sent(upstream: ClientRequest): void {
    if (!this.#hasBody) return void upstream.end()
    upstream.flushHeaders() // the runtime may answer, or refuse, before any of the body has come
    this.request.pipe(upstream)
  }

  protected answered(answer: IncomingMessage): void {
    const { client } = this
    if (client.destroyed) return void answer.destroy()
    client.writeHead(answer.statusCode!, answer.statusMessage, endToEnd(answer.rawHeaders))
    let hasBegun = false
    answer.once('data', () => {
      hasBegun = true
    })
    give(answer, client)
    // The head of a stream whose first bytes are yet to come must not wait for them.
    setImmediate(() => hasBegun || client.writableEnded || client.destroyed || client.flushHeaders())
  }

  /** The Worker may answer before it has read the whole body. */
  #finishReading(): void {
    const { request } = this
    if (request.complete) return
    request.unpipe()
    this.upstream?.destroy()
    readOut(request)
  }

  protected refuse(refusal: Refusal): void {
    this.#refuse(this.client, refusal)
  }

  override look(): void {
    super.look()
    const { request, upstream } = this
    if (!this.#hasBody || request.complete || upstream?.writableNeedDrain) return
    this.#readingMs += this.limits.lookMs
    const { pace } = this.limits
    if (this.#readingMs <= allowedMs(request.socket.bytesRead - this.#bytesBefore, pace)) return
    upstream?.destroy()
    if (this.hasAnswer) return void request.destroy()
    const detail = `the request's body came too slowly: send at least ${pace.bytesPerSecond} bytes a second`
    this.refuse({ status: 408, error: 'timeout', detail })
  }

  end(): void {
    this.client.destroy()
  }
}

export class WebSocketPassage extends Underway {
  protected readonly client: Socket
  readonly #head: Buffer
  readonly #answer: () => ServerResponse
  readonly #refuse: (response: ServerResponse, refusal: Refusal) => void
  #isOpen = false

  /** `answer`: makes a response for a client whose upgrade is not granted. */
  constructor(
    socket: Socket,
    head: Buffer,
    answer: () => ServerResponse,
    refuse: (response: ServerResponse, refusal: Refusal) => void,
    ...rest: ConstructorParameters<typeof Underway>
  ) {
    super(...rest)
    this.client = socket
    this.#head = head
    this.#answer = answer
    this.#refuse = refuse
    socket.once('close', () => this.upstream?.destroy())
    this.ask(['connection', 'Upgrade', 'upgrade', 'websocket'])
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
    client.write(headOf(answer))
    if (head.length > 0) client.write(head)
    if (this.#head.length > 0) runtime.write(this.#head)
    client.pipe(runtime)
    runtime.pipe(client)
    client.once('close', () => runtime.destroy())
    runtime.once('close', () => {
      if (!runtime.readableEnded) return void client.destroy()
      const timer = setTimeout(() => client.destroy(), closingMs)
      client.once('close', () => clearTimeout(timer))
    })
  }

  protected answered(answer: IncomingMessage): void {
    this.#isOpen = true
    const response = this.#answer()
    response.writeHead(answer.statusCode!, answer.statusMessage, endToEnd(answer.rawHeaders))
    give(answer, response)
  }

  protected refuse(refusal: Refusal): void {
    this.#refuse(this.#answer(), refusal)
  }

  end(): void {
    this.client.destroy()
  }
}

/** An answer that is cut short is cut short for the client, too. */
function give(answer: IncomingMessage, client: ServerResponse): void {
  answer.on('error', () => {}) // 'close' follows
  answer.once('close', () => {
    if (!answer.complete) client.destroy()
  })
  answer.pipe(client)
}

/** Reads what is left of a body that nobody wants: many clients read their answer only when they have written theirs. */
export function readOut(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  request.resume()
  const timer = setTimeout(() => request.destroy(), closingMs)
  request.once('close', () => clearTimeout(timer))
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0
}

const ofOneConnection = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'trailer',
]

function endToEnd(raw: readonly string[]): string[] {
  return raw.filter((_, at) => !ofOneConnection.includes(raw[at - (at % 2)]!.toLowerCase()))
}

function headOf({ rawHeaders: raw }: IncomingMessage): string {
  const lines = raw.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${raw[at + 1]}\r\n`] : []))
  return `HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`
}
