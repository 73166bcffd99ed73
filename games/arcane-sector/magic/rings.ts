// Binding and teleporting take several seconds, and end early if the player's position changes. [AS-7]

import { type ItemOf, isBlocking } from '../items/items.ts'
import { findReachableItem, saveItem } from '../players/carry.ts'
import { relocatePlayer } from '../players/relocate.ts'
import type { Target } from '../players/target-selection.ts'
import type { Player } from '../state/player.ts'
import type { WorldState } from '../state/world-state.ts'

/** Milliseconds between two texts of a ritual, and from its last text to its end. */
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

/** [AS-7.7] */
export function bindRing(state: WorldState, player: Player, target: Target): void {
  if (target.kind !== 'item') return player.sendText(aborted)
  const ring = target.reached.item
  if (ring.type !== 'teleport_ring') return player.sendText('Only a teleport ring can be bound.')
  if (state.timers.has(player)) return player.sendText(busy)
  startChanting(
    state,
    player,
    ritual,
    () => finishBinding(state, player, ring),
    'You moved, and the circle breaks.',
  )
}

/** [AS-7.9] */
export function useRing(state: WorldState, player: Player, ring: ItemOf<'teleport_ring'>): void {
  if (!ring.bound) return player.sendText('This ring is bound to no place yet.')
  if (state.timers.has(player)) return player.sendText(busy)
  startChanting(
    state,
    player,
    countdown,
    () => teleport(state, player, ring),
    'You moved, and the ring falls silent.',
  )
}

function finishBinding(state: WorldState, player: Player, ring: ItemOf<'teleport_ring'>): void {
  const reached = findReachableItem(state, player, ring.id)
  if (!reached) return player.sendText(aborted)
  ring.bound = { x: player.place.x, y: player.place.y }
  saveItem(state, player, reached)
  player.sendText('The ring is bound to this place.')
  player.showInventory()
  state.views.showGround(player)
  if (reached.slot === undefined) state.views.markGroundChanged(player.place, player)
}

function teleport(state: WorldState, player: Player, { id, bound: place }: ItemOf<'teleport_ring'>): void {
  if (!place || !findReachableItem(state, player, id)) return player.sendText('The ring is out of reach.')
  // [AS-7.10] A passage at the ring's position may have closed.
  const shut = state.terrain.blocks(place.x, place.y) || state.ground.at(place).some(isBlocking)
  if (shut) return player.sendText('The place is closed to the ring.')
  relocatePlayer(state, player, place)
  player.sendText('The world turns once, and you are there.')
}

/** [AS-7.8] If the player's position changes, sends `broken` instead of the remaining texts. */
function startChanting(
  state: WorldState,
  player: Player,
  [text, ...rest]: readonly string[],
  end: () => void,
  broken: string,
): void {
  if (text === undefined) return end()
  player.sendText(text)
  const next = () => startChanting(state, player, rest, end, broken)
  state.timers.after(player, beat, next, () => player.sendText(broken))
}
