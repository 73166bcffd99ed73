// A netplay session: its host's control connection, and a guest for each player who joins.
import type { RelayId } from './relay-id.ts'

/** The connection of a host or of a guest. */
export interface Endpoint {
  readonly address: string
  /** Sends bytes of the other side. */
  deliver(bytes: Uint8Array): void
  /** Disconnects, with a reason for the log. */
  end(reason: string): void
}

/** A host's control connection. */
export interface HostEndpoint extends Endpoint {
  /** [RA-2.3] */
  announceGuest(id: RelayId): void
  /** [RA-2.6] */
  ping(): void
}

export class Guest {
  readonly id: RelayId
  readonly session: NetplaySession
  readonly endpoint: Endpoint
  /** The host's connection for this guest. */
  link: Endpoint | undefined
  /** When each side last sent something, in milliseconds. */
  heardAt: { guest: number; host: number }
  readonly #held: Uint8Array[] = []
  #heldBytes = 0

  constructor(id: RelayId, session: NetplaySession, endpoint: Endpoint, now: number) {
    this.id = id
    this.session = session
    this.endpoint = endpoint
    this.heardAt = { guest: now, host: now }
  }

  /** Bytes that wait for the link. */
  get heldBytes(): number {
    return this.#heldBytes
  }

  /** [RA-3.4] Keeps a copy until there is a link. */
  hold(bytes: Uint8Array): void {
    this.#held.push(bytes.slice())
    this.#heldBytes += bytes.length
  }

  /** [RA-3.4] Connects the two sides. */
  connect(link: Endpoint, now: number): void {
    this.link = link
    this.heardAt = { guest: now, host: now }
    for (const bytes of this.#held.splice(0)) link.deliver(bytes)
    this.#heldBytes = 0
  }
}

export class NetplaySession {
  readonly id: RelayId
  readonly host: HostEndpoint
  readonly guests = new Map<RelayId, Guest>()
  /** When the session began, and when its host last sent something, in milliseconds. */
  readonly startedAt: number
  heardAt: number
  /** Bytes relayed in both directions. */
  bytes = 0

  constructor(id: RelayId, host: HostEndpoint, now: number) {
    this.id = id
    this.host = host
    this.startedAt = now
    this.heardAt = now
  }

  /** Players who are connected to each other, the host included. */
  get players(): number {
    return 1 + [...this.guests.values()].filter(({ link }) => link).length
  }
}
