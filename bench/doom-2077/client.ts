// A DOOM-2077 load client: it walks in a circle where it was put, and tells its MOVEs apart by their angles.
import { createSocket, type Socket } from 'node:dgram'
import { readFromServer } from '../../games/doom-2077/datagrams/datagram.ts'
import type { Place } from '../../games/doom-2077/map/place.ts'
import { type FromServer, fromClient } from '../../games/doom-2077/packets.ts'

/** Map units in thousandths, and radians from one MOVE to the next: 3.6 units, as fast as one walks at 30 a second. */
const circle = { radius: 30_000, step: 0.12 }
/** Angles in thousandths of degrees that MOVEs are counted by; the last digit is for those who lose it. */
const anglesEach = 10
const angles = 36_000
const joinAgainMs = 2000

export class LoadClient {
  id = 0
  kicked = false
  /** MOVEs sent. */
  moves = 0
  /** One of its own datagrams was answered: milliseconds from PING to PONG. */
  ponged: (ms: number) => void = () => {}
  /** Told that another has moved: who, and its which MOVE. */
  told: (id: number, move: number) => void = () => {}
  readonly #name: string
  readonly #port: number
  readonly #socket: Socket = createSocket('udp4')
  /** Read one by one, when it reads as slowly as the original client. */
  readonly #unread: Buffer[] = []
  readonly #pings = new Map<string, number>()
  readonly #timers: NodeJS.Timeout[] = []
  #centre: Place | undefined

  /** `readsPerSecond` 0: it reads whatever comes at once. */
  constructor(port: number, name: string, readsPerSecond: number) {
    this.#port = port
    this.#name = name
    this.#socket.on('message', (datagram) => {
      if (readsPerSecond > 0) this.#unread.push(datagram)
      else this.#read(datagram)
    })
    if (readsPerSecond > 0) this.#every(1000 / readsPerSecond, () => this.#readOne())
  }

  /** Datagrams that it has not read yet. */
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

  /** From now on. */
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

  /** One datagram, whatever is in it, from its own port. */
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

  /** Where it was put; the map's middle while it is in no map. */
  get standing(): { readonly x: number; readonly y: number } {
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
        else this.told(message.playerId, Math.floor(message.angle / anglesEach))
        return
      case 'PONG':
        return this.#pong(Buffer.from(message.data).toString('hex'))
    }
  }

  /** As the original: it says at once that it is there, by which its address is proven. */
  #obey({ x, y, z, angle }: Place): void {
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
