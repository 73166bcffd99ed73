// A client of the simulation: a mind, and the connection that it has: behind a sidecar, or a socket of its own.
import type { Frame } from '../../../games/game.ts'
import type { RoomFrame } from '../../../sidecar/sessions/room-frame.ts'
import type { Client, Session, SessionHandle } from '../../../sidecar/sessions/session.ts'
import type { Transport } from '../../../wire/net/framing.ts'
import { type ClientModel, type DurableRecords, InvariantError } from '../core/game-model.ts'
import type { Endpoint } from '../platform/datagram-network.ts'
import type { SimulatedSocket } from '../platform/sockets.ts'
import type { SimulatedSidecar } from './sidecar.ts'

/** There and back, when messages take longest. */
const bothWaysMs = 2 * 3500

export interface PlayerEvents {
  now(): number
  records(): DurableRecords
  broken(error: InvariantError): void
  /** The last frame of somebody who is kicked or banned, which is no part of the game. */
  isFarewell(frame: Frame): boolean
  /** Whether what happened to the room excuses that this client is closed. */
  excuses(reason: string): boolean
}

export class Player implements Client {
  readonly n: number
  readonly clientModel: ClientModel
  readonly transport: Transport
  /** Two clients each are behind one. */
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
  /** It will say nothing more; it goes when all that it said is read. */
  #leaving = false
  /** It has heard nothing yet: whether it is let in is still open. */
  isNew = true
  /** It is no longer there. */
  gone = false
  /** Everything that it said reached a sidecar that lived on, or it was told of its end. */
  heard = true
  /** Since when it waits for an answer. */
  waitsSince: number | undefined
  /** Why it was closed, if it was. */
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

  /** Of its session, if it is one of a stream that has begun. */
  get token(): string | undefined {
    if (this.#call) return (this.#call as Session).token
    const attached = this.#pipe?.server.deserializeAttachment() as { readonly id?: string } | undefined
    return attached?.id
  }

  get pipe(): SimulatedSocket | undefined {
    return this.#pipe
  }

  /** Comes in through a sidecar's door. */
  enterBy(sidecar: SimulatedSidecar): void {
    this.sidecar = sidecar
    this.#waitToBeGreeted()
    this.#call = sidecar.open(this)
  }

  /** Talks by datagrams to whatever sidecar is there, and never knows which it is. */
  enterFrom(endpoint: Endpoint): void {
    this.#endpoint = endpoint
  }

  /** Its address translator gives it another port. */
  rebind(): void {
    if (!this.gone) this.#endpoint?.rebind()
  }

  /** Comes in by a socket of its own. */
  enterDirectly(pipe: SimulatedSocket): void {
    this.#pipe = pipe
    this.#waitToBeGreeted()
  }

  /** If the room speaks first. */
  #waitToBeGreeted(): void {
    if (this.clientModel.isWaiting) this.waitsSince = this.#events.now()
  }

  /** The mind says what it will. */
  speak(): void {
    if (this.gone || this.#leaving) return
    this.#say(this.clientModel.nextFrame())
  }

  /** Nobody plays, and its program goes on. */
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

  /** Says no more, and goes when what it said is on its way. */
  leave(): void {
    if (this.gone) return
    this.#leaving = true
    if (this.#endpoint) this.#say(this.clientModel.leaveFrame?.())
    if (this.#queue.length === 0) this.#go()
  }

  /** It is gone at once: nobody read what it said last. */
  vanish(): void {
    if (this.gone) return
    if (this.#queue.length > 0 || this.#pipe) this.heard = false
    this.#queue.length = 0
    this.#go()
  }

  #go(): void {
    this.gone = true
    this.waitsSince = undefined
    // What is under way on a socket of its own is lost with it.
    if (this.#pipe) this.heard = false
    this.#pipe?.close()
    this.#endpoint?.close()
    this.#call?.clientClosed('client closed')
  }

  /** Its process, or its sidecar, is no more. */
  lost(reason: string): void {
    if (this.gone) return
    this.heard = false
    this.#over(reason)
  }

  // ---- As a client of a sidecar, or the far end of a socket ----------------------------------------------------

  write({ frame }: RoomFrame): void {
    this.hears(frame)
  }

  hears(frame: Frame): void {
    if (this.gone || this.#events.isFarewell(frame)) return
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
    if (!this.clientModel.mayBeClosedFor(reason)) this.heard = false
    this.#over(reason)
  }

  /** By the room. Who talks by datagrams does not hear of it, and goes on. */
  sessionEnded(reason: string): void {
    if (this.gone || this.#excused(reason)) return
    this.#events.broken(new InvariantError('no closed innocents', `client ${this.n} was closed: ${reason}`))
  }

  #over(reason: string): void {
    this.gone = true
    this.closedFor = reason
    this.waitsSince = undefined
  }

  #excused(reason: string): boolean {
    if (this.clientModel.mayBeClosedFor(reason)) return true
    // What it said first may be under way while the room ends it, and that it did so takes its time too.
    if (reason === 'silent for too long' && this.#events.now() - this.#spokeAt < bothWaysMs) return true
    return (this.sidecar?.excuses(reason) ?? false) || this.#events.excuses(reason)
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
