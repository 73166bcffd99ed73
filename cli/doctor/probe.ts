// One exchange with an address, as a client of that transport starts it. Takes a few seconds at most.
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import type { Frame } from '../../games/host.ts'
import type { ProbeResponse } from '../../games/knock.ts'
import { WireError } from '../../wire/error.ts'
import { type Framing, stripLengthField, addLengthField, FrameSplitter } from '../../wire/framing.ts'
import { Failure, oneLine, systemCode } from '../terminal/failure.ts'

export interface Place {
  readonly host: string
  readonly port: number
}

/** An obstacle: `code` is the system's (`ECONNREFUSED`, `ETIMEDOUT`) or one of our own words. */
export class Obstacle extends Failure {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Timeout in milliseconds of a connection, and then of the first answer. */
const patience = 3000
/** Milliseconds to wait for more after the first answer. */
const lingering = 1000

/** Events of a connection. */
interface Listener {
  opened(): void
  came(frame: Frame): void
  closed(): void
  failed(error: unknown): void
}

/** A connection that may still be opening. */
interface Line {
  send(frame: Frame): void
  end(): void
}

export type Opening = (listener: Listener) => Line

/**
 * Sends `says` on connection and returns the first result of `hear`, which runs after each frame and at the end;
 * undefined if it never has one. `silence`: timeout of the first answer in milliseconds. Throws Obstacle.
 */
export function converse<T>(
  open: Opening,
  says: readonly Frame[],
  hear: (heard: ProbeResponse) => T | undefined,
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

/** `framing`: splits the stream; without it single reads are frames. */
export function byTcp(place: Place, framing?: Framing): Opening {
  return ({ opened, came, closed, failed }) => {
    const socket = connect(place)
    const splitter = framing && new FrameSplitter(framing)
    socket.on('connect', opened)
    socket.on('data', (chunk) => {
      const bytes = new Uint8Array(chunk)
      for (const frame of splitter ? framesOf(splitter, framing!, bytes) : [bytes]) came(frame)
    })
    socket.on('end', closed)
    socket.on('error', failed)
    const send = (frame: Frame) =>
      socket.write(typeof frame === 'string' || !framing ? frame : addLengthField(framing, frame))
    return { send, end: () => void socket.destroy() }
  }
}

/** Bytes that cannot be framed are not the game's protocol, and are passed on raw. */
function framesOf(splitter: FrameSplitter, framing: Framing, chunk: Uint8Array): Uint8Array[] {
  try {
    return [...splitter.push(chunk)].map((frame) => stripLengthField(framing, frame))
  } catch (error) {
    if (error instanceof WireError) return [chunk]
    throw error
  }
}

/** Datagrams get lost: sends each up to three times, a second apart. */
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

/** Throws Obstacle such as `HTTP 401` for a rejected upgrade. Loads its library on use. */
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
