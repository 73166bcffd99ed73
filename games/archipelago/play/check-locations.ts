import type { MultiworldWithHints } from '../hints/hints.ts'
import { announceFoundItems } from '../room/item-announcements.ts'
import { itemSendMessage } from '../room/messages.ts'
import type { PlacedItem, Seed } from '../seed/seed.ts'
import { addReceivedItem, deliverItems } from './inventory.ts'

/**
 * [AP-5.2] Ignores locations that are checked already or unknown. Returns the newly checked locations, ascending.
 * `recordActivity`: whether the check counts as activity of the slot. [AP-9.9] The effects cost no steps, because a
 * location is checked only once.
 */
export function checkLocations(
  state: MultiworldWithHints,
  slot: number,
  locations: Iterable<number>,
  recordActivity = true,
): readonly number[] {
  const newlyChecked = state.checks.add(slot, locations, recordActivity ? state.context.now() : undefined)
  if (newlyChecked.length > 0) state.steps.runUncharged(() => announceChecks(state, slot, newlyChecked))
  return newlyChecked
}

function announceChecks(state: MultiworldWithHints, slot: number, newlyChecked: readonly number[]): void {
  const placedItems = sortedPlacedItems(state.seed, slot, newlyChecked)
  state.announce(...placedItems.map((placedItem) => itemSendMessage(placedItem.receiver, placedItem)))
  state.feed.storeIfDue(state.context.now())
  for (const placedItem of placedItems)
    addReceivedItem(state, placedItem.receiver, placedItem, placedItem.receiver !== slot)
  deliverItems(state, new Set(placedItems.flatMap(({ receiver }) => state.membersOf(receiver))))
  const clients = state.clients.of(slot)
  if (clients.size > 0)
    state.updateRoom(clients, { hint_points: state.hints.points(slot), checked_locations: newlyChecked })
  state.hints.markFound(slot, newlyChecked)
  announceFoundItems(state, slot, placedItems)
}

/** The items in the order in which the original server announces them. */
function sortedPlacedItems(seed: Seed, finder: number, locations: readonly number[]): PlacedItem[] {
  const at = seed.locations(finder)
  const placedItems = locations.map((location) => ({ finder, location, ...at.get(location)! }))
  return placedItems.sort(
    (a, b) => a.receiver - b.receiver || a.item - b.item || a.location - b.location || a.flags - b.flags,
  )
}
