import type { Duplex } from 'node:stream'
import type { Clock, Timer } from '../wire/clock.ts'
import { Coming } from '../wire/joined.ts'
import type { Urgency } from '../wire/link.ts'
import { Batch } from './batch.ts'
import type { RoomFrame } from './room-frame.ts'
import { webSocketLimits } from './websocket-limits.ts'
import type { WebSocketMessage } from './websocket-message.ts'

/** A client with frames that wait to be joined. */
export interface Waiting {
  sendComing(): void
}

/** Schedules the flush of waiting frames: at the end of this turn of the event loop, or after a delay. */
export class Departures {
  /** The shared empty list, from which clients with the same frames build one list together. */
  nothing = new Coming<RoomFrame, WebSocketMessage>()
  readonly #clock: Clock
  readonly #corked = new Batch<Duplex>((socket) => socket.uncork())
  #soon = new Set<Waiting>()
  #late = new Set<Waiting>()
  #lateness: Timer | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(client: Waiting, urgency: Urgency): void {
    if (urgency === 'late') {
      this.#late.add(client)
      this.#lateness ??= this.#clock.after(webSocketLimits.late, () => this.#leaveLate())
    } else {
      if (this.#soon.size === 0) setImmediate(() => this.#leave())
      this.#soon.add(client)
    }
  }

  /** Delays writes to the socket until the end of this turn of the event loop. */
  cork(socket: Duplex): void {
    socket.cork()
    this.#corked.add(socket)
  }

  /** Call when the client has disconnected. */
  delete(client: Waiting): void {
    this.#late.delete(client)
  }

  #leave(): void {
    const clients = this.#soon
    this.#soon = new Set()
    this.nothing = new Coming()
    for (const client of clients) client.sendComing()
  }

  #leaveLate(): void {
    const clients = this.#late
    this.#late = new Set()
    this.#lateness = undefined
    for (const client of clients) client.sendComing()
  }
}
