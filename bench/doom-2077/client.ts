// A DOOM-2077 load client: walks in a circle around its start, and identifies its MOVEs by their angles.
import { createSocket, type Socket } from 'node:dgram'
import { readFromServer } from '../../games/doom-2077/datagrams/datagram.ts'
import type { Position } from '../../games/doom-2077/map/position.ts'
import { type FromServer, fromClient } from '../../games/doom-2077/packets.ts'

/** Map units in thousandths, and radians from one MOVE to the next: 3.6 units, walking speed at 30 per second. */
const circle = { radius: 30_000, step: 0.12 }
/** Angles in thousandths of degrees that number the MOVEs; the last digit is for clients that lose it. */
const anglesEach = 10
const angles = 36_000
const joinAgainMs = 2000

export class LoadClient {
  id = 0
  kicked = false
  /** MOVEs sent. */
  moves = 0
  /** Called for a PONG to one of its own PINGs, with the milliseconds between them. */
  ponged: (ms: number) => void = () => {}
  /** Called for another player's MOVE: the player's id, and the MOVE's number. */
  received: (id: number, move: number) => void = () => {}
  readonly #name: string
  readonly #port: number
  readonly #socket: Socket = createSocket('udp4')
  /** Datagrams read one by one, if it reads as slowly as the original client. */
  readonly #unread: Buffer[] = []
  readonly #pings = new Map<string, number>()
  readonly #timers: NodeJS.Timeout[] = []
  #centre: Position | undefined

  /** `readsPerSecond` 0: reads all datagrams at once. */
  constructor(port: number, name: string, readsPerSecond: number) {
    this.#port = port
    this.#name = name
    this.#socket.on('message', (datagram) => {
      if (readsPerSecond > 0) this.#unread.push(datagram)
      else this.#read(datagram)
    })
    if (readsPerSecond > 0) this.#every(1000 / readsPerSecond, () => this.#readOne())
  }

  /** The number of unread datagrams. */
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

  /** Starts to walk. */
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

  /** Sends an arbitrary datagram from its own port. */
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

  /** The client's start, or the middle of the map while it is unknown. */
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

  /** Sends its position at once, like the original, which validates its address. */
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
