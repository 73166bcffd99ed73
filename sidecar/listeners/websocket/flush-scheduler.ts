import type { Duplex } from 'node:stream'
import { PendingBatch } from '../../../wire/link/json-batch.ts'
import type { Urgency } from '../../../wire/link/link-codec.ts'
import type { Clock, Timer } from '../../../wire/util/clock.ts'
import type { RoomFrame } from '../../sessions/room-frame.ts'
import { disconnectOnFault } from '../../util/disconnect-on-fault.ts'
import type { Logger } from '../../util/log.ts'
import { NextTickBatch } from '../../util/next-tick-batch.ts'
import { webSocketLimits } from './websocket-limits.ts'
import type { WebSocketMessage } from './websocket-message.ts'

export interface BufferedClient {
  flushPending(): void
  disconnect(reason: string): void
}

/** Sends the clients' waiting frames, either at the end of the current event-loop iteration or after a delay. */
export class FlushScheduler {
  /** The empty batch from which all clients start, so that clients with the same frames share one batch. */
  emptyBatch = new PendingBatch<RoomFrame, WebSocketMessage>()
  readonly #clock: Clock
  readonly #log: Logger
  readonly #corkedSockets = new NextTickBatch<Duplex>((socket) => socket.uncork())
  #soon = new Set<BufferedClient>()
  #late = new Set<BufferedClient>()
  #lateTimer: Timer | undefined

  constructor(clock: Clock, log: Logger) {
    this.#clock = clock
    this.#log = log
  }

  add(client: BufferedClient, urgency: Urgency): void {
    if (urgency === 'late') {
      this.#late.add(client)
      this.#lateTimer ??= this.#clock.after(webSocketLimits.lateFlushMs, () => this.#flushLate())
    } else {
      if (this.#soon.size === 0) setImmediate(() => this.#flushSoon())
      this.#soon.add(client)
    }
  }

  /** Buffers the socket's writes until the end of the current event-loop iteration. */
  cork(socket: Duplex): void {
    socket.cork()
    this.#corkedSockets.add(socket)
  }

  delete(client: BufferedClient): void {
    this.#late.delete(client)
  }

  #flushSoon(): void {
    const clients = this.#soon
    this.#soon = new Set()
    this.emptyBatch = new PendingBatch()
    for (const client of clients) disconnectOnFault(this.#log, client, () => client.flushPending())
  }

  #flushLate(): void {
    const clients = this.#late
    this.#late = new Set()
    this.#lateTimer = undefined
    for (const client of clients) disconnectOnFault(this.#log, client, () => client.flushPending())
  }
}
