// [AS-5]

import { type Item, isMovable } from '../items/items.ts'
import { type Player, slotCount } from '../state/player.ts'
import type { WorldState } from '../state/world-state.ts'

export interface ReachableItem {
  readonly item: Item
  /** Undefined if the item is on the player's tile. */
  readonly slot?: number
}

/** [AS-5.6] An item held at the mouse cursor (AS-5.5) is not in reach. */
export function findReachableItem(
  state: WorldState,
  player: Player,
  itemId: number,
): ReachableItem | undefined {
  const lying = state.ground.at(player.place).find(({ id }) => id === itemId)
  if (lying) return { item: lying }
  const slot = player.slots.findIndex((each) => each?.id === itemId)
  return slot < 0 ? undefined : { item: player.slots[slot]!, slot }
}

/** [AS-5.1] */
export function pickUp(state: WorldState, player: Player, itemId: number): void {
  const reached = findReachableItem(state, player, itemId)
  if (!reached) return player.sendText('Out of reach.')
  const { item, slot } = reached
  if (!isMovable(item)) return player.sendText('Unable to take this item.')
  const before = player.held
  player.held = item
  if (slot === undefined) {
    state.ground.take(player.place, item)
    if (before) state.ground.put(player.place, before)
    showGroundAround(state, player)
  } else {
    player.slots[slot] = before
    player.showInventory()
  }
  state.saveCharacter(player)
  player.showHeld()
}

/** [AS-5.2] `to`: a slot or hand, 0 to 9. Any other number is the ground. */
export function putDown(state: WorldState, player: Player, to: number): void {
  if (!player.held) return
  if (to >= 0 && to < slotCount) putInSlot(player, player.held, to)
  else if (!layDown(state, player, player.held)) return
  state.saveCharacter(player)
  player.showHeld()
}

/** Sends nothing. */
export function removeItem(state: WorldState, player: Player, { item, slot }: ReachableItem): void {
  if (slot === undefined) state.ground.take(player.place, item)
  else {
    player.slots[slot] = undefined
    state.saveCharacter(player)
  }
}

/** Call this after a change of the item. Sends nothing. */
export function saveItem(state: WorldState, player: Player, { slot }: ReachableItem): void {
  if (slot === undefined) state.ground.save(player.place)
  else state.saveCharacter(player)
}

function putInSlot(player: Player, item: Item, slot: number): void {
  player.held = player.slots[slot]
  player.slots[slot] = item
  player.showInventory()
}

function layDown(state: WorldState, player: Player, item: Item): boolean {
  if (!state.ground.hasRoom(player.place)) {
    // [AS-5.9] The player still holds the item. The client expects HLDI.
    player.sendText('There is no room here.')
    player.showHeld()
    return false
  }
  player.held = undefined
  state.ground.put(player.place, item)
  showGroundAround(state, player)
  return true
}

function showGroundAround(state: WorldState, player: Player): void {
  state.views.showGround(player)
  state.views.markGroundChanged(player.place, player)
}
