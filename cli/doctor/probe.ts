// One try at an address, as a client of that transport would begin. All take seconds at most.
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { Failure, oneLine, systemCode } from '../terminal/failure.ts'

export interface Place {
  readonly host: string
  readonly port: number
}

/** What stands in the way: `code` is the system's (`ECONNREFUSED`, `ETIMEDOUT`) or a word of our own. */
export class Obstacle extends Failure {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

const patience = 3000

/** What a TCP server answered. */
export interface Answer {
  /** What one read gave: empty if it closed, or stayed silent, without a byte. */
  readonly first: Uint8Array
  /** Bytes that came after, until it closed or for a quarter of a second. */
  readonly more: number
  readonly closed: boolean
}

/**
 * Connects, sends `request`, and reads once; `linger` then counts what else comes. `silence`: milliseconds to wait for
 * the first byte. Throws Obstacle.
 */
export function exchange(place: Place, request?: Uint8Array, silence = patience): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const socket = connect(place)
  let first: Uint8Array = new Uint8Array(0)
  let more = 0
  const done = (closed: boolean) => {
    clearTimeout(timer)
    socket.destroy()
    resolve({ first, more, closed })
  }
  let timer = setTimeout(
    () => socket.destroy(Object.assign(new Error('silent'), { code: 'ETIMEDOUT' })),
    patience,
  )
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(done, ms, false)
  }
  socket.on('connect', () => {
    if (request) socket.write(request)
    wait(silence)
  })
  socket.on('data', (chunk) => {
    if (first.length) more += chunk.length
    else first = new Uint8Array(chunk)
    wait(250)
  })
  socket.on('end', () => done(true))
  socket.on('error', (error) => {
    clearTimeout(timer)
    reject(obstacle(error))
  })
  return promise
}

/** Sends one empty datagram; throws Obstacle when the machine there says that nobody has the port. */
export function knock({ host, port }: Place): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  socket.on('error', (error) => reject(obstacle(error)))
  socket.connect(port, host, () => {
    socket.send('')
    // A refusal comes at once or not at all.
    setTimeout(resolve, 300)
  })
  return promise.finally(() => socket.close())
}

/** Opens a WebSocket and closes it. Throws Obstacle (`HTTP 401` and the like for a refused upgrade). */
export async function openWebSocket(url: string): Promise<void> {
  const { WebSocket } = await import('ws')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = new WebSocket(url, { handshakeTimeout: patience })
  socket.on('open', () => {
    resolve()
    socket.close()
  })
  socket.on('unexpected-response', (request, { statusCode }) => {
    reject(new Obstacle(`HTTP ${statusCode}`))
    request.destroy()
  })
  socket.on('error', (error) => reject(obstacle(error)))
  return promise
}

function obstacle(error: unknown): Obstacle {
  return new Obstacle(systemCode(error) ?? oneLine(error))
}
