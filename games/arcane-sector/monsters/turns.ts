// The turns of monsters: respawns, which are awake, and which act. [AS-11]
import { between } from '../scene/chance.ts'
import { healths, type Monster } from '../scene/monster.ts'
import type { Scene } from '../scene/scene.ts'
import { act } from './hunting.ts'

/** [AS-11.2] Monsters within this many tiles of a living player are awake; the others cost nothing. */
const waking = 12

/** Visits only monsters near players, however many there are. */
export function tickMonsters(scene: Scene, now: number): void {
  const { host, monsters, views } = scene
  for (const { place } of monsters.raise(now, () => between(host, ...healths))) views.changedMobs(place)
  for (const monster of awake(scene))
    if (!monster.dead && monster.readyAt <= now) monster.readyAt = now + act(monster, scene)
}

/** Sorted by index: they share one random stream, which must not depend on the order of arrival. */
function awake(scene: Scene): Monster[] {
  const found = new Set<Monster>()
  for (const player of scene.players) {
    if (player.dead) continue
    for (const monster of scene.monsters.alive.circle(player.place, waking)) found.add(monster)
  }
  return [...found].sort((a, b) => a.index - b.index)
}
