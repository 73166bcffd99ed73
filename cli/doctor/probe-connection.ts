// Exchanges the first messages with an address, like a game client over the same transport. An exchange takes a few
// seconds at most.

import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import type { Frame } from '../../games/game-context.ts'
import type { ProbeResponse } from '../../games/probe.ts'
import { systemErrorCode } from '../../sidecar/util/system-error-code.ts'
import { addLengthField, FrameSplitter, type Framing, stripLengthField } from '../../wire/net/framing.ts'
import { WireError } from '../../wire/util/wire-error.ts'
import { describeInOneLine, Failure } from '../terminal/failure.ts'

export interface HostPort {
  readonly host: string
  readonly port: number
}

/**
 * The error of a failed probe. `code`: an error code of the system, such as `ECONNREFUSED`, or one of the codes defined
 * here.
 */
export class ProbeFailure extends Failure {
  override readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Timeout in milliseconds of the connection, and then again of the first answer. */
const timeoutMs = 3000
/** Milliseconds to wait for further frames after each answer. */
const lingerMs = 1000
/** Maximum milliseconds of an exchange, whatever the server sends. */
const maxExchangeMs = 10_000

interface ProbeEvents {
  opened(): void
  received(frame: Frame): void
  closed(): void
  failed(error: unknown): void
}

interface ProbeConnection {
  send(frame: Frame): void
  end(): void
}

export type OpenConnection = (events: ProbeEvents) => ProbeConnection

/**
 * Connects, sends `messages` and evaluates the answers. `evaluate` is called after each frame and at the end, until it
 * returns a result. `answerTimeoutMs`: timeout of the first answer. Throws ProbeFailure.
 */
export function probeListener<T>(
  open: OpenConnection,
  messages: readonly Frame[],
  evaluate: (response: ProbeResponse) => T | undefined,
  answerTimeoutMs = timeoutMs,
): Promise<T | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>()
  const frames: Frame[] = []
  let isDone = false
  let connection: ProbeConnection | undefined
  /** A throw in an event handler or a timer would end the process. */
  const contained =
    <A extends readonly unknown[]>(act: (...given: A) => void) =>
    (...given: A) => {
      try {
        if (!isDone) act(...given)
      } catch (error) {
        fail(error)
      }
    }
  const end = contained((how: 'closed' | 'silent') => {
    const result = evaluate({ frames, end: how })
    stop()
    resolve(result)
  })
  let timer = setTimeout(() => fail(new ProbeFailure('ETIMEDOUT')), timeoutMs)
  const lastTimer = setTimeout(end, maxExchangeMs, 'silent')
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(end, ms, 'silent')
  }
  const fail = (error: unknown) => {
    if (isDone) return
    stop()
    reject(
      error instanceof ProbeFailure
        ? error
        : new ProbeFailure(systemErrorCode(error) ?? describeInOneLine(error)),
    )
  }
  const stop = () => {
    isDone = true
    clearTimeout(timer)
    clearTimeout(lastTimer)
    connection?.end()
  }
  contained(() => {
    connection = open({
      opened: contained(() => {
        for (const frame of messages) connection?.send(frame)
        wait(answerTimeoutMs)
      }),
      received: contained((frame: Frame) => {
        frames.push(frame)
        const result = evaluate({ frames })
        if (result === undefined) return wait(lingerMs)
        stop()
        resolve(result)
      }),
      closed: () => end('closed'),
      failed: fail,
    })
  })()
  return promise
}

/** If the game has no framing, each read from the socket counts as one frame. */
export function openTcp(address: HostPort, framing?: Framing): OpenConnection {
  return ({ opened, received, closed, failed }) => {
    const socket = connect(address)
    const splitter = framing && new FrameSplitter(framing)
    socket.on('connect', opened)
    socket.on('data', (chunk) => {
      const bytes = new Uint8Array(chunk)
      for (const frame of splitter ? splitFrames(splitter, framing!, bytes) : [bytes]) received(frame)
    })
    socket.on('end', closed)
    socket.on('error', failed)
    const send = (frame: Frame) =>
      socket.write(typeof frame === 'string' || !framing ? frame : addLengthField(framing, frame))
    return { send, end: () => void socket.destroy() }
  }
}

/** The frames in a chunk. Bytes that cannot be split are not the game's protocol, so they are passed on unchanged. */
function splitFrames(splitter: FrameSplitter, framing: Framing, chunk: Uint8Array): Uint8Array[] {
  try {
    return [...splitter.push(chunk)].map((frame) => stripLengthField(framing, frame))
  } catch (error) {
    if (error instanceof WireError) return [chunk]
    throw error
  }
}

/** Each datagram is sent up to three times at intervals of a second, because datagrams can be lost. */
export function openUdp({ host, port }: HostPort): OpenConnection {
  return ({ opened, received, failed }) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
    const retries: NodeJS.Timeout[] = []
    socket.on('error', failed)
    socket.on('message', (datagram) => received(new Uint8Array(datagram)))
    // `opened` is not passed to `connect` as a callback, because Node would also call it for an address that cannot be
    // resolved.
    socket.once('connect', opened)
    socket.connect(port, host)
    const send = (frame: Frame) => {
      const sendOnce = () => socket.send(frame)
      sendOnce()
      retries.push(setTimeout(sendOnce, 1000), setTimeout(sendOnce, 2000))
    }
    const end = () => {
      for (const timer of retries) clearTimeout(timer)
      socket.close()
    }
    return { send, end }
  }
}

/** Throws ProbeFailure, such as `HTTP 401` for a rejected upgrade. */
export async function openWebSocket(url: string): Promise<OpenConnection> {
  const { WebSocket } = await import('ws')
  return ({ opened, received, closed, failed }) => {
    const socket = new WebSocket(url, { handshakeTimeout: timeoutMs })
    socket.on('open', opened)
    socket.on('message', (data: Buffer, binary) =>
      received(binary ? new Uint8Array(data) : data.toString('utf8')),
    )
    socket.on('unexpected-response', (request, { statusCode }) => {
      failed(new ProbeFailure(`HTTP ${statusCode}`))
      request.destroy()
    })
    socket.on('error', failed)
    socket.on('close', closed)
    return { send: (frame) => socket.send(frame), end: () => void socket.close() }
  }
}
