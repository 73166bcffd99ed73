import type { JsonWritable } from '../python/json.ts'
import type { ReceivedItem } from '../slots/received-items.ts'
import type { Client } from './clients.ts'
import type { Message } from './messages.ts'

export interface RoomUpdateFields {
  readonly hint_points?: number
  readonly checked_locations?: readonly number[]
  /** A list with a NetworkPlayer for each slot. */
  readonly players?: JsonWritable
  readonly permissions?: JsonWritable
  readonly hint_cost?: number
  readonly location_check_points?: number
}

/** Queues packets for clients. `flush` sends each client all packets of a transaction together, in order. */
export interface ClientOutput {
  /** Skips clients that do not accept texts. */
  print(to: Iterable<Client>, messages: readonly Message[]): void
  receivedItems(to: Client, index: number, items: readonly ReceivedItem[]): void
  roomUpdate(to: Iterable<Client>, change: RoomUpdateFields): void
  /** `reply` has the packet's fields without `cmd`. */
  setReply(to: Iterable<Client>, reply: JsonWritable): void
  /** `answeredClient`: the client whose packet caused the transaction. */
  flush(answeredClient?: Client): void
}
