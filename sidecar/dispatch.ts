// The dispatch answer, raw: clients that read one packet's worth and speak no HTTP worth parsing. Whoever connects
// gets the whole answer in one write. Knows the bytes of the answer, not what they say.
import { createServer, type Server, type Socket } from 'node:net'
import { Arrivals } from './arrivals.ts'
import type { OpenDoor, OpenTransport, Surroundings, Wanted } from './door.ts'
import { listen, portOf, stopListening } from './listening.ts'
import { Newcomers } from './newcomers.ts'

/** Milliseconds, and bytes. */
export const dispatchLimits = {
  /** Who says nothing is answered all the same, after this long. */
  silence: 1_000,
  /** In all, from connecting to the socket's end. */
  life: 5_000,
  /** Read and dropped of a request: unread, it would reset the connection under the answer. */
  request: 4_096,
} as const

/** Opens a dispatch door; without an answer there is none. */
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

  async empty(): Promise<void> {} // nobody stays in after `close`

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
