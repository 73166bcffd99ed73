import type { Client } from '../room/clients.ts'
import type { MultiworldState } from '../room/multiworld-state.ts'
import { type ReceivedItem, startInventoryLocation } from '../slots/received-items.ts'

/** [AP-5.1] The start inventory comes first, then received items. */
function inventoryOf(state: MultiworldState, client: Client, index = 0): readonly ReceivedItem[] {
  if (!client.receivesItems) return []
  const start = client.receivesStartInventory ? state.seed.precollectedItems(client.slot) : []
  const found = receivedItemsFor(state, client).slice(Math.max(0, index - start.length))
  return [...start.slice(index).map(toStartItem), ...found]
}

export function toStartItem(item: number): ReceivedItem {
  return { item, location: startInventoryLocation, finder: 0, flags: 0 }
}

/** The number of items that the client receives in all. */
export function inventorySize(state: MultiworldState, client: Client): number {
  if (!client.receivesItems) return 0
  const start = client.receivesStartInventory ? state.seed.precollectedItems(client.slot).length : 0
  return start + receivedItemsFor(state, client).length
}

/** [AP-5.8] The caller must then call `deliverItems`, which stores and sends the item. */
export function addReceivedItem(
  state: MultiworldState,
  receiver: number,
  { item, location, finder, flags }: ReceivedItem,
  fromOthers: boolean,
): void {
  for (const member of state.membersOf(receiver))
    state.items.add(member, { item, location, finder, flags }, fromOthers)
}

export function deliverItems(state: MultiworldState, slots: Iterable<number>): void {
  state.items.save()
  for (const slot of slots) for (const client of state.clients.of(slot)) sendNewItems(state, client)
}

export function sendNewItems(state: MultiworldState, client: Client): void {
  const size = inventorySize(state, client)
  if (size <= client.sentItems) return
  state.output.receivedItems(client, client.sentItems, inventoryOf(state, client, client.sentItems))
  client.sentItems = size
}

function receivedItemsFor(
  state: MultiworldState,
  { slot, receivesOwnItems }: Client,
): readonly ReceivedItem[] {
  return receivesOwnItems ? state.items.all(slot) : state.items.fromOthers(slot)
}
