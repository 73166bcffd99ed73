// What a client gets of what its slot has received, and how items come to it. Who uses it: checking and the world.
import type { Client } from '../room/clients.ts'
import type { MultiworldState } from '../room/state.ts'
import { type ReceivedItem, startInventoryLocation } from '../slots/items.ts'

/** [AP-5.1] What the client is to have from `index` on: its start inventory, then all that it has received. */
export function inventory(state: MultiworldState, client: Client, index = 0): readonly ReceivedItem[] {
  if (!client.takesItems) return []
  const start = client.takesStartInventory ? state.seed.precollectedItems(client.slot) : []
  const found = receivedBy(state, client).slice(Math.max(0, index - start.length))
  return [...start.slice(index).map(asStartItem), ...found]
}

export function asStartItem(item: number): ReceivedItem {
  return { item, location: startInventoryLocation, finder: 0, flags: 0 }
}

/** How many that is from the beginning. */
export function inventorySize(state: MultiworldState, client: Client): number {
  if (!client.takesItems) return 0
  const start = client.takesStartInventory ? state.seed.precollectedItems(client.slot).length : 0
  return start + receivedBy(state, client).length
}

/** [AP-5.8] Adds an item to the list of a slot, or of each member of a group. Durable, and sent, with `deliver`. */
export function addItem(
  state: MultiworldState,
  receiver: number,
  { item, location, finder, flags }: ReceivedItem,
  fromOthers: boolean,
): void {
  for (const member of state.membersOf(receiver))
    state.items.add(member, { item, location, finder, flags }, fromOthers)
}

/** Stores what was added and sends it to the clients of these slots. */
export function deliver(state: MultiworldState, slots: Iterable<number>): void {
  state.items.put()
  for (const slot of slots) for (const client of state.clients.of(slot)) sendNew(state, client)
}

/** Sends what the client has not yet been sent, if there is any. */
export function sendNew(state: MultiworldState, client: Client): void {
  const size = inventorySize(state, client)
  if (size <= client.sent) return
  state.speech.receivedItems(client, client.sent, inventory(state, client, client.sent))
  client.sent = size
}

function receivedBy(state: MultiworldState, { slot, takesOwnItems }: Client): readonly ReceivedItem[] {
  return takesOwnItems ? state.items.received(slot) : state.items.fromOthers(slot)
}
