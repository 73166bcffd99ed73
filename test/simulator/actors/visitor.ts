// Somebody who tries to come in, says nothing and goes: whether the room lets them in is all that is looked at.
import type { Client, SessionHandle } from '../../../sidecar/sessions/session.ts'
import { InvariantError } from '../core/game-model.ts'
import type { SimulatedSidecar } from './sidecar.ts'

export interface VisitorEvents {
  /** By the room, for this reason; may throw. */
  refused(reason: string): void
  /** Whether they may be in, as far as is known. */
  isRightlyIn(): boolean
}

export class Visitor implements Client {
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
    transport: Client['transport'],
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

  enterBy(sidecar: SimulatedSidecar): void {
    this.#call = sidecar.openFor(this)
  }

  /** They are out, or rightly in. */
  get isRight(): boolean {
    return this.#isGone || this.#events.isRightlyIn()
  }

  /** Throws if they are in and must not be. */
  check(now: number, since: number, patienceMs: number): void {
    if (this.isRight) return
    if (now - Math.max(this.#came, since) > patienceMs)
      throw new InvariantError('who is banned stays out', `${this.address} has been in since ${this.#came}`)
  }

  leave(): void {
    if (this.#isGone) return
    this.#isGone = true
    this.#call?.clientClosed('client closed')
  }

  /** Their sidecar's process is gone. */
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
