// Accepts connections of TCP-based listeners with the client's address: at once, or after the PROXY header of a load
// balancer.
import type { Socket } from 'node:net'
import { plainAddress } from '../wire/address.ts'
import { WireError } from '../wire/error.ts'
import type { Surroundings } from './door.ts'
import { proxyHeader } from './proxy-header.ts'

/** Milliseconds within which the first bytes must allow a decision. */
const beginsWithin = 10_000

export class Arrivals {
  readonly #around: Surroundings
  readonly #arrived: (socket: Socket, address: string) => void
  #unsaid = 0

  /** Calls `arrived` with the client's address, '' if it has disconnected already, before any of its data is read. */
  constructor(around: Surroundings, arrived: (socket: Socket, address: string) => void) {
    this.#around = around
    this.#arrived = arrived
  }

  take(socket: Socket): void {
    const peer = plainAddress(socket.remoteAddress ?? '')
    if (!this.#around.balancers.includes(peer)) return this.#arrived(socket, peer)
    if (this.#unsaid >= this.#around.mostPerDoor) return this.#refuse(socket, 'full')
    this.#unsaid++
    let address = peer
    const read = (held: Buffer) => {
      const header = proxyHeader(held)
      if (header?.address) address = header.address
      return header?.length
    }
    begins(socket, read, (failed) => {
      this.#unsaid--
      if (failed) this.#refuse(socket, failed)
      else this.#arrived(socket.resume(), address)
    })
  }

  #refuse(socket: Socket, reason: string): void {
    this.#around.tally.refuse(reason)
    socket.destroy()
  }
}

/**
 * Inspects the first bytes of a connection until `read` returns how many of them are consumed. Puts the others back and
 * leaves the socket paused. Calls `done` once, with the reason if it failed.
 */
export function begins(
  socket: Socket,
  read: (held: Buffer) => number | undefined,
  done: (failed?: 'gone' | 'malformed' | 'unfinished') => void,
): void {
  let held: Buffer = Buffer.alloc(0)
  const over = (failed?: Parameters<typeof done>[0]) => {
    clearTimeout(timer)
    socket.off('data', look).off('close', gone)
    done(failed)
  }
  const look = (chunk: Buffer) => {
    held = Buffer.concat([held, chunk])
    try {
      const taken = read(held)
      if (taken === undefined) return
      socket.pause()
      if (taken < held.length) socket.unshift(held.subarray(taken))
      over()
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      over('malformed')
    }
  }
  const gone = () => over('gone')
  const timer = setTimeout(() => over('unfinished'), beginsWithin)
  socket.on('error', () => {}) // 'close' follows
  socket.on('data', look).once('close', gone)
}
