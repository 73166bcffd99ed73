// A game in progress as plain data, for export and import. Used by index.ts when a room opens after an import and when
// the save is downloaded.

import { parse } from '../../python/json.ts'
import type { ReceivedItem } from '../../slots/items.ts'
import type { Multiworld } from '../../world.ts'
import type { SaveState } from './save.ts'

/** All state that changes in play. */
export function gameState(world: Multiworld): SaveState {
  const { checks, items, statuses } = world
  const slots = [...world.seed.slots.keys()]
  return {
    ...world.hints.state(),
    received: mapped(slots, (slot) => {
      const all = items.received(slot)
      return all.length > 0 ? { all, fromOthers: items.fromOthers(slot) } : undefined
    }),
    checks: mapped(slots, (slot) => (checks.total(slot) > 0 ? checks.checked(slot) : undefined)),
    aliases: mapped(slots, (slot) => statuses.alias(slot)),
    statuses: mapped(slots, (slot) => statuses.text(slot)),
    lastActivity: mapped(slots, (slot) => checks.lastActivity(slot)),
    lastConnection: mapped(slots, (slot) => statuses.lastConnection(slot)),
    groupCollected: mapped(slots, (slot) => {
      const collected = statuses.collected(slot)
      return collected.length > 0 ? collected : undefined
    }),
    storage: new Map(world.storage.entries()),
    options: world.options,
  }
}

/** Restores a save, once, into a world that has not changed yet. The options were set at creation. */
export function restoreGame(world: Multiworld, state: SaveState): void {
  for (const slot of world.seed.slots.keys()) {
    world.checks.add(slot, state.checks.get(slot) ?? [], state.lastActivity.get(slot))
    restoreItems(world, slot, state)
    restoreStanding(world, slot, state)
  }
  world.storage.restore(state.storage)
  world.hints.restore(state)
}

/** `fromOthers` is `all` without some of its items. */
function restoreItems(world: Multiworld, slot: number, state: SaveState): void {
  const { all, fromOthers } = state.received.get(slot) ?? { all: [], fromOthers: [] }
  let next = 0
  for (const item of all) {
    const other = next < fromOthers.length && same(item, fromOthers[next]!)
    if (other) next++
    world.items.add(slot, item, other)
  }
  world.items.put()
}

function same(a: ReceivedItem, b: ReceivedItem): boolean {
  return a.item === b.item && a.location === b.location && a.finder === b.finder && a.flags === b.flags
}

function restoreStanding({ statuses }: Multiworld, slot: number, state: SaveState): void {
  const status = state.statuses.get(slot)
  if (status !== undefined) statuses.setStatus(slot, parse(status))
  const alias = state.aliases.get(slot)
  if (alias) statuses.setAlias(slot, alias)
  const connected = state.lastConnection.get(slot)
  if (connected !== undefined) statuses.setLastConnection(slot, connected)
  const collected = state.groupCollected.get(slot)
  if (collected) statuses.setCollected(slot, collected)
}

function mapped<V>(slots: readonly number[], value: (slot: number) => V | undefined): Map<number, V> {
  const entries = slots.map((slot) => [slot, value(slot)] as const)
  return new Map(entries.filter((entry): entry is readonly [number, V] => entry[1] !== undefined))
}
