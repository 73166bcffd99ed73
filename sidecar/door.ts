// The interface between doors.ts and the transports: one listener of one room. Independent of games and protocols.
import type { Logger } from 'pino'
import { countedAs } from '../wire/address.ts'
import type { Assignment, Door } from '../wire/assignment.ts'
import type { Clock } from '../wire/clock.ts'
import type { Certificate } from './certificate.ts'
import type { Call, Client } from './session.ts'
import type { Tally } from './tally.ts'
import type { WriteTimes } from './timings.ts'

/** The desired state of a listener. */
export interface Wanted {
  readonly assignment: Assignment
  readonly door: Door
}

/** The context that a room's listeners get. */
export interface Surroundings {
  open(room: Assignment, client: Client): Call
  readonly guests: Guests
  /** Maximum connections of one listener. */
  readonly mostPerDoor: number
  /** Addresses of proxies whose X-Forwarded-For is trusted. */
  readonly proxies: readonly string[]
  /** Addresses of load balancers, whose connections start with a PROXY header. */
  readonly balancers: readonly string[]
  /** For the WebSocket listeners; absent: no TLS. */
  readonly certificate?: Certificate | undefined
  readonly tally: Tally
  /** Absent: writes are not timed. */
  readonly writes?: WriteTimes
  readonly log: Logger
  readonly clock: Clock
  /** Whether the Worker is unreachable. */
  away(): boolean
}

/** An open listener. */
export interface OpenDoor {
  readonly port: number
  /** Applies new limits, framing or response to new connections. */
  change(wanted: Wanted): void
  /** Accepts no new clients. Resolves when the port is free, but for UDP at once: connected clients need the port. */
  stop(): Promise<void>
  /** Stops, closes all clients and notifies the room. Resolves when the port is free. */
  close(reason: string): Promise<void>
  /** Resolves when the last client's socket has closed: within 5 s of `close`. */
  empty(): Promise<void>
}

/** Rejects with the system's error (`code`: EADDRINUSE, EACCES, ...) if the port cannot be opened. */
export type OpenTransport = (
  wanted: Wanted,
  at: { readonly host: string; readonly port: number },
  around: Surroundings,
) => Promise<OpenDoor>

/** Counts a room's clients per address (as limits count them) over all its listeners, whose limits bound its size. */
export class Guests {
  readonly #counts = new Map<string, number>()

  /** The number of clients from `address`. */
  from(address: string): number {
    return this.#counts.get(countedAs(address)) ?? 0
  }

  enter(address: string): void {
    this.#counts.set(countedAs(address), this.from(address) + 1)
  }

  leave(address: string): void {
    const left = this.from(address) - 1
    if (left > 0) this.#counts.set(countedAs(address), left)
    else this.#counts.delete(countedAs(address))
  }
}
