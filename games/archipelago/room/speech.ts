// How the world speaks to clients: what can be told, not how it is encoded. Types only; talk/outbox.ts does it.

import type { Writable } from '../python/json.ts'
import type { ReceivedItem } from '../slots/items.ts'
import type { Client } from './clients.ts'
import type { Message } from './texts.ts'

/** What of a room may change while one is in it. Ids in the seed's order or as they came. */
export interface RoomChange {
  readonly hint_points?: number
  readonly checked_locations?: readonly number[]
  /** NetworkPlayers of all slots. */
  readonly players?: Writable
  readonly permissions?: Writable
  readonly hint_cost?: number
  readonly location_check_points?: number
}

/** Everything said is queued; what one turn said to a client leaves together, in its order, at `flush`. */
export interface Speech {
  /** Texts; whoever wants none gets none. */
  print(to: Iterable<Client>, messages: readonly Message[]): void
  receivedItems(to: Client, index: number, items: readonly ReceivedItem[]): void
  roomUpdate(to: Iterable<Client>, change: RoomChange): void
  /** A SetReply without its `cmd`. */
  setReply(to: Iterable<Client>, reply: Writable): void
  /** The turn is over. `turnOf`: whom it answered. */
  flush(turnOf?: Client): void
}
