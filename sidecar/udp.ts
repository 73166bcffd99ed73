// UDP clients: a session is a remote address and port, a frame is a datagram. Limits the cost and the amplification of
// unvalidated addresses. Cannot tell an existing client on a new port from a new one, because it knows no game.
import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { plainAddress } from '../wire/address.ts'
import { WireError } from '../wire/error.ts'
import { type Framing, frameLength } from '../wire/framing.ts'
import { Crowd, type Member } from './crowd.ts'
import type { OpenDoor, OpenTransport, Surroundings, Wanted } from './door.ts'
import type { RoomFrame } from './room-frame.ts'
import type { Call, Client } from './session.ts'
import { Strangers } from './strangers.ts'

/** In milliseconds, bytes and datagrams. */
export const udpLimits = {
  /** Output to an unvalidated address is limited to this multiple of its input bytes. The room validates addresses. */
  amplification: 3,
  unprovenIdle: 20_000,
  /** For rooms without an idle timeout: longer than any game's own, so that the game can say goodbye. */
  idle: 180_000,
  /** Datagrams passed to the room per session: far more than players send, and it bounds the cost of a flood. */
  perSecond: 256,
  /** Queued per session while the link is behind. */
  queued: 64,
  queuedBytes: 32_768,
  /** Bytes that wait for the network card, over all sessions. */
  sending: 4 << 20,
  /** The requested receive buffer, for bursts while the process is busy. The system may grant less. */
  receiving: 4 << 20,
} as const

/** The source or destination of a datagram. */
export interface UdpAddress {
  readonly address: string
  readonly port: number
}

/** The part of a socket that a listener uses. */
export interface UdpSocket {
  address(): { readonly port: number }
  /** Bytes that wait for the network card. */
  getSendQueueSize(): number
  send(datagram: Uint8Array, port: number, address: string, sent: (error: Error | null) => void): void
  close(closed: () => void): void
}

/** Opens a UDP listener. */
export const openUdp: OpenTransport = async (wanted, at, around) => {
  const socket = createSocket({
    type: isIPv6(at.host) ? 'udp6' : 'udp4',
    recvBufferSize: udpLimits.receiving,
  })
  await bind(socket, at)
  socket.on('error', (error) => around.log.error({ err: error }, 'udp door'))
  const door = new UdpDoor(socket, wanted, around)
  socket.on('message', (datagram, from) => door.receive(datagram, from))
  return door
}

function bind(socket: Socket, at: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => {
      socket.close()
      reject(error)
    })
    socket.bind({ address: at.host, port: at.port, exclusive: true }, () => {
      socket.removeAllListeners('error')
      resolve()
    })
  })
}

export class UdpDoor implements OpenDoor {
  readonly port: number
  readonly #socket: UdpSocket
  readonly #around: Surroundings
  readonly #sessions = new Map<string, UdpClient>()
  readonly #strangers = new Strangers()
  readonly #crowd: Crowd
  #wanted: Wanted
  #stopped = false

  constructor(socket: UdpSocket, wanted: Wanted, around: Surroundings) {
    this.#socket = socket
    this.#wanted = wanted
    this.#around = around
    this.port = socket.address().port
    this.#crowd = new Crowd(around)
  }

  /** The number of sessions. */
  get sessions(): number {
    return this.#sessions.size
  }

  change(wanted: Wanted): void {
    this.#wanted = wanted
  }

  async stop(): Promise<void> {
    this.#stopped = true
  }

  async close(reason: string): Promise<void> {
    this.#crowd.dismiss(reason)
    await new Promise<void>((resolve) => this.#socket.close(resolve))
  }

  empty(): Promise<void> {
    return this.#crowd.empty()
  }

  /** Handles one datagram, whose buffer must not be reused. */
  receive(datagram: Uint8Array, from: UdpAddress): void {
    const { tally } = this.#around
    if (!datagram.length) return tally.drop('empty')
    if (datagram.length > this.#wanted.assignment.frameBytes) return tally.drop('oversize')
    const session = this.#sessions.get(`${from.address}:${from.port}`) ?? this.#begin(from)
    session?.receive(datagram)
  }

  #begin(from: UdpAddress): UdpClient | undefined {
    const { tally } = this.#around
    const address = plainAddress(from.address)
    const stranger = { address, giveWay: () => session.leave('unproven, and another came') }
    const refused = this.#refusal(address) ?? this.#strangers.admit(stranger, this.#around.clock.now())
    if (refused) return void tally.refuse(refused)
    const key = `${from.address}:${from.port}`
    const send = (bytes: Uint8Array) => this.#send(bytes, from)
    const gone = () => {
      this.#strangers.release(stranger)
      this.#sessions.delete(key)
      this.#crowd.left(session)
    }
    const proven = () => this.#strangers.release(stranger)
    const session = new UdpClient(address, this.#wanted, this.#around, { send, proven, gone })
    this.#sessions.set(key, session)
    this.#crowd.enter(session)
    session.greet(this.#wanted)
    return session
  }

  #refusal(address: string): string | undefined {
    return this.#stopped ? 'draining' : this.#crowd.refusal(address, this.#wanted.assignment)
  }

  #send(bytes: Uint8Array, to: UdpAddress): void {
    const { tally } = this.#around
    if (this.#socket.getSendQueueSize() > udpLimits.sending) return tally.drop('sending')
    this.#socket.send(bytes, to.port, to.address, (error) => {
      if (error) tally.drop('unsendable')
    })
  }
}

interface Way {
  send(bytes: Uint8Array): void
  proven(): void
  gone(): void
}

class UdpClient implements Client, Member {
  readonly transport = 'udp'
  readonly compressed = false
  readonly address: string
  readonly #around: Surroundings
  readonly #way: Way
  readonly #idle: number
  /** Whether a newer datagram makes this one obsolete. */
  readonly #isSuperseded: (datagram: Uint8Array) => boolean
  /** In order of arrival. Empty unless the link is behind. */
  #queue: Uint8Array[] = []
  #queuedBytes = 0
  #call: Call | undefined
  #over = false
  #paused = false
  #proven = false
  #heard: number
  /** Datagrams passed to the room since the last sweep. */
  #carried = 0
  /** Bytes that may still be sent before the address is validated. */
  #allowance = 0

  constructor(address: string, { assignment, door }: Wanted, around: Surroundings, way: Way) {
    this.address = address
    this.#around = around
    this.#way = way
    this.#heard = around.clock.now()
    this.#idle = assignment.idleMs || udpLimits.idle
    this.#isSuperseded = superseding(door)
  }

  /** Opens the session at the room. Call once, after the session is registered by its address. */
  greet({ assignment }: Wanted): void {
    this.#call = this.#around.open(assignment, this)
  }

  receive(datagram: Uint8Array): void {
    if (this.#over) return
    this.#heard = this.#around.clock.now()
    if (!this.#proven) this.#allowance += datagram.length * udpLimits.amplification
    this.#around.tally.fromClient(datagram.length)
    if (this.#paused) this.#keep(datagram)
    else if (this.#carried >= udpLimits.perSecond) this.#around.tally.drop('too fast')
    else {
      this.#carried++
      this.#call?.frame(datagram)
    }
  }

  write({ bytes }: RoomFrame): void {
    if (this.#over) return
    if (!this.#proven && bytes.length > this.#allowance) return this.#around.tally.drop('amplification')
    this.#allowance -= bytes.length
    this.#around.tally.fromServer(bytes.length)
    this.#way.send(bytes)
  }

  proven(): void {
    if (this.#over || this.#proven) return
    this.#proven = true
    this.#way.proven()
  }

  close(reason: string): void {
    if (this.#over) return
    this.#over = true
    this.#queue = []
    this.#around.log.debug({ peer: this.address, reason }, 'closed')
    this.#way.gone()
  }

  pause(): void {
    this.#paused = true
  }

  resume(): void {
    this.#paused = false
    while (!this.#over && !this.#paused) {
      const datagram = this.#queue.shift()
      if (!datagram) return
      this.#queuedBytes -= datagram.length
      this.#call?.frame(datagram)
    }
  }

  leave(reason: string): void {
    if (this.#over) return
    this.close(reason)
    this.#call?.closed(reason)
  }

  /** Runs once a second: ends a session that has timed out. */
  look(now: number): void {
    this.#carried = 0
    const patience = this.#proven ? this.#idle : Math.min(this.#idle, udpLimits.unprovenIdle)
    if (now - this.#heard >= patience) this.leave('timed out')
  }

  /** Queues a datagram. Of datagrams that newer ones make obsolete, keeps only the newest. */
  #keep(datagram: Uint8Array): void {
    const older = this.#isSuperseded(datagram) ? this.#queue.findIndex(this.#isSuperseded) : -1
    if (older >= 0) {
      this.#queuedBytes -= this.#queue.splice(older, 1)[0]!.length
      this.#around.tally.drop('superseded')
    }
    const full =
      this.#queue.length >= udpLimits.queued || this.#queuedBytes + datagram.length > udpLimits.queuedBytes
    if (full) return this.#around.tally.drop('behind')
    this.#queue.push(datagram)
    this.#queuedBytes += datagram.length
  }
}

/** Recognizes datagrams of which only the newest counts: by the door's prefix, and (with a framing) as one frame. */
function superseding({ supersede, framing }: Wanted['door']): (datagram: Uint8Array) => boolean {
  const prefix = Buffer.from(supersede ?? '', 'base64')
  if (!prefix.length) return () => false
  return (datagram) =>
    prefix.every((byte, index) => datagram[index] === byte) && (!framing || isOneFrame(framing, datagram))
}

function isOneFrame(framing: Framing, datagram: Uint8Array): boolean {
  try {
    return frameLength(framing, datagram) === datagram.length
  } catch (error) {
    if (error instanceof WireError) return false
    throw error
  }
}
