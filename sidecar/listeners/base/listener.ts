// A transport implements one listener of one room. It is independent of games and protocols.
import type { Logger } from 'pino'
import type { Assignment, ListenerDefinition } from '../../../wire/link/control-messages.ts'
import { addressLimitKey } from '../../../wire/net/ip-address.ts'
import type { Clock } from '../../../wire/util/clock.ts'
import type { Counters } from '../../monitoring/counters.ts'
import type { WriteLatency } from '../../monitoring/latency-histograms.ts'
import type { SessionHandle, TransportClient } from '../../sessions/session.ts'
import type { TlsCertificate } from './tls-certificate.ts'

export interface ListenerSpec {
  readonly assignment: Assignment
  readonly definition: ListenerDefinition
}

export interface ListenerContext {
  openSession(room: Assignment, client: TransportClient): SessionHandle
  readonly addressCounts: AddressCounts
  /** Limit of one listener. */
  readonly maxConnections: number
  /** X-Forwarded-For of these proxies is trusted. */
  readonly proxies: readonly string[]
  /** Connections of load balancers start with a PROXY header. */
  readonly balancers: readonly string[]
  /** The certificate of the WebSocket listeners; absent if they accept no TLS. */
  readonly certificate?: TlsCertificate | undefined
  readonly counters: Counters
  /** Measures writes to clients; absent if they are not timed. */
  readonly writeLatency?: WriteLatency
  readonly log: Logger
  readonly clock: Clock
  isWorkerUnreachable(): boolean
}

export interface Listener {
  readonly port: number
  /** Changes limits, framing or response, which apply to new connections. */
  update(spec: ListenerSpec): void
  /**
   * Accepts no more clients. Resolves when the port is free; for UDP at once, because connected clients need the port.
   */
  stopAccepting(): Promise<void>
  /** Accepts clients again after `stopAccepting`. If this method is absent, another listener can open the port. */
  resumeAccepting?(): void
  /** Disconnects the clients and notifies the room. Resolves when the port is free. */
  close(reason: string): Promise<void>
  /** Resolves when the last client's socket has closed, which is at most 5 s after `close`. */
  whenEmpty(): Promise<void>
}

/** Opens a listener; rejects with the system's error (code EADDRINUSE, EACCES, …) if the port cannot be opened. */
export type ListenerFactory = (
  spec: ListenerSpec,
  at: { readonly host: string; readonly port: number },
  context: ListenerContext,
) => Promise<Listener>

/** Numbers of a room's clients by address, which the room's listeners limit. */
export class AddressCounts {
  readonly #counts = new Map<string, number>()

  count(address: string): number {
    return this.#counts.get(addressLimitKey(address)) ?? 0
  }

  add(address: string): void {
    this.#counts.set(addressLimitKey(address), this.count(address) + 1)
  }

  remove(address: string): void {
    const left = this.count(address) - 1
    if (left > 0) this.#counts.set(addressLimitKey(address), left)
    else this.#counts.delete(addressLimitKey(address))
  }
}
