import type { Duplex } from 'node:stream'
import type { Clock, Timer } from '../wire/clock.ts'
import { Coming } from '../wire/joined.ts'
import type { Urgency } from '../wire/link.ts'
import { Batch } from './batch.ts'
import type { RoomFrame } from './room-frame.ts'
import { webSocketLimits } from './websocket-limits.ts'
import type { WebSocketMessage } from './websocket-message.ts'

/** Who has something coming that waits for company. */
export interface Waiting {
  sendComing(): void
}

/** When what waits for company leaves: at the end of this turn of the event loop, or after a while. */
export class Departures {
  /** What somebody has coming who has nothing coming: those who are told the same go on from it together. */
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

  /** What is written to it from now on leaves at the end of this turn of the event loop. */
  cork(socket: Duplex): void {
    socket.cork()
    this.#corked.add(socket)
  }

  /** It has gone. */
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
