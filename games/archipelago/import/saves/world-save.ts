import { parseJson } from '../../python/json.ts'
import type { ReceivedItem } from '../../slots/received-items.ts'
import type { Multiworld } from '../../world.ts'
import type { SaveState } from './save-state.ts'

export function captureSave(world: Multiworld): SaveState {
  const { checks, items, slotStates } = world
  const slots = [...world.seed.slots.keys()]
  return {
    ...world.hints.state(),
    received: mapSlots(slots, (slot) => {
      const all = items.all(slot)
      return all.length > 0 ? { all, fromOthers: items.fromOthers(slot) } : undefined
    }),
    checks: mapSlots(slots, (slot) => (checks.total(slot) > 0 ? checks.checked(slot) : undefined)),
    aliases: mapSlots(slots, (slot) => slotStates.alias(slot)),
    statuses: mapSlots(slots, (slot) => slotStates.statusText(slot)),
    lastActivity: mapSlots(slots, (slot) => checks.lastActivity(slot)),
    lastConnection: mapSlots(slots, (slot) => slotStates.lastConnection(slot)),
    groupCollected: mapSlots(slots, (slot) => {
      const collected = slotStates.collected(slot)
      return collected.length > 0 ? collected : undefined
    }),
    storage: new Map(world.storage.entries()),
    held: world.held.bySlot,
    options: world.options,
  }
}

/** The world must not have changed yet. The options are set when the room is created. */
export function restoreSave(world: Multiworld, state: SaveState): void {
  for (const slot of world.seed.slots.keys()) {
    world.checks.add(slot, state.checks.get(slot) ?? [], state.lastActivity.get(slot))
    restoreItems(world, slot, state)
    restoreSlotState(world, slot, state)
  }
  for (const [slot, { checks, goal }] of state.held) {
    world.held.holdChecks(world, slot, checks)
    if (goal) world.held.holdGoal(slot)
  }
  world.storage.restore(state.storage)
  world.hints.restore(state)
}

/** `fromOthers` has some of the items of `all`, in the same order. */
function restoreItems(world: Multiworld, slot: number, state: SaveState): void {
  const { all, fromOthers } = state.received.get(slot) ?? { all: [], fromOthers: [] }
  let next = 0
  for (const item of all) {
    const other = next < fromOthers.length && isSameItem(item, fromOthers[next]!)
    if (other) next++
    world.items.add(slot, item, other)
  }
  world.items.save()
}

function isSameItem(a: ReceivedItem, b: ReceivedItem): boolean {
  return a.item === b.item && a.location === b.location && a.finder === b.finder && a.flags === b.flags
}

function restoreSlotState({ slotStates }: Multiworld, slot: number, state: SaveState): void {
  const status = state.statuses.get(slot)
  if (status !== undefined) slotStates.setStatus(slot, parseJson(status))
  const alias = state.aliases.get(slot)
  if (alias) slotStates.setAlias(slot, alias)
  const connected = state.lastConnection.get(slot)
  if (connected !== undefined) slotStates.setLastConnection(slot, connected)
  const collected = state.groupCollected.get(slot)
  if (collected) slotStates.setCollected(slot, collected)
}

function mapSlots<V>(slots: readonly number[], value: (slot: number) => V | undefined): Map<number, V> {
  const entries = slots.map((slot) => [slot, value(slot)] as const)
  return new Map(entries.filter((entry): entry is readonly [number, V] => entry[1] !== undefined))
}
