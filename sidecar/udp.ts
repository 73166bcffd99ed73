// UDP clients: a session is a remote address and port, a datagram a frame. Limits what an unproven address costs
// and earns. Knows no game: it cannot tell an old client on a new port from a new one.
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

/** Milliseconds, and bytes. */
export const udpLimits = {
  /** Of what an unproven address sent, in bytes, this many times as much may go back. The room says which are proven. */
  amplification: 3,
  unprovenIdle: 20_000,
  /** For doors that say nothing: longer than any game's own time-out, so that it can say goodbye. */
  idle: 180_000,
  /** That go on to the room, per session: far more than anybody plays with, and what a flood costs it is bounded. */
  perSecond: 256,
  /** Waiting while the link is behind, per session. */
  queued: 64,
  queuedBytes: 32_768,
  /** Waiting for the network card, over all sessions. */
  sending: 4 << 20,
  /** Asked of the system for what arrives while we are busy; it may give less. */
  receiving: 4 << 20,
} as const

/** Where a datagram comes from, or goes to. */
export interface UdpAddress {
  readonly address: string
  readonly port: number
}

/** What a door needs of a socket. */
export interface UdpSocket {
  address(): { readonly port: number }
  /** Bytes that wait for the network card. */
  getSendQueueSize(): number
  send(datagram: Uint8Array, port: number, address: string, sent: (error: Error | null) => void): void
  close(closed: () => void): void
}

/** Opens a UDP door. */
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

  /** Sessions at present. */
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

  /** One datagram as it came; its buffer is nobody else's. */
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
  /** Does a newer one make it worthless? */
  readonly #isSuperseded: (datagram: Uint8Array) => boolean
  /** In the order of arrival; empty unless the link is behind. */
  #queue: Uint8Array[] = []
  #queuedBytes = 0
  #call: Call | undefined
  #over = false
  #paused = false
  #proven = false
  #heard: number
  /** Datagrams that went to the room since the last look. */
  #carried = 0
  /** What may still go back before the address is proven. */
  #allowance = 0

  constructor(address: string, { assignment, door }: Wanted, around: Surroundings, way: Way) {
    this.address = address
    this.#around = around
    this.#way = way
    this.#heard = around.clock.now()
    this.#idle = assignment.idleMs || udpLimits.idle
    this.#isSuperseded = superseding(door)
  }

  /** Tells the room; to be called once, when the session can be found by its address. */
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

  /** Once a second: ends a session that has been silent for too long. */
  look(now: number): void {
    this.#carried = 0
    const patience = this.#proven ? this.#idle : Math.min(this.#idle, udpLimits.unprovenIdle)
    if (now - this.#heard >= patience) this.leave('timed out')
  }

  /** Puts a datagram into the queue; of those that a newer one makes worthless only the newest stays. */
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

/** Tells datagrams of which only the newest counts: the door's prefix, and (where a framing can tell) one message. */
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
