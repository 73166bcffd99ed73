// What every transport is to doors.ts, and what it is given: one door of one room. Knows no game and no protocol.
import type { Logger } from 'pino'
import { countedAs } from '../wire/address.ts'
import type { Assignment, Door } from '../wire/assignment.ts'
import type { Clock } from '../wire/clock.ts'
import type { Certificate } from './certificate.ts'
import type { Call, Client } from './session.ts'
import type { Tally } from './tally.ts'
import type { WriteTimes } from './timings.ts'

/** A door as its room wants it now. */
export interface Wanted {
  readonly assignment: Assignment
  readonly door: Door
}

/** What one room's doors share. */
export interface Surroundings {
  open(room: Assignment, client: Client): Call
  readonly guests: Guests
  /** Connections of one door. */
  readonly mostPerDoor: number
  /** Addresses of the proxies that may say whose connection they bring. */
  readonly proxies: readonly string[]
  /** Addresses of balancers, each of whose connections begins by saying whose it is. */
  readonly balancers: readonly string[]
  /** Of the WebSocket doors; absent: they speak no TLS. */
  readonly certificate?: Certificate | undefined
  readonly tally: Tally
  /** Absent: nobody wants to know how long writes take. */
  readonly writes?: WriteTimes
  readonly log: Logger
  readonly clock: Clock
  /** The Worker cannot be reached. */
  away(): boolean
}

/** An open door. */
export interface OpenDoor {
  readonly port: number
  /** New limits, framing or answer: for whoever connects from now on. */
  change(wanted: Wanted): void
  /** Nobody new comes in; clients play on. Resolves when the port is free, but for UDP, where clients need it. */
  stop(): Promise<void>
  /** Stops, closes every client and tells the room. Resolves when the port is free. */
  close(reason: string): Promise<void>
  /** Resolves when the last client's socket is closed: within 5 s of `close`. */
  empty(): Promise<void>
}

/** Rejects with the system's error (`code`: EADDRINUSE, EACCES, ...) when the door cannot be opened. */
export type OpenTransport = (
  wanted: Wanted,
  at: { readonly host: string; readonly port: number },
  around: Surroundings,
) => Promise<OpenDoor>

/** A room's clients by address (as limits count them), over all its doors. Its size is bounded by the doors' own caps. */
export class Guests {
  readonly #counts = new Map<string, number>()

  /** How many are in from `address`. */
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
