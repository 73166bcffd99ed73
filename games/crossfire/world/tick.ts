// What happens by itself each tick. [CF-13.11]
import { tickEffects } from '../fight/flights.ts'
import { textKinds } from '../hearing/text-kinds.ts'
import { tickMachines } from '../machines/acting.ts'
import { huntsOf } from '../monsters/hunts.ts'
import { tickCreatures } from '../monsters/monsters.ts'
import type { Level, Scene } from '../scene/scene.ts'
import { remove } from '../things/contents.ts'
import { heralds, hourAt } from '../time/day.ts'
import { tickMicros } from '../time/pace.ts'
import { tickVitals } from '../vitals/vitals.ts'

/** Once in so many ticks bones and the like are looked through for what is over. */
const rotTicks = 250

/**
 * One tick, of 120 ms, in this order: on each map that somebody is in what flies, then creatures, then what of the map
 * moves, then what rots; then the creatures of maps beside those; then every player's hp, food and effects; then what the
 * hour brings. Other maps without players cost nothing.
 */
export function tickRules(scene: Scene): void {
  for (const hunt of huntsOf(scene)) {
    const { level } = hunt
    // [CF-20.8] Over the edge of a map that somebody is in creatures alone act.
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

/** [CF-13.10] What the fallen left of themselves is gone after a while. */
function rot(scene: Scene, level: Level): void {
  for (const thing of [...level.passing]) if (thing.endsAt! <= scene.clock) remove(thing)
}

/** [CF-15.9] Those under the open sky are told when the light changes. */
function herald(scene: Scene): void {
  const now = scene.host.now()
  const hour = hourAt(now)
  if (hour === hourAt(now - tickMicros / 1000)) return
  const text = heralds(hour)
  if (text === undefined) return
  for (const player of scene.players.values()) {
    if (player.level?.plan.darkness === undefined) player.tell(text, textKinds.miscellaneous)
  }
}
