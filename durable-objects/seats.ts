// The sessions of a room, and whether it can accept more.
import type { Frame, RoomLimits, Peer } from '../games/game.ts'
import { addressLimitKey, isLoopback } from '../wire/address.ts'
import type { Line } from './line.ts'
import { Seat } from './seat.ts'

/** Receives the peers' actions. */
export interface SeatEvents {
  send(seat: Seat, frame: Frame): void
  close(seat: Seat, reason: string): void
}

export class Seats {
  readonly #events: SeatEvents
  readonly #seats = new Map<Peer, Seat>()
  #nextPeer = 1

  constructor(events: SeatEvents) {
    this.#events = events
  }

  get size(): number {
    return this.#seats.size
  }

  /** A copy, safe to iterate while sessions join or leave. */
  get all(): readonly Seat[] {
    return [...this.#seats.values()]
  }

  of(peer: Peer): Seat | undefined {
    return this.#seats.get(peer)
  }

  /** `since`: when its session started, in milliseconds since 1970. */
  add(line: Line, limits: RoomLimits, since: number): Seat {
    const events = this.#events
    const { address, transport, compressed } = line
    const peer: Peer = {
      id: this.#nextPeer++,
      address,
      transport,
      compressed,
      send(frame) {
        events.send(seat, frame)
      },
      close(reason) {
        events.close(seat, reason)
      },
      markAddressValidated() {
        line.proven()
      },
    }
    const seat: Seat = new Seat(peer, line, limits, since)
    this.#seats.set(peer, seat)
    return seat
  }

  delete(seat: Seat): void {
    this.#seats.delete(seat.peer)
  }

  /** Whether these limits reject a new client. */
  full(line: Line, { maxSessions, maxSessionsPerAddress }: RoomLimits): boolean {
    if (maxSessions > 0 && this.#seats.size >= maxSessions) return true
    if (maxSessionsPerAddress === 0 || isLoopback(line.address)) return false
    const counted = addressLimitKey(line.address)
    let same = 0
    for (const seat of this.#seats.values()) if (seat.countedAs === counted) same++
    return same >= maxSessionsPerAddress
  }
}
