// A player of the tally game (test/fixtures/tally-game/), through a sidecar's TCP listener.
import { connect, type Socket } from 'node:net'

export class TallyPlayer {
  readonly #socket: Socket
  readonly #received: string[] = []
  #unread = Buffer.alloc(0)
  #closed = false
  #woken = () => {}

  constructor(port: number) {
    this.#socket = connect({ host: '127.0.0.1', port })
    this.#socket.on('data', (data) => {
      this.#unread = Buffer.concat([this.#unread, data])
      while (this.#unread.length >= 2 && this.#unread.length >= 2 + this.#unread.readUInt16BE()) {
        const end = 2 + this.#unread.readUInt16BE()
        this.#received.push(this.#unread.toString('utf8', 2, end))
        this.#unread = this.#unread.subarray(end)
      }
      this.#woken()
    })
    this.#socket.on('close', () => {
      this.#closed = true
      this.#woken()
    })
    this.#socket.on('error', () => {}) // 'close' follows
  }

  say(command: string): void {
    const frame = Buffer.alloc(2 + command.length)
    frame.writeUInt16BE(command.length)
    frame.write(command, 2)
    this.#socket.write(frame)
  }

  /** Throws if the connection is closed. */
  async received(): Promise<string> {
    while (this.#received.length === 0) {
      if (this.#closed) throw new Error('the player was closed')
      await new Promise<void>((resolve) => {
        this.#woken = resolve
      })
    }
    return this.#received.shift()!
  }

  leave(): void {
    this.#socket.destroy()
  }
}
