// Taking things and putting them down. [AS-5]

import { type Player, slotCount } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import { type Item, isMovable } from '../things/items.ts'

/** An item that a player can reach, and where. */
export interface Reached {
  readonly item: Item
  /** Of his slots; undefined: it lies on his tile. */
  readonly slot?: number
}

/** [AS-5.6] The ground under him, his slots, his hands; not what he holds. */
export function reach(scene: Scene, player: Player, itemId: number): Reached | undefined {
  const lying = scene.ground.at(player.place).find(({ id }) => id === itemId)
  if (lying) return { item: lying }
  const slot = player.slots.findIndex((each) => each?.id === itemId)
  return slot < 0 ? undefined : { item: player.slots[slot]!, slot }
}

/** [AS-5.1] Takes an item to hold; what was held takes its place. */
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

/** [AS-5.2] `to` is 0-9 for a slot, and the ground if it is anything else. */
export function drop(scene: Scene, player: Player, to: number): void {
  if (!player.held) return
  if (to >= 0 && to < slotCount) putInSlot(player, player.held, to)
  else if (!layDown(scene, player, player.held)) return
  scene.keep(player)
  player.showHeld()
}

/** Takes an item in reach out of the world. Tells nobody. */
export function takeAway(scene: Scene, player: Player, { item, slot }: Reached): void {
  if (slot === undefined) scene.ground.take(player.place, item)
  else {
    player.slots[slot] = undefined
    scene.keep(player)
  }
}

/** Writes the record of an item in reach that has changed. Tells nobody. */
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
    // [AS-5.9] He goes on holding it, and his client must know.
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
