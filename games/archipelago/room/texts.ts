// What players are shown: messages of parts, which clients put together in their own language and colours.
// Who uses it: the world, hints and commands. It knows no packet; property order here is the order on the wire.

import type { Writable } from '../python/json.ts'
import { Tuple } from '../python/values.ts'
import type { ReceivedItem } from '../slots/items.ts'

/** A piece of a message. Ids stand in `text` as decimal digits; `player` is whose game has the id. */
export interface Part {
  readonly text: string
  readonly player?: number
  readonly flags?: number
  readonly hint_status?: number
  readonly type?: 'player_id' | 'item_id' | 'location_id' | 'entrance_name' | 'hint_status'
}

/** Some of the original's texts have no type at all. */
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

/** A PrintJSON but for its `cmd`. What else a type brings follows in the order of the original. */
export interface Message {
  readonly data: readonly Part[]
  readonly type?: MessageType
  readonly [extra: string]: Writable | undefined
}

/** A message of one plain text. */
export function plain(
  text: string,
  type?: MessageType,
  extra?: { readonly [name: string]: Writable },
): Message {
  const data = [{ text }]
  return type ? { data, type, ...extra } : { data, ...extra }
}

export const textPart = (text: string): Part => ({ text })
export const playerPart = (slot: number): Part => ({ text: `${slot}`, type: 'player_id' })
/** `receiver`: whose game names the item. */
export const itemPart = (item: number, receiver: number, flags: number): Part => ({
  text: `${item}`,
  player: receiver,
  flags,
  type: 'item_id',
})
/** `finder`: whose game names the location. */
export const locationPart = (location: number, finder: number): Part => ({
  text: `${location}`,
  player: finder,
  type: 'location_id',
})
export const entrancePart = (name: string): Part => ({ text: name, type: 'entrance_name' })
export const statusPart = (text: string, status: number): Part => ({
  text,
  hint_status: status,
  type: 'hint_status',
})

/** An item as packets and messages carry it. */
export function networkItem({ item, location, finder, flags }: ReceivedItem): Tuple {
  return new Tuple('NetworkItem', [item, location, finder, flags])
}

/** `Ann found their Sword (Cave)` or `Ann sent Sword to Bob (Cave)`. */
export function itemSend(receiver: number, found: ReceivedItem): Message {
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
    item: networkItem(found),
  }
}
