// [AS-11]

import { initialHpRange, type Monster } from '../state/monster.ts'
import { randomBetween } from '../state/random-between.ts'
import type { WorldState } from '../state/world-state.ts'
import { attackOrMove } from './behaviour.ts'

/** [AS-11.2] Only monsters within this many tiles of a living player act. */
const waking = 12

/** The CPU time depends on the monsters near players, not on all monsters. */
export function tickMonsters(state: WorldState, now: number): void {
  const { context, monsters, views } = state
  for (const { place } of monsters.respawnDueMonsters(now, () => randomBetween(context, ...initialHpRange)))
    views.markMobsChanged(place)
  for (const monster of awakeMonsters(state))
    if (!monster.isDead && monster.readyAt <= now) monster.readyAt = now + attackOrMove(monster, state)
}

/** Sorts the monsters by index, so that the players' order of arrival does not affect the random stream. */
function awakeMonsters(state: WorldState): Monster[] {
  const found = new Set<Monster>()
  for (const player of state.players) {
    if (player.isDead) continue
    for (const monster of state.monsters.alive.circle(player.place, waking)) found.add(monster)
  }
  return [...found].sort((a, b) => a.index - b.index)
}
