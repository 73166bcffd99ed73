// The raw dispatch response, for clients that read one packet and barely speak HTTP. Each connection gets the whole
// response in one write. The sidecar does not interpret its contents.
import { createServer, type Server, type Socket } from 'node:net'
import { Arrivals } from './arrivals.ts'
import type { OpenDoor, OpenTransport, Surroundings, Wanted } from './door.ts'
import { listen, portOf, stopListening } from './listening.ts'
import { Newcomers } from './newcomers.ts'

/** In milliseconds; `request` in bytes. */
export const dispatchLimits = {
  /** A client that sends nothing gets the response after this time. */
  silence: 1_000,
  /** Total life of a connection. */
  life: 5_000,
  /** Request bytes to read and discard: unread ones would reset the connection during the response. */
  request: 4_096,
} as const

/** Opens a dispatch listener. Throws if the door has no answer. */
export const openDispatch: OpenTransport = async (wanted, at, around) => {
  const door = new DispatchDoor(wanted, around)
  await listen(door.server, at)
  door.server.on('error', (error) => around.log.error({ err: error }, 'dispatch door'))
  return door
}

class DispatchDoor implements OpenDoor {
  readonly server: Server
  readonly #around: Surroundings
  readonly #sockets = new Set<Socket>()
  readonly #newcomers: Newcomers
  #here: Buffer
  #away: Buffer

  constructor(wanted: Wanted, around: Surroundings) {
    this.#around = around
    this.#newcomers = new Newcomers(around.mostPerDoor, (newcomers) => newcomers)
    ;[this.#here, this.#away] = answers(wanted)
    const arrivals = new Arrivals(around, (socket, address) => this.#enter(socket, address))
    this.server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => arrivals.take(socket))
  }

  get port(): number {
    return portOf(this.server)
  }

  change(wanted: Wanted): void {
    ;[this.#here, this.#away] = answers(wanted)
  }

  stop(): Promise<void> {
    return stopListening(this.server)
  }

  async close(): Promise<void> {
    const stopped = this.stop()
    for (const socket of this.#sockets) socket.destroy()
    await stopped
  }

  async empty(): Promise<void> {} // `close` destroys all sockets

  #enter(socket: Socket, address: string): void {
    socket.on('error', () => {}) // 'close' follows
    const newcomer = { address, giveWay: () => socket.destroy() }
    const refused = address ? this.#newcomers.admit(newcomer) : 'gone'
    if (refused) {
      this.#around.tally.refuse(refused)
      socket.destroy()
      return
    }
    this.#sockets.add(socket)
    const life = setTimeout(() => socket.destroy(), dispatchLimits.life)
    const silence = setTimeout(() => this.#answer(socket), dispatchLimits.silence)
    socket.on('data', () => {
      this.#answer(socket)
      if (socket.bytesRead >= dispatchLimits.request) socket.pause()
    })
    socket.once('end', () => this.#answer(socket))
    socket.once('close', () => {
      clearTimeout(life)
      clearTimeout(silence)
      this.#sockets.delete(socket)
      this.#newcomers.release(newcomer)
    })
  }

  #answer(socket: Socket): void {
    if (socket.writableEnded || socket.destroyed) return
    const away = this.#around.away()
    this.#around.tally.answer(away ? 'away' : 'here')
    socket.end(away ? this.#away : this.#here)
  }
}

function answers({ door }: Wanted): [here: Buffer, away: Buffer] {
  if (!door.answer) throw new Error('no answer')
  return [Buffer.from(door.answer.here, 'base64'), Buffer.from(door.answer.away, 'base64')]
}
