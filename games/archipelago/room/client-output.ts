// The output of the world to clients, independent of its encoding. Types only; implemented in protocol/outbox.ts.

import type { JsonWritable } from '../python/json.ts'
import type { ReceivedItem } from '../slots/received-items.ts'
import type { Client } from './clients.ts'
import type { Message } from './messages.ts'

/** The fields of a room that can change while a client is connected. Ids in the seed's order or in order of arrival. */
export interface RoomUpdateFields {
  readonly hint_points?: number
  readonly checked_locations?: readonly number[]
  /** NetworkPlayers of all slots. */
  readonly players?: JsonWritable
  readonly permissions?: JsonWritable
  readonly hint_cost?: number
  readonly location_check_points?: number
}

/** Output is queued; `flush` sends each client its packets of one transaction together, in order. */
export interface ClientOutput {
  /** Sends texts. Clients that refuse texts are skipped. */
  print(to: Iterable<Client>, messages: readonly Message[]): void
  receivedItems(to: Client, index: number, items: readonly ReceivedItem[]): void
  roomUpdate(to: Iterable<Client>, change: RoomUpdateFields): void
  /** A SetReply without its `cmd`. */
  setReply(to: Iterable<Client>, reply: JsonWritable): void
  /** Ends the transaction. `answeredClient`: the client whose packet caused it. */
  flush(answeredClient?: Client): void
}
