// The sessions of a room, and whether it can accept more.
import type { Frame, Peer, RoomLimits } from '../../../games/game.ts'
import { addressLimitKey, isLoopback } from '../../../wire/net/ip-address.ts'
import { ClientSession } from './client-session.ts'
import type { Connection } from './connection.ts'

/** Receives the peers' actions. */
export interface PeerEvents {
  send(client: ClientSession, frame: Frame): void
  close(client: ClientSession, reason: string): void
}

export class SessionRegistry {
  readonly #events: PeerEvents
  readonly #clients = new Map<Peer, ClientSession>()
  #nextPeer = 1

  constructor(events: PeerEvents) {
    this.#events = events
  }

  get size(): number {
    return this.#clients.size
  }

  /** A copy, safe to iterate while sessions join or leave. */
  get all(): readonly ClientSession[] {
    return [...this.#clients.values()]
  }

  of(peer: Peer): ClientSession | undefined {
    return this.#clients.get(peer)
  }

  /** `since`: when its session started, in milliseconds since 1970. */
  add(connection: Connection, limits: RoomLimits, since: number): ClientSession {
    const events = this.#events
    const { address, transport, compressed } = connection
    const peer: Peer = {
      id: this.#nextPeer++,
      address,
      transport,
      compressed,
      send(frame) {
        events.send(client, frame)
      },
      close(reason) {
        events.close(client, reason)
      },
      markAddressValidated() {
        connection.setAddressValidated()
      },
    }
    const client: ClientSession = new ClientSession(peer, connection, limits, since)
    this.#clients.set(peer, client)
    return client
  }

  delete(client: ClientSession): void {
    this.#clients.delete(client.peer)
  }

  /** Whether these limits reject a new client. */
  isFull(connection: Connection, { maxSessions, maxSessionsPerAddress }: RoomLimits): boolean {
    if (maxSessions > 0 && this.#clients.size >= maxSessions) return true
    if (maxSessionsPerAddress === 0 || isLoopback(connection.address)) return false
    const limitKey = addressLimitKey(connection.address)
    let same = 0
    for (const client of this.#clients.values()) if (client.limitKey === limitKey) same++
    return same >= maxSessionsPerAddress
  }
}
