// The client walks in a circle around its start and numbers its MOVEs by their angles.
import { createSocket, type Socket } from 'node:dgram'
import { readFromServer } from '../../games/doom-2077/datagrams/datagram.ts'
import type { Position } from '../../games/doom-2077/map/position.ts'
import { type FromServer, fromClient } from '../../games/doom-2077/packets.ts'

/**
 * The circle in which the client walks. `radius`: thousandths of map units. `step`: radians from one MOVE to the next,
 * which is 3.6 map units: walking speed at 30 MOVEs per second.
 */
const circle = { radius: 30_000, step: 0.12 }
/**
 * The number of a MOVE is sent as its angle, in steps of `anglesEach` thousandths of a degree, because some clients
 * lose the last digit.
 */
const anglesEach = 10
const angles = 36_000
const joinAgainMs = 2000

export class LoadClient {
  id = 0
  kicked = false
  moves = 0
  /** Called when a PING of this client is answered, with the milliseconds from PING to PONG. */
  ponged: (ms: number) => void = () => {}
  /** Called for each MOVE of another player, with the player's id and the MOVE's number. */
  received: (id: number, move: number) => void = () => {}
  readonly #name: string
  readonly #port: number
  readonly #socket: Socket = createSocket('udp4')
  /** Datagrams that have arrived and that a slow client (with `readsPerSecond`) has not read yet. */
  readonly #unread: Buffer[] = []
  readonly #pings = new Map<string, number>()
  readonly #timers: NodeJS.Timeout[] = []
  #centre: Position | undefined

  /**
   * `readsPerSecond`: datagrams that the client reads per second, like the slow original client. 0: it reads every
   * datagram at once.
   */
  constructor(port: number, name: string, readsPerSecond: number) {
    this.#port = port
    this.#name = name
    this.#socket.on('message', (datagram) => {
      if (readsPerSecond > 0) this.#unread.push(datagram)
      else this.#read(datagram)
    })
    if (readsPerSecond > 0) this.#every(1000 / readsPerSecond, () => this.#readOne())
  }

  get unread(): number {
    return this.#unread.length
  }

  join(): void {
    const ask = () => {
      if (this.id === 0) this.#send(fromClient.encode({ type: 'JOIN', name: this.#name }))
    }
    ask()
    this.#every(joinAgainMs, ask)
  }

  /** Sends `perSecond` MOVEs per second, and calls `sent` with the number of each MOVE. */
  walk(perSecond: number, sent: (move: number) => void): void {
    this.#every(1000 / perSecond, () => {
      if (!this.#centre) return
      const { x, y, z } = this.#centre
      const turn = this.moves * circle.step
      const at = { x: x + circle.radius * Math.cos(turn), y: y + circle.radius * Math.sin(turn) }
      const angle = (this.moves % angles) * anglesEach + anglesEach / 2
      sent(this.moves++)
      this.#send(fromClient.encode({ type: 'MOVE', x: Math.trunc(at.x), y: Math.trunc(at.y), z, angle }))
    })
  }

  /** Sends from the client's port. */
  flood(datagram: Uint8Array): void {
    this.#send(datagram)
  }

  ping(everyMs: number): void {
    let count = 0
    this.#every(everyMs, () => {
      const data = Buffer.alloc(8)
      data.writeUInt32BE(++count, 4)
      this.#pings.set(data.toString('hex'), performance.now())
      this.#send(fromClient.encode({ type: 'PING', data }))
    })
  }

  /** The client's start position, or the middle of the map until the server has sent the start. */
  get position(): { readonly x: number; readonly y: number } {
    return this.#centre ?? { x: 0, y: 0 }
  }

  end(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#socket.send(fromClient.encode({ type: 'QUIT' }), this.#port, '127.0.0.1', () =>
      this.#socket.close(),
    )
  }

  #every(ms: number, act: () => void): void {
    this.#timers.push(setInterval(act, ms))
  }

  #send(bytes: Uint8Array): void {
    this.#socket.send(bytes, this.#port, '127.0.0.1')
  }

  #readOne(): void {
    const datagram = this.#unread.shift()
    if (datagram) this.#read(datagram)
  }

  #read(datagram: Buffer): void {
    for (const message of readFromServer(datagram).messages) this.#take(message)
  }

  #take(message: FromServer): void {
    switch (message.type) {
      case 'ACPT':
        this.id ||= message.playerId
        return
      case 'KICK':
        this.kicked = true
        return
      case 'MOVE':
        if (message.playerId === this.id) this.#obey(message)
        else this.received(message.playerId, Math.floor(message.angle / anglesEach))
        return
      case 'PONG':
        return this.#pong(Buffer.from(message.data).toString('hex'))
    }
  }

  /** Confirms the position at once, like the original client. The server thereby validates the client's address. */
  #obey({ x, y, z, angle }: Position): void {
    this.#centre ??= { x, y, z, angle }
    this.#send(fromClient.encode({ type: 'MOVE', x, y, z, angle }))
  }

  #pong(data: string): void {
    const sent = this.#pings.get(data)
    if (sent === undefined) return
    this.#pings.delete(data)
    this.ponged(performance.now() - sent)
  }
}
