// One tick of all monsters: respawning, waking and acting. [AS-11]

import { initialHpRange, type Monster } from '../state/monster.ts'
import { randomBetween } from '../state/random-between.ts'
import type { WorldState } from '../state/scene.ts'
import { actMonster } from './behaviour.ts'

/** [AS-11.2] Monsters within this many tiles of a living player are awake; the others cost nothing. */
const waking = 12

/** Visits only monsters near players, however many there are. */
export function tickMonsters(state: WorldState, now: number): void {
  const { context, monsters, views } = state
  for (const { place } of monsters.respawnDue(now, () => randomBetween(context, ...initialHpRange)))
    views.markMobsChanged(place)
  for (const monster of awakeMonsters(state))
    if (!monster.isDead && monster.readyAt <= now) monster.readyAt = now + actMonster(monster, state)
}

/** Sorted by index: they share one random stream, which must not depend on the order of arrival. */
function awakeMonsters(state: WorldState): Monster[] {
  const found = new Set<Monster>()
  for (const player of state.players) {
    if (player.isDead) continue
    for (const monster of state.monsters.alive.circle(player.place, waking)) found.add(monster)
  }
  return [...found].sort((a, b) => a.index - b.index)
}
