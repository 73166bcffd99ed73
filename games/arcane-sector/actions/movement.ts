// [AS-3]
import { attackMonster } from '../combat/combat.ts'
import { type ItemOf, isBlocking } from '../items/items.ts'
import { relocatePlayer } from '../players/relocate.ts'
import type { Player } from '../state/player.ts'
import type { WorldState } from '../state/world-state.ts'
import { directionOfMove, placeInDirection } from '../terrain/directions.ts'

/** [AS-3.1] `by`: the direction of MOVE, 0 to 3. Ignores a step that exceeds the rate limit. */
export function movePlayer(state: WorldState, player: Player, by: number): void {
  if (!player.moveLimit.take(state.context.now())) return
  const place = placeInDirection(player.place, directionOfMove(player.facing, by))
  // [AS-3.3] The rule fixes the order of these checks.
  if (!state.terrain.inside(place.x, place.y)) return player.sendText("Can't go there.")
  for (const item of state.ground.at(place)) {
    if (isBlocking(item)) return player.sendText('Way is blocked.')
    if (item.type === 'door') return walkThroughDoor(state, player, item)
  }
  const monster = state.options.monsters ? state.monsters.at(place) : undefined
  if (monster) return attackMonster(state, player, monster)
  if (!state.terrain.blocks(place.x, place.y)) relocatePlayer(state, player, place)
}

/** [AS-3.2] `facing`: a direction, 0 to 3. */
export function turnPlayer(state: WorldState, player: Player, facing: number): void {
  player.facing = facing
  state.views.showPosition(player)
}

function walkThroughDoor(state: WorldState, player: Player, { group, locked }: ItemOf<'door'>): void {
  // [AS-10.6]
  if (locked && ![...player.slots, player.held].some((item) => item?.type === 'gold_key'))
    return player.sendText('The door is locked. A gold key would open it.')
  const exit = state.doors.exit(group, player.place)
  if (exit) relocatePlayer(state, player, exit.place, exit.facing)
}
