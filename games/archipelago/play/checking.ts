// The effects of checking locations. Used by the world and the endings of a game.
import type { StateWithHints } from '../hints/hints.ts'
import { itemSend } from '../room/texts.ts'
import type { Place, Seed } from '../seed/seed.ts'
import { addItem, deliver } from './inventory.ts'

/**
 * [AP-5.2] Checks those of `locations` that are the slot's and new: announces them, sends items to their receivers,
 * updates the slot's own clients, and marks hints as found. Returns the new ones, ascending. `counts`: counts as
 * activity of the slot. [AP-9.9] Free of charge: a location is checked only once.
 */
export function check(
  state: StateWithHints,
  slot: number,
  locations: Iterable<number>,
  counts = true,
): readonly number[] {
  const fresh = state.checks.add(slot, locations, counts ? state.context.now() : undefined)
  if (fresh.length > 0) state.work.free(() => follow(state, slot, fresh))
  return fresh
}

function follow(state: StateWithHints, slot: number, fresh: readonly number[]): void {
  const places = placesAt(state.seed, slot, fresh)
  state.announce(...places.map((place) => itemSend(place.receiver, place)))
  state.feed.storeAlong(state.context.now())
  for (const place of places) addItem(state, place.receiver, place, place.receiver !== slot)
  deliver(state, new Set(places.flatMap(({ receiver }) => state.membersOf(receiver))))
  const clients = state.clients.of(slot)
  if (clients.size > 0)
    state.updateRoom(clients, { hint_points: state.hints.points(slot), checked_locations: fresh })
  state.hints.checked(slot, fresh)
}

/** In the order in which the original announces them. */
function placesAt(seed: Seed, finder: number, locations: readonly number[]): Place[] {
  const at = seed.locations(finder)
  const places = locations.map((location) => ({ finder, location, ...at.get(location)! }))
  return places.sort(
    (a, b) => a.receiver - b.receiver || a.item - b.item || a.location - b.location || a.flags - b.flags,
  )
}
