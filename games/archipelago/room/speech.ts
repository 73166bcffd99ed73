// What the world sends to clients, not how it is encoded. Types only; implemented in talk/outbox.ts.

import type { Writable } from '../python/json.ts'
import type { ReceivedItem } from '../slots/items.ts'
import type { Client } from './clients.ts'
import type { Message } from './texts.ts'

/** The fields of a room that can change while a client is connected. Ids in the seed's order or in order of arrival. */
export interface RoomChange {
  readonly hint_points?: number
  readonly checked_locations?: readonly number[]
  /** NetworkPlayers of all slots. */
  readonly players?: Writable
  readonly permissions?: Writable
  readonly hint_cost?: number
  readonly location_check_points?: number
}

/** Output is queued; `flush` sends each client its packets of one transaction together, in order. */
export interface Speech {
  /** Sends texts. Clients that refuse texts are skipped. */
  print(to: Iterable<Client>, messages: readonly Message[]): void
  receivedItems(to: Client, index: number, items: readonly ReceivedItem[]): void
  roomUpdate(to: Iterable<Client>, change: RoomChange): void
  /** A SetReply without its `cmd`. */
  setReply(to: Iterable<Client>, reply: Writable): void
  /** Ends the transaction. `turnOf`: the client that it answered. */
  flush(turnOf?: Client): void
}
