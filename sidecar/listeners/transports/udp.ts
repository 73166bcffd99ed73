// A UDP session is a remote address and port, and a frame is a datagram. The transport limits the cost and the
// amplification of unvalidated addresses. The transport does not depend on the game, so an existing client on a new
// port counts as a new client.
import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { type Framing, frameLength } from '../../../wire/net/framing.ts'
import { normalizeAddress } from '../../../wire/net/ip-address.ts'
import { decodeBase64 } from '../../../wire/util/base64.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import type { RoomFrame } from '../../sessions/room-frame.ts'
import type { SessionHandle, TransportClient } from '../../sessions/session.ts'
import { disconnectOnFault } from '../../util/disconnect-on-fault.ts'
import type { Listener, ListenerContext, ListenerFactory, ListenerSpec } from '../base/listener.ts'
import { ClientRegistry, type RegisteredClient } from '../limits/client-registry.ts'
import { UnvalidatedPeerLimiter } from '../limits/unvalidated-peer-limiter.ts'

export const udpLimits = {
  /**
   * Output to an unvalidated address is limited to this multiple of its input bytes. The game validates addresses
   * (games/doom-2077/protocol/address-validation/).
   */
  amplificationFactor: 3,
  unvalidatedIdleMs: 20_000,
  /**
   * The idle timeout of sessions in rooms that set none. This timeout is longer than the timeouts of all games, so that
   * a game can disconnect its client first.
   */
  idleMs: 180_000,
  /** Players send far fewer than this limit, which bounds the cost of a flood. */
  datagramsPerSecond: 256,
  /**
   * Maximum datagrams that are queued per session while the link cannot send. `queuedBytes`: maximum bytes of these
   * datagrams.
   */
  queuedDatagrams: 64,
  queuedBytes: 32_768,
  /** Maximum bytes that wait for the network card, for all sessions together. */
  sendQueueBytes: 4 << 20,
  /** Requested size of the receive buffer, for bursts while the process is busy. The system may grant less. */
  receiveBufferBytes: 4 << 20,
} as const

export interface UdpAddress {
  readonly address: string
  readonly port: number
}

export interface UdpSocket {
  address(): { readonly port: number }
  /** Bytes that wait for the network card. */
  getSendQueueSize(): number
  send(datagram: Uint8Array, port: number, address: string, sent: (error: Error | null) => void): void
  close(closed: () => void): void
}

export const openUdpListener: ListenerFactory = async (spec, at, context) => {
  const socket = createSocket({
    type: isIPv6(at.host) ? 'udp6' : 'udp4',
    recvBufferSize: udpLimits.receiveBufferBytes,
  })
  await bind(socket, at)
  socket.on('error', (error) => context.log.error({ err: error }, 'udp listener'))
  const listener = new UdpListener(socket, spec, context)
  socket.on('message', (datagram, from) => listener.receive(datagram, from))
  return listener
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

export class UdpListener implements Listener {
  readonly port: number
  readonly #socket: UdpSocket
  readonly #context: ListenerContext
  readonly #sessions = new Map<string, UdpClient>()
  readonly #unvalidatedPeers = new UnvalidatedPeerLimiter()
  readonly #clients: ClientRegistry
  #spec: ListenerSpec
  #isStopped = false

  constructor(socket: UdpSocket, spec: ListenerSpec, context: ListenerContext) {
    this.#socket = socket
    this.#spec = spec
    this.#context = context
    this.port = socket.address().port
    this.#clients = new ClientRegistry(context)
  }

  get sessions(): number {
    return this.#sessions.size
  }

  update(spec: ListenerSpec): void {
    this.#spec = spec
  }

  async stopAccepting(): Promise<void> {
    this.#isStopped = true
  }

  resumeAccepting(): void {
    this.#isStopped = false
  }

  async close(reason: string): Promise<void> {
    this.#clients.disconnectAll(reason)
    await new Promise<void>((resolve) => this.#socket.close(resolve))
  }

  whenEmpty(): Promise<void> {
    return this.#clients.whenEmpty()
  }

  /** Handles one datagram, whose buffer must not be reused. */
  receive(datagram: Uint8Array, from: UdpAddress): void {
    const { counters } = this.#context
    // Datagrams from port 0 are dropped: they are forged, and Node throws on sending to that port.
    if (from.port === 0) return counters.countDrop('unanswerable')
    if (!datagram.length) return counters.countDrop('empty')
    if (datagram.length > this.#spec.assignment.frameBytes) return counters.countDrop('oversize')
    const session = this.#sessions.get(`${from.address}:${from.port}`) ?? this.#createSession(from)
    if (session) disconnectOnFault(this.#context.log, session, () => session.receive(datagram))
  }

  #createSession(from: UdpAddress): UdpClient | undefined {
    const { counters } = this.#context
    const address = normalizeAddress(from.address)
    const unvalidatedPeer = {
      address,
      evict: () => session.disconnect('address not validated; evicted for a new client'),
    }
    const rejection =
      this.#rejectReason(address) ?? this.#unvalidatedPeers.admit(unvalidatedPeer, this.#context.clock.now())
    if (rejection) return void counters.countRejection(rejection)
    const key = `${from.address}:${from.port}`
    const session: UdpClient = new UdpClient(address, this.#spec, this.#context, {
      send: (bytes) => this.#send(bytes, from),
      onAddressValidated: () => this.#unvalidatedPeers.release(unvalidatedPeer),
      onClosed: () => {
        this.#unvalidatedPeers.release(unvalidatedPeer)
        this.#sessions.delete(key)
        this.#clients.remove(session)
      },
    })
    this.#sessions.set(key, session)
    this.#clients.add(session)
    session.openSession(this.#spec)
    return session
  }

  #rejectReason(address: string): string | undefined {
    return this.#isStopped ? 'draining' : this.#clients.rejectReason(address, this.#spec.assignment)
  }

  #send(bytes: Uint8Array, to: UdpAddress): void {
    const { counters } = this.#context
    if (this.#socket.getSendQueueSize() > udpLimits.sendQueueBytes) return counters.countDrop('sending')
    this.#socket.send(bytes, to.port, to.address, (error) => {
      if (error) counters.countDrop('unsendable')
    })
  }
}

interface UdpClientCallbacks {
  send(bytes: Uint8Array): void
  onAddressValidated(): void
  onClosed(): void
}

class UdpClient implements TransportClient, RegisteredClient {
  readonly transport = 'udp'
  readonly compressed = false
  readonly address: string
  readonly #context: ListenerContext
  readonly #callbacks: UdpClientCallbacks
  readonly #idleMs: number
  /** Whether a newer datagram of the same kind makes this datagram obsolete. */
  readonly #isSuperseded: (datagram: Uint8Array) => boolean
  /** Datagrams that wait for the link, in order of arrival. */
  #queue: Uint8Array[] = []
  #queuedBytes = 0
  #session: SessionHandle | undefined
  #isClosed = false
  #isPaused = false
  #isAddressValidated = false
  #lastReceivedAt: number
  #passedSinceSweep = 0
  /** Bytes that may still be sent to the client before its address is validated. */
  #unvalidatedBudget = 0

  constructor(
    address: string,
    { assignment, definition }: ListenerSpec,
    context: ListenerContext,
    callbacks: UdpClientCallbacks,
  ) {
    this.address = address
    this.#context = context
    this.#callbacks = callbacks
    this.#lastReceivedAt = context.clock.now()
    this.#idleMs = assignment.idleMs || udpLimits.idleMs
    this.#isSuperseded = supersedeTest(definition)
  }

  /** Call once, after the session is registered by its address. */
  openSession({ assignment }: ListenerSpec): void {
    this.#session = this.#context.openSession(assignment, this)
  }

  receive(datagram: Uint8Array): void {
    if (this.#isClosed) return
    this.#lastReceivedAt = this.#context.clock.now()
    if (!this.#isAddressValidated) this.#unvalidatedBudget += datagram.length * udpLimits.amplificationFactor
    this.#context.counters.countFrameFromClient(datagram.length)
    if (this.#isPaused) this.#enqueue(datagram)
    else if (this.#passedSinceSweep >= udpLimits.datagramsPerSecond)
      this.#context.counters.countDrop('too fast')
    else {
      this.#passedSinceSweep++
      this.#session?.sendFrame(datagram)
    }
  }

  write({ bytes }: RoomFrame): void {
    if (this.#isClosed) return
    if (!this.#isAddressValidated && bytes.length > this.#unvalidatedBudget)
      return this.#context.counters.countDrop('amplification')
    this.#unvalidatedBudget -= bytes.length
    this.#context.counters.countFrameFromServer(bytes.length)
    this.#callbacks.send(bytes)
  }

  addressValidated(): void {
    if (this.#isClosed || this.#isAddressValidated) return
    this.#isAddressValidated = true
    this.#callbacks.onAddressValidated()
  }

  close(reason: string): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#queue = []
    this.#context.log.debug({ peer: this.address, reason }, 'closed')
    this.#callbacks.onClosed()
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    while (!this.#isClosed && !this.#isPaused) {
      const datagram = this.#queue.shift()
      if (!datagram) return
      this.#queuedBytes -= datagram.length
      this.#session?.sendFrame(datagram)
    }
  }

  disconnect(reason: string): void {
    if (this.#isClosed) return
    this.close(reason)
    this.#session?.clientClosed(reason)
  }

  get keptBytes(): number {
    return this.#queuedBytes
  }

  terminate(reason: string): void {
    if (!this.#isClosed) this.#context.counters.countRejection(reason)
    this.disconnect(reason)
  }

  /** Runs once a second. */
  checkTimeouts(now: number): void {
    this.#passedSinceSweep = 0
    const timeoutMs = this.#isAddressValidated
      ? this.#idleMs
      : Math.min(this.#idleMs, udpLimits.unvalidatedIdleMs)
    if (now - this.#lastReceivedAt >= timeoutMs) this.disconnect('timed out')
  }

  /** Drops queued datagrams that the new one makes obsolete. */
  #enqueue(datagram: Uint8Array): void {
    const older = this.#isSuperseded(datagram) ? this.#queue.findIndex(this.#isSuperseded) : -1
    if (older >= 0) {
      this.#queuedBytes -= this.#queue.splice(older, 1)[0]!.length
      this.#context.counters.countDrop('superseded')
    }
    const isFull =
      this.#queue.length >= udpLimits.queuedDatagrams ||
      this.#queuedBytes + datagram.length > udpLimits.queuedBytes
    if (isFull) return this.#context.counters.countDrop('behind')
    this.#queue.push(datagram)
    this.#queuedBytes += datagram.length
  }
}

/**
 * Returns a function that recognizes datagrams of which only the newest is needed. Such a datagram starts with the
 * listener's prefix and, if the listener has a framing, is exactly one frame.
 */
function supersedeTest({
  supersede,
  framing,
}: ListenerSpec['definition']): (datagram: Uint8Array) => boolean {
  const prefix = decodeBase64(supersede ?? '')
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
