// Picking items up and putting them down. [AS-5]

import { type Player, slotCount } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import { type Item, isMovable } from '../things/items.ts'

/** An item in a player's reach, and its place. */
export interface Reached {
  readonly item: Item
  /** The player's slot. Undefined: it is on the player's tile. */
  readonly slot?: number
}

/** [AS-5.6] The player's tile, slots and hands, but not the held item. */
export function reach(scene: Scene, player: Player, itemId: number): Reached | undefined {
  const lying = scene.ground.at(player.place).find(({ id }) => id === itemId)
  if (lying) return { item: lying }
  const slot = player.slots.findIndex((each) => each?.id === itemId)
  return slot < 0 ? undefined : { item: player.slots[slot]!, slot }
}

/** [AS-5.1] Picks an item up to hold. The item held before takes its place. */
export function hold(scene: Scene, player: Player, itemId: number): void {
  const reached = reach(scene, player, itemId)
  if (!reached) return player.tell('Out of reach.')
  const { item, slot } = reached
  if (!isMovable(item)) return player.tell('Unable to take this item.')
  const before = player.held
  player.held = item
  if (slot === undefined) {
    scene.ground.take(player.place, item)
    if (before) scene.ground.put(player.place, before)
    showGroundAround(scene, player)
  } else {
    player.slots[slot] = before
    player.showInventory()
  }
  scene.keep(player)
  player.showHeld()
}

/** [AS-5.2] `to` is 0-9 for a slot; anything else is the ground. */
export function drop(scene: Scene, player: Player, to: number): void {
  if (!player.held) return
  if (to >= 0 && to < slotCount) putInSlot(player, player.held, to)
  else if (!layDown(scene, player, player.held)) return
  scene.keep(player)
  player.showHeld()
}

/** Removes an item in reach from the world. Sends nothing. */
export function takeAway(scene: Scene, player: Player, { item, slot }: Reached): void {
  if (slot === undefined) scene.ground.take(player.place, item)
  else {
    player.slots[slot] = undefined
    scene.keep(player)
  }
}

/** Stores a changed item in reach. Sends nothing. */
export function keepItem(scene: Scene, player: Player, { slot }: Reached): void {
  if (slot === undefined) scene.ground.keep(player.place)
  else scene.keep(player)
}

function putInSlot(player: Player, item: Item, slot: number): void {
  player.held = player.slots[slot]
  player.slots[slot] = item
  player.showInventory()
}

function layDown(scene: Scene, player: Player, item: Item): boolean {
  if (!scene.ground.hasRoom(player.place)) {
    // [AS-5.9] The player still holds it, and the client must be told so.
    player.tell('There is no room here.')
    player.showHeld()
    return false
  }
  player.held = undefined
  scene.ground.put(player.place, item)
  showGroundAround(scene, player)
  return true
}

function showGroundAround(scene: Scene, player: Player): void {
  scene.views.showGround(player)
  scene.views.changedGround(player.place, player)
}
