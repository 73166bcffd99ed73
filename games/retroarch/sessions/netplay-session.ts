import type { RelayId } from './relay-id.ts'

/** The connection of a host or of a guest. */
export interface SessionEndpoint {
  readonly address: string
  /** Sends this endpoint the bytes of the other side. */
  deliver(bytes: Uint8Array): void
  /** `reason`: for the log. */
  end(reason: string): void
}

export interface SessionHostEndpoint extends SessionEndpoint {
  /** [RA-2.3] */
  announceGuest(id: RelayId): void
  /** [RA-2.6] */
  ping(): void
}

/** [RA-3.4] Bytes of a guest that wait for its link. RetroArch's first message has 24 bytes. */
const maxHeldBytes = 65_536
/** [RA-3.4] Bytes that arrive together count as at least this many, because a copy of them takes this memory. */
const leastHeldBytes = 256

export class SessionGuest {
  readonly id: RelayId
  readonly session: NetplaySession
  readonly endpoint: SessionEndpoint
  /** The host's connection for this guest. Undefined until the host has accepted the guest. */
  link: SessionEndpoint | undefined
  /** When each side last sent bytes, in milliseconds. */
  heardAt: { guest: number; host: number }
  readonly #held: Uint8Array[] = []
  #heldBytes = 0

  constructor(id: RelayId, session: NetplaySession, endpoint: SessionEndpoint, now: number) {
    this.id = id
    this.session = session
    this.endpoint = endpoint
    this.heardAt = { guest: now, host: now }
  }

  /** [RA-3.4] Copies the bytes. Returns false if there are too many. */
  hold(bytes: Uint8Array): boolean {
    this.#heldBytes += Math.max(bytes.length, leastHeldBytes)
    if (this.#heldBytes > maxHeldBytes) return false
    this.#held.push(bytes.slice())
    return true
  }

  /** [RA-3.4] Sends the bytes that have waited for the link. */
  connect(link: SessionEndpoint, now: number): void {
    this.link = link
    this.heardAt = { guest: now, host: now }
    for (const bytes of this.#held.splice(0)) link.deliver(bytes)
    this.#heldBytes = 0
  }
}

export class NetplaySession {
  readonly id: RelayId
  readonly host: SessionHostEndpoint
  readonly guests = new Map<RelayId, SessionGuest>()
  /** In milliseconds. `heardAt`: when the host last sent a message. */
  readonly startedAt: number
  heardAt: number
  /** Bytes relayed in both directions together. */
  bytes = 0

  constructor(id: RelayId, host: SessionHostEndpoint, now: number) {
    this.id = id
    this.host = host
    this.startedAt = now
    this.heardAt = now
  }

  /** The number of connected players, including the host. */
  get players(): number {
    return 1 + [...this.guests.values()].filter(({ link }) => link).length
  }
}
