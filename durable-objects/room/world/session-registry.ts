// The sessions of a room, and whether it can accept more.
import type { Peer, RoomLimits } from '../../../games/game.ts'
import { addressLimitKey, isLoopback } from '../../../wire/net/ip-address.ts'
import type { SessionConnection } from '../sessions/client-session.ts'
import { ClientSession } from '../sessions/client-session.ts'
import type { Transactions } from './transactions.ts'

export class SessionRegistry {
  /** Receives the peers' output. */
  readonly #transactions: Pick<Transactions, 'send' | 'close'>
  readonly #sessions = new Map<Peer, ClientSession>()
  #nextPeer = 1

  constructor(transactions: Pick<Transactions, 'send' | 'close'>) {
    this.#transactions = transactions
  }

  get size(): number {
    return this.#sessions.size
  }

  /** A copy, safe to iterate while sessions join or leave. */
  get all(): readonly ClientSession[] {
    return [...this.#sessions.values()]
  }

  of(peer: Peer): ClientSession | undefined {
    return this.#sessions.get(peer)
  }

  add(
    connection: SessionConnection,
    limits: RoomLimits,
    past: Pick<ClientSession, 'startedAt' | 'isResumed'>,
  ): ClientSession {
    const transactions = this.#transactions
    const { address, transport, compressed } = connection
    const peer: Peer = {
      id: this.#nextPeer++,
      address,
      transport,
      compressed,
      send(frame) {
        transactions.send(session, frame)
      },
      close(reason) {
        transactions.close(session, reason)
      },
      markAddressValidated() {
        connection.setAddressValidated()
      },
    }
    const session: ClientSession = new ClientSession(peer, connection, limits, past)
    connection.session = session
    this.#sessions.set(peer, session)
    return session
  }

  delete(session: ClientSession): void {
    this.#sessions.delete(session.peer)
  }

  /** Whether these limits reject a new client. */
  isFull(connection: SessionConnection, { maxSessions, maxSessionsPerAddress }: RoomLimits): boolean {
    if (maxSessions > 0 && this.#sessions.size >= maxSessions) return true
    if (maxSessionsPerAddress === 0 || isLoopback(connection.address)) return false
    const limitKey = addressLimitKey(connection.address)
    let same = 0
    for (const session of this.#sessions.values()) if (session.limitKey === limitKey) same++
    return same >= maxSessionsPerAddress
  }
}
