// World rules that run each tick. [CF-13.11]
import { tickEffects } from '../fight/flights.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { tickMachines } from '../machines/acting.ts'
import { huntsOf } from '../monsters/hunts.ts'
import { tickCreatures } from '../monsters/monsters.ts'
import type { Level, Scene } from '../scene/scene.ts'
import { remove } from '../things/contents.ts'
import { heralds, hourAt } from '../time/day.ts'
import { tickMicros } from '../time/pace.ts'
import { tickVitals } from '../vitals/vitals.ts'

/** Ticks between two checks for expired remains. */
const rotTicks = 250

/**
 * Runs one tick of 120 ms in this order: on each map with players missiles, creatures, machines and decay; then
 * creatures of adjacent maps; then every player's hp, food and effects; then announcements of the hour. Other maps cost
 * nothing.
 */
export function tickRules(scene: Scene): void {
  for (const hunt of huntsOf(scene)) {
    const { level } = hunt
    // [CF-20.8] On maps next to those with players, only creatures act.
    if (!hunt.peopled) {
      tickCreatures(scene, hunt)
      continue
    }
    tickEffects(scene, level)
    tickCreatures(scene, hunt)
    tickMachines(scene, level)
    if (scene.ticks % rotTicks === 0) rot(scene, level)
  }
  for (const player of [...scene.players.values()]) if (player.level) tickVitals(scene, player)
  herald(scene)
}

/** [CF-13.10] Removes expired remains. */
function rot(scene: Scene, level: Level): void {
  for (const thing of [...level.passing]) if (thing.endsAt! <= scene.clock) remove(thing)
}

/** [CF-15.9] Tells outdoor players when the light changes. */
function herald(scene: Scene): void {
  const now = scene.context.now()
  const hour = hourAt(now)
  if (hour === hourAt(now - tickMicros / 1000)) return
  const text = heralds(hour)
  if (text === undefined) return
  for (const player of scene.players.values()) {
    if (player.level?.plan.darkness === undefined) player.tell(text, messageTypes.miscellaneous)
  }
}
