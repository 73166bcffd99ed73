// Messages consist of parts, so that clients can choose names and colours for them. The order of properties is their
// order on the wire.

import type { JsonWritable } from '../python/json.ts'
import { PyTuple } from '../python/values.ts'
import type { ReceivedItem } from '../slots/received-items.ts'

/** For a part that is an id, `text` has its decimal digits, and `player` is the slot whose game defines the id. */
export interface MessagePart {
  readonly text: string
  readonly player?: number
  readonly flags?: number
  readonly hint_status?: number
  readonly type?: 'player_id' | 'item_id' | 'location_id' | 'entrance_name' | 'hint_status'
}

/** Some messages of the original server have no type. */
export type MessageType =
  | 'ItemSend'
  | 'ItemCheat'
  | 'Hint'
  | 'Join'
  | 'Part'
  | 'Chat'
  | 'ServerChat'
  | 'Tutorial'
  | 'TagsChanged'
  | 'CommandResult'
  | 'AdminCommandResult'
  | 'Goal'
  | 'Release'
  | 'Collect'
  | 'Countdown'

/** The fields of a PrintJSON without `cmd`. Fields that depend on `type` come last, in the order of the original. */
export interface Message {
  readonly data: readonly MessagePart[]
  readonly type?: MessageType
  readonly [extra: string]: JsonWritable | undefined
}

export function plainMessage(
  text: string,
  type?: MessageType,
  extra?: { readonly [name: string]: JsonWritable },
): Message {
  const data = [{ text }]
  return type ? { data, type, ...extra } : { data, ...extra }
}

export const serverChatMessage = (text: string): Message =>
  plainMessage(`[Server]: ${text}`, 'ServerChat', { message: text })

export const textPart = (text: string): MessagePart => ({ text })
export const playerPart = (slot: number): MessagePart => ({ text: `${slot}`, type: 'player_id' })
/** `receiver`: the slot whose game names the item. */
export const itemPart = (item: number, receiver: number, flags: number): MessagePart => ({
  text: `${item}`,
  player: receiver,
  flags,
  type: 'item_id',
})
/** `finder`: the slot whose game names the location. */
export const locationPart = (location: number, finder: number): MessagePart => ({
  text: `${location}`,
  player: finder,
  type: 'location_id',
})
export const entrancePart = (name: string): MessagePart => ({ text: name, type: 'entrance_name' })
export const hintStatusPart = (text: string, status: number): MessagePart => ({
  text,
  hint_status: status,
  type: 'hint_status',
})

export function toNetworkItem({ item, location, finder, flags }: ReceivedItem): PyTuple {
  return new PyTuple('NetworkItem', [item, location, finder, flags])
}

/** For example `Ann found their Sword (Cave)` or `Ann sent Sword to Bob (Cave)`. */
export function itemSendMessage(receiver: number, found: ReceivedItem): Message {
  const { item, location, finder, flags } = found
  const own = receiver === finder
  const to = own ? [] : [textPart(' to '), playerPart(receiver)]
  return {
    data: [
      playerPart(finder),
      textPart(own ? ' found their ' : ' sent '),
      itemPart(item, receiver, flags),
      ...to,
      textPart(' ('),
      locationPart(location, finder),
      textPart(')'),
    ],
    type: 'ItemSend',
    receiving: receiver,
    item: toNetworkItem(found),
  }
}
