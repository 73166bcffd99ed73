// A TCP relay on loopback whose connections a test can cut or block.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export class TcpRelay {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  /** For each socket to the server, the client's socket. */
  readonly #ends = new Map<Socket, Socket>()

  private constructor(port: number) {
    this.#server = createServer((near) => this.#join(near, connect(port, '127.0.0.1')))
  }

  /** The relay stops when the test ends. */
  static async to(port: number): Promise<TcpRelay> {
    const relay = new TcpRelay(port)
    relay.#server.listen(0, '127.0.0.1')
    await once(relay.#server, 'listening')
    onTestFinished(() => {
      relay.cut()
      relay.#server.close()
    })
    return relay
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Cuts every connection without a close handshake. Returns the number of connections. */
  cut(): number {
    const count = this.#sockets.size / 2
    for (const socket of this.#sockets) socket.resetAndDestroy()
    this.#sockets.clear()
    this.#ends.clear()
    return count
  }

  /** Blocks data from the server until `release`. Data to the server still arrives. */
  hold(): void {
    for (const far of this.#ends.keys()) far.unpipe().pause()
  }

  release(): void {
    for (const [far, near] of this.#ends) far.pipe(near)
  }

  #join(near: Socket, far: Socket): void {
    this.#ends.set(far, near)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from)
      from.setNoDelay(true)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        to.destroy()
        this.#sockets.delete(from)
        this.#ends.delete(from)
      })
      from.pipe(to)
    }
  }
}
