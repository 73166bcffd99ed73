// A connection of a load balancer is accepted after its PROXY header.
import type { Socket } from 'node:net'
import { normalizeAddress } from '../../../wire/net/ip-address.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import type { ListenerContext } from './listener.ts'
import { parseProxyHeader } from './proxy-header.ts'

/** The bytes that `consumeFirstBytes` reads must arrive within this time. */
const firstBytesTimeoutMs = 10_000

export class ConnectionAcceptor {
  readonly #context: ListenerContext
  readonly #onConnection: (socket: Socket, address: string) => void
  #pendingHeaders = 0

  /**
   * `onConnection`: called with the client's address before any of its data is read. The address is '' if the client
   * has already disconnected.
   */
  constructor(context: ListenerContext, onConnection: (socket: Socket, address: string) => void) {
    this.#context = context
    this.#onConnection = onConnection
  }

  accept(socket: Socket): void {
    const peer = normalizeAddress(socket.remoteAddress ?? '')
    if (!this.#context.balancers.includes(peer)) return this.#onConnection(socket, peer)
    if (this.#pendingHeaders >= this.#context.maxConnections) return this.#reject(socket, 'full')
    this.#pendingHeaders++
    let address = peer
    const read = (bytes: Buffer) => {
      const header = parseProxyHeader(bytes)
      if (header?.address) address = header.address
      return header?.length
    }
    consumeFirstBytes(socket, read, (failed) => {
      this.#pendingHeaders--
      if (failed) this.#reject(socket, failed)
      else this.#onConnection(socket.resume(), address)
    })
  }

  #reject(socket: Socket, reason: string): void {
    this.#context.counters.countRejection(reason)
    socket.destroy()
  }
}

/**
 * Reads the first bytes of a connection until `read` returns the number of bytes that it has consumed. Puts all further
 * bytes back, and leaves the socket paused. Calls `done` once. If reading failed, passes the reason to `done`.
 */
export function consumeFirstBytes(
  socket: Socket,
  read: (bytes: Buffer) => number | undefined,
  done: (failed?: 'gone' | 'malformed' | 'unfinished') => void,
): void {
  let buffered: Buffer = Buffer.alloc(0)
  const finish = (failed?: Parameters<typeof done>[0]) => {
    clearTimeout(timer)
    socket.off('data', onData).off('close', onClose)
    done(failed)
  }
  const onData = (chunk: Buffer) => {
    buffered = Buffer.concat([buffered, chunk])
    try {
      const consumed = read(buffered)
      if (consumed === undefined) return
      socket.pause()
      if (consumed < buffered.length) socket.unshift(buffered.subarray(consumed))
      finish()
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      finish('malformed')
    }
  }
  const onClose = () => finish('gone')
  const timer = setTimeout(() => finish('unfinished'), firstBytesTimeoutMs)
  socket.on('error', () => {}) // 'close' follows
  socket.on('data', onData).once('close', onClose)
}
