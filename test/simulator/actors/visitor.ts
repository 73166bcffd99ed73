// A visitor who tries to connect, sends nothing and disconnects. The run checks only whether the room admits them.
import type { SessionHandle, TransportClient } from '../../../sidecar/sessions/session.ts'
import { InvariantError, violate } from '../core/game-model.ts'
import type { SimulatedSidecar } from './sidecar.ts'

export interface VisitorEvents {
  /** Called when the room rejects the visitor for this reason. May throw. */
  refused(reason: string): void
  /** False only if the room must have rejected or disconnected the visitor. */
  mayBeConnected(): boolean
}

export class Visitor implements TransportClient {
  readonly address: string
  readonly transport
  readonly compressed = false
  readonly #came: number
  readonly #events: VisitorEvents
  readonly #broken: (error: InvariantError) => void
  #call: SessionHandle | undefined
  #isGone = false

  constructor(
    address: string,
    transport: TransportClient['transport'],
    came: number,
    events: VisitorEvents,
    broken: (error: InvariantError) => void,
  ) {
    this.address = address
    this.transport = transport
    this.#came = came
    this.#events = events
    this.#broken = broken
  }

  connectThrough(sidecar: SimulatedSidecar): void {
    this.#call = sidecar.openFor(this)
  }

  get isRight(): boolean {
    return this.#isGone || this.#events.mayBeConnected()
  }

  check(now: number, since: number, patienceMs: number): void {
    if (this.isRight) return
    if (now - Math.max(this.#came, since) > patienceMs)
      violate('a banned visitor is rejected', `${this.address} has been connected since ${this.#came}`)
  }

  leave(): void {
    if (this.#isGone) return
    this.#isGone = true
    this.#call?.clientClosed('client closed')
  }

  lost(): void {
    this.#isGone = true
  }

  write(): void {}

  close(reason: string): void {
    if (this.#isGone) return
    this.#isGone = true
    try {
      this.#events.refused(reason)
    } catch (error) {
      if (!(error instanceof InvariantError)) throw error
      this.#broken(error)
    }
  }

  pause(): void {}

  resume(): void {}
}
