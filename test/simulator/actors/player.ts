import type { Frame } from '../../../games/game.ts'
import type { RoomFrame } from '../../../sidecar/sessions/room-frame.ts'
import type { SessionHandle, SidecarSession, TransportClient } from '../../../sidecar/sessions/session.ts'
import type { Transport } from '../../../wire/net/framing.ts'
import { type ClientModel, type DurableRecords, InvariantError, isIdleTimeout } from '../core/game-model.ts'
import type { Endpoint } from '../platform/datagram-network.ts'
import type { SimulatedSocket } from '../platform/sockets.ts'
import type { SimulatedSidecar } from './sidecar.ts'

const bothWaysMs = 2 * 3500

export interface PlayerEvents {
  now(): number
  records(): DurableRecords
  broken(error: InvariantError): void
  /**
   * Whether this is the last frame to a kicked, banned or rejected player. The game's model does not know such frames.
   */
  isLastFrame(frame: Frame): boolean
  /** Whether a fault of the room explains the close of this client's connection. */
  explainsClose(reason: string): boolean
}

export class Player implements TransportClient {
  readonly n: number
  readonly clientModel: ClientModel
  readonly transport: Transport
  /** The client's address, which it shares with one other client. */
  readonly address: string
  readonly compressed = false
  readonly #events: PlayerEvents
  readonly #queue: Frame[] = []
  #call: SessionHandle | undefined
  #pipe: SimulatedSocket | undefined
  #endpoint: Endpoint | undefined
  sidecar: SimulatedSidecar | undefined
  #paused = false
  #spokeAt = Number.POSITIVE_INFINITY
  /** Whether the client sends no further messages, and disconnects when its messages have been read. */
  #leaving = false
  /** Whether the client has received nothing yet, so that the room may still refuse it. */
  isNew = true
  gone = false
  /**
   * Whether all messages of the client reached a sidecar that kept running, or the client received the reason for the
   * end of its session.
   */
  allDelivered = true
  /** The start of the current wait for an answer. Undefined if the client does not wait. */
  waitsSince: number | undefined
  closedFor: string | undefined

  constructor(n: number, clientModel: ClientModel, transport: Transport, events: PlayerEvents) {
    this.n = n
    this.address = `198.51.100.${n >> 1}`
    this.clientModel = clientModel
    this.transport = transport
    this.#events = events
  }

  get direct(): boolean {
    return this.#pipe !== undefined
  }

  /** The token of the client's session. Datagram clients have none. */
  get token(): string | undefined {
    if (this.#call) return (this.#call as SidecarSession).token
    const attached = this.#pipe?.server.deserializeAttachment() as { readonly id?: string } | undefined
    return attached?.id
  }

  get pipe(): SimulatedSocket | undefined {
    return this.#pipe
  }

  connectThrough(sidecar: SimulatedSidecar): void {
    this.sidecar = sidecar
    this.#waitToBeGreeted()
    this.#call = sidecar.open(this)
  }

  /** Sends datagrams to the sidecar that serves the port at that moment. The client cannot distinguish sidecars. */
  connectByUdp(endpoint: Endpoint): void {
    this.#endpoint = endpoint
  }

  rebind(): void {
    if (!this.gone) this.#endpoint?.rebind()
  }

  connectDirectly(pipe: SimulatedSocket): void {
    this.#pipe = pipe
    this.#waitToBeGreeted()
  }

  /** Starts the wait for a greeting, in games in which the room sends first. */
  #waitToBeGreeted(): void {
    if (this.clientModel.isWaiting) this.waitsSince = this.#events.now()
  }

  speak(): void {
    if (this.gone || this.#leaving) return
    this.#say(this.clientModel.nextFrame())
  }

  /** Sends the messages that a client program sends without input from its player. */
  idle(): void {
    if (this.gone || this.#leaving || this.#paused) return
    this.#say(this.clientModel.idleFrame?.())
  }

  #say(frame: Frame | undefined): void {
    if (frame === undefined) return
    this.#spokeAt = Math.min(this.#spokeAt, this.#events.now())
    this.waitsSince = this.clientModel.isWaiting ? (this.waitsSince ?? this.#events.now()) : undefined
    if (this.#endpoint) this.#endpoint.say(frame as Uint8Array)
    else if (this.#pipe) this.#pipe.up(frame)
    else if (this.#paused) this.#queue.push(frame)
    else this.#call!.sendFrame(frame)
  }

  /** Disconnects once the last message has left. */
  leave(): void {
    if (this.gone) return
    this.#leaving = true
    if (this.#endpoint) this.#say(this.clientModel.leaveFrame?.())
    if (this.#queue.length === 0) this.#go()
  }

  /** Disconnects at once. The client's last messages may be lost. */
  vanish(): void {
    if (this.gone) return
    if (this.#queue.length > 0 || this.#pipe) this.allDelivered = false
    this.#queue.length = 0
    this.#go()
  }

  #go(): void {
    this.gone = true
    this.waitsSince = undefined
    // If the client has its own socket, messages in flight are lost with the socket.
    if (this.#pipe) this.allDelivered = false
    this.#pipe?.close()
    this.#endpoint?.close()
    this.#call?.clientClosed('client closed')
  }

  lost(reason: string): void {
    if (this.gone) return
    this.allDelivered = false
    this.#over(reason)
  }

  // ---- Frames from the room: by a sidecar or a WebSocket -----------------------------------------------------------

  write({ frame }: RoomFrame): void {
    this.receive(frame)
  }

  receive(frame: Frame): void {
    if (this.gone || this.#events.isLastFrame(frame)) return
    this.isNew = false
    try {
      this.clientModel.onFrame(frame, this.#events.records())
    } catch (error) {
      if (!(error instanceof InvariantError)) throw error
      this.#events.broken(error)
    }
    this.waitsSince = this.clientModel.isWaiting ? this.#events.now() : undefined
    if (!this.#leaving && !this.#paused) this.#say(this.clientModel.replyFrame?.())
  }

  close(reason: string): void {
    if (this.gone) return
    this.sessionEnded(reason)
    if (!this.clientModel.mayBeClosedFor(reason)) this.allDelivered = false
    this.#over(reason)
  }

  /** A datagram client receives no close and continues. */
  sessionEnded(reason: string): void {
    if (this.gone || this.#excused(reason)) return
    this.#events.broken(
      new InvariantError('no client is closed without a reason', `client ${this.n} was closed: ${reason}`),
    )
  }

  #over(reason: string): void {
    this.gone = true
    this.closedFor = reason
    this.waitsSince = undefined
  }

  #excused(reason: string): boolean {
    if (this.clientModel.mayBeClosedFor(reason)) return true
    // The first message may still be in flight while the room ends the session, and the close takes time to arrive.
    if (isIdleTimeout(reason) && this.#events.now() - this.#spokeAt < bothWaysMs) return true
    return (this.sidecar?.explainsClose(reason) ?? false) || this.#events.explainsClose(reason)
  }

  pause(): void {
    this.#paused = true
  }

  resume(): void {
    this.#paused = false
    while (!this.#paused && this.#queue.length > 0) this.#call!.sendFrame(this.#queue.shift()!)
    if (this.#leaving && this.#queue.length === 0 && !this.gone) this.#go()
  }
}
