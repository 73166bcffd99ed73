// Teleport rings: binding one to a place, and teleporting there. Both take a while, and stop if the player is moved.
// [AS-7]

import { keepItem, reach } from '../people/carrying.ts'
import type { Target } from '../people/pointing.ts'
import { setDown } from '../people/set-down.ts'
import type { Player } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import { type ItemOf, isBlocking } from '../things/items.ts'

/** Milliseconds between texts, and from the last text to the end. */
const beat = 1000
const ritual = [
  'You draw a circle round the ring...',
  'The ring grows warm and listens...',
  'It learns the ground under your feet...',
  'It learns the wind of this place...',
  'The circle closes...',
] as const
const countdown = ['The ring hums: three...', 'The ring hums: two...', 'The ring hums: one...'] as const
const aborted = 'The binding comes to nothing.'
const busy = 'Too busy with another ring.'

/** [AS-7.7] Binds the selected ring to the player's current place. */
export function bindRing(scene: Scene, player: Player, target: Target): void {
  if (target.kind !== 'item') return player.tell(aborted)
  const ring = target.reached.item
  if (ring.type !== 'teleport_ring') return player.tell('Only a teleport ring can be bound.')
  if (scene.timers.has(player)) return player.tell(busy)
  recite(scene, player, ritual, () => bound(scene, player, ring), 'You moved, and the circle breaks.')
}

/** [AS-7.9] Teleports the player to the ring's place. */
export function useRing(scene: Scene, player: Player, ring: ItemOf<'teleport_ring'>): void {
  if (!ring.bound) return player.tell('This ring is bound to no place yet.')
  if (scene.timers.has(player)) return player.tell(busy)
  recite(scene, player, countdown, () => carry(scene, player, ring), 'You moved, and the ring falls silent.')
}

/** The player has not moved since the ritual started, so this is the place. */
function bound(scene: Scene, player: Player, ring: ItemOf<'teleport_ring'>): void {
  const reached = reach(scene, player, ring.id)
  if (!reached) return player.tell(aborted)
  ring.bound = { x: player.place.x, y: player.place.y }
  keepItem(scene, player, reached)
  player.tell('The ring is bound to this place.')
  player.showInventory()
  scene.views.showGround(player)
  if (reached.slot === undefined) scene.views.changedGround(player.place, player)
}

function carry(scene: Scene, player: Player, { id, bound: place }: ItemOf<'teleport_ring'>): void {
  if (!place || !reach(scene, player, id)) return player.tell('The ring is out of reach.')
  // [AS-7.10] A passage may have closed there.
  const shut = scene.terrain.blocks(place.x, place.y) || scene.ground.at(place).some(isBlocking)
  if (shut) return player.tell('The place is closed to the ring.')
  setDown(scene, player, place)
  player.tell('The world turns once, and you are there.')
}

/**
 * Says one text after the other, then calls `end`. If the player is moved, says `broken` instead of the rest. [AS-7.8]
 */
function recite(
  scene: Scene,
  player: Player,
  [text, ...rest]: readonly string[],
  end: () => void,
  broken: string,
): void {
  if (text === undefined) return end()
  player.tell(text)
  const next = () => recite(scene, player, rest, end, broken)
  scene.timers.after(player, beat, next, () => player.tell(broken))
}
