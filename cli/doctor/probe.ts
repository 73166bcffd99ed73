// One conversation with an address, begun as a client of that transport begins. All take seconds at most.
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import type { Frame } from '../../games/host.ts'
import type { Heard } from '../../games/knock.ts'
import { WireError } from '../../wire/error.ts'
import { type Framing, offStream, onStream, Splitter } from '../../wire/framing.ts'
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

/** Milliseconds for a connection, and then for the first answer. */
const patience = 3000
/** Milliseconds that are waited for more, once something has come. */
const lingering = 1000

/** What a line tells of itself. */
interface Listener {
  opened(): void
  came(frame: Frame): void
  closed(): void
  failed(error: unknown): void
}

/** A connection that is being made. */
interface Line {
  send(frame: Frame): void
  end(): void
}

export type Opening = (listener: Listener) => Line

/**
 * Says `says` as soon as it is in, and gives what `hear` makes of what comes, asked after each frame and at the end, by then
 * undefined if it makes nothing of it. `silence`: milliseconds until the first answer. Throws Obstacle.
 */
export function converse<T>(
  open: Opening,
  says: readonly Frame[],
  hear: (heard: Heard) => T | undefined,
  silence = patience,
): Promise<T | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>()
  const frames: Frame[] = []
  let over = false
  let timer = setTimeout(() => fail(new Obstacle('ETIMEDOUT')), patience)
  const end = (how: 'closed' | 'silent') => {
    if (over) return
    stop()
    resolve(hear({ frames, end: how }))
  }
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(end, ms, 'silent')
  }
  const fail = (error: unknown) => {
    if (over) return
    stop()
    reject(error instanceof Obstacle ? error : new Obstacle(systemCode(error) ?? oneLine(error)))
  }
  const stop = () => {
    over = true
    clearTimeout(timer)
    line.end()
  }
  const line = open({
    opened() {
      for (const frame of says) line.send(frame)
      wait(silence)
    },
    came(frame) {
      if (over) return
      frames.push(frame)
      const heard = hear({ frames })
      if (heard === undefined) return wait(lingering)
      stop()
      resolve(heard)
    },
    closed: () => end('closed'),
    failed: fail,
  })
  return promise
}

/** `framing`: how the stream is cut; absent, what single reads give are frames. */
export function byTcp(place: Place, framing?: Framing): Opening {
  return ({ opened, came, closed, failed }) => {
    const socket = connect(place)
    const splitter = framing && new Splitter(framing)
    socket.on('connect', opened)
    socket.on('data', (chunk) => {
      const bytes = new Uint8Array(chunk)
      for (const frame of splitter ? framesOf(splitter, framing!, bytes) : [bytes]) came(frame)
    })
    socket.on('end', closed)
    socket.on('error', failed)
    const send = (frame: Frame) =>
      socket.write(typeof frame === 'string' || !framing ? frame : onStream(framing, frame))
    return { send, end: () => void socket.destroy() }
  }
}

/** What cannot be cut is none of the game's, and is heard as it is. */
function framesOf(splitter: Splitter, framing: Framing, chunk: Uint8Array): Uint8Array[] {
  try {
    return [...splitter.push(chunk)].map((frame) => offStream(framing, frame))
  } catch (error) {
    if (error instanceof WireError) return [chunk]
    throw error
  }
}

/** Datagrams get lost: what is said is said up to three times, a second apart. */
export function byUdp({ host, port }: Place): Opening {
  return ({ opened, came, failed }) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
    const again: NodeJS.Timeout[] = []
    socket.on('error', failed)
    socket.on('message', (datagram) => came(new Uint8Array(datagram)))
    socket.connect(port, host, opened)
    const send = (frame: Frame) => {
      const say = () => socket.send(frame)
      say()
      again.push(setTimeout(say, 1000), setTimeout(say, 2000))
    }
    const end = () => {
      for (const timer of again) clearTimeout(timer)
      socket.close()
    }
    return { send, end }
  }
}

/** `HTTP 401` and the like, for an upgrade that is refused, is an Obstacle. Loads what it needs when it is wanted. */
export async function byWebSocket(url: string): Promise<Opening> {
  const { WebSocket } = await import('ws')
  return ({ opened, came, closed, failed }) => {
    const socket = new WebSocket(url, { handshakeTimeout: patience })
    socket.on('open', opened)
    socket.on('message', (data: Buffer, binary) =>
      came(binary ? new Uint8Array(data) : data.toString('utf8')),
    )
    socket.on('unexpected-response', (request, { statusCode }) => {
      failed(new Obstacle(`HTTP ${statusCode}`))
      request.destroy()
    })
    socket.on('error', failed)
    socket.on('close', closed)
    return { send: (frame) => socket.send(frame), end: () => void socket.close() }
  }
}
